#pragma once
// Accounts over HTTP: a guest becomes one, signs in elsewhere, sees, takes along and deletes their
// data. Also what everybody may see of a player.

#include "server/accounts/passwords.h"
#include "server/base/limits.h"
#include "server/http/call.h"

namespace bastide::server {

class AccountApi {
  public:
    AccountApi(Sessions& sessions, StoreWriter& writer, StoreReader& reader, Rate attempts)
        : sessions_(sessions)
        , writer_(writer)
        , reader_(reader)
        , attempts_(attempts) {}

    /// /api/account…, /api/login, /api/users/…
    void handle(const CallPtr& call);
    void stop() { passwords_.stop(); }

  private:
    void create(const CallPtr& call);
    void show(const CallPtr& call);
    void change_password(const CallPtr& call);
    void set_password(const CallPtr& call, const std::string& password);
    void take_along(const CallPtr& call);
    void remove(const CallPtr& call);
    void login(const CallPtr& call);
    void begin_for(const CallPtr& call, const std::string& user, bool wants_token);
    void profile(const CallPtr& call, const std::string& user);
    /// False, and answered, if this address or login was tried too often.
    bool may_try(const CallPtr& call, const std::string& login);

    Sessions& sessions_;
    StoreWriter& writer_;
    StoreReader& reader_;
    Limits attempts_; // of one address, and at one login
    Passwords passwords_;
};

} // namespace bastide::server
