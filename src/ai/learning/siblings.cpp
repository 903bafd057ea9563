#include "ai/learning/siblings.h"

#include "ai/margin.h"
#include "rules/inspect.h"
#include "rules/playout.h"

#include <algorithm>
#include <cmath>

namespace bastide {

struct SiblingGames::Judging {
    MoveJudge listing, moving;
    std::vector<JudgedMove> moves;
};

void SiblingGames::play(std::uint64_t seed, const Visit& visit) const {
    Random random(seed), comparing(mix_seed(seed, 1));
    Game game(box_, plan_.players, random.below(plan_.players));
    Deck deck(game, random.next());
    MixedSeats seats(plan_.seats, plan_.players, judges_.playing, judges_.formula, random);
    Judging judging = {MoveJudge(judges_.playing), MoveJudge(judges_.moving), {}};
    for (;;) {
        draw_from(deck, game, nullptr);
        if (game.over()) return;
        if (static_cast<float>(comparing.unit()) < plan_.share) {
            compare(game, comparing, judging, visit);
        }
        apply(game, seats.choose(game, random));
    }
}

void SiblingGames::compare(const Game& game, Random& random, Judging& judging,
                           const Visit& visit) const {
    if (tiles_left(game, Stack::land) == 0) return; // nothing left to judge
    std::vector<JudgedMove> moves;
    Game board = game;
    judging.listing.judge(board, moves);
    if (moves.size() < 2) return;
    moves = siblings_of(moves, game.now.player, random);
    const std::uint64_t draws = random.next();
    std::vector<Sibling> siblings;
    for (const JudgedMove& judged : moves) {
        board = game;
        apply(board, judged.move);
        siblings.push_back({judged.move, {}});
        play_on(board, draws, judging, siblings.back());
    }
    visit(game, siblings);
}

/// The best by judgement first, then some for which chance speaks too.
std::vector<JudgedMove> SiblingGames::siblings_of(const std::vector<JudgedMove>& moves,
                                                  unsigned player, Random& random) const {
    struct Ranked {
        float worth;
        const JudgedMove* move;
    };
    std::vector<Ranked> ranked;
    for (const JudgedMove& move : moves) {
        ranked.push_back({margin_of(move.value, player, plan_.players), &move});
    }
    const auto by_worth = [](const Ranked& a, const Ranked& b) {
        return a.worth != b.worth ? a.worth > b.worth : a.move < b.move;
    };
    std::ranges::sort(ranked, by_worth);
    const std::size_t best = std::min<std::size_t>(ranked.size(), plan_.best);
    const std::span<Ranked> rest = std::span(ranked).subspan(best);
    for (Ranked& move : rest) {
        const double gumbel = -std::log(-std::log(std::max(random.unit(), 1e-12)));
        move.worth += plan_.chance * static_cast<float>(gumbel);
    }
    std::ranges::sort(rest, by_worth);
    ranked.resize(std::min<std::size_t>(ranked.size(), best + plan_.others));
    std::vector<JudgedMove> siblings;
    for (const Ranked& move : ranked) siblings.push_back(*move.move);
    return siblings;
}

/// Everybody plays by judgement alone.
void SiblingGames::play_on(Game& game, std::uint64_t seed, Judging& judging,
                           Sibling& sibling) const {
    Deck deck(game, seed);
    Random random(seed);
    unsigned tiles = 0;
    for (std::size_t look = 0; look < sibling_looks.size(); ++look) {
        const unsigned until = std::min(sibling_looks[look].tiles, plan_.tiles);
        for (; tiles < until && !game.over(); ++tiles) {
            draw_from(deck, game, nullptr);
            if (game.over()) break;
            judging.moving.judge(game, judging.moves);
            apply(game, best_of(judging.moves, game.now.player, plan_.players, 0, random).move);
        }
        sibling.later[look] = judges_.looking(game);
    }
}

} // namespace bastide
