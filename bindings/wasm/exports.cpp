// A game as its players see it, and what they do; desk.h says how a caller asks.

#include "bindings/shared/area_view.h"
#include "bindings/shared/position_view.h"
#include "bindings/wasm/desk.h"
#include "bindings/wasm/worth_view.h"
#include "catalog/ruleset_fields.h"
#include "notation/json.h"
#include "notation/options.h"
#include "notation/turn.h"
#include "notation/words.h"

#include <cstdlib>

namespace bastide::wasm {

using namespace binding;

namespace {

std::optional<std::uint64_t> parse_seed(std::string_view text) {
    if (text.empty()) return std::nullopt;
    std::uint64_t seed = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        seed = seed * 10 + static_cast<unsigned>(c - '0');
    }
    return seed;
}

/// Calls `then` with the session and the move that the text says.
template <class Then>
const char* with_move(unsigned handle, std::string_view text, Then&& then) {
    return with(handle, [&](Session& session) {
        Json json;
        std::string wrong;
        if (!parse_json(text, json, wrong)) return refuse("bad_move", wrong);
        JsonReader reader(wrong);
        const Move move = read_move(reader, json);
        if (reader.failed()) return refuse("bad_move", wrong);
        return then(session, move);
    });
}

const char* answer_step(const Session& session) {
    return answer(step_json(session, nullptr));
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
/// else deals.
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
                   {"tokens", token_rows_json(opened.record().box().rules)},
                   {"worth", worth_json(opened.record().box())},
                   {"players", opened.record().players}});
}

BASTIDE_EXPORT(game_close) void game_close(unsigned handle) {
    desk().sessions.erase(handle);
}

/// How it stands: every function that changes a game answers the same.
BASTIDE_EXPORT(game_step) const char* game_step(unsigned handle) {
    return with(handle, [](Session& session) { return answer_step(session); });
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
        return answer_step(session);
    });
}

BASTIDE_EXPORT(game_deal) const char* game_deal(unsigned handle) {
    return with(handle, [](Session& session) {
        session.deal();
        return answer_step(session);
    });
}

/// The tile that somebody else drew.
BASTIDE_EXPORT(game_draw)
const char* game_draw(unsigned handle, const char* tile, std::size_t size) {
    return with(handle, [&](Session& session) {
        const auto index = session.setup().find_tile({tile, size});
        if (!index) return refuse("tile_not_in_stack");
        const auto outcome = session.draw(*index);
        if (!outcome) return refuse(code(outcome.error()));
        return answer_step(session);
    });
}

/// What may follow in a move that is being put together.
BASTIDE_EXPORT(game_draft)
const char* game_draft(unsigned handle, const char* text, std::size_t size) {
    return with_move(handle, {text, size}, [](Session& session, const Move& move) {
        const auto draft = draft_json(session.game(), move);
        return draft ? answer(*draft) : refuse(code(draft.error()));
    });
}

BASTIDE_EXPORT(game_fitting) const char* game_fitting(unsigned handle, int x, int y) {
    return with(handle, [&](Session& session) { return answer(fitting_json(session, x, y)); });
}

/// Plays the turn: the step has its entry of the log.
BASTIDE_EXPORT(game_play)
const char* game_play(unsigned handle, const char* text, std::size_t size) {
    return with_move(handle, {text, size}, [](Session& session, const Move& move) {
        Change change;
        const auto ok = session.play(move, change);
        if (!ok) return refuse(code(ok.error()));
        return answer(step_json(session, turn_json(session.record(), session.record().turns.back(),
                                                   session.game(), change.events())));
    });
}

} // namespace bastide::wasm
