#pragma once
// What a client says over the WebSocket, parsed strictly. data/protocol/schema.json is the source.

#include "rules/move.h"
#include "server/base/secret.h"
#include "server/protocol/code.h"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace bastide::server {

/// A longer frame is refused before it is parsed.
inline constexpr std::size_t max_frame_bytes = 16 * 1024;
inline constexpr std::size_t max_chat_characters = 500;

/// What a client asks of a game, each with its word on the wire.
namespace request {

struct Hello {
    static constexpr std::string_view type = "hello";
    int since = -1; // the last ply that is known; -1: none
};
struct Bye {
    static constexpr std::string_view type = "bye";
};
struct Move {
    static constexpr std::string_view type = "move";
    int expect_ply = -1;
    std::string move_id;
    bastide::Move move;
    std::optional<Bytes32> link; // of the own hash chain
};
struct Chat {
    static constexpr std::string_view type = "chat";
    std::string text;
};
struct Mute {
    static constexpr std::string_view type = "mute";
    std::string user;
    bool on = false;
};
struct Resign {
    static constexpr std::string_view type = "resign";
};
struct ClaimTime {
    static constexpr std::string_view type = "claim";
};
struct Takeback {
    static constexpr std::string_view type = "takeback";
};
struct TakebackAnswer {
    static constexpr std::string_view type = "takeback_answer";
    bool accept = false;
};
/// Asks that the clocks stand still for a while.
struct Pause {
    static constexpr std::string_view type = "pause";
};
struct PauseAnswer {
    static constexpr std::string_view type = "pause_answer";
    bool accept = false;
};
struct Resume {
    static constexpr std::string_view type = "resume";
};
struct Rematch {
    static constexpr std::string_view type = "rematch";
    std::optional<Bytes32> tip; // of the own hash chain for that game
};
struct Return {
    static constexpr std::string_view type = "return"; // takes the seat back from a bot
};
struct Ping {
    static constexpr std::string_view type = "ping";
};

} // namespace request

using Request = std::variant<request::Hello, request::Bye, request::Move, request::Chat,
                             request::Mute, request::Resign, request::ClaimTime, request::Takeback,
                             request::TakebackAnswer, request::Pause, request::PauseAnswer,
                             request::Resume, request::Rematch, request::Return, request::Ping>;
std::string_view type_of(const Request& request);

struct ClientMessage {
    std::string game; // empty for Ping, which asks no game
    Request request;
};

struct BadMessage {
    Code code = Code::bad_message;
    std::string type; // as far as it could be read
    std::string game;
    std::string move_id; // of a move
};

/// What an answer to this message has to name, if it is not followed.
BadMessage about(const ClientMessage& message);
std::expected<ClientMessage, BadMessage> parse_client_message(std::string_view text);

/// 64 lower-case hexadecimal digits.
std::optional<Bytes32> read_hex32(std::string_view text);

/// Text that a person wrote: UTF-8 without control characters, trimmed, 1 to `most` characters.
/// Empty if it is not that.
std::string clean_text(std::string_view text, std::size_t most);

} // namespace bastide::server
