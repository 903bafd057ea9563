// Programs from outside in the arena: good ones play, the others lose and are named, and nothing is
// left behind.

#include "catalog/json_reader.h"
#include "support/process.h"

#include <chrono>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <thread>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

const std::string source = BASTIDE_SOURCE_DIR;
const std::string hostile = "sh " + source + "/tests/cli/hostile_engine.sh ";

Finished arena(const std::string& agents, std::vector<std::string> more) {
    more.insert(more.begin(), {"arena", "--luck", "none", "--agents", agents});
    return run_bastide(more);
}

Json json_of(const std::string& text) {
    Json json;
    std::string error;
    EXPECT_TRUE(parse_json(text, json, error)) << error << ": " << text;
    return json;
}

/// Processes that were started with this text in their environment.
unsigned processes_marked(const std::string& mark) {
    unsigned count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string environment = content(entry.path() / "environ");
        if (environment.find(mark) != std::string::npos) ++count;
    }
    return count;
}

TEST(EngineArena, programs_play_whole_games) {
    const Folder folder;
    const std::string records = folder.path() + "/games.jsonl";
    const std::string agents = "cmd:" BASTIDE_BINARY " engine;nodes=20;Seed=5,cmd:python3 " +
                               source + "/examples/engine/random_engine.py;time=20;start=60";
    const Finished done = arena(agents, {"--pairs", "1", "--json", "--records", records});
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(done.err, "");
    const Json json = json_of(done.out);
    EXPECT_EQ(json["games"], 2);
    for (const Json& agent : json["agents"]) {
        EXPECT_GT(agent["moves"], 50) << agent;
        EXPECT_EQ(agent["lost_by_illegal_moves"], 0);
        EXPECT_EQ(agent["lost_on_time"], 0);
        EXPECT_EQ(agent["lost_by_crashes"], 0);
    }
    const Finished replayed = run_bastide({"replay", records});
    EXPECT_EQ(replayed.status, 0) << replayed.err;
    EXPECT_THAT(replayed.out, HasSubstr("final: cmd:"));
}

TEST(EngineArena, records_tell_what_players_thought_if_that_is_asked_for) {
    const Folder folder;
    const std::string kept = folder.path() + "/kept.jsonl", plain = folder.path() + "/plain.jsonl";
    const std::string agents = "cmd:" BASTIDE_BINARY " engine;nodes=20,bastide:nodes=20";
    ASSERT_EQ(arena(agents, {"--pairs", "1", "--records", plain}).status, 0);
    const Finished done = arena(agents, {"--pairs", "1", "--records", kept, "--thoughts"});
    ASSERT_EQ(done.status, 0) << done.err;
    std::istringstream records(content(kept)), without(content(plain));
    unsigned games = 0;
    for (std::string line, same; std::getline(records, line) && std::getline(without, same);) {
        ++games;
        Json game = json_of(line);
        EXPECT_EQ(game["format"], "bastide/2");
        for (Json& turn : game["turns"]) {
            ASSERT_TRUE(turn.contains("thought")) << turn;
            const Json thought = turn["thought"];
            EXPECT_GE(thought["nodes"], 0);
            EXPECT_TRUE(thought["margin"].is_number()) << turn;
            EXPECT_GE(thought["win"], 0.0);
            EXPECT_LE(thought["win"], 1.0);
            turn.erase("thought");
        }
        // That is all that differs.
        game["format"] = "bastide/1";
        EXPECT_EQ(game, json_of(same));
    }
    EXPECT_EQ(games, 2u);
    const Finished replayed = run_bastide({"replay", kept});
    EXPECT_EQ(replayed.status, 0) << replayed.err;
    EXPECT_THAT(replayed.out, HasSubstr(" points, "));
    EXPECT_THAT(replayed.out, HasSubstr(" % to win, "));
    const Finished as_json = run_bastide({"replay", "--json", kept});
    EXPECT_THAT(as_json.out, HasSubstr(R"("thought":{"nodes":)"));
    const Finished lonely = arena(agents, {"--pairs", "1", "--thoughts"});
    EXPECT_EQ(lonely.status, 2);
    EXPECT_THAT(lonely.err, HasSubstr("--thoughts needs --records"));
}

TEST(EngineArena, the_other_example_plays_too) {
    const std::string agents =
        "cmd:node " + source + "/examples/engine/tidy_engine.mjs;time=20;start=60,random";
    const Finished done = arena(agents, {"--pairs", "1", "--json", "--edition", "hunters"});
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(done.err, "");
    EXPECT_EQ(json_of(done.out)["games"], 2);
}

