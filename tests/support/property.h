#pragma once
// rapidcheck with GoogleTest: PROPERTY(Suite, name, cases) { ... } runs its body for that many
// random cases. BASTIDE_EFFORT (percent, default 100) scales the number; RC_PARAMS works as
// rapidcheck documents it, such as RC_PARAMS="seed=1".

#include "support/any_game.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sstream>

namespace bastide::testing_support {

inline unsigned scaled(unsigned amount) {
    const char* percent = std::getenv("BASTIDE_EFFORT");
    if (percent == nullptr) return amount;
    return std::max(1u, amount * static_cast<unsigned>(std::strtoul(percent, nullptr, 10)) / 100);
}

/// Exactly so many cases.
inline void check_cases(unsigned cases, void (*body)()) {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    rc::detail::TestMetadata metadata;
    metadata.id = std::string(info->test_suite_name()) + "/" + info->name();
    metadata.description = info->name();
    rc::detail::TestParams params = rc::detail::configuration().testParams;
    params.maxSuccess = static_cast<int>(cases);
    const auto result = rc::detail::checkTestable(body, metadata, params);
    if (result.is<rc::detail::SuccessResult>()) return;
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    FAIL() << text.str();
}

inline void check_property(unsigned cases, void (*body)()) {
    check_cases(scaled(cases), body);
}

inline void showValue(const GameSpec& spec, std::ostream& out) {
    out << text_of(spec);
}

/// Any edition, mix, number of players and length of play.
inline rc::Gen<GameSpec> any_game(Width width = Width::own) {
    const auto below = [](auto end) {
        return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<decltype(end)>(0, end));
    };
    const auto editions = static_cast<unsigned>(Catalog::embedded().editions().size());
    return rc::gen::map(
        rc::gen::tuple(below(editions), below(mix_count()), below(most_players(width)),
                       below(most_players(width)), below(std::uint64_t{1} << 48), below(max_tiles)),
        [width](const auto& t) {
            const Width its = width_of(std::get<0>(t), width);
            const unsigned players = 1 + std::get<2>(t) % most_players(its);
            return GameSpec{std::get<0>(t), std::get<1>(t),     players, std::get<3>(t),
                            std::get<4>(t), std::get<5>(t) + 1, its};
        });
}
/// The same in the width that its box has or, where there is one, in the other.
inline rc::Gen<GameSpec> any_game_of_any_width() {
    return rc::gen::oneOf(any_game(Width::own), any_game(Width::wide));
}

} // namespace bastide::testing_support

#define PROPERTY(Suite, name, cases)                                                               \
    static void property_##Suite##_##name();                                                       \
    TEST(Suite, name) {                                                                            \
        ::bastide::testing_support::check_property(cases, &property_##Suite##_##name);             \
    }                                                                                              \
    static void property_##Suite##_##name()
