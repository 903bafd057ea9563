// Every scenario of this folder, played by the engine and by the reference.

#include "stage.h"

#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>

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

INSTANTIATE_TEST_SUITE_P(Scenario, Games, ::testing::ValuesIn(scenario_names()),
                         [](const auto& info) {
                             std::string name = info.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

TEST(GamesAsAWhole, every_rule_has_a_scenario) {
    std::map<std::string, int> scenarios;
    for (const std::string& id : rule_ids()) scenarios[id] = 0;
    ASSERT_EQ(scenarios.size(), 50u) << "docs/rules.md is not read as it was meant";
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