TEST(EngineArena, a_lost_game_is_kept_with_its_reason) {
    const Folder folder;
    const std::string out = folder.path() + "/match.jsonl";
    const std::string log = folder.path() + "/engines.log";
    const std::string records = folder.path() + "/games.jsonl";
    const std::string agents = "cmd:" + hostile + "fail 12;time=20;start=60,greedy";
    const Finished done = arena(agents, {"--pairs", "2", "--json", "--threads", "1", "--out", out,
                                         "--engine-log", log, "--records", records});
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("loses, crashed: exit status 3: something is wrong"));
    const Json json = json_of(done.out);
    EXPECT_EQ(json["losses"], 4);
    EXPECT_EQ(json["agents"][0]["lost_by_crashes"], 4);
    EXPECT_EQ(content(log).substr(0, 19), "something is wrong\n");
    EXPECT_EQ(content(records).find("result"), std::string::npos);
    EXPECT_EQ(run_bastide({"replay", records}).status, 0);
    const Finished merged = run_bastide({"arena", "--json", "--merge", out});
    EXPECT_EQ(json_of(merged.out)["agents"][0]["lost_by_crashes"], 4) << merged.err;
    const Finished shown = run_bastide({"arena", "--merge", out});
    EXPECT_THAT(shown.out, HasSubstr("lost by illegal moves 0, on time 0, by crashes 4"));
}

TEST(EngineArena, what_cannot_be_started_is_named_before_the_match) {
    const Folder folder;
    for (const std::string bad :
         {"cmd:/nowhere/at/all", "cmd:cat;start=0.2", "cmd:sleep 1000;start=0.2",
          "cmd:" BASTIDE_BINARY " engine;Florble=1"}) {
        const std::string out = folder.path() + "/match.jsonl";
        const Finished done = arena("greedy," + bad, {"--pairs", "1", "--out", out});
        EXPECT_EQ(done.status, 1) << bad;
        EXPECT_THAT(done.err, HasSubstr("agent " + bad)) << bad;
        std::filesystem::remove(out);
    }
    EXPECT_EQ(arena("greedy,cmd:", {}).status, 2);
    EXPECT_EQ(arena("greedy,cmd:cat;time", {}).status, 2);
    EXPECT_EQ(arena("greedy,cmd:cat;time=x", {}).status, 2);
}

/// Restarted again and again with few descriptors to lose.
TEST(EngineArena, restarts_lose_no_descriptors) {
    const std::string command =
        "ulimit -n 40; exec '" BASTIDE_BINARY "' arena --agents 'cmd:" + hostile +
        "crash 9;time=20;start=60,random' --pairs 40 --threads 1 "
        "--luck none --json";
    const Finished done = run({"/bin/sh", "-c", command});
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(json_of(done.out)["agents"][0]["lost_by_crashes"], 80) << done.err;
    EXPECT_THAT(done.err, HasSubstr("only counted from here on"));
}

/// Twenty ways to misbehave at five points of the talk, each in a match of its own.
TEST(EngineArena, a_hundred_hostile_engines_lose_and_are_named) {
    const char* behaviours[] = {"exit",           "fail",      "crash",         "killed",
                                "frozen",         "silent",    "asleep",        "deaf",
                                "mute",           "stubborn",  "orphans",       "family",
                                "noise",          "huge_line", "endless_lines", "endless_line",
                                "endless_errors", "far",       "word",          "binary"};
    const Folder folder;
    std::string matches;
    std::vector<std::string> engines;
    for (const std::string behaviour : behaviours) {
        for (const std::string when : {"1", "2", "4", "8", "12"}) {
            engines.push_back(hostile + behaviour + " " + when);
            const std::string file = folder.path() + "/" + std::to_string(engines.size() - 1);
            matches += "'" BASTIDE_BINARY "' arena --agents 'cmd:" + engines.back() +
                       ";time=0.02;grace=0.1;start=0.25,greedy' --pairs 1 --threads 1 "
                       "--luck none --json >" +
                       file + ".out 2>" + file + ".err; echo $? >" + file + ".status\n";
        }
    }
    ASSERT_EQ(engines.size(), 100u);
    const std::string list = folder.file("matches", matches);
    const std::string mark = "BASTIDE_HOSTILE=" + folder.path();
    const Finished all =
        run({"/bin/sh", "-c", mark + " xargs -d '\\n' -P 6 -n 1 sh -c <'" + list + "'"});
    EXPECT_EQ(all.status, 0) << all.err;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const std::string file = folder.path() + "/" + std::to_string(i);
        const std::string status = content(file + ".status");
        const std::string said = content(file + ".err");
        EXPECT_THAT(said, HasSubstr("agent cmd:" + engines[i]));
        if (status == "1\n") continue; // it did not even start
        ASSERT_EQ(status, "0\n") << engines[i] << said;
        const Json json = json_of(content(file + ".out"));
        EXPECT_EQ(json["losses"], 2) << engines[i];
        EXPECT_EQ(json["agents"][1]["lost_by_crashes"], 0) << engines[i];
    }
    // What is killed may take a moment to be gone.
    unsigned left = processes_marked(mark);
    for (unsigned i = 0; i < 600 && left > 0; ++i, left = processes_marked(mark)) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_EQ(left, 0u);
}

} // namespace
} // namespace bastide
