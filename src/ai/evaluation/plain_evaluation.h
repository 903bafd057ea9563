#pragma once
// The evaluation by formula: what is scored, what will be, and what the tokens still in hand are
// good for. It is what `greedy` and the lower levels know, and it does not change when ours learns.

#include "ai/evaluation/evaluation.h"
#include "ai/evaluation/fit_masks.h"

#include <array>

namespace bastide {

/// Everything tunable, by name. Values are points, chances or exponents.
struct Weights {
    float draw_share = 0.60f;     // of the own draws that go into closing one hole
    float hole_factor = 0.45f;    // a second hole makes completion this much less likely
    float follower = 6.0f;        // worth of the first follower in hand, early
    float follower_decay = 0.62f; // each further one
    float follower_end = 0.50f;   // how fast that fades with the stack: (left / all) ^ this
    float returned = 1.0f;      // worth of a follower that will come back, as share of one in hand
    float farm_share = 0.40f;   // of a city that is not complete yet
    float farm_growth = 0.0f;   // cities to come, for a farm's owner, early
    float site_share = 0.10f;   // of all draws that fill one given cell beside a site
    float abbot = 2.0f;         // an abbot in hand, early
    float hut = 1.0f;           // a hut in hand, early
    float fish_growth = 0.5f;   // fish to come, for a system's owner, early
    float meadow_growth = 0.5f; // animals to come, for a meadow's owner, early
    float behind = 0.25f;       // hope of the player who is one token short of a tie
    float big = 3.0f;           // a big follower in hand, early
    float builder = 4.0f;       // a builder where its player may go on building, early
};

/// Which parts of the game a judge understands: weaker levels miss some.
struct Understanding {
    bool completion = true; // chances to complete from the tiles left
    bool fields = true;
    bool economy = true; // tokens in hand are worth something
    bool sharing = true; // majorities; else every token is seen as its owner's alone
};

class PlainEvaluation final : public Evaluation {
  public:
    explicit PlainEvaluation(const Box& box, unsigned players, const Weights& weights = {},
                             const Understanding& understanding = {});

    Value operator()(const Game& game) const override;

    const Weights& weights() const { return weights_; }

  private:
    template <class Areas>
    friend class PlainPass;
    static constexpr unsigned most = max_tiles + 1;

    Weights weights_;
    Understanding understanding_;
    std::unique_ptr<const FitMasks> masks_;
    unsigned all_tiles_ = 0;
    // Chance that one of L tiles among T comes and is used: [T][L], up to all tiles of the box.
    std::array<std::array<float, most>, most> by_owner_;
    std::array<std::array<float, most>, most> by_anyone_;
    std::array<float, most> late_;  // (T / all) ^ follower_end
    std::array<float, 16> in_hand_; // worth of n followers in hand, early
};

} // namespace bastide
