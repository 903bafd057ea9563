#pragma once
// The options of a game, by the names and values that records, the command line and the protocol
// use.

#include "rules/ruleset.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace bastide {

enum class River : std::uint8_t { off, on, printing_2021 };
enum class SmallCity : std::uint8_t { half, full };

struct Options {
    River river = River::off;
    bool abbot = false;
    bool gingerbread = false;
    bool gingerbread_double = true;
    FarmRule farms = FarmRule::farm_3;
    SmallCity small_city = SmallCity::full;
    Unplaceable unplaceable = Unplaceable::remove;
    friend constexpr bool operator==(const Options&, const Options&) = default;
};

/// One option and the values it may take, as text. "false" and "true" are JSON's booleans.
struct OptionKey {
    std::string_view key;
    std::span<const std::string_view> values;
};

/// All of them, in the order in which records list them.
std::span<const OptionKey> option_keys();

/// False if there is no such key or value; the options are then unchanged.
bool set_option(Options& options, std::string_view key, std::string_view value);
std::string_view option_value(const Options& options, std::string_view key);

} // namespace bastide
