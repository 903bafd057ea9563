#include "game.h"
#include "random_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>

// Random games of every edition and option: no exception, and what must stay true stays true.
namespace bastide::reference {
namespace {

// Every token is in a supply or on the board.
void expect_tokens_conserved(const Game& game) {
    const Rules& rules = game.rules();
    const std::map<std::string, int> pieces = {
        {"follower", rules.hunters() ? 5 : 7}, {"hut", rules.hunters() ? 2 : 0},
        {"abbot", rules.abbot ? 1 : 0},        {"big", rules.inns ? 1 : 0},
        {"builder", rules.traders ? 1 : 0},    {"pig", rules.traders ? 1 : 0},
    };
    for (const auto& [kind, total] : pieces) {
        std::vector<int> pile = game.supply(kind);
        for (const auto& [spot, token] : game.tokens()) {
            if (token.kind == kind) ++pile.at(static_cast<std::size_t>(token.player));
        }
        EXPECT_EQ(pile, std::vector<int>(static_cast<std::size_t>(game.players()), total)) << kind;
    }
}

// T4, T5: only fields, meadows and river systems keep tokens once they are closed.
void expect_completed_areas_empty(const Game& game) {
    std::size_t seen = 0;
    for (const AreaView& area : game.areas()) {
        const bool system = area.kind == "river_system";
        const bool kept = system || area.kind == "field" || area.kind == "meadow";
        for (const auto& [spot, token] : game.tokens()) {
            if (!area.segments.contains(spot) || system != (token.kind == "hut")) continue;
            ++seen;
            EXPECT_TRUE(kept || !area.complete) << token.kind;
        }
    }
    EXPECT_EQ(seen, game.tokens().size()); // every token is in exactly one area
}

void expect_scores_explained(const Game& game) {
    const std::vector<int> scores = game.final_scores();
    const auto breakdown = game.breakdown();
    for (std::size_t i = 0; i < scores.size(); ++i) {
        int sum = 0;
        for (const auto& [kind, points] : breakdown.at(i)) sum += points;
        EXPECT_EQ(scores.at(i), sum);
    }
}

void play_random_game(const Options& options, int players, unsigned seed) {
    Random random(seed);
    Game game(BASTIDE_SOURCE_DIR "/data/tiles", options, players, static_cast<int>(seed) % players);
    const Manner manner = seed % 2 == 0 ? Manner::scattered : Manner::compact;
    while (!game.over()) {
        const Turn turn = random_turn(game, manner, random);
        const std::vector<int> before = game.scores();
        game.play(turn);
        std::vector<int> gained = before;
        for (const Event& event : game.last_events()) {
            EXPECT_EQ(event.points > 0, event.kind == "score");
            gained.at(static_cast<std::size_t>(event.player)) += event.points;
        }
        EXPECT_EQ(gained, game.scores());
        expect_tokens_conserved(game);
    }
    expect_completed_areas_empty(game);
    expect_scores_explained(game);
    EXPECT_THROW(game.play(Turn{}), std::runtime_error);
}

// The placement after which the tile has the fewest places left.
Game after_hiding_places_of(const std::string& hidden, const Game& game, const std::string& tile) {
    Game best = game;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const LegalMove& move : game.legal_moves(tile)) {
        if (!move.token.empty()) continue;
        Turn turn;
        turn.tile = tile;
        turn.x = move.x;
        turn.y = move.y;
        turn.rot = move.rot;
        Game next = game;
        next.play(turn);
        const std::size_t places = next.legal_moves(hidden).size();
        if (places >= fewest) continue;
        fewest = places;
        best = next;
    }
    return best;
}

TEST(SelfPlay, game_ends_when_nothing_left_can_be_placed) { // T2
    Options options;
    options.edition = "classic-1";
    options.farms = "off";
    Game game(BASTIDE_SOURCE_DIR "/data/tiles", options, 1, 0);
    Random random(0);
    const std::map<std::string, int> last = {{"base/C", 1}};
    while (game.drawable() != last) {
        ASSERT_FALSE(game.over());
        std::map<std::string, int> stack = game.drawable();
        std::erase_if(stack, [&](const auto& entry) {
            return entry.first == "base/C" || !game.fits_somewhere(entry.first);
        });
        ASSERT_FALSE(stack.empty());
        auto drawn = stack.begin();
        std::advance(drawn, static_cast<std::ptrdiff_t>(random() % stack.size()));
        game = after_hiding_places_of("base/C", game, drawn->first);
    }
    EXPECT_FALSE(game.fits_somewhere("base/C"));
    EXPECT_TRUE(game.over());
}

class SelfPlayOfEdition : public testing::TestWithParam<std::string> {};

TEST_P(SelfPlayOfEdition, games_of_the_edition_as_it_is) {
    for (unsigned seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE(seed);
        Options options;
        options.edition = GetParam();
        play_random_game(options, 1 + static_cast<int>(seed), seed);
    }
}

/// Of an edition that has options: all but hunters.
class SelfPlayWithOptions : public testing::TestWithParam<std::string> {};

TEST_P(SelfPlayWithOptions, games_with_any_mix_of_options) {
    Random random(7);
    for (unsigned seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE(seed);
        const Options options = random_options(GetParam(), random);
        const int most = rules_from(options).most_players();
        play_random_game(options, 1 + static_cast<int>(seed) % most, seed);
    }
}

std::string test_name(const testing::TestParamInfo<std::string>& edition) {
    std::string name = edition.param;
    std::erase(name, '-');
    return name;
}
INSTANTIATE_TEST_SUITE_P(Editions, SelfPlayOfEdition,
                         testing::Values("classic-1", "classic-2", "winter", "new", "hunters"),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Editions, SelfPlayWithOptions,
                         testing::Values("classic-1", "classic-2", "winter", "new"), test_name);

} // namespace
} // namespace bastide::reference
