#include "catalog/json_reader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

// The command as people call it: parts of a match add up to the whole.
namespace bastide {
namespace {

class ArenaCommand : public testing::Test {
  protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  ("bastide_arena_" + std::string(test->name()) + std::to_string(::getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const char* name) const { return (folder_ / name).string(); }

    /// Exit status; what it prints is in the file "printed".
    int run(const std::string& arguments) const {
        const std::string line = std::string(BASTIDE_BINARY) + " " + arguments + " >" +
                                 path("printed") + " 2>" + path("errors");
        const int status = std::system(line.c_str());
        return WEXITSTATUS(status);
    }
    std::string text(const char* name) const {
        std::ifstream in(path(name), std::ios::binary);
        std::stringstream out;
        out << in.rdbuf();
        return out.str();
    }
    /// The result without what depends on the clock.
    Json printed() const {
        Json json;
        std::string error;
        EXPECT_TRUE(parse_json(text("printed"), json, error)) << error << text("errors");
        if (!json.is_object()) return json;
        json.erase("seconds");
        json.erase("luck_seconds");
        if (json.contains("agents")) {
            for (Json& agent : json["agents"]) agent.erase("seconds_per_move");
        }
        return json;
    }

    const std::string match_ = "arena --agents random,random --pairs 5 --seed 5 --json";
    std::filesystem::path folder_;
};

TEST_F(ArenaCommand, gives_the_keys_of_the_contract) {
    ASSERT_EQ(run(match_), 0) << text("errors");
    const Json json = printed();
    EXPECT_EQ(json["pairs"], 5);
    EXPECT_EQ(json["illegal"], 0);
    for (const Json& results : {json, json["without_luck"]}) {
        for (const std::string key : {"win_rate", "margin", "elo"}) {
            ASSERT_TRUE(results[key].is_number()) << key;
            EXPECT_LE(results[key + "_low"], results[key]) << key;
            EXPECT_GE(results[key + "_high"], results[key]) << key;
        }
    }
    EXPECT_GT(json["without_luck"]["margin_less_variance"], 0);
}

TEST_F(ArenaCommand, ways_to_judge_luck_are_named) {
    for (const char* none : {"more", "deep", "network"}) {
        EXPECT_EQ(run(std::string("arena --agents random,random --luck ") + none), 2);
        EXPECT_NE(text("errors").find("none, quick or rollouts"), std::string::npos) << none;
    }
}

TEST_F(ArenaCommand, match_goes_on_as_it_was_begun) {
    const std::string more = "arena --agents random,random --pairs 8 --seed 5 --json --resume";
    ASSERT_EQ(run(match_ + " --luck none --out " + path("old")), 0) << text("errors");
    EXPECT_FALSE(printed().contains("without_luck"));
    EXPECT_TRUE(text("old").starts_with(R"({"format":"bastide-arena/1")")); // as before luck
    ASSERT_EQ(run(more + " --out " + path("old")), 0) << text("errors");
    EXPECT_EQ(printed()["pairs"], 8);
    EXPECT_FALSE(printed().contains("without_luck"));

    ASSERT_EQ(run(match_ + " --out " + path("new")), 0) << text("errors");
    ASSERT_EQ(run(more + " --luck none --out " + path("new")), 0) << text("errors");
    EXPECT_EQ(printed()["pairs"], 8);
    EXPECT_TRUE(printed().contains("without_luck"));
    EXPECT_EQ(run("arena --merge " + path("old") + " " + path("new")), 2);
}

TEST_F(ArenaCommand, sequential_test_tells_both_and_stops_by_one) {
    const std::string match =
        "arena --agents greedy,random --pairs 40 --seed 2 --json --sprt 0,60 --out " + path("out");
    ASSERT_EQ(run(match), 0) << text("errors");
    const Json json = printed();
    EXPECT_EQ(json["stops_by"], "results_without_luck");
    EXPECT_EQ(json["without_luck"]["sprt"]["accepted"], "elo1");
    EXPECT_LT(json["pairs"], 40);
    ASSERT_EQ(run("arena --json --sprt 0,60 --merge " + path("out")), 0) << text("errors");
    EXPECT_EQ(printed(), json);
    ASSERT_EQ(run("arena --json --sprt 0,60 --stop-by results --merge " + path("out")), 0);
    EXPECT_EQ(printed()["stops_by"], "results");
}

TEST_F(ArenaCommand, plays_the_same_on_any_number_of_threads) {
    ASSERT_EQ(run(match_ + " --threads 1"), 0);
    const Json one = printed();
    ASSERT_EQ(run(match_ + " --threads 3"), 0);
    EXPECT_EQ(printed(), one);
}

TEST_F(ArenaCommand, shards_merge_into_the_whole) {
    ASSERT_EQ(run(match_), 0);
    const Json whole = printed();
    for (const std::string i : {"1", "2", "3"}) {
        ASSERT_EQ(run(match_ + " --shard " + i + "/3 --out " + path(("part" + i).c_str())), 0);
    }
    const std::string parts = path("part3") + " " + path("part1") + " " + path("part2");
    ASSERT_EQ(run("arena --json --merge " + parts), 0) << text("errors");
    EXPECT_EQ(printed(), whole);
    EXPECT_EQ(run("arena --json --merge " + parts + " " + path("part1")), 2);
}

TEST_F(ArenaCommand, goes_on_where_it_was_killed) {
    const std::string files = " --out " + path("out") + " --records " + path("records");
    ASSERT_EQ(run(match_ + files), 0);
    const Json whole = printed();
    const std::string records = text("records");
    EXPECT_EQ(run(match_ + files), 2); // nothing is overwritten unasked

    // Killed while it wrote the line of a pair whose records were out.
    const std::string out = text("out");
    std::size_t cut = 0;
    for (unsigned lines = 0; lines < 4; ++lines) cut = out.find('\n', cut) + 1;
    std::filesystem::resize_file(path("out"), cut + 9);
    std::size_t cut_records = 0;
    for (unsigned lines = 0; lines < 8; ++lines) cut_records = records.find('\n', cut_records) + 1;
    std::filesystem::resize_file(path("records"), cut_records);

    ASSERT_EQ(run(match_ + files + " --resume"), 0) << text("errors");
    EXPECT_EQ(printed(), whole);
    EXPECT_EQ(text("records"), records);
    EXPECT_EQ(run("arena --agents random,random --pairs 6 --seed 6 --resume --out " + path("out")),
              2);
}

TEST_F(ArenaCommand, gauntlet_plays_the_firsts_games_of_the_round_robin) {
    const std::string three = "arena --agents greedy,random,bastide:nodes=4 --pairs 2 --json ";
    ASSERT_EQ(run(three + "--round-robin"), 0) << text("errors");
    const Json all = printed();
    ASSERT_EQ(run(three + "--gauntlet --out " + path("out")), 0) << text("errors");
    const Json gauntlet = printed();
    ASSERT_EQ(gauntlet["encounters"].size(), 2u);
    EXPECT_EQ(gauntlet["table"].size(), 3u);
    for (unsigned i = 0; i < 2; ++i) {
        EXPECT_EQ(gauntlet["encounters"][i]["margin"], all["encounters"][i]["margin"]);
        EXPECT_EQ(gauntlet["encounters"][i]["agents"][0]["agent"], "greedy");
    }
    ASSERT_EQ(run("arena --json --merge " + path("out")), 0) << text("errors");
    EXPECT_EQ(printed()["table"], gauntlet["table"]);
    EXPECT_EQ(run(three + "--gauntlet --round-robin"), 2);
    EXPECT_EQ(run(three + "--gauntlet --sprt 0,5"), 2);
}

TEST_F(ArenaCommand, book_deals_the_draws_of_recorded_games) {
    const std::string match = "arena --agents greedy,random --luck none ";
    const std::string book = " --book " + path("book");
    for (const std::string game : {"--edition new --option river=true ", "--edition hunters "}) {
        ASSERT_EQ(run(match + game + "--seed 5 --pairs 1 --records " + path("games")), 0);
        const std::string games = text("games");
        std::ofstream(path("book")) << games.substr(0, games.find('\n') + 1);
        ASSERT_EQ(run(match + game + "--seed 5 --pairs 1 --records " + path("again") + book), 0)
            << text("errors");
        EXPECT_EQ(text("again"), games) << game; // the same tiles and the same chance
        EXPECT_EQ(run(match + game + "--seed 5 --pairs 2" + book), 2);
        EXPECT_EQ(run(match + "--edition winter --pairs 1" + book), 2);
        EXPECT_EQ(run(match + game + "--pairs 1 --out " + path("out")), 0);
        EXPECT_EQ(run(match + game + "--pairs 1 --resume --out " + path("out") + book), 2);
        for (const char* file : {"games", "again", "book", "out"}) {
            std::filesystem::remove(path(file));
        }
    }
}

TEST_F(ArenaCommand, refuses_what_it_cannot_play) {
    for (const char* arguments :
         {"arena", "arena --agents random", "arena --agents random,nobody",
          "arena --agents random,random:", "arena --agents random,random:speed=1",
          "simulate --agents random:", "tune --agent random: --param time=1,1,0,1",
          "arena --agents random,random,random", "arena --agents random,random --sprt 5,0",
          "arena --agents random,random --sprt 0,x", "arena --agents random,random --shard 0/2",
          "arena --agents random,random --shard 3/2", "arena --agents random,random --resume",
          "arena --agents random,random --edition none",
          "arena --agents random,random --round-robin",
          "arena --agents random,random --sprt 0,5 --stop-by luck",
          "arena --agents random,random --luck much",
          "arena --agents random,random --luck none --sprt 0,5 --stop-by results_without_luck",
          "arena --merge /nowhere"}) {
        EXPECT_EQ(run(arguments), 2) << arguments;
        EXPECT_NE(text("errors"), "") << arguments;
    }
}

TEST_F(ArenaCommand, tuner_resumes_from_its_log) {
    const std::string tune = "tune --agent random --param time=0.5,0.1,0,1 --iterations 6 "
                             "--pairs 2 --json --log " +
                             path("log");
    ASSERT_EQ(run(tune), 0) << text("errors");
    const Json whole = printed();
    const std::string log = text("log");
    std::size_t cut = 0;
    for (unsigned lines = 0; lines < 4; ++lines) cut = log.find('\n', cut) + 1;
    std::filesystem::resize_file(path("log"), cut + 5);
    ASSERT_EQ(run(tune + " --resume"), 0) << text("errors");
    EXPECT_EQ(printed(), whole);
    EXPECT_EQ(text("log"), log);
}

} // namespace
} // namespace bastide
