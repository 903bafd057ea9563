#pragma once
// Accounts over HTTP: a guest becomes one, signs in elsewhere, sees, takes along and deletes their
// data.

#include "server/accounts/attempts.h"
#include "server/accounts/audit.h"
#include "server/accounts/passwords.h"
#include "server/http/call.h"

namespace bastide::server {

class AccountApi {
  public:
    struct Services {
        Sessions& sessions;
        StoreWriter& writer;
        StoreReader& reader;
        Audit& audit;
        /// Somebody's data was deleted: rooms and sockets must know at once.
        std::function<void(const std::string& user)> on_gone;
        /// Sessions of this user ended: sockets must see whether theirs did.
        std::function<void(const std::string& user)> on_ended;
    };
    AccountApi(Services services, Rate attempts)
        : sessions_(services.sessions)
        , writer_(services.writer)
        , reader_(services.reader)
        , audit_(services.audit)
        , services_(std::move(services))
        , attempts_(attempts) {}

    /// /api/account…, /api/login, /api/recover
    void handle(const CallPtr& call);
    /// A session of this user came from this address.
    void seen(const Call& call);
    /// Deletes a user's data in the host's name.
    void remove_user(const std::string& user, std::function<void(WriteOutcome)> done);
    void stop() { passwords_.stop(); }

  private:
    void create(const CallPtr& call);
    void show(const CallPtr& call);
    void change_password(const CallPtr& call);
    void set_password(const CallPtr& call, const std::string& password);
    void make_recovery(const CallPtr& call);
    void recover(const CallPtr& call);
    struct Recovery {
        std::string user, code_hash;
        bool wants_token = false;
    };
    void recover_by(const CallPtr& call, const Recovery& recovery, const std::string& password);
    /// The account of this login, or a row of nobody, which takes as long; nothing comes back if it
    /// was answered already.
    void find_login(const CallPtr& call, const std::string& login,
                    std::function<void(const AccountRow&)> then);
    void add_account(const CallPtr& call, const std::string& login,
                     const std::string& password_hash);
    void list_sessions(const CallPtr& call);
    void revoke(const CallPtr& call, const std::string& session);
    void delete_data(const CallPtr& call);
    /// Asks for the password of the own account; `then` comes if it is right.
    void check_password(const CallPtr& call, const std::string& password,
                        std::function<void()> then);
    void export_data(const CallPtr& call);
    void remove(const CallPtr& call);
    void login(const CallPtr& call);
    void begin_for(const CallPtr& call, const std::string& user, bool wants_token);
    /// False, and answered, if this address or login was tried too often.
    bool may_try(const CallPtr& call, const std::string& who);
    void gone(const std::string& user);

    Sessions& sessions_;
    StoreWriter& writer_;
    StoreReader& reader_;
    Audit& audit_;
    Services services_;
    Attempts attempts_;
    Passwords passwords_;
};

} // namespace bastide::server
