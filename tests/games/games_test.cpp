// Every scenario of this folder, played by the engine and by the reference.

#include "stage.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>

namespace bastide::games {
namespace {

std::vector<std::string> scenario_names() {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(BASTIDE_SOURCE_DIR "/tests/games")) {
        if (entry.path().extension() == ".game") names.push_back(entry.path().stem().string());
    }
    std::ranges::sort(names);
    return names;
}

std::filesystem::path path_of(const std::string& name) {
    return BASTIDE_SOURCE_DIR "/tests/games/" + name + ".game";
}

/// The ids that docs/rules.md explains: bullets that begin with a bold id.
std::set<std::string> rule_ids() {
    std::ifstream stream(BASTIDE_SOURCE_DIR "/docs/rules.md");
    static const std::regex bullet(R"(^- \*\*([A-Z][0-9]+)\*\*.*)");
    std::set<std::string> ids;
    for (std::string line; std::getline(stream, line);) {
        if (std::smatch found; std::regex_match(line, found, bullet)) ids.insert(found[1]);
    }
    return ids;
}

/// What does not hold in a scenario, or why it cannot be played.
std::vector<std::string> failures_of(const std::string& text) {
    std::vector<std::string> failures;
    const auto note = [&](int, const std::string& failure) { failures.push_back(failure); };
    try {
        std::istringstream stream(text);
        const Scenario scenario = parse_scenario("inline", stream);
        for (const Variant& variant : scenario.variants) Stage(scenario, variant, note).play();
    } catch (const std::runtime_error& error) {
        failures.emplace_back(error.what());
    }
    return failures;
}

const std::string good = R"(name: A robber
rules: F1
edition: classic-2
players: yellow red
yellow base/W 1,0 r0 robber 2
  supply 6 7
red base/W -1,0 r0
  gets yellow 3 road completed tiles 3 at -1,0,0
)";

class Games : public ::testing::TestWithParam<std::string> {};

TEST_P(Games, goes_as_told) {
    const std::filesystem::path file = path_of(GetParam());
    const auto fail = [&](int line, const std::string& text) {
        ADD_FAILURE_AT(file.c_str(), line) << text;
    };
    try {
        const Scenario scenario = read_scenario(file);
        for (const Variant& variant : scenario.variants) {
            SCOPED_TRACE(variant.label);
            Stage(scenario, variant, fail).play();
        }
    } catch (const Wrong& wrong) {
        fail(wrong.line, wrong.what());
    } catch (const std::runtime_error& error) {
        fail(0, error.what());
    }
}

std::string test_name(const ::testing::TestParamInfo<std::string>& test) {
    std::string name = test.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Scenario, Games, ::testing::ValuesIn(scenario_names()), test_name);

TEST(GamesAsAWhole, a_scenario_that_says_what_happens_passes) {
    EXPECT_EQ(failures_of(good), std::vector<std::string>{});
}

TEST(GamesAsAWhole, a_slip_in_the_head_is_a_failure) {
    for (const std::string head : {"name:", "rules:", "edition:", "players:"}) {
        std::string text = good;
        text.replace(text.find(head), head.size(), "nmae:");
        EXPECT_EQ(failures_of(text).size(), 1u) << head;
    }
    EXPECT_FALSE(failures_of("edition: winter snow=true\n" + good).empty());
    EXPECT_FALSE(failures_of("edition: classic-2\n" + good).empty()) << "two of one label";
}

TEST(GamesAsAWhole, a_slip_in_a_line_is_a_failure) {
    for (const std::string line : {"scores 0",
                                   "scores 3 0 0",
                                   "scores 3",
                                   "score 3 0",
                                   "supply 6 7",
                                   "supply 7 7 x",
                                   "next red",
                                   "next yellow bonus",
                                   "over",
                                   "running now",
                                   "stack 68",
                                   "drawable base/U",
                                   "drawable base/U 7",
                                   "fits base/CC",
                                   "stuck base/C",
                                   "moves base/B 2",
                                   "[winter] over",
                                   "area 1,0 road",
                                   "area 1,0,2 city",
                                   "area 1,0,2 road open 1",
                                   "area 1,0,2 road opne 0",
                                   "area 1,0,2 road holds yellow",
                                   "token 1,0,2 yellow follower",
                                   "man at 0,0,0",
                                   "final 3 0 1",
                                   "finally yellow 3 road",
                                   "winners red",
                                   "breakdown yellow road 2",
                                   "bigs 1 1",
                                   "builders 1 1",
                                   "pigs 0",
                                   "again",
                                   "goods yellow wine 1",
                                   "goods yellow beer 0",
                                   "takes red wine 1",
                                   "choices base/B 0,1 r0 4",
                                   "table classic-2 players 6 allowed",
                                   "table classic-2 players 5 refused",
                                   "table classic-2 snow=true players 5 allowed",
                                   "legal red base/B 0,1 r0",
                                   "legal yellow base/B 0,1 r0 knight 0",
                                   "refused yellow base/B 0,1 r0 because game_is_over",
                                   "refused yellow base/U 0,1 r0 because game_is_over",
                                   "yellow base/B 0,1",
                                   "yellow base/B 0,1 r4",
                                   "yellow base/B 0;1 r0",
                                   "yellow base/B 0,1 r0 monk",
                                   "yellow base/E 0,-1 r2 knight 0",
                                   "green base/B 0,1 r0",
                                   "name: again"}) {
        EXPECT_FALSE(failures_of(good + line + "\n").empty()) << line;
    }
}

TEST(GamesAsAWhole, points_that_are_not_told_are_a_failure) {
    const std::size_t gets = good.find("  gets");
    EXPECT_EQ(failures_of(good.substr(0, gets)).size(), 1u);
    EXPECT_EQ(failures_of(good + good.substr(gets)).size(), 1u) << "told twice";
}

TEST(GamesAsAWhole, every_rule_has_a_scenario) {
    std::map<std::string, int> scenarios;
    for (const std::string& id : rule_ids()) scenarios[id] = 0;
    ASSERT_EQ(scenarios.size(), 99u) << "docs/rules.md is not read as it was meant";
    for (const std::string& name : scenario_names()) {
        for (const std::string& id : read_scenario(path_of(name)).rules) {
            ASSERT_TRUE(scenarios.contains(id)) << name << " proves the unknown rule " << id;
            ++scenarios[id];
        }
    }
    for (const auto& [id, count] : scenarios) EXPECT_GT(count, 0) << "no scenario proves " << id;
}

} // namespace
} // namespace bastide::games
