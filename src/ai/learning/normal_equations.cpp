#include "ai/learning/normal_equations.h"

#include <algorithm>
#include <cmath>

namespace bastide {

TermRow::TermRow(std::span<const TermUse> uses, unsigned player, const KnotShare& share)
    : first_(share.below * term_count) {
    for (const TermUse& use : uses) {
        if (use.player != player) continue;
        weight_[use.term] += use.weight * (1 - share.above_share);
        weight_[term_count + use.term] += use.weight * share.above_share;
    }
}

void TermRow::add(const TermRow& other, float times) {
    for (std::size_t i = 0; i < weight_.size(); ++i) weight_[i] += times * other.weight_[i];
}

NormalEquations::NormalEquations()
    : pull_(all_terms, 0)
    , products_(all_terms * all_terms, 0) {}

void NormalEquations::add(const TermRow& row, float error) {
    std::array<std::uint16_t, 2 * term_count> used;
    unsigned count = 0;
    for (unsigned i = 0; i < row.weight_.size(); ++i) {
        if (row.weight_[i] != 0) used[count++] = static_cast<std::uint16_t>(i);
    }
    for (unsigned a = 0; a < count; ++a) {
        const float weight = row.weight_[used[a]];
        pull_[row.first_ + used[a]] += static_cast<double>(weight * error);
        float* products = &products_[(row.first_ + used[a]) * all_terms + row.first_];
        for (unsigned b = 0; b <= a; ++b) products[used[b]] += weight * row.weight_[used[b]];
    }
}

void NormalEquations::add(const NormalEquations& other) {
    for (std::size_t i = 0; i < pull_.size(); ++i) pull_[i] += other.pull_[i];
    for (std::size_t i = 0; i < products_.size(); ++i) products_[i] += other.products_[i];
}

void NormalEquations::fade(float memory) {
    for (double& pull : pull_) pull *= static_cast<double>(memory);
    for (float& product : products_) product *= memory;
}

void NormalEquations::forget_errors() {
    std::ranges::fill(pull_, 0);
}

void NormalEquations::take_off(std::span<const float> change) {
    for (std::size_t i = 0; i < all_terms; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            const auto product = static_cast<double>(products_[i * all_terms + j]);
            pull_[i] -= product * static_cast<double>(change[j]);
            if (i != j) pull_[j] -= product * static_cast<double>(change[i]);
        }
    }
}

/// By Cholesky's method.
std::vector<float> NormalEquations::solve(double caution) const {
    constexpr std::size_t n = all_terms;
    std::vector<double> l(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = static_cast<double>(products_[i * n + j]) + (i == j ? caution : 0);
            for (std::size_t k = 0; k < j; ++k) sum -= l[i * n + k] * l[j * n + k];
            l[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-6)) : sum / l[j * n + j];
        }
    }
    std::vector<double> x = pull_;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k) x[i] -= l[i * n + k] * x[k];
        x[i] /= l[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) x[i] -= l[k * n + i] * x[k];
        x[i] /= l[i * n + i];
    }
    return {x.begin(), x.end()};
}

} // namespace bastide
