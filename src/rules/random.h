#pragma once
// Our own generator: the same seed gives the same game in every build and in the browser.

#include <cstdint>

namespace bastide {

/// SplitMix64 with an exactly uniform bounded draw (Lemire's multiply and reject).
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed)
        : state_(seed) {}

    constexpr std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, bound); bound must be positive.
    constexpr std::uint32_t below(std::uint32_t bound) {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
            const std::uint32_t reject = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < reject) product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    /// Uniform in [0, 1).
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    constexpr std::uint64_t state() const { return state_; }

  private:
    std::uint64_t state_;
};

/// Mixes numbers into one seed, so that game i of seed s has its own stream.
constexpr std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t index) {
    Random random(seed ^ (index * 0xD1342543DE82EF95u + 0x2545F4914F6CDD1Du));
    random.next();
    return random.next();
}

} // namespace bastide
