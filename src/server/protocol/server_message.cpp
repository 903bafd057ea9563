#include "server/protocol/server_message.h"

#include "notation/json.h"

namespace bastide::server {
namespace {

Json message(std::string_view type) {
    Json json;
    json["type"] = std::string(type);
    return json;
}

Json about(std::string_view type, const std::string& game) {
    Json json = message(type);
    json["game"] = game;
    return json;
}

Json or_null(const std::optional<unsigned>& number) {
    return number ? Json(*number) : Json(nullptr);
}

/// A last member whose value is JSON text already: entries are kept as text, which takes a tenth of
/// the memory of a tree and is not written anew for everybody who comes.
std::string with_last(const Json& json, std::string_view key, std::string_view value) {
    std::string text = text_of(json);
    text.pop_back();
    text.append(",\"").append(key).append("\":").append(value).append("}");
    return text;
}

} // namespace

// --- parts -------------------------------------------------------------------------------------

Json user_json(const UserRow& user) {
    Json json;
    json["id"] = user.id;
    json["name"] = user.name;
    return json;
}

Json users_json(const std::vector<UserRow>& users) {
    Json list = Json::array();
    for (const UserRow& user : users) list.push_back(user_json(user));
    return list;
}

Json presence_json(const PresenceView& presence) {
    Json json;
    json["seats"] = presence.seats;
    json["watchers"] = presence.watchers;
    return json;
}

Json clock_json(const ClockView& clock) {
    Json json;
    json["remaining_ms"] = clock.remaining_ms;
    json["running"] = or_null(clock.running);
    json["at"] = clock.at;
    if (clock.paused_until) json["paused_until"] = *clock.paused_until;
    return json;
}

Json chat_line_json(const ChatRow& line) {
    Json json;
    json["n"] = line.n;
    json["at"] = line.at;
    json["user"] = line.user.id;
    json["name"] = line.user.name;
    if (line.seat >= 0) json["seat"] = line.seat;
    json["text"] = line.text;
    return json;
}

// --- about the socket --------------------------------------------------------------------------

std::string welcome_message(const WelcomeView& welcome) {
    Json json = message("welcome");
    json["protocol"] = 1;
    json["version"] = welcome.version;
    json["at"] = welcome.at;
    if (welcome.user) json["user"] = user_json(*welcome.user);
    if (!welcome.muted.empty()) json["muted"] = users_json(welcome.muted);
    return text_of(json);
}

std::string muted_message(const std::vector<UserRow>& users) {
    Json json = message("muted");
    json["users"] = users_json(users);
    return text_of(json);
}

std::string pong_message(std::int64_t at) {
    Json json = message("pong");
    json["at"] = at;
    return text_of(json);
}

std::string bye_message(std::uint64_t retry_ms) {
    Json json = message("bye");
    json["retry_ms"] = retry_ms;
    return text_of(json);
}

std::string error_message(const BadMessage& bad) {
    Json json = message("error");
    json["code"] = std::string(name(bad.code));
    if (!bad.game.empty()) json["game"] = bad.game;
    if (!bad.type.empty()) json["to"] = bad.type;
    return text_of(json);
}

// --- about a game ------------------------------------------------------------------------------

std::string state_message(const std::string& game, const StateView& state) {
    Json json = about("state", game);
    json["table"] = state.table;
    json["you"] = or_null(state.you);
    json["ply"] = state.ply;
    json["chat"] = Json::array();
    for (const ChatRow* line : state.chat) json["chat"].push_back(chat_line_json(*line));
    if (state.clock) json["clock"] = clock_json(*state.clock);
    json["presence"] = presence_json(state.presence);
    if (state.takeback) json["takeback"] = *state.takeback;
    if (state.pause) json["pause"] = *state.pause;
    if (!state.rematch.empty()) json["rematch"] = state.rematch;
    std::string plies = "[";
    for (const std::string& entry : state.plies) {
        if (plies.size() > 1) plies += ',';
        plies += entry;
    }
    plies += ']';
    return with_last(json, "plies", plies);
}

std::string table_message(const std::string& game, Json table) {
    Json json = about("table", game);
    json["table"] = std::move(table);
    return text_of(json);
}

std::string ply_message(const std::string& game, const std::string& entry) {
    return with_last(about("ply", game), "entry", entry);
}

std::string chat_gone_message(const std::string& game, const std::vector<int>& lines) {
    Json json;
    json["type"] = "chat_gone";
    json["game"] = game;
    json["lines"] = lines;
    return text_of(json);
}

std::string chat_message(const std::string& game, const ChatRow& line) {
    Json json = about("chat", game);
    json["line"] = chat_line_json(line);
    return text_of(json);
}

std::string presence_message(const std::string& game, const PresenceView& presence) {
    Json json = about("presence", game);
    json["presence"] = presence_json(presence);
    return text_of(json);
}

std::string clock_message(const std::string& game, const ClockView& clock) {
    Json json = about("clock", game);
    json["clock"] = clock_json(clock);
    return text_of(json);
}

std::string question_message(const std::string& game, Question question, unsigned seat,
                             QuestionState state) {
    Json json = about(question == Question::takeback ? "takeback" : "pause", game);
    json["seat"] = seat;
    json["state"] = state == QuestionState::asked ? "asked" : "refused";
    return text_of(json);
}

std::string rematch_message(const std::string& game, const std::set<unsigned>& seats,
                            const std::string& next) {
    Json json = about("rematch", game);
    json["seats"] = seats;
    if (!next.empty()) json["next"] = next;
    return text_of(json);
}

// --- answers to a move -------------------------------------------------------------------------

std::string ack_message(const MoveAnswer& answer) {
    Json json = about("ack", answer.game);
    json["move_id"] = answer.move_id;
    json["ply"] = answer.ply;
    return text_of(json);
}

std::string stale_message(const MoveAnswer& answer) {
    Json json = about("stale", answer.game);
    json["move_id"] = answer.move_id;
    json["ply"] = answer.ply;
    return text_of(json);
}

std::string refused_message(const MoveAnswer& answer, Code code, std::string_view violation) {
    Json json = about("refused", answer.game);
    json["move_id"] = answer.move_id;
    json["code"] = std::string(name(code));
    json["ply"] = answer.ply;
    if (!violation.empty()) json["violation"] = std::string(violation);
    return text_of(json);
}

} // namespace bastide::server
