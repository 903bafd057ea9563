// What a learner sees: bastide_..._see, bastide_planes.

#include "bindings/c/sight.h"

#include "bindings/c/border.h"
#include "bindings/c/observation.h"
#include "bindings/c/planes.h"
#include "notation/json.h"

using namespace bastide;
using namespace bastide::c;

void bastide::c::write_sight(const Game& game, unsigned i, const bastide_sight& to) {
    const std::size_t n = i;
    unsigned overflow = 0;
    if (to.tokens != nullptr) {
        std::int16_t* at = to.tokens + n * BASTIDE_TOKEN_ROWS * BASTIDE_TOKEN_COLUMNS;
        AreaList areas;
        const TokenRows done = write_tokens<FiveSeats>(game, areas, BASTIDE_TOKEN_ROWS, at);
        if (done.left_out) overflow |= BASTIDE_ROWS_LEFT_OUT;
        if (to.rows != nullptr) to.rows[n] = static_cast<std::uint16_t>(done.rows);
    }
    if (to.tables != nullptr) write_table<FiveSeats>(game, to.tables + n * BASTIDE_TABLE_COLUMNS);
    if (to.planes != nullptr) {
        constexpr std::size_t bytes = BASTIDE_PLANES * BASTIDE_WINDOW * BASTIDE_WINDOW;
        const Window window = write_planes(game, to.planes + n * bytes);
        if (window.left_out) overflow |= BASTIDE_CELLS_LEFT_OUT;
        if (to.origins != nullptr) {
            to.origins[2 * n] = window.origin.x;
            to.origins[2 * n + 1] = window.origin.y;
        }
    }
    if (to.overflows != nullptr) to.overflows[n] = static_cast<std::uint8_t>(overflow);
}

void bastide::c::write_wide_sight(const Game& game, unsigned i, const bastide_wide_sight& to) {
    const std::size_t n = i;
    if (to.tokens != nullptr) {
        AreaList areas;
        const TokenRows done = write_tokens<SixSeats>(
            game, areas, SixSeats::rows, to.tokens + n * SixSeats::rows * SixSeats::columns);
        if (to.rows != nullptr) to.rows[n] = static_cast<std::uint16_t>(done.rows);
        if (to.overflows != nullptr) {
            to.overflows[n] = done.left_out ? BASTIDE_ROWS_LEFT_OUT : 0;
        }
    }
    if (to.tables != nullptr) {
        write_table<SixSeats>(game, to.tables + n * SixSeats::table_columns);
    }
}

int32_t bastide_game_see_wide(const bastide_game* game, const bastide_wide_sight* sight,
                              bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || sight == nullptr) return null_argument(error);
        write_wide_sight(game->session->game(), 0, *sight);
        return BASTIDE_OK;
    });
}

int32_t bastide_game_see(const bastide_game* game, const bastide_sight* sight,
                         bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || sight == nullptr) return null_argument(error);
        if (!has_room(*sight, game->session->players(), error)) return BASTIDE_BAD_ARGUMENT;
        write_sight(game->session->game(), 0, *sight);
        return BASTIDE_OK;
    });
}

int32_t bastide_planes(char* text, size_t capacity, size_t* needed, bastide_error* error) {
    return guarded(error, [&] {
        Json list = Json::array();
        unsigned first = 0;
        for (const PlaneGroup& group : plane_groups()) {
            list.push_back({{"first", first},
                            {"count", group.count},
                            {"name", std::string(group.name)},
                            {"meaning", std::string(group.meaning)}});
            first += group.count;
        }
        return give({text, capacity, needed}, text_of(list), error);
    });
}
