#include "cli/play/luck.h"

#include "ai/luck.h"
#include "notation/replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>

namespace bastide::cli {
namespace {

/// Judged as an analysis does it.
double luck_of_all_draws(const Record& record, unsigned player) {
    const auto players = static_cast<unsigned>(record.players.size());
    LuckJudge judge(record.box(), players, LuckJudgement::quick);
    Game game(record.box(), players, record.first_player());
    Change change;
    double luck = 0;
    for (const RecordTurn& turn : record.turns) {
        luck += judge.of_draw(game, turn.tile).margin[player];
        [[maybe_unused]] const auto played = play_turn(game, turn, change, nullptr);
        assert(played); // it was played by the same rules
    }
    return luck;
}

} // namespace

std::string luck_line(const Record& record, unsigned player) {
    std::vector<int> others(record.result->begin(), record.result->end());
    const int own = others[player];
    others.erase(others.begin() + player);
    const int margin = own - *std::ranges::max_element(others);
    const double luck = luck_of_all_draws(record, player);
    return fmt::format("margin {:+}, luck of all draws {:+.1f}, without luck {:+.1f}", margin, luck,
                       margin - luck);
}

} // namespace bastide::cli
