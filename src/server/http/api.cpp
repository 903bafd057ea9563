#include "server/http/api.h"

#include "server/accounts/names.h"
#include "server/http/site.h"
#include "server/rooms/agents.h"
#include "server/rooms/game_log.h"
#include "server/rooms/table.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr unsigned page = 50;

/// Sends what a room answers.
Answer answer_with(const Respond& respond, unsigned status = 200) {
    return [respond, status](const std::expected<Json, Code>& result) {
        respond(result ? json_response(*result, status) : error_response(result.error()));
    };
}

bool read_body(const HttpRequest& request, Json& out) {
    std::string error;
    return parse_json(request.body, out, error) && out.is_object();
}

std::optional<Bytes32> read_tip(JsonReader& reader, const Json& body) {
    if (reader.failed() || !body.contains("tip")) return std::nullopt;
    const auto tip = read_hex32(reader.string(body, "tip", "the body"));
    if (!tip) reader.fail("\"tip\" is not 64 hexadecimal digits");
    return tip;
}

} // namespace

Api::Api(Services services, Settings settings)
    : sessions_(services.sessions)
    , accounts_(services.accounts)
    , profiles_(services.reader)
    , notices_(services.notices, services.writer)
    , rooms_(services.rooms)
    , reader_(services.reader)
    , audit_(services.audit)
    , settings_(std::move(settings))
    , table_limits_(settings_.tables)
    , address_table_limits_(settings_.address_tables)
    , guest_limits_(settings_.address_guests) {}

void Api::handle(HttpRequest request, Respond respond) {
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (!reads) {
        // A foreign page can neither send this header nor JSON without asking first.
        if (!request.same_origin()) return respond(error_response(Code::forbidden_origin));
        if (request.guard != "1") return respond(error_response(Code::csrf));
    }
    auto call = std::make_shared<Call>();
    if (request.method == "POST" || !request.body.empty()) {
        if (!request.content_type.starts_with("application/json") ||
            !read_body(request, call->body)) {
            return respond(error_response(Code::bad_message));
        }
    }
    const std::string token = request.token();
    call->request = std::move(request);
    call->respond = std::move(respond);
    sessions_.find(token, [this, call](const Sessions::Found& who) {
        if (!who) return call->fail(Code::store_failed);
        call->who = *who;
        accounts_.seen(*call);
        route(call);
    });
}

void Api::route(const CallPtr& call) {
    const std::string_view path = call->request.path;
    const std::string& method = call->request.method;
    const bool reads = method == "GET" || method == "HEAD";
    if (path == "/api/session") return session(call);
    if (path.starts_with("/api/account") || path == "/api/login" || path == "/api/recover") {
        return accounts_.handle(call);
    }
    if (ProfileApi::serves(path)) return profiles_.handle(call);
    if (path == "/api/notices") return notices_.handle(call);
    if (path == "/api/tables" && method == "POST") return create_table(call);
    if (path.starts_with("/api/tables/")) return route_table(call, path.substr(12));
    if (!path.starts_with("/api/")) return call->respond(error_response(Code::not_found));
    if (!reads) return call->respond(error_response(Code::method_not_allowed));
    if (path == "/api/info") return info(call);
    if (path == "/api/tables") return list(call, GameList::open);
    if (path == "/api/games") return list(call, GameList::playing);
    if (path == "/api/games/finished") return list(call, GameList::finished);
    if (path == "/api/games/mine") {
        if (!call->who) return call->respond(error_response(Code::no_session));
        return list(call, GameList::of_user);
    }
    if (path.starts_with("/api/games/") && path.ends_with("/record")) {
        const std::string game(path.substr(11, path.size() - 11 - 7));
        if (is_id(game)) return record(call, game);
    }
    call->respond(error_response(Code::not_found));
}

void Api::info(const CallPtr& call) {
    Json json;
    json["version"] = settings_.version;
    json["protocol"] = 1;
    json["rules_version"] = rules_version;
    json["agents"] = known_agents();
    json["aids"] = all_aids();
    if (!settings_.imprint.empty()) json["imprint"] = settings_.imprint;
    if (has_documents()) json["documents"] = true;
    if (notices_.on()) json["notices"] = notices_.key();
    call->respond(json_response(json));
}

void Api::session(const CallPtr& call) {
    const std::string& method = call->request.method;
    if (method == "POST") return begin_session(call);
    if (!call->who) return call->respond(error_response(Code::no_session));
    if (method == "DELETE") {
        return sessions_.end(*call->who, [call](bool done) {
            if (!done) return call->respond(error_response(Code::store_failed));
            HttpResponse response = empty_response();
            set_cookie(*call, response, "");
            call->respond(std::move(response));
        });
    }
    if (method != "GET") return call->respond(error_response(Code::method_not_allowed));
    Json json;
    json["user"] = user_json(call->who->user);
    call->respond(json_response(json));
}

