// A match that is interrupted, and reports that fit a terminal.

#include "support/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

/// Runs a match of thousands of pairs and interrupts it once some are there.
Finished interrupted_match(const std::string& file, const std::string& more) {
    return run({"/bin/bash", "-c",
                "'" BASTIDE_BINARY "' arena --agents greedy,random --luck none --threads 1 "
                "--pairs 1000000 --out '" +
                    file + "' " + more + " & match=$!; before=$(wc -l < '" + file +
                    "' 2>/dev/null || echo 0); while (($(wc -l < '" + file +
                    "' 2>/dev/null || echo 0) < before + 3)); do sleep 0.02; done; "
                    "kill -INT $match; wait $match"});
}

TEST(Arena, tells_the_score_so_far_and_how_to_go_on_when_interrupted) {
    const Folder folder;
    const std::string file = folder.path() + "/match.jsonl";
    for (const std::string more : {"", "--resume"}) {
        const Finished done = interrupted_match(file, more);
        EXPECT_EQ(done.status, 130);
        EXPECT_THAT(done.out, HasSubstr("greedy against random, new: "));
        EXPECT_THAT(done.out, HasSubstr("  wins "));
        EXPECT_THAT(done.err, HasSubstr("bastide: interrupted after "));
        EXPECT_THAT(done.err,
                    HasSubstr("of 1000000 pairs; the same command with --resume goes on"));
    }
}

TEST(Tune, tells_how_to_go_on_when_interrupted) {
    const Folder folder;
    const std::string file = folder.path() + "/tune.jsonl";
    const Finished done =
        run({"/bin/bash", "-c",
             "'" BASTIDE_BINARY "' tune --agent greedy --param follower=2,1,0,9 --pairs 1 "
             "--iterations 1000000 --log '" +
                 file + "' & tuning=$!; while (($(wc -l < '" + file +
                 "' 2>/dev/null || echo 0) < 3)); do sleep 0.02; done; kill -INT $tuning; "
                 "wait $tuning"});
    EXPECT_EQ(done.status, 130);
    EXPECT_EQ(done.out, "");
    EXPECT_THAT(done.err, HasSubstr("bastide: interrupted after "));
    EXPECT_THAT(done.err, HasSubstr("of 1000000 iterations; the same command with --resume goes "
                                    "on with " +
                                    file));
}

TEST(Simulate, tells_the_games_so_far_when_interrupted) {
    const Folder folder;
    for (const std::string threads : {"1", "2"}) {
        const std::string file = folder.path() + "/" + threads + ".jsonl";
        const Finished done =
            run({"/bin/bash", "-c",
                 "'" BASTIDE_BINARY "' simulate --agents greedy,random --games 1000000 --threads " +
                     threads + " --records '" + file + "' & games=$!; while (($(wc -l < '" + file +
                     "' 2>/dev/null || echo 0) < 3)); do sleep 0.02; done; kill -INT $games; "
                     "wait $games"});
        EXPECT_EQ(done.status, 130);
        const std::string games = std::to_string(lines(content(file)).size());
        EXPECT_THAT(done.out, HasSubstr(games + " games of new, "));
        EXPECT_THAT(done.out, HasSubstr("  seat 1 random "));
        EXPECT_THAT(done.err,
                    HasSubstr("bastide: interrupted after " + games + " of 1000000 games\n"));
    }
}

/// It would think for minutes. Ctrl-C is pressed once the terminal tells that a turn is done.
TEST(Analyze, tells_the_turns_so_far_when_interrupted) {
    const Folder folder;
    const std::string record =
        folder.file("game.json", printed({"simulate", "--games", "1", "--records", "-"}));
    const std::string report = folder.path() + "/report.txt", screen = folder.path() + "/screen";
    const Finished done =
        run({"/bin/bash", "-c",
             "{ until grep -qs 'turns \\[' '" + screen +
                 "'; do sleep 0.02; done; printf '\\003'; } | script -qefc \"exec '" BASTIDE_BINARY
                 "' analyze '" +
                 record + "' --time 2 > '" + report + "'\" '" + screen + "'"});
    EXPECT_EQ(done.status, 130);
    const std::string told = content(report);
    EXPECT_THAT(told, HasSubstr("\n   1 "));
    EXPECT_THAT(told, HasSubstr(" if it ended now, "));
    EXPECT_THAT(told, ::testing::Not(HasSubstr("without luck")));
    const std::string before = record + ": record 1: interrupted after ";
    ASSERT_THAT(done.out, HasSubstr(before));
    const std::size_t after = done.out.find(before) + before.size();
    const std::string turns = done.out.substr(after, done.out.find(' ', after) - after);
    EXPECT_THAT(told, HasSubstr("new: " + turns + " turn"));
}

TEST(Reports, fit_80_columns) {
    const std::string long_name = "bastide:nodes=2;threads=1";
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"arena", "--agents", long_name + ",greedy", "--pairs", "2", "--sprt", "-120,120"},
             {"arena", "--agents", "random,greedy", "--pairs", "1"},
             {"bench", "--seconds", "0.01", "--only", "gingerbread"},
             {"bench", "--seconds", "0.01", "--only", "base"}}) {
        const Finished done = run_bastide(command);
        EXPECT_EQ(done.status, 0) << done.err;
        std::istringstream in(done.out);
        for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 80u) << line;
        EXPECT_THAT(done.out, Not(HasSubstr("inf")));
    }
    EXPECT_THAT(run_bastide({"arena", "--agents", "random,greedy", "--pairs", "1"}).out,
                HasSubstr("  one pair tells no interval of points\n"));
}

TEST(Analyze, fits_80_columns) {
    const Finished played = run_bastide({"simulate", "--edition", "hunters", "--games", "1",
                                         "--agents", "greedy", "--records", "-"});
    const Finished done = run_bastide({"analyze", "-", "--nodes", "1"}, played.out);
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("better"));
    std::istringstream in(done.out);
    for (std::string line; std::getline(in, line);) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Analyze, says_how_long_it_thinks) {
    EXPECT_THAT(
        run_bastide({"manual", "markdown"}).out,
        HasSubstr("| seconds per move; with --nodes alone, none | 0 to 3600; default 0.5 |"));
    EXPECT_EQ(run_bastide({"analyze", "-", "--time", "0"}).status, 2);
    const Finished played = run_bastide({"simulate", "--games", "1", "--records", "-"});
    const std::vector<std::string> nodes = {"analyze", "-", "--nodes", "50", "--json"};
    EXPECT_EQ(run_bastide(nodes, played.out).out, run_bastide(nodes, played.out).out);
}

TEST(Analyze, names_a_better_move_only_where_one_was_given_away) {
    const Finished played = run_bastide(
        {"simulate", "--games", "1", "--agents", "greedy", "--seed", "3", "--records", "-"});
    const Finished done = run_bastide({"analyze", "-", "--nodes", "960"}, played.out);
    ASSERT_EQ(done.status, 0) << done.err;
    int better = 0;
    std::istringstream in(done.out);
    for (std::string line, before; std::getline(in, line); before = line) {
        if (line.find(" better ") == std::string::npos) continue;
        ++better;
        constexpr std::size_t cost = 63; // the column's first place
        ASSERT_GT(before.size(), cost + 5) << before;
        EXPECT_NE(before.substr(cost, 5), "  0.0") << before << '\n' << line;
    }
    EXPECT_GT(better, 0);
}

} // namespace
} // namespace bastide
