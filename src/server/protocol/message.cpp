#include "server/protocol/message.h"

#include "catalog/json_reader.h"
#include "notation/turn.h"
#include "notation/utf8.h"

#include <optional>

namespace bastide::server {
namespace {

bool is_move_id(std::string_view text) {
    constexpr std::string_view allowed =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return !text.empty() && text.size() <= 64 &&
           text.find_first_not_of(allowed) == std::string_view::npos;
}

/// Reads what belongs to each kind of request; all keys are known and each value is checked.
class RequestReader {
  public:
    explicit RequestReader(const Json& json)
        : json_(json) {}

    bool read(request::Hello& hello) {
        if (!keys({"type", "game", "since"})) return false;
        if (json_.contains("since")) hello.since = integer("since", -1);
        return done();
    }
    bool read(request::Move& move) {
        if (!keys({"type", "game", "expect_ply", "move_id", "move", "link"})) return false;
        move.expect_ply = integer("expect_ply", 0);
        move.move_id = string("move_id");
        move.link = bytes("link");
        const Json* given = reader_.get(json_, "move", "the message");
        if (given == nullptr) return false;
        move.move = read_move(reader_, *given);
        return done() && is_move_id(move.move_id);
    }
    bool read(request::Chat& chat) {
        if (!keys({"type", "game", "text"})) return false;
        chat.text = clean_text(string("text"), max_chat_characters);
        return done() && !chat.text.empty();
    }
    bool read(request::Mute& mute) {
        if (!keys({"type", "game", "user", "on"})) return false;
        mute.user = string("user");
        mute.on = boolean("on");
        return done() && is_id(mute.user);
    }
    bool read(request::TakebackAnswer& answer) {
        if (!keys({"type", "game", "accept"})) return false;
        answer.accept = boolean("accept");
        return done();
    }
    bool read(request::PauseAnswer& answer) {
        if (!keys({"type", "game", "accept"})) return false;
        answer.accept = boolean("accept");
        return done();
    }
    bool read(request::Rematch& rematch) {
        if (!keys({"type", "game", "tip"})) return false;
        rematch.tip = bytes("tip");
        return done();
    }
    bool read(request::Ping&) { return keys({"type"}) && done(); }
    template <class Plain>
    bool read(Plain&) {
        return keys({"type", "game"}) && done();
    }

  private:
    bool keys(std::initializer_list<std::string_view> allowed) {
        return reader_.object(json_, "the message", allowed);
    }
    bool done() const { return !reader_.failed(); }
    int integer(const char* key, int low) {
        return static_cast<int>(reader_.integer(json_, key, "the message", low, 1'000'000));
    }
    std::string string(const char* key) { return reader_.string(json_, key, "the message"); }
    std::optional<Bytes32> bytes(const char* key) {
        if (!json_.contains(key)) return std::nullopt;
        const auto bytes = read_hex32(string(key));
        if (!bytes) reader_.fail("no hash");
        return bytes;
    }
    bool boolean(const char* key) {
        if (!json_.contains(key)) reader_.fail("missing");
        return reader_.boolean(json_, key, "the message", false);
    }

    const Json& json_;
    std::string error_;
    JsonReader reader_{error_};
};

/// An empty request of the kind that has this word.
template <std::size_t kind = 0>
std::optional<Request> request_of(std::string_view word) {
    if constexpr (kind < std::variant_size_v<Request>) {
        using Kind = std::variant_alternative_t<kind, Request>;
        return word == Kind::type ? std::optional<Request>(Kind{}) : request_of<kind + 1>(word);
    } else {
        return std::nullopt;
    }
}

/// Marks that turn the direction of the text around them, or that cannot be seen at all.
bool is_invisible(std::string_view sequence) {
    if (sequence.size() == 2)
        return sequence[0] == '\xC2' && static_cast<unsigned char>(sequence[1]) < 0xA0;
    if (sequence.size() != 3 || sequence[0] != '\xE2') return false;
    const auto second = static_cast<unsigned char>(sequence[1]);
    const auto third = static_cast<unsigned char>(sequence[2]);
    return (second == 0x80 && (third == 0x8B || third == 0x8E || third == 0x8F ||
                               (third >= 0xA8 && third <= 0xAE))) ||
           (second == 0x81 && third >= 0xA0 && third <= 0xAF);
}

} // namespace

std::optional<Bytes32> read_hex32(std::string_view text) {
    const bool lower = text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    return lower ? from_hex(text) : std::nullopt;
}

std::string clean_text(std::string_view text, std::size_t most) {
    std::string clean;
    std::size_t characters = 0;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return {};
        const std::string_view sequence = text.substr(0, length);
        text.remove_prefix(length);
        const auto first = static_cast<unsigned char>(sequence[0]);
        if (first == 0x7F || is_invisible(sequence)) return {};
        const bool blank = first <= ' ';
        if (blank && (clean.empty() || clean.back() == ' ')) continue;
        clean += blank ? std::string_view(" ") : sequence;
        if (++characters > most) return {};
    }
    while (!clean.empty() && clean.back() == ' ') clean.pop_back();
    return clean;
}

std::string_view type_of(const Request& request) {
    return std::visit([](const auto& kind) { return kind.type; }, request);
}

BadMessage about(const ClientMessage& message) {
    const auto* move = std::get_if<request::Move>(&message.request);
    return {Code::bad_message, std::string(type_of(message.request)), message.game,
            move != nullptr ? move->move_id : ""};
}

std::expected<ClientMessage, BadMessage> parse_client_message(std::string_view text) {
    BadMessage bad;
    if (text.size() > max_frame_bytes) {
        bad.code = Code::too_large;
        return std::unexpected(bad);
    }
    Json json;
    std::string error;
    if (!parse_json(text, json, error) || !json.is_object()) return std::unexpected(bad);
    const auto word = [&](const char* key) {
        const auto it = json.find(key);
        return it != json.end() && it->is_string() ? it->get<std::string>() : std::string();
    };
    bad.type = word("type").substr(0, 20);
    if (clean_text(bad.type, 20) != bad.type) bad.type.clear();
    if (const std::string game = word("game"); is_id(game)) bad.game = game;
    if (const std::string id = word("move_id"); bad.type == "move" && is_move_id(id)) {
        bad.move_id = id;
    }
    auto asked = request_of(word("type"));
    if (!asked) {
        bad.code = Code::unknown_type;
        return std::unexpected(bad);
    }
    ClientMessage message{bad.game, std::move(*asked)};
    const bool needs_game = !std::holds_alternative<request::Ping>(message.request);
    if (needs_game && message.game.empty()) return std::unexpected(bad);
    const auto read = [&](auto& kind) { return RequestReader(json).read(kind); };
    if (!std::visit(read, message.request)) return std::unexpected(bad);
    return message;
}

} // namespace bastide::server