void Api::begin_session(const CallPtr& call) {
    std::string error, given;
    JsonReader reader(error);
    reader.object(call->body, "the body", {"name", "token"});
    const bool named = call->body.contains("name");
    if (named) given = reader.string(call->body, "name", "the body");
    const bool wants_token = reader.boolean(call->body, "token", "the body", false);
    if (reader.failed()) return call->respond(error_response(Code::bad_message, error));
    const std::string name = named ? clean_name(given) : std::string(common_name);
    if (name.empty()) return call->respond(error_response(Code::bad_name));

    if (!call->who) {
        const auto begin = [this, call, name, wants_token] {
            if (!guest_limits_.take(call->request.address)) {
                audit_.note_refusal({"guests_limited", "", call->request.address});
                return call->fail(Code::rate_limited);
            }
            sessions_.begin(name, [call, wants_token](const auto& begun) {
                if (!begun) return call->fail(Code::store_failed);
                answer_session(*call, begun->user, {begun->token, wants_token});
            });
        };
        return named ? check_name(call, name, begin) : begin();
    }
    const std::string token = call->request.token();
    const UserRow renamed{call->who->user.id, name};
    if (!named || renamed == call->who->user) {
        return answer_session(*call, call->who->user, {token, wants_token});
    }
    check_name(call, name, [this, call, renamed, token, wants_token] {
        sessions_.rename(*call->who, renamed.name, [call, renamed, token, wants_token](bool done) {
            if (!done) return call->fail(Code::store_failed);
            answer_session(*call, renamed, {token, wants_token});
        });
    });
}

/// Bots' names are nobody's, an account's name is its own.
void Api::check_name(const CallPtr& call, const std::string& name, std::function<void()> then) {
    if (is_reserved_name(name)) return call->fail(Code::name_taken);
    reader_.read([call, name, then = std::move(then)](GameStore& store) {
        const auto taken = store.name_taken(name_key(name), call->who ? call->who->user.id : "");
        if (!taken) return call->fail(Code::store_failed);
        if (*taken) return call->fail(Code::name_taken);
        then();
    });
}

/// Guests are free, so their limits alone are none.
bool Api::may_open(const CallPtr& call) {
    const bool may =
        table_limits_.take(call->who->user.id) && address_table_limits_.take(call->request.address);
    if (may) return true;
    audit_.note_refusal({"tables_limited", call->who->user.id, call->request.address});
    call->fail(Code::rate_limited);
    return false;
}

/// An open table is its owner's to take away again.
void Api::cancel_table(const CallPtr& call, const std::string& game) {
    if (!call->who) return call->fail(Code::no_session);
    rooms_.remove({game, RemoveGame::Which::open, call->who->user.id},
                  [call](WriteOutcome outcome) {
                      if (outcome == WriteOutcome::failed) return call->fail(Code::store_failed);
                      if (outcome == WriteOutcome::conflict) return call->fail(Code::not_allowed);
                      call->respond(empty_response());
                  });
}

/// Somebody at this table behaved badly: the trail tells the host who says so and where to look.
void Api::report(const CallPtr& call, const std::string& game) {
    std::string error;
    JsonReader reader(error);
    reader.object(call->body, "the body", {"user"});
    const std::string reported = reader.string(call->body, "user", "the body");
    if (reader.failed()) return call->fail(Code::bad_message, error);
    reader_.read([this, call, game, reported](GameStore& store) {
        const auto row = store.load_game(game);
        const auto chat = store.load_chat(game, chat_lines);
        if (!row || !chat) return call->fail(Code::store_failed);
        if (!*row) return call->fail(Code::no_such_game);
        const auto is_theirs = [&](const auto& one) { return one.user.id == reported; };
        if (!std::ranges::any_of((*row)->seats, is_theirs) &&
            !std::ranges::any_of(*chat, is_theirs)) {
            return call->fail(Code::not_found);
        }
        if (!report_limits_.take(call->request.address)) return call->fail(Code::rate_limited);
        audit_.note({"reported", call->who->user.id, call->request.address, game + " " + reported});
        call->respond(empty_response());
    });
}

void Api::create_table(const CallPtr& call) {
    if (!call->who) return call->respond(error_response(Code::no_session));
    if (!may_open(call)) return;
    std::string error;
    JsonReader reader(error);
    reader.object(call->body, "the body", {"rules", "sit", "tip"});
    const auto tip = read_tip(reader, call->body);
    const Json* rules_given =
        reader.failed() ? nullptr : reader.get(call->body, "rules", "the body");
    if (rules_given == nullptr) return call->respond(error_response(Code::bad_message, error));
    auto rules = parse_table_rules(*rules_given);
    if (!rules) return call->respond(error_response(Code::bad_rules, rules.error()));
    if (!may_ask_for(*rules, Asker::account)) {
        return call->respond(error_response(Code::bad_rules, "there is no such agent"));
    }

    std::optional<unsigned> sit;
    const auto it = call->body.find("sit");
    if (it != call->body.end() && *it != false) {
        sit = static_cast<unsigned>(reader.integer(*it, "\"sit\"", 0, rules->players() - 1));
        if (reader.failed() || rules->seats[*sit].agent) {
            return call->respond(error_response(Code::seat_taken));
        }
    }
    for (unsigned i = 0; it == call->body.end() && !sit && i < rules->players(); ++i) {
        if (!rules->seats[i].agent) sit = i;
    }
    open_table(call, {call->who->user, std::move(*rules), sit, tip});
}

