// The random games of the other tests reach what they are meant to reach.

#include "support/property.h"

#include <set>

namespace bastide {
namespace {

using namespace testing_support;

struct Reached {
    std::set<std::string> editions, options;
    std::set<unsigned> players, violations, phases, reasons, areas;
    unsigned set_aside = 0, ended_by_draw = 0, bonus_turns = 0, man_moved_twice = 0;
    unsigned recalls = 0, over = 0;
};

Reached reached;

void play_any_game() {
    const GameSpec spec = *any_game();
    Play play(spec);
    Game& game = play.game();
    reached.editions.insert(play.setup().edition);
    reached.players.insert(spec.players);
    const Options& options = play.setup().options;
    for (const GameOption& option : options.rows()) {
        reached.options.insert(option.key + "=" + std::string(option_value(options, option.key)));
    }
    const auto change = std::make_unique<Change>();
    for (;;) {
        const bool drawn = play.draw_tile();
        if (!play.skipped().empty()) ++reached.set_aside;
        if (!drawn) break;
        reached.bonus_turns += game.now.bonus_turn ? 1u : 0u;
        const Move move = play.choose();
        reached.man_moved_twice += move.man_move_count == 2 ? 1u : 0u;
        reached.recalls += move.deployment.action == Deployment::Action::recall ? 1u : 0u;
        apply(game, move, *change);
        for (const ScoreEvent& event : change->events()) {
            reached.reasons.insert(static_cast<unsigned>(event.reason));
            reached.areas.insert(static_cast<unsigned>(event.area));
        }
        if (!game.over()) continue;
        ++reached.over;
        unsigned left = 0;
        for (const auto in_stack : game.now.left) left += in_stack;
        reached.ended_by_draw +=
            left > game.now.left[static_cast<unsigned>(Stack::bonus)] ? 1u : 0u;
        break;
    }
}

std::size_t every_value_of_every_option() {
    std::set<std::string> values;
    for (const auto& rows : Catalog::embedded().options().of_family) {
        for (const GameOption& option : *rows) {
            for (const std::string& value : option.values) values.insert(option.key + "=" + value);
        }
    }
    return values.size();
}

TEST(AnyGame, reaches_every_edition_option_and_kind_of_turn) {
    check_cases(600, play_any_game); // fewer might not reach everything, whatever the effort
    EXPECT_EQ(reached.editions.size(), Catalog::embedded().editions().size());
    EXPECT_EQ(reached.players.size(), most_players(Width::own));
    EXPECT_EQ(reached.options.size(), every_value_of_every_option());
    EXPECT_EQ(reached.reasons.size(), 3u); // all but `final`
    // Fields, huts and meadows pay at the end.
    EXPECT_EQ(reached.areas.size(), area_kind_count - 3);
    EXPECT_GT(reached.set_aside, 0u);
    EXPECT_GT(reached.bonus_turns, 0u);
    EXPECT_GT(reached.man_moved_twice, 0u);
    EXPECT_GT(reached.recalls, 0u);
    EXPECT_GT(reached.over, 0u);
}

} // namespace
} // namespace bastide
