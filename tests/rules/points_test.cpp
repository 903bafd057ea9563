// Points come through events only, and never vanish.

#include "support/property.h"

namespace bastide {
namespace {

using namespace testing_support;

template <class Events>
Points sum(const Events& events) {
    Points points = {};
    for (const ScoreEvent& event : events) {
        points[event.player] = static_cast<std::int16_t>(points[event.player] + event.points);
    }
    return points;
}

PROPERTY(Points, change_by_the_events_of_a_turn_and_by_nothing_else, 400) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    Game& game = play.game();
    const auto change = std::make_unique<Change>();
    for (unsigned i = 0; i < spec.turns; ++i) {
        const Points before = game.now.score;
        const bool drawn = play.draw_tile();
        RC_ASSERT(game.now.score == before); // a draw gives nothing
        if (!drawn) break;
        const Move move = play.choose();
        apply(game, move, *change);
        const Points given = sum(change->events());
        for (unsigned player = 0; player < max_players; ++player) {
            RC_ASSERT(game.now.score[player] == before[player] + given[player]);
        }
        for (const ScoreEvent& event : change->events()) {
            RC_ASSERT(event.player < spec.players);
            RC_ASSERT(event.reason != Reason::final);
            if (event.area == AreaKind::goods) { // B7: counters, which pay at the end
                RC_ASSERT(event.points == 0 && event.goods != GoodsCount{});
                continue;
            }
            RC_ASSERT(event.points > 0);
            RC_ASSERT(event.own > 0);
            const bool all_share = event.area == AreaKind::gingerbread;
            RC_ASSERT(all_share || event.own >= event.rival);
            RC_ASSERT(tile_at(game, event.where.cell) != nullptr);
        }
    }
}

PROPERTY(Points, of_the_end_are_the_events_of_the_end, 300) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    Game& game = play.game();
    const auto events = std::make_unique<FinalEvents>();
    for (unsigned i = 0; i < spec.turns && play.turn(); ++i) {
        const Game before = game;
        const Points final = final_scores(game, *events);
        RC_ASSERT(game == before); // asking changes nothing
        RC_ASSERT(final == final_scores(game));
        const Points given = sum(*events);
        for (unsigned player = 0; player < max_players; ++player) {
            RC_ASSERT(final[player] == game.now.score[player] + given[player]);
        }
        for (const ScoreEvent& event : *events) {
            RC_ASSERT(event.points > 0);
            RC_ASSERT(event.reason == Reason::final);
            RC_ASSERT(event.own > 0);
        }
    }
}

} // namespace
} // namespace bastide
