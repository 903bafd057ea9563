#include "catalog/options.h"

namespace bastide {
namespace {

constexpr std::string_view river_values[] = {"false", "true", "2021"};
constexpr std::string_view bool_values[] = {"false", "true"};
constexpr std::string_view farm_values[] = {"off", "city-4", "farm-3", "farm-3-once"};
constexpr std::string_view small_city_values[] = {"half", "full"};
constexpr std::string_view unplaceable_values[] = {"return", "remove"};

// Values stand in the order of their enumerators.
constexpr OptionKey keys[] = {
    {"river", river_values},
    {"abbot", bool_values},
    {"gingerbread", bool_values},
    {"gingerbread_double", bool_values},
    {"farms", farm_values},
    {"small_city", small_city_values},
    {"unplaceable", unplaceable_values},
};

/// Reads or writes one option as the index of its value.
template <class Visit>
bool visit_option(Options& options, std::string_view key, Visit&& visit) {
    const auto as_index = [&](auto& field) {
        auto index = static_cast<unsigned>(field);
        visit(index);
        field = static_cast<std::remove_reference_t<decltype(field)>>(index);
        return true;
    };
    if (key == "river") return as_index(options.river);
    if (key == "abbot") return as_index(options.abbot);
    if (key == "gingerbread") return as_index(options.gingerbread);
    if (key == "gingerbread_double") return as_index(options.gingerbread_double);
    if (key == "farms") return as_index(options.farms);
    if (key == "small_city") return as_index(options.small_city);
    if (key == "unplaceable") return as_index(options.unplaceable);
    return false;
}

} // namespace

std::span<const OptionKey> option_keys() {
    return keys;
}

bool set_option(Options& options, std::string_view key, std::string_view value) {
    for (const OptionKey& option : keys) {
        if (option.key != key) continue;
        for (unsigned i = 0; i < option.values.size(); ++i) {
            if (option.values[i] != value) continue;
            return visit_option(options, key, [i](unsigned& index) { index = i; });
        }
    }
    return false;
}

std::string_view option_value(const Options& options, std::string_view key) {
    Options copy = options;
    unsigned value = 0;
    if (!visit_option(copy, key, [&](unsigned& index) { value = index; })) return {};
    for (const OptionKey& option : keys) {
        if (option.key == key) return option.values[value];
    }
    return {};
}

} // namespace bastide
