#pragma once
// What the server says over the WebSocket: one function for each message, and for each part that
// several of them share. data/protocol/schema.json is the source.

#include "catalog/json_reader.h"
#include "server/protocol/code.h"
#include "server/protocol/message.h"
#include "server/storage/store.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::server {

Json user_json(const UserRow& user);
Json users_json(const std::vector<UserRow>& users);

/// Who is there.
struct PresenceView {
    std::vector<bool> seats; // a bot is always there
    std::size_t watchers = 0;
};
Json presence_json(const PresenceView& presence);

struct ClockView {
    std::vector<std::int64_t> remaining_ms; // for each seat
    std::optional<unsigned> running;
    std::int64_t at = 0;
    std::optional<std::int64_t> paused_until = {};
};
Json clock_json(const ClockView& clock);

Json chat_line_json(const ChatRow& line);

// About the socket.
struct WelcomeView {
    std::string version;
    std::int64_t at = 0;
    std::optional<UserRow> user;
    std::vector<UserRow> muted = {}; // by the user
};
std::string welcome_message(const WelcomeView& welcome);
/// Whom the user does not hear, after they changed it.
std::string muted_message(const std::vector<UserRow>& users);
std::string pong_message(std::int64_t at);
std::string bye_message(std::uint64_t retry_ms);
std::string error_message(const BadMessage& bad);

// About a game.
struct StateView {
    Json table;
    std::optional<unsigned> you;
    int ply = -1;
    std::vector<const ChatRow*> chat;
    std::optional<ClockView> clock;
    PresenceView presence;
    std::optional<unsigned> takeback;   // who asked for it
    std::optional<unsigned> pause;      // who asked for it
    std::set<unsigned> rematch;         // who wants it
    std::span<const std::string> plies; // published entries, each as JSON text
};
std::string state_message(const std::string& game, const StateView& state);
std::string table_message(const std::string& game, Json table);
/// The entry is JSON text: it was made once and is sent to many.
std::string ply_message(const std::string& game, const std::string& entry);
std::string chat_gone_message(const std::string& game, const std::vector<int>& lines);
std::string chat_message(const std::string& game, const ChatRow& line);
std::string presence_message(const std::string& game, const PresenceView& presence);
std::string clock_message(const std::string& game, const ClockView& clock);
enum class Question : std::uint8_t { takeback, pause };
enum class QuestionState : std::uint8_t { asked, refused };
std::string question_message(const std::string& game, Question question, unsigned seat,
                             QuestionState state);
/// `next` is the new game once there is one.
std::string rematch_message(const std::string& game, const std::set<unsigned>& seats,
                            const std::string& next);

// The one answer to a move.
struct MoveAnswer {
    std::string game;
    std::string move_id;
    int ply = -1;
};
std::string ack_message(const MoveAnswer& answer);
std::string stale_message(const MoveAnswer& answer);
/// `violation` names the rule that an illegal move breaks.
std::string refused_message(const MoveAnswer& answer, Code code, std::string_view violation = {});

} // namespace bastide::server
