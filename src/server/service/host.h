#pragma once
// What the host wants of a running server: tables, lines of a chat and people to be removed,
// addresses to be banned. The admin socket brings the questions.

#include "server/accounts/audit.h"
#include "server/http/account_api.h"
#include "server/rooms/rooms.h"
#include "server/service/admin.h"

namespace bastide::server {

class Host {
  public:
    struct Services {
        Rooms& rooms;
        AccountApi& accounts;
        StoreWriter& writer;
        StoreReader& reader;
        Audit& audit;
        /// Bans changed: who is banned goes.
        Task on_bans;
    };
    explicit Host(Services services)
        : services_(std::move(services)) {}

    void asked(const Json& question, const AdminSocket::Reply& reply);

  private:
    using Done = std::function<void(WriteOutcome)>;
    void remove_user(const std::string& who, const Done& done);
    void ban(const Json& question, const AdminSocket::Reply& reply);
    void lift(const Json& question, const AdminSocket::Reply& reply);
    void list_bans(const AdminSocket::Reply& reply);
    /// The answer to a change, and its line in the trail.
    Done answer(const AdminSocket::Reply& reply, const Audit::What& what);

    Services services_;
};

} // namespace bastide::server
