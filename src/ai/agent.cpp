#include "ai/agent.h"

#include "ai/agents/kind.h"
#include "ai/levels.h"
#include "notation/nearest.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace bastide {
namespace {

bool read_number(std::string_view text, double& out) {
    // from_chars for doubles is missing in some libraries: digits with one point are enough.
    constexpr std::size_t longest = 32; // of which no number is infinite
    double value = 0, place = 0;
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const bool any_digit = text.find_first_of("0123456789") != std::string_view::npos;
    if (!any_digit || text.size() > longest) return false;
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

/// What the key's value has to be, if it is not.
std::optional<std::string> set_key(AgentSpec& spec, std::string_view key, std::string_view value) {
    const auto wanted = [](bool good, const char* what) {
        return good ? std::nullopt : std::optional<std::string>(what);
    };
    if (key == "time") {
        const bool good = read_number(value, spec.budget.seconds) && spec.budget.seconds >= 0 &&
                          spec.budget.seconds <= longest_thought;
        if (good) return {};
        return "a number of seconds from 0 to " + std::to_string(longest_thought);
    }
    if (key == "nodes") return wanted(read_whole(value, spec.budget.nodes), "a whole number");
    if (key == "threads") {
        const bool good = read_whole(value, spec.budget.threads) && spec.budget.threads >= 1 &&
                          spec.budget.threads <= most_threads;
        if (good) return {};
        return "a whole number from 1 to " + std::to_string(most_threads);
    }
    double number = 0;
    if (!read_number(value, number)) return "a number";
    spec.settings.emplace_back(key, number);
    return {};
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
        const std::size_t equals = std::min(pair.find('='), pair.size());
        if (equals == pair.size()) return '"' + std::string(pair) + "\" is not KEY=VALUE";
        const std::string_view key = pair.substr(0, equals);
        const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
        if (const auto wanted = set_key(spec, key, value)) {
            return std::string(key) + " is " + *wanted + ", not \"" + std::string(value) + "\"";
        }
        text.remove_prefix(end);
    }
    return {};
}

/// The computer players, a row each. What one is called, can be told and how it is made stands in
/// its own file; constants, so that nothing depends on the order in which files start.
#define BASTIDE_AGENTS(row)                                                                        \
    row(random_kind) row(greedy_kind) row(uct_kind) row(star25_kind) row(bastide_kind)             \
        row(bastide_1_kind)

} // namespace

#define BASTIDE_DECLARE(kind) extern const AgentKind kind;
BASTIDE_AGENTS(BASTIDE_DECLARE)

namespace {

#define BASTIDE_LIST(kind) &kind, // NOLINT(bugprone-macro-parentheses): a name
constexpr const AgentKind* kinds[] = {BASTIDE_AGENTS(BASTIDE_LIST)};

std::expected<const AgentKind*, std::string> kind_named(const std::string& name) {
    const auto* found = std::ranges::find(kinds, name, &AgentKind::name);
    if (found != std::end(kinds)) return *found;
    std::vector<std::string> known;
    for (const Level& level : levels()) known.emplace_back(level.name);
    for (const AgentKind* kind : kinds) known.emplace_back(kind->name);
    std::string list;
    for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
    return std::unexpected("there is no agent \"" + name + '"' + did_you_mean(name, known, "\"") +
                           " (there are " + list + ")");
}

/// The kind that this description names and that knows its settings, or what is wrong with it.
std::expected<const AgentKind*, std::string> kind_of(const AgentSpec& spec) {
    const auto found = kind_named(spec.name);
    if (!found) return found;
    const AgentKind& kind = **found;
    for (const auto& [key, value] : spec.settings) {
        const bool weight = kind.weights == TakesWeights::yes && is_weight(key);
        if (!weight && std::ranges::find(kind.keys, key) == kind.keys.end()) {
            return std::unexpected("agent \"" + spec.text + "\" has no setting \"" + key +
                                   "\" (bastide agents lists them)");
        }
    }
    return &kind;
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
        // What stands behind a name that is none is no setting.
        if (const auto kind = kind_named(spec.name); !kind) return std::unexpected(kind.error());
        return std::unexpected("agent \"" + spec.text + "\": " + *reason);
    }
    return spec;
}

std::expected<std::unique_ptr<Agent>, std::string> make_agent(const AgentSpec& spec) {
    const auto kind = kind_of(spec);
    if (!kind) return std::unexpected(kind.error());
    return (*kind)->make(spec);
}

std::vector<std::string_view> agent_settings(std::string_view name) {
    std::vector<std::string_view> keys = {"time", "nodes", "threads"};
    for (const AgentKind* kind : kinds) {
        if (kind->name != name) continue;
        keys.insert(keys.end(), kind->keys.begin(), kind->keys.end());
        if (kind->weights == TakesWeights::no) continue;
        for (const std::string_view weight : weight_names()) keys.push_back(weight);
    }
    return keys;
}

std::vector<std::string_view> agent_names() {
    std::vector<std::string_view> names;
    for (const AgentKind* kind : kinds) names.push_back(kind->name);
    return names;
}

} // namespace bastide
