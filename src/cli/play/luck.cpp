#include "cli/play/luck.h"

#include "ai/luck.h"
#include "notation/replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

namespace bastide::cli {
namespace {

/// By player, judged as an analysis does it.
std::array<double, max_players> luck_of_all_draws(const Record& record, const OnJudged& on_judged) {
    const auto players = static_cast<unsigned>(record.players.size());
    LuckJudge judge(record.box(), players, LuckJudgement::quick);
    Game game(record.box(), players, record.first_player());
    Change change;
    Luck luck;
    std::size_t draws = 0;
    for (const RecordTurn& turn : record.turns) {
        luck.add(judge.of_draw(game, turn.tile));
        [[maybe_unused]] const auto played = play_turn(game, turn, change, nullptr);
        assert(played); // it was played by the same rules
        if (on_judged) on_judged(++draws);
    }
    return luck.margin;
}

int final_margin_of(const Record& record, unsigned player) {
    std::vector<int> others = *record.result;
    others.erase(others.begin() + player);
    return (*record.result)[player] - *std::ranges::max_element(others);
}

} // namespace

std::vector<std::string> luck_lines(const Record& record, const OnJudged& on_judged) {
    const std::array<double, max_players> luck = luck_of_all_draws(record, on_judged);
    std::vector<std::string> lines;
    for (unsigned player = 0; player < record.players.size(); ++player) {
        const int margin = final_margin_of(record, player);
        lines.push_back(fmt::format("margin {:+}, luck of all draws {:+.1f}, without luck {:+.1f}",
                                    margin, luck[player], margin - luck[player]));
    }
    return lines;
}

} // namespace bastide::cli
