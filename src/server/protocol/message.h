#pragma once
// What a client says over the WebSocket, parsed strictly. data/protocol/schema.json is the source.

#include "rules/move.h"
#include "server/protocol/code.h"

#include <expected>
#include <string>
#include <string_view>

namespace bastide::server {

/// A longer frame is refused before it is parsed.
inline constexpr std::size_t max_frame_bytes = 16 * 1024;
inline constexpr std::size_t max_chat_characters = 500;

struct ClientMessage {
    enum class Type : std::uint8_t {
        hello,
        bye,
        move,
        chat,
        mute,
        resign,
        claim,
        takeback,
        takeback_answer,
        rematch,
        take_seat_back, // "return"
        ping,
    };
    Type type = Type::ping;
    std::string game;
    int since = -1;      // hello
    int expect_ply = -1; // move
    std::string move_id; // move
    Move move;           // move
    std::string text;    // chat
    std::string user;    // mute
    bool yes = false;    // mute: on; takeback_answer: accept
};

struct BadMessage {
    Code code = Code::bad_message;
    std::string type; // as far as it could be read
    std::string game;
};

std::expected<ClientMessage, BadMessage> parse_client_message(std::string_view text);
std::string_view name(ClientMessage::Type type);

/// Text that a person wrote: UTF-8 without control characters, trimmed, 1 to `most` characters.
/// Empty if it is not that.
std::string clean_text(std::string_view text, std::size_t most);

} // namespace bastide::server
