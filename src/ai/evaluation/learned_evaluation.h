#pragma once
// Our evaluation: what is scored, and for every area, site, farm and token in hand what such a
// thing has been worth in self-play. docs/ai.md explains the terms and how they were learned.

#include "ai/evaluation/evaluation.h"
#include "ai/evaluation/learned_numbers.h"

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
    std::unique_ptr<Siblings> siblings() const override;
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
    template <Keep keep>
    Value look(const Game& game, std::vector<TermUse>* uses = nullptr,
               std::vector<AreaValue>* areas = nullptr) const;

    unsigned players_;
    Form form_;
    unsigned all_tiles_ = 0;
    LearnedNumbers numbers_;
};

} // namespace bastide
