#include "cli/shard.h"

#include <fmt/core.h>

#include <charconv>
#include <vector>

namespace bastide::cli {

Shard shard_from(const std::string& text) {
    if (text.empty()) return {};
    const std::vector<std::string> parts = split(text, '/');
    const auto whole = [](const std::string& part, std::uint64_t& out) {
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), out);
        return error == std::errc() && end == part.data() + part.size();
    };
    Shard shard;
    if (parts.size() != 2 || !whole(parts[0], shard.index) || !whole(parts[1], shard.count) ||
        shard.index < 1 || shard.index > shard.count) {
        bad_input(fmt::format("--shard is I/N with I from 1 to N, not \"{}\"", text));
    }
    --shard.index;
    return shard;
}

BoutTasks tasks_from(const Match& match, std::uint64_t pairs, const Shard& shard) {
    BoutTasks tasks;
    tasks.encounters = static_cast<unsigned>(encounters(match).size());
    tasks.first = shard.index;
    tasks.step = shard.count;
    const std::uint64_t all = pairs * tasks.encounters;
    if (shard.index < all) tasks.size = (all - shard.index - 1) / shard.count + 1;
    return tasks;
}

} // namespace bastide::cli
