// A game as its players see it, and what they do; desk.h says how a caller asks.

#include "bindings/wasm/area_view.h"
#include "bindings/wasm/desk.h"
#include "bindings/wasm/position_view.h"
#include "catalog/ruleset_fields.h"
#include "notation/json.h"
#include "notation/options.h"
#include "notation/words.h"

#include <cstdlib>

namespace bastide::wasm {
namespace {

/// A move in the words of a record: x, y, rot, deploy, recall, gingerbread.
class MoveReader {
  public:
    std::expected<Move, std::string> read(std::string_view text) {
        Json json;
        if (!parse_json(text, json, error_)) return std::unexpected(error_);
        reader_.object(json, "the move", {"x", "y", "rot", "deploy", "recall", "gingerbread"});
        Move move;
        if (!reader_.failed()) move.placement.cell = cell(json);
        move.placement.rotation = number(json, "rot", 0, 3);
        if (reader_.boolean(json, "recall", "the move", false)) {
            move.deployment = Deployment::recall_abbot();
        }
        if (!reader_.failed() && json.contains("deploy")) deploy(json["deploy"], move);
        if (!reader_.failed() && json.contains("gingerbread")) man(json["gingerbread"], move);
        if (reader_.failed()) return std::unexpected(error_);
        return move;
    }

  private:
    std::uint8_t number(const Json& json, std::string_view key, long long low, long long high) {
        return static_cast<std::uint8_t>(
            reader_.failed() ? 0 : reader_.integer(json, key, "the move", low, high));
    }
    Cell cell(const Json& json) {
        const auto x = reader_.integer(json, "x", "the move", -127, 127);
        const auto y = reader_.failed() ? 0 : reader_.integer(json, "y", "the move", -127, 127);
        return {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)};
    }
    void deploy(const Json& json, Move& move) {
        if (!reader_.object(json, "\"deploy\"", {"token", "segment"})) return;
        const auto token = token_from(reader_.string(json, "token", "\"deploy\""));
        if (!token) return reader_.fail("the token is unknown");
        move.deployment = Deployment::put(*token, number(json, "segment", 0, max_segments - 1));
    }
    void man(const Json& json, Move& move) {
        if (!json.is_array() || json.size() > max_man_moves) {
            return reader_.fail("\"gingerbread\" is not a list of one or two targets");
        }
        for (const Json& target : json) {
            if (!reader_.object(target, "a gingerbread target", {"x", "y", "segment"})) return;
            const Cell where = cell(target);
            move.man_moves[move.man_move_count++] = {
                where, number(target, "segment", 0, max_segments - 1)};
        }
    }

    std::string error_;
    JsonReader reader_{error_};
};

std::optional<std::uint64_t> parse_seed(std::string_view text) {
    if (text.empty()) return std::nullopt;
    std::uint64_t seed = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        seed = seed * 10 + static_cast<unsigned>(c - '0');
    }
    return seed;
}

} // namespace

BASTIDE_EXPORT(alloc) void* alloc_text(std::size_t size) {
    return std::malloc(size);
}
BASTIDE_EXPORT(release) void release_text(void* text) {
    std::free(text);
}
BASTIDE_EXPORT(result_size) std::size_t result_size() {
    return desk().result.size();
}

/// Opens a record (with no turns: a new game). `seed`: decimal digits, or nothing when somebody
/// else deals. Answers {"game": handle, "edition", "options", "players"}.
BASTIDE_EXPORT(game_open)
const char* game_open(const char* record, std::size_t record_size, const char* seed,
                      std::size_t seed_size, unsigned first_player) {
    auto session = Session::open({record, record_size}, {.first_player = first_player,
                                                         .seed = parse_seed({seed, seed_size})});
    if (!session) return refuse(session.error());
    const unsigned handle = desk().next++;
    const Session& opened = *(desk().sessions[handle] = std::move(*session));
    return answer({{"game", handle},
                   {"edition", opened.setup().edition},
                   {"family", std::string(word(opened.record().box().rules.family))},
                   {"options", options_json(opened.setup().options)},
                   {"players", opened.record().players}});
}

