#include "ai/agent.h"

#include "ai/agents/bastide_agent.h"
#include "ai/agents/greedy_agent.h"
#include "ai/agents/random_agent.h"
#include "ai/agents/star25_agent.h"
#include "ai/agents/uct_agent.h"
#include "ai/levels.h"

#include <algorithm>
#include <charconv>

namespace bastide {
namespace {

bool read_number(std::string_view text, double& out) {
    // from_chars for doubles is missing in some libraries: digits with one point are enough.
    double value = 0, place = 0;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
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
    out = negative ? -value : value;
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
    double number = 0;
    if (!read_number(value, number)) return false;
    spec.settings.emplace_back(key, number);
    return true;
}

/// Reads `key=value;key=value`; returns what it does not understand.
std::string_view read_settings(AgentSpec& spec, std::string_view text) {
    while (!text.empty()) {
        const std::size_t end = text.find(';');
        const std::string_view pair = text.substr(0, end);
        text = end == std::string_view::npos ? "" : text.substr(end + 1);
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos ||
            !set_key(spec, pair.substr(0, equals), pair.substr(equals + 1))) {
            return pair.empty() ? ";" : pair;
        }
    }
    return {};
}

/// Settings by name: the one list of what can be tuned.
struct NamedWeight {
    std::string_view key;
    float Weights::* weight;
};
constexpr NamedWeight named_weights[] = {
    {"draw_share", &Weights::draw_share},
    {"hole_factor", &Weights::hole_factor},
    {"follower", &Weights::follower},
    {"follower_decay", &Weights::follower_decay},
    {"follower_end", &Weights::follower_end},
    {"returned", &Weights::returned},
    {"farm_share", &Weights::farm_share},
    {"farm_growth", &Weights::farm_growth},
    {"site_share", &Weights::site_share},
    {"abbot", &Weights::abbot},
    {"hut", &Weights::hut},
    {"fish_growth", &Weights::fish_growth},
    {"meadow_growth", &Weights::meadow_growth},
    {"behind", &Weights::behind},
};
constexpr std::string_view search_keys[] = {
    "exploration", "temperature", "trust",  "plies",   "expand_at", "wide", "narrow",
    "plain",       "completion",  "fields", "sharing", "economy",   "noise", "probing", "range"};

bool is_known(std::string_view key) {
    for (const NamedWeight& weight : named_weights) {
        if (weight.key == key) return true;
    }
    for (const std::string_view known : search_keys) {
        if (known == key) return true;
    }
    return false;
}

Weights weights_from(const AgentSpec& spec) {
    Weights weights;
    for (const NamedWeight& named : named_weights) {
        float& weight = weights.*named.weight;
        weight = static_cast<float>(spec.setting(named.key, static_cast<double>(weight)));
    }
    return weights;
}

Understanding understanding_from(const AgentSpec& spec) {
    Understanding understanding;
    understanding.completion = spec.setting("completion", 1) != 0;
    understanding.fields = spec.setting("fields", 1) != 0;
    understanding.economy = spec.setting("economy", 0) != 0; // not the literature's greedy player's
    understanding.sharing = spec.setting("sharing", 1) != 0;
    return understanding;
}

PuctSettings search_from(const AgentSpec& spec) {
    PuctSettings settings;
    const auto set = [&](std::string_view key, float& value) {
        value = static_cast<float>(spec.setting(key, static_cast<double>(value)));
    };
    set("exploration", settings.exploration);
    set("temperature", settings.temperature);
    set("trust", settings.trust);
    set("wide", settings.squash.wide);
    set("narrow", settings.squash.narrow);
    settings.plain = spec.setting("plain", 0) != 0;
    settings.classic_plies = static_cast<unsigned>(spec.setting("plies", settings.classic_plies));
    settings.hunters_plies = static_cast<unsigned>(spec.setting("plies", settings.hunters_plies));
    settings.expand_at = static_cast<unsigned>(spec.setting("expand_at", settings.expand_at));
    return settings;
}

} // namespace

double AgentSpec::setting(std::string_view key, double otherwise) const {
    for (const auto& [known, value] : settings) { // the last one counts
        if (known == key) otherwise = value;
    }
    return otherwise;
}

std::expected<AgentSpec, std::string> parse_agent(std::string_view text) {
    AgentSpec spec;
    spec.text = text;
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    const std::string_view settings = colon == std::string_view::npos ? "" : text.substr(colon + 1);
    spec.name = name;
    std::string_view wrong;
    for (const Level& level : levels()) {
        if (level.name != name) continue;
        const std::size_t end = std::min(level.agent.find(':'), level.agent.size());
        spec.name = level.agent.substr(0, end);
        if (end < level.agent.size()) wrong = read_settings(spec, level.agent.substr(end + 1));
    }
    if (wrong.empty()) wrong = read_settings(spec, settings);
    if (wrong.empty()) return spec;
    return std::unexpected("agent \"" + spec.text + "\": \"" + std::string(wrong) +
                           "\" is not a setting it knows");
}

std::expected<std::unique_ptr<Agent>, std::string> make_agent(const AgentSpec& spec) {
    for (const auto& [key, value] : spec.settings) {
        if (!is_known(key)) {
            return std::unexpected("agent \"" + spec.text + "\": \"" + key +
                                   "\" is not a setting it knows");
        }
    }
    if (spec.name == "random") return std::make_unique<RandomAgent>();
    if (spec.name == "greedy") {
        return std::make_unique<GreedyAgent>(weights_from(spec), understanding_from(spec),
                                             static_cast<float>(spec.setting("noise", 0)));
    }
    if (spec.name == "uct") {
        return std::make_unique<UctAgent>(static_cast<float>(spec.setting("exploration", 0.5)));
    }
    if (spec.name == "star25") {
        Star25Settings settings;
        settings.probing = static_cast<unsigned>(spec.setting("probing", settings.probing));
        settings.range = spec.setting("range", settings.range);
        return std::make_unique<Star25Agent>(weights_from(spec), settings);
    }
    if (spec.name == "bastide") {
        return std::make_unique<BastideAgent>(weights_from(spec), search_from(spec));
    }
    return std::unexpected("there is no agent \"" + spec.name + "\"");
}

} // namespace bastide
