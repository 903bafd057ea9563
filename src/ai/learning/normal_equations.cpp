#include "ai/learning/normal_equations.h"

#include <Eigen/Cholesky>

#include <algorithm>

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

/// Of the products only the lower half is there.
std::vector<float> NormalEquations::solve(double caution) const {
    using Square = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    constexpr auto n = static_cast<Eigen::Index>(all_terms);
    Eigen::MatrixXd sum = Eigen::Map<const Square>(products_.data(), n, n).cast<double>();
    sum.diagonal().array() += caution;
    const Eigen::VectorXd x = sum.selfadjointView<Eigen::Lower>().llt().solve(
        Eigen::Map<const Eigen::VectorXd>(pull_.data(), n));
    return {x.begin(), x.end()};
}

} // namespace bastide
