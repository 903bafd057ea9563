#include "ai/agent.h"

#include "ai/agents/random_agent.h"

#include <charconv>

namespace bastide {
namespace {

bool read_number(std::string_view text, double& out) {
    // from_chars for doubles is missing in some libraries: digits with one point are enough.
    double value = 0, place = 0;
    if (text.empty()) return false;
    for (const char c : text) {
        if (c == '.' && place == 0) {
            place = 0.1;
        } else if (c < '0' || c > '9') {
            return false;
        } else if (place == 0) {
            value = value * 10 + (c - '0');
        } else {
            value += place * (c - '0');
            place /= 10;
        }
    }
    out = value;
    return true;
}

template <class T>
bool read_whole(std::string_view text, T& out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
}

bool set_key(AgentSpec& spec, std::string_view key, std::string_view value) {
    if (key == "time") return read_number(value, spec.budget.seconds);
    if (key == "nodes") return read_whole(value, spec.budget.nodes);
    if (key == "threads") return read_whole(value, spec.budget.threads) && spec.budget.threads > 0;
    return false;
}

} // namespace

std::expected<AgentSpec, std::string> parse_agent(std::string_view text) {
    AgentSpec spec;
    spec.text = text;
    const std::size_t colon = text.find(':');
    spec.name = text.substr(0, colon);
    std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    while (!rest.empty()) {
        const std::size_t end = rest.find(';');
        const std::string_view pair = rest.substr(0, end);
        rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos ||
            !set_key(spec, pair.substr(0, equals), pair.substr(equals + 1))) {
            return std::unexpected("agent \"" + spec.text + "\": \"" + std::string(pair) +
                                   "\" is not a setting it knows");
        }
    }
    return spec;
}

std::expected<std::unique_ptr<Agent>, std::string> make_agent(const AgentSpec& spec) {
    if (spec.name == "random") return std::make_unique<RandomAgent>();
    return std::unexpected("there is no agent \"" + spec.name + "\"");
}

} // namespace bastide
