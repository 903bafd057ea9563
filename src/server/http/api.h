#pragma once
// The HTTP API: sessions, lobby, tables, records. data/protocol/openapi.json lists the calls.

#include "server/base/limits.h"
#include "server/http/account_api.h"
#include "server/http/notices_api.h"
#include "server/http/profile_api.h"
#include "server/rooms/rooms.h"

namespace bastide::server {

class Api {
  public:
    struct Settings {
        std::string version;
        std::string imprint;           // empty: the host says nothing
        Rate tables{0.2, 20};          // one user opens
        Rate address_tables{0.2, 80};  // all users of one address open
        Rate address_guests{0.2, 100}; // that begin at one address
    };
    struct Services {
        Sessions& sessions;
        AccountApi& accounts;
        Rooms& rooms;
        StoreWriter& writer;
        StoreReader& reader;
        Audit& audit;
        Notices& notices;
    };
    Api(Services services, Settings settings);

    /// A request under /api/. Answers on any thread, once.
    void handle(HttpRequest request, Respond respond);

  private:
    void route(const CallPtr& call);
    void route_table(const CallPtr& call, std::string_view rest);
    void info(const CallPtr& call);
    void session(const CallPtr& call);
    void begin_session(const CallPtr& call);
    /// `then` comes if nobody else has this name.
    void check_name(const CallPtr& call, const std::string& name, std::function<void()> then);
    bool may_open(const CallPtr& call);
    void cancel_table(const CallPtr& call, const std::string& game);
    void report(const CallPtr& call, const std::string& game);
    void create_table(const CallPtr& call);
    void open_table(const CallPtr& call, Rooms::NewTable table);
    /// Which seat is wanted, and the tip of the own hash chain.
    struct Place {
        std::optional<unsigned> seat;
        std::optional<Bytes32> tip;
    };
    void join(const CallPtr& call, const std::string& game, const Place& place);
    void list(const CallPtr& call, GameList list);
    void record(const CallPtr& call, const std::string& game);

    Sessions& sessions_;
    AccountApi& accounts_;
    ProfileApi profiles_;
    NoticesApi notices_;
    Rooms& rooms_;
    StoreReader& reader_;
    Audit& audit_;
    Settings settings_;
    Limits table_limits_, address_table_limits_, guest_limits_;
    Limits report_limits_{{0.01, 5}}; // of one address
};

} // namespace bastide::server
