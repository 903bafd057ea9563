#include "ai/agent.h"

#include "ai/agents/bastide_agent.h"
#include "ai/agents/greedy_agent.h"
#include "ai/agents/random_agent.h"
#include "ai/agents/star25_agent.h"
#include "ai/agents/uct_agent.h"
#include "ai/levels.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

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

/// Reads `:key=value;key=value`, or nothing. The reason why it cannot.
std::optional<std::string> read_settings(AgentSpec& spec, std::string_view text) {
    while (!text.empty()) {
        const char mark = text.front();
        const std::size_t end = std::min(text.find(';', 1), text.size());
        const std::string_view pair = text.substr(1, end - 1);
        if (pair.empty()) {
            return std::string("a setting, such as time=0.5, must follow \"") + mark + "\"";
        }
        const std::size_t equals = pair.find('=');
        if (equals == std::string_view::npos ||
            !set_key(spec, pair.substr(0, equals), pair.substr(equals + 1))) {
            return "\"" + std::string(pair) + "\" is not a setting it knows";
        }
        text.remove_prefix(end);
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

constexpr std::string_view greedy_keys[] = {"completion", "fields", "sharing", "economy", "noise"};
constexpr std::string_view uct_keys[] = {"exploration"};
constexpr std::string_view star25_keys[] = {"probing", "range"};
constexpr std::string_view bastide_keys[] = {"exploration", "temperature", "trust",  "plies",
                                             "expand_at",   "wide",        "narrow", "plain"};

/// What an agent can be told besides its budget.
struct KnownKeys {
    std::string_view agent;
    std::span<const std::string_view> keys;
    bool weights; // of the evaluation by formula, too
};
constexpr KnownKeys known_keys[] = {
    {"random", {}, false},         {"greedy", greedy_keys, true},   {"uct", uct_keys, false},
    {"star25", star25_keys, true}, {"bastide", bastide_keys, true}, {"bastide-1", {}, false},
};

bool knows(const KnownKeys& known, std::string_view key) {
    for (const NamedWeight& weight : named_weights) {
        if (known.weights && weight.key == key) return true;
    }
    return std::ranges::find(known.keys, key) != known.keys.end();
}

/// The reason why an agent cannot be made from this description.
std::optional<std::string> objection(const AgentSpec& spec) {
    const auto* known = std::ranges::find(known_keys, spec.name, &KnownKeys::agent);
    if (known == std::end(known_keys)) return "there is no agent \"" + spec.name + "\"";
    for (const auto& [key, value] : spec.settings) {
        if (!knows(*known, key)) {
            return "agent \"" + spec.text + "\": \"" + key + "\" is not a setting it knows";
        }
    }
    return {};
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

/// A setting that counts something.
unsigned count_from(const AgentSpec& spec, std::string_view key, unsigned otherwise) {
    return static_cast<unsigned>(std::clamp(spec.setting(key, otherwise), 0.0, 1e6));
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
    settings.classic_plies = count_from(spec, "plies", settings.classic_plies);
    settings.hunters_plies = count_from(spec, "plies", settings.hunters_plies);
    settings.expand_at = count_from(spec, "expand_at", settings.expand_at);
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
    const std::size_t colon = std::min(text.find(':'), text.size());
    spec.name = text.substr(0, colon);
    for (const Level& level : levels()) {
        if (level.name != spec.name) continue;
        const std::size_t end = std::min(level.agent.find(':'), level.agent.size());
        spec.name = level.agent.substr(0, end);
        read_settings(spec, level.agent.substr(end)); // ours: nothing to object to
        break;
    }
    if (auto reason = read_settings(spec, text.substr(colon))) {
        return std::unexpected("agent \"" + spec.text + "\": " + *reason);
    }
    return spec;
}

std::expected<std::unique_ptr<Agent>, std::string> make_agent(const AgentSpec& spec) {
    if (auto reason = objection(spec)) return std::unexpected(std::move(*reason));
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
        settings.probing = count_from(spec, "probing", settings.probing);
        settings.range = std::max(0.0, spec.setting("range", settings.range));
        return std::make_unique<Star25Agent>(weights_from(spec), settings);
    }
    if (spec.name == "bastide-1") return make_bastide_1();
    return std::make_unique<BastideAgent>(weights_from(spec), search_from(spec));
}

} // namespace bastide
