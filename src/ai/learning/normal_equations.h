#pragma once
// Least squares for all terms at once: each equation says by how much the terms that a judgement
// used should have changed it.

#include "ai/evaluation/learned_evaluation.h"

#include <array>
#include <span>
#include <vector>

namespace bastide {

inline constexpr std::size_t all_terms = term_knots.size() * term_count; // knot by knot

/// How one number of a judgement changes with the terms at the two knots around it.
class TermRow {
  public:
    /// What a player's value rests on.
    TermRow(std::span<const TermUse> uses, unsigned player, const KnotShare& share);

    void add(const TermRow& other, float times); // of the same two knots

  private:
    friend class NormalEquations;
    std::size_t first_; // among all terms
    std::array<float, 2 * term_count> weight_ = {};
};

class NormalEquations {
  public:
    NormalEquations();

    /// The terms of the row, times what they must change, is the error.
    void add(const TermRow& row, float error);
    void add(const NormalEquations& other);
    void fade(float memory);
    /// The errors were those of terms that are gone; how the terms hang together stays known.
    void forget_errors();
    /// The terms have changed: what is left of the errors, if judgements are linear in them.
    void take_off(std::span<const float> change);

    /// The change of all terms that leaves the least error, `caution` being what speaks against
    /// any change.
    std::vector<float> solve(double caution) const;

  private:
    std::vector<double> pull_;    // error times weight, by knot and term
    std::vector<float> products_; // weight times weight, by two of those: the lower triangle
};

} // namespace bastide
