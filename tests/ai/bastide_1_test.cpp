#include "ai/agent.h"
#include "ai/arena/play.h"
#include "notation/record.h"
#include "notation/replay.h"
#include "rules/rules.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <fstream>

// `bastide-1` is what later versions are measured against. bastide_1.jsonl holds games that the
// first version played when it was called `bastide`; `bastide-1` must play them again. Where a test
// here fails, a change of the program has changed a player that must not change: mend the change.
namespace bastide {
namespace {

using namespace testing_support;

std::vector<Record> games_of_the_first_version() {
    std::ifstream in(BASTIDE_SOURCE_DIR "/tests/ai/bastide_1.jsonl");
    std::vector<Record> games;
    for (std::string line; std::getline(in, line);) {
        auto record = parse_record(line);
        if (!record) {
            ADD_FAILURE() << record.error().text();
            continue;
        }
        games.push_back(std::move(*record));
    }
    return games;
}

/// The players' names in the records are descriptions that begin with `bastide`.
std::string first_version(const std::string& name) {
    EXPECT_TRUE(name.starts_with("bastide:")) << name;
    return "bastide-1" + name.substr(std::string("bastide").size());
}

TEST(Bastide1, plays_the_games_of_the_first_version_again) {
    const std::vector<Record> games = games_of_the_first_version();
    ASSERT_EQ(games.size(), 11u);
    for (const Record& record : games) {
        std::vector<std::unique_ptr<Agent>> agents;
        std::vector<Seat> seats;
        for (const std::string& name : record.players) {
            const AgentSpec spec = *parse_agent(first_version(name));
            agents.push_back(std::move(*make_agent(spec)));
            seats.push_back({agents.back().get(), spec.budget});
        }
        Record again = new_record(record.setup, record.players);
        play_game(*record.setup, seats, deck_seed_of(1, 0), move_seed_of(1, 0), &again);
        ASSERT_EQ(again.turns.size(), record.turns.size());
        for (std::size_t i = 0; i < record.turns.size(); ++i) {
            ASSERT_EQ(again.turns[i].move, record.turns[i].move)
                << record.setup->edition << ", " << record.players.size() << " players, turn "
                << i + 1 << ": " << text_of(again.turns[i].move);
        }
        EXPECT_EQ(write_record(again), write_record(record));
    }
}

/// With many nodes the last tiles are looked through.
std::string late_choices(const Record& record, const std::string& text) {
    const auto players = static_cast<unsigned>(record.players.size());
    const AgentSpec spec = *parse_agent(text);
    const auto agent = std::move(*make_agent(spec));
    Game game(record.box(), players, record.first_player());
    Game before = game;
    Change change;
    std::string chosen;
    for (const RecordTurn& turn : record.turns) {
        EXPECT_TRUE(play_turn(game, turn, change, &before));
        if (before.now.left[static_cast<unsigned>(Stack::land)] > 1) continue;
        Random random(1);
        chosen += text_of(agent->choose(before, spec.budget, random)) + "\n";
    }
    return chosen;
}

TEST(Bastide1, ends_games_as_the_first_version_did) {
    const std::vector<Record> games = games_of_the_first_version();
    std::string chosen;
    for (const Record& record : games) {
        if (record.players.size() == 2) chosen += late_choices(record, "bastide-1:nodes=20000");
    }
    EXPECT_EQ(chosen, "-1,-6 rot 0\n"
                      "-7,-6 rot 3\n"
                      "-4,-2 rot 1\n"
                      "2,-4 rot 3 token 1 on 1\n"
                      "3,4 rot 3 token 1 on 1\n"
                      "0,-6 rot 1\n"
                      "2,-5 rot 2\n"
                      "-4,-3 rot 0\n"
                      "5,-3 rot 2\n"
                      "-5,-3 rot 2\n"
                      "1,-6 rot 1 token 1 on 0\n"
                      "-6,1 rot 1\n"
                      "-6,-2 rot 0\n"
                      "-9,3 rot 0\n");
}

TEST(Bastide1, takes_a_budget_and_nothing_else) {
    EXPECT_TRUE(make_agent(*parse_agent("bastide-1:time=0.1;nodes=5;threads=2")));
    EXPECT_FALSE(make_agent(*parse_agent("bastide-1:plies=2")));
    EXPECT_FALSE(make_agent(*parse_agent("bastide-1:follower=2")));
}

} // namespace
} // namespace bastide
