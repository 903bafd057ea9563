#include "cli/engine/info.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace bastide::cli {
namespace {

template <class Number>
std::optional<Number> between(std::string_view word, Number low, Number high) {
    Number number{};
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool whole = error == std::errc{} && end == word.data() + word.size();
    // Not a number is neither.
    if (!whole || !(number >= low && number <= high)) return std::nullopt;
    return number;
}

} // namespace

void read_info(std::span<const std::string_view> words, bastide::Thought& thought) {
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::string_view key = words[i], value = words[i + 1];
        if (key == "pv" || key == "string") return; // the rest of the line
        if (key == "nodes") {
            const auto nodes = between<std::uint64_t>(value, 0, most_thought_nodes);
            if (nodes) thought.nodes = nodes;
        } else if (key == "margin") {
            const auto margin = between(value, -most_thought_margin, most_thought_margin);
            if (margin) thought.margin = margin;
        } else if (key == "win") {
            const auto win = between(value, 0.0, 1.0);
            if (win) thought.win = win;
        }
    }
}

std::string info_line(const bastide::Thought& thought, std::string_view best) {
    std::string line = "info";
    if (thought.nodes) line += fmt::format(" nodes {}", *thought.nodes);
    if (thought.margin) line += fmt::format(" margin {:.2f}", *thought.margin);
    if (thought.win) line += fmt::format(" win {:.3f}", *thought.win);
    return fmt::format("{} pv {}", line, best);
}

} // namespace bastide::cli
