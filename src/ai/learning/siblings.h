#pragma once
// What learning from siblings rests on: at some decisions of games by judgement a few moves, the
// siblings, are each played on once, with the same draws for all of them, and judged on the way.

#include "ai/evaluation/evaluation.h"
#include "ai/learning/one_ply.h"
#include "rules/random.h"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace bastide {

/// When a game that is played on is judged, and how much that counts. Soon is sharp and late is
/// true: the mix taught better than any one of them.
struct SiblingLook {
    unsigned tiles;
    float weight;
};
inline constexpr std::array<SiblingLook, 5> sibling_looks = {
    {{2, 0.1f}, {4, 0.2f}, {6, 0.2f}, {8, 0.2f}, {12, 0.3f}}};

struct SiblingPlan {
    unsigned players = 2;
    SeatMix seats = {.noise = 1.0f, .wild = 4.0f, .wild_share = 0.2f, .formula_share = 0.25f};
    float share = 0.12f; // of the decisions: neighbours of one game are much alike
    unsigned best = 3;   // siblings by judgement
    unsigned others = 3; // and by judgement and chance
    float chance = 2.5f; // points: scale of Gumbel's distribution
    unsigned tiles = 12; // that siblings are played on for at most; later looks see the last
};

struct Sibling {
    Move move;
    std::array<Value, sibling_looks.size()> later;
};

/// Who judges what.
struct SiblingJudges {
    const Evaluation& playing; // the seats that play by what is learned, and which siblings
    const Evaluation& moving;  // while siblings are played on
    const Evaluation& looking; // at each look
    const Evaluation& formula; // the seats that play by the formula
};

class SiblingGames {
  public:
    /// Told the position, with the tile in hand, and two siblings or more.
    using Visit = std::function<void(const Game& game, std::span<const Sibling> siblings)>;

    SiblingGames(const Box& box, const SiblingPlan& plan, const SiblingJudges& judges)
        : box_(box)
        , plan_(plan)
        , judges_(judges) {}

    void play(std::uint64_t seed, const Visit& visit) const;

  private:
    struct Judging;
    void compare(const Game& game, Random& random, Judging& judging, const Visit& visit) const;
    std::vector<JudgedMove> siblings_of(const std::vector<JudgedMove>& moves, unsigned player,
                                        Random& random) const;
    void play_on(Game& game, std::uint64_t seed, Judging& judging, Sibling& sibling) const;

    const Box& box_;
    SiblingPlan plan_;
    SiblingJudges judges_;
};

} // namespace bastide