BASTIDE_EXPORT(game_close) void game_close(unsigned handle) {
    desk().sessions.erase(handle);
}

BASTIDE_EXPORT(game_position) const char* game_position(unsigned handle) {
    return with(handle, [](Session& session) { return answer(position_json(session)); });
}
BASTIDE_EXPORT(game_areas) const char* game_areas(unsigned handle) {
    return with(handle, [](Session& session) { return answer(areas_json(session.game())); });
}
BASTIDE_EXPORT(game_placements) const char* game_placements(unsigned handle) {
    return with(handle, [](Session& session) { return answer(placements_json(session.game())); });
}
BASTIDE_EXPORT(game_final) const char* game_final(unsigned handle) {
    return with(handle, [](Session& session) { return answer(final_json(session)); });
}
BASTIDE_EXPORT(game_log) const char* game_log(unsigned handle) {
    return with(handle, [](Session& session) { return answer(log_json(session.record())); });
}
BASTIDE_EXPORT(game_record) const char* game_record(unsigned handle) {
    return with(handle, [](Session& session) {
        desk().result = write_record(session.record());
        return desk().result.c_str();
    });
}

BASTIDE_EXPORT(game_seek) const char* game_seek(unsigned handle, unsigned ply) {
    return with(handle, [ply](Session& session) {
        session.seek(ply);
        return answer(position_json(session));
    });
}

BASTIDE_EXPORT(game_deal) const char* game_deal(unsigned handle) {
    return with(handle, [](Session& session) {
        session.deal();
        return answer(position_json(session));
    });
}

/// Answers the position, or why this tile cannot be drawn now.
BASTIDE_EXPORT(game_draw)
const char* game_draw(unsigned handle, const char* tile, std::size_t size) {
    return with(handle, [&](Session& session) {
        const auto index = session.setup().find_tile({tile, size});
        if (!index) return refuse("tile_not_in_stack");
        const auto outcome = session.draw(*index);
        if (!outcome) return refuse(std::string(code(outcome.error())));
        return answer(position_json(session));
    });
}

BASTIDE_EXPORT(game_choices)
const char* game_choices(unsigned handle, int x, int y, unsigned rotation) {
    return with(handle, [&](Session& session) {
        const Placement placement = {{static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)},
                                     static_cast<Rotation>(rotation)};
        const auto ok = check_placement(session.game(), placement);
        if (!ok) return refuse(std::string(code(ok.error())));
        return answer(choices_json(session.game(), placement));
    });
}

BASTIDE_EXPORT(game_man)
const char* game_man(unsigned handle, const char* text, std::size_t size) {
    return with(handle, [&](Session& session) {
        const auto move = MoveReader().read({text, size});
        if (!move) return refuse(move.error());
        const auto choices = man_json(session.game(), *move);
        if (!choices) return refuse(std::string(code(choices.error())));
        return answer(*choices);
    });
}

BASTIDE_EXPORT(game_fitting) const char* game_fitting(unsigned handle, int x, int y) {
    return with(handle, [&](Session& session) {
        return answer(
            fitting_json(session, {static_cast<std::int8_t>(x), static_cast<std::int8_t>(y)}));
    });
}

/// Plays the turn and answers its entry of the log.
BASTIDE_EXPORT(game_play)
const char* game_play(unsigned handle, const char* text, std::size_t size) {
    return with(handle, [&](Session& session) {
        const auto move = MoveReader().read({text, size});
        if (!move) return refuse(move.error());
        Change change;
        const auto ok = session.play(*move, change);
        if (!ok) return refuse(std::string(code(ok.error())));
        return answer(turn_json(session.record(), session.record().turns.back(), session.game(),
                                change.events()));
    });
}

} // namespace bastide::wasm
