#pragma once
// The options of a game, by the names and values that records, the command line and the protocol
// use. data/options.json lists them, a row each.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

/// What an option's value does to a field of the ruleset; ruleset_fields.h knows the fields.
struct FieldValue {
    std::string field;
    unsigned value = 0;
};

/// One option and the values it may take, as text. "false" and "true" are JSON's booleans.
struct GameOption {
    std::string key;
    std::vector<std::string> values;
    std::vector<FieldValue> sets; // one per value, or none where only tiles depend on it
    std::string needs;            // the option without which this one says nothing; may be empty
    bool box = false;             // a box of its own, which every edition of the family may add
    /// What people call it, by language; empty where the locales name it. A house rule brings its
    /// own words, so that it is one row.
    std::vector<std::pair<std::string, std::string>> label;
};
using OptionRows = std::vector<GameOption>;

inline constexpr unsigned max_options = 24;
inline constexpr unsigned max_option_values = 8;

/// A value for each option that an edition takes; none for an edition without options.
class Options {
  public:
    Options() = default;
    /// Every option at its first value.
    explicit Options(std::shared_ptr<const OptionRows> rows)
        : rows_(std::move(rows)) {}

    /// All of them, in the order in which records list them.
    std::span<const GameOption> rows() const {
        return rows_ == nullptr ? std::span<const GameOption>()
                                : std::span<const GameOption>(*rows_);
    }
    /// Which of the row's values is chosen.
    unsigned index(unsigned row) const { return value_[row]; }
    void choose(unsigned row, unsigned index) { value_[row] = static_cast<std::uint8_t>(index); }

    friend bool operator==(const Options&, const Options&) = default;

  private:
    std::shared_ptr<const OptionRows> rows_; // shared by all editions of a family
    std::array<std::uint8_t, max_options> value_ = {};
};

/// False if there is no such key or value; the options are then unchanged.
bool set_option(Options& options, std::string_view key, std::string_view value);
/// "key=value" or several, separated by commas. False at the first that is not there.
bool set_options(Options& options, std::string_view pairs);
/// Empty if there is no such option.
std::string_view option_value(const Options& options, std::string_view key);

} // namespace bastide