/// Rated games, games of bots alone and bots beyond the levels are for accounts: guests are free,
/// and so would be what they cost.
void Api::open_table(const CallPtr& call, Rooms::NewTable table) {
    const bool for_guests =
        !table.rules.rated && !table.rules.bots_alone() && may_ask_for(table.rules, Asker::guest);
    if (for_guests) {
        return rooms_.open_table(std::move(table), answer_with(call->respond, 201));
    }
    reader_.read([this, call, table = std::move(table)](GameStore& store) {
        const auto account = store.account_of(call->who->user.id);
        if (!account) return call->fail(Code::store_failed);
        if (!*account) return call->fail(Code::needs_account);
        rooms_.open_table(table, answer_with(call->respond, 201));
    });
}

void Api::join(const CallPtr& call, const std::string& game, const Place& place) {
    reader_.read([this, call, game, place](GameStore& store) {
        const auto account = store.account_of(call->who->user.id);
        if (!account) return call->fail(Code::store_failed);
        const Sitter sitter{call->who->user, account->has_value(), place.tip};
        rooms_.visit(
            game,
            [call, sitter, seat = place.seat](Room& room) {
                room.take_seat(sitter, seat, answer_with(call->respond));
            },
            [call] { call->fail(Code::busy); });
    });
}

void Api::route_table(const CallPtr& call, std::string_view rest) {
    const std::string game(rest.substr(0, rest.find('/')));
    const std::string action(rest.substr(std::min(rest.size(), game.size())));
    if (!is_id(game)) return call->respond(error_response(Code::no_such_game));
    if (action.empty()) {
        if (call->request.method == "DELETE") return cancel_table(call, game);
        if (call->request.method != "GET") {
            return call->respond(error_response(Code::method_not_allowed));
        }
        std::optional<UserRow> user;
        if (call->who) user = call->who->user;
        return rooms_.visit(
            game, [call, user](Room& room) { room.describe(user, answer_with(call->respond)); },
            [call] { call->fail(Code::busy); });
    }
    if (action != "/join" && action != "/leave" && action != "/report") {
        return call->respond(error_response(Code::not_found));
    }
    if (call->request.method != "POST") {
        return call->respond(error_response(Code::method_not_allowed));
    }
    if (!call->who) return call->respond(error_response(Code::no_session));
    if (action == "/report") return report(call, game);
    std::string error;
    JsonReader reader(error);
    reader.object(call->body, "the body", {"seat", "tip"});
    Place place;
    if (!reader.failed() && call->body.contains("seat")) {
        place.seat = static_cast<unsigned>(reader.integer(call->body, "seat", "the body", 0,
                                                          Catalog::embedded().most_players() - 1));
    }
    place.tip = read_tip(reader, call->body);
    if (reader.failed()) return call->respond(error_response(Code::bad_message, error));
    if (action == "/join") return join(call, game, place);
    rooms_.visit(
        game, [call](Room& room) { room.leave_seat(call->who->user, answer_with(call->respond)); },
        [call] { call->fail(Code::busy); });
}

void Api::list(const CallPtr& call, GameList list) {
    GameQuery query;
    query.list = list;
    if (call->who) query.user = call->who->user.id;
    if (const auto cursor = parse_cursor(query_value(call->request.query, "before"))) {
        query.before = cursor->time;
        query.before_id = cursor->id;
    }
    query.limit = page;
    reader_.read([call, query](GameStore& store) {
        const auto games = store.list_games(query);
        if (!games) return call->respond(error_response(Code::store_failed));
        Json json;
        json["tables"] = Json::array();
        for (const GameRow& row : *games) {
            const auto rules = parse_table_rules(Json::parse(row.rules, nullptr, false));
            if (rules) json["tables"].push_back(table_json(row, *rules, nullptr));
        }
        if (games->size() == page) {
            json["next"] = cursor_text({games->back().updated_at, games->back().id});
        }
        call->respond(json_response(json));
    });
}

void Api::record(const CallPtr& call, const std::string& game) {
    const auto answer = [call, game](const std::expected<std::string, Code>& record) {
        if (!record) return call->respond(error_response(record.error()));
        HttpResponse response;
        response.body = *record + "\n";
        response.headers.emplace_back("Content-Disposition",
                                      "attachment; filename=\"bastide-" + game + ".json\"");
        call->respond(std::move(response));
    };
    rooms_.visit(
        game, [answer](Room& room) { room.record(answer); }, [call] { call->fail(Code::busy); });
}

} // namespace bastide::server
