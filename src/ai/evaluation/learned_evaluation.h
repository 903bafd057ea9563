#pragma once
// Our evaluation: what is scored, and for every area, site, farm and token in hand what such a
// thing has been worth in self-play. docs/ai.md explains the terms and how they were learned.

#include "ai/evaluation/evaluation.h"
#include "ai/evaluation/fit_masks.h"
#include "ai/evaluation/terms.h"

#include <vector>

namespace bastide {

/// How much a player's value changes with one term, at the distance of the position judged.
struct TermUse {
    std::uint16_t term;
    std::uint8_t player;
    float weight;
};

class LearnedEvaluation final : public Evaluation {
  public:
    /// What one look at a position writes down.
    enum class Keep : std::uint8_t { nothing, uses, areas };

    LearnedEvaluation(const Box& box, unsigned players);
    LearnedEvaluation(const Box& box, unsigned players, const TermTable& table);

    Value operator()(const Game& game) const override;
    /// The same, and what it rests on.
    Value explain(const Game& game, std::vector<TermUse>& uses) const;

    /// What each area with tokens adds to the value: share of its points, without what its tokens
    /// are worth when they come home.
    struct AreaValue {
        Network network; // site: `node` is its index in Position::site
        Node node;
        float chance; // to be completed
        Value points;
    };
    std::vector<AreaValue> areas(const Game& game) const;

    void set_terms(const TermTable& table);
    /// Own turns to come when so many tiles are left.
    float turns(unsigned left) const {
        return static_cast<float>(left) / static_cast<float>(players_);
    }

  private:
    template <Keep keep, class Areas>
    friend class LearnedPass;
    template <Keep keep>
    Value look(const Game& game, std::vector<TermUse>* uses = nullptr,
               std::vector<AreaValue>* areas = nullptr) const;
    static constexpr unsigned most = max_tiles + 1;

    unsigned players_;
    std::unique_ptr<const FitMasks> masks_;
    unsigned all_tiles_ = 0;
    std::array<Terms, most> at_; // by tiles left, up to all of the box
    // Steps of Terms, by tiles that would close, join or fit.
    std::array<std::uint8_t, most> closing_step_;
    std::array<std::uint8_t, most> joining_step_;
    std::array<std::uint8_t, most> gift_step_;
    std::array<std::uint8_t, most> fitting_step_;
};

} // namespace bastide
