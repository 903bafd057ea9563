#include "ai/arena/spsa.h"

#include "rules/random.h"

#include <fmt/compile.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace bastide {
namespace {

bool read_double(const std::string& text, double& out) {
    char* end = nullptr;
    out = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' && std::isfinite(out);
}

/// Without an exponent and without zeros at the end, as every agent reads it.
std::string plain(double value) {
    std::string text = fmt::format(FMT_COMPILE("{:.6f}"), value);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

} // namespace

std::expected<TunedParameter, std::string> parse_parameter(std::string_view text) {
    const auto wrong = [&] {
        return std::unexpected("\"" + std::string(text) +
                               "\" is not name=value,step,min,max with min < value < max");
    };
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) return wrong();
    TunedParameter parameter;
    parameter.name = text.substr(0, equals);
    std::array<double, 4> numbers = {};
    std::string_view rest = text.substr(equals + 1);
    for (unsigned i = 0; i < numbers.size(); ++i) {
        const std::size_t comma = rest.find(',');
        if ((comma == std::string_view::npos) != (i + 1 == numbers.size())) return wrong();
        if (!read_double(std::string(rest.substr(0, comma)), numbers[i])) return wrong();
        if (comma != std::string_view::npos) rest = rest.substr(comma + 1);
    }
    parameter.value = numbers[0];
    parameter.step = numbers[1];
    parameter.low = numbers[2];
    parameter.high = numbers[3];
    if (parameter.step <= 0 || parameter.value < parameter.low ||
        parameter.value > parameter.high || parameter.low >= parameter.high) {
        return wrong();
    }
    return parameter;
}

std::string with_setting(std::string_view agent, std::string_view key, double value) {
    const std::size_t colon = agent.find(':');
    std::string result(agent.substr(0, colon));
    result += ':';
    std::string_view rest = colon == std::string_view::npos ? "" : agent.substr(colon + 1);
    while (!rest.empty()) {
        const std::size_t end = rest.find(';');
        const std::string_view setting = rest.substr(0, end);
        rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
        if (setting.substr(0, setting.find('=')) == key) continue;
        result += setting;
        result += ';';
    }
    result += key;
    result += '=';
    return result + plain(value);
}

Spsa::Spsa(SpsaSettings settings)
    : settings_(std::move(settings)) {
    for (const TunedParameter& parameter : settings_.parameters) {
        values_.push_back(parameter.value);
    }
}

// Spall's exponents: the reach falls so slowly that differences stay measurable, the gain so that
// its sum diverges and the sum of squares of gain / reach does not.
double Spsa::reach() const {
    return std::pow(static_cast<double>(iteration_ + 1), -0.101);
}

double Spsa::gain() const {
    const double delay = 1 + static_cast<double>(settings_.iterations) / 10;
    return settings_.rate * std::pow(delay / (delay + static_cast<double>(iteration_)), 0.602);
}

std::vector<double> Spsa::directions() const {
    Random random(mix_seed(settings_.seed, iteration_));
    std::vector<double> directions;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        directions.push_back(random.below(2) == 0 ? -1 : 1);
    }
    return directions;
}

Spsa::Versions Spsa::versions() const {
    const std::vector<double> directions = this->directions();
    Versions versions;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const TunedParameter& parameter = settings_.parameters[i];
        const double move = directions[i] * reach() * parameter.step;
        versions.plus.push_back(std::clamp(values_[i] + move, parameter.low, parameter.high));
        versions.minus.push_back(std::clamp(values_[i] - move, parameter.low, parameter.high));
    }
    return versions;
}

void Spsa::learn(double margin) {
    const std::vector<double> directions = this->directions();
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const TunedParameter& parameter = settings_.parameters[i];
        const double slope = margin / typical_margin / reach();
        values_[i] = std::clamp(values_[i] + gain() * slope * directions[i] * parameter.step,
                                parameter.low, parameter.high);
    }
    ++iteration_;
}

} // namespace bastide
