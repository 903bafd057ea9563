#include "ai/arena/play.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <cstdlib>

// Whole games of all agents over all editions, option mixes and numbers of players. `./dev soak`
// plays thousands of them under the sanitizers; here a few are played in every build.
namespace bastide {
namespace {

using namespace testing_support;

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const char* text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// In one game of so many the first seat has nodes enough to play moves on with common draws. It
/// has no divisor with editions and players, so that they all have their turn.
constexpr std::uint64_t games_to_a_thinker = 59;

/// Six tiles far, or two per player, which takes more nodes.
std::string thinker(unsigned players) {
    return players <= 3 ? "bastide:nodes=960" : "bastide:nodes=2000";
}

/// Game `index` of the soak: every edition with every number of players in turn, the rest by
/// chance.
void play_soak_game(std::uint64_t index) {
    static const std::vector<std::string> names = {
        "random",         "greedy",           "greedy:economy=1", "uct:nodes=20",
        "star25:nodes=1", "star25:nodes=100", "bastide:nodes=12", "bastide:nodes=12;threads=2"};
    Random random(mix_seed(2024, index));
    GameSpec spec;
    const auto editions = Catalog::embedded().editions().size();
    spec.edition = static_cast<unsigned>(index % editions);
    spec.players = 2 + static_cast<unsigned>(index / editions % (most_players(Width::own) - 1));
    spec.mix = random.below(mix_count());
    const auto setup = setup_of(spec);
    const bool thinks = index % games_to_a_thinker == 0;
    const bool for_six = setup->players > most_players(Width::own); // with expansions
    if (thinks && for_six && random.below(2) == 0) spec.players = setup->players;
    std::vector<std::unique_ptr<Agent>> agents;
    std::vector<Seat> seats;
    std::string told = "game " + std::to_string(index) + " of " + text_of(spec) + ":";
    for (unsigned i = 0; i < spec.players; ++i) {
        const std::string name = thinks && i == 0
                                     ? thinker(spec.players)
                                     : names[random.below(static_cast<unsigned>(names.size()))];
        const AgentSpec agent = *parse_agent(name);
        agents.push_back(std::move(*make_agent(agent)));
        seats.push_back({agents.back().get(), agent.budget});
        told += " " + name;
    }
    SCOPED_TRACE(told);
    const auto played = play_refereed(*setup, seats, {random.next(), random.next()}, nullptr);
    ASSERT_TRUE(played) << "seat " << played.error().seat << ", turn " << played.error().turn
                        << ": " << code(played.error().reason);
    EXPECT_GT(played->game.turns, 20u); // few end early: nothing fits any more
}

TEST(Soak, agents_play_whole_games_of_every_kind) {
    const std::uint64_t first = number_from("BASTIDE_SOAK_FIRST", 0);
    const std::uint64_t games = number_from("BASTIDE_SOAK_GAMES", 60);
    for (std::uint64_t i = first; i < first + games; ++i) {
        play_soak_game(i);
        if (HasFatalFailure()) return;
    }
}

} // namespace
} // namespace bastide
