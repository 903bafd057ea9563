#pragma once
// Tuning by simultaneous perturbation: all parameters are moved at once, up or down at random, the
// two versions play each other, and every parameter goes a little towards its better side. The cost
// of a step does not grow with the number of parameters.

#include "catalog/json_reader.h"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

struct TunedParameter {
    std::string name;
    double value = 0; // where it starts
    double step = 1;  // how far it is moved to try; the unit in which it is tuned
    double low = 0;
    double high = 1;
    friend bool operator==(const TunedParameter&, const TunedParameter&) = default;
};
/// `name=value,step,min,max`
std::expected<TunedParameter, std::string> parse_parameter(std::string_view text);

/// An agent's description with one setting added or replaced.
std::string with_setting(std::string_view agent, std::string_view key, double value);

struct SpsaSettings {
    std::vector<TunedParameter> parameters;
    std::uint64_t iterations = 100;
    double rate = 0.2; // steps that a parameter goes in the first iteration for one typical result
    std::uint64_t seed = 1;
    friend bool operator==(const SpsaSettings&, const SpsaSettings&) = default;
};

/// The mean margin of one pair between equals has about this spread: it makes results comparable
/// with steps.
inline constexpr double typical_margin = 14;

class Spsa {
  public:
    explicit Spsa(SpsaSettings settings);

    std::uint64_t iteration() const { return iteration_; }
    bool finished() const { return iteration_ == settings_.iterations; }
    const std::vector<double>& values() const { return values_; }
    const SpsaSettings& settings() const { return settings_; }

    /// The two versions of this iteration; the same whenever it is asked.
    struct Versions {
        std::vector<double> plus, minus;
    };
    Versions versions() const;
    /// Points per game by which `plus` beat `minus`. Goes on to the next iteration.
    void learn(double margin);

  private:
    std::vector<double> directions() const; // +1 or -1
    double reach() const;                   // how many steps a version is moved, falling slowly
    double gain() const;                    // falling faster

    SpsaSettings settings_;
    std::uint64_t iteration_ = 0;
    std::vector<double> values_;
};

} // namespace bastide
