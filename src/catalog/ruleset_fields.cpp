#include "catalog/ruleset_fields.h"

#include <algorithm>
#include <span>

namespace bastide {
namespace {

struct Field {
    std::string_view name;
    unsigned low, high;
    std::span<const std::string_view> words; // of an enumerator, in its order; else none
    void (*set)(Ruleset&, unsigned);
};

template <auto member>
void put(Ruleset& rules, unsigned number) {
    auto& field = rules.*member;
    field = static_cast<std::remove_reference_t<decltype(field)>>(number);
}

constexpr std::string_view farm_words[] = {"off", "city-4", "farm-3", "farm-3-once"};
constexpr std::string_view unplaceable_words[] = {"return", "remove"};

constexpr Field fields[] = {
    {"players", 1, max_players, {}, put<&Ruleset::players>},
    {"followers", 1, 7, {}, put<&Ruleset::followers>},
    {"huts", 0, 3, {}, put<&Ruleset::huts>},
    {"abbots", 0, 1, {}, put<&Ruleset::abbots>},
    {"big_followers", 0, 1, {}, put<&Ruleset::big_followers>},
    {"builders", 0, 1, {}, put<&Ruleset::builders>},
    {"pigs", 0, 1, {}, put<&Ruleset::pigs>},
    {"points_each_on_road", 0, 9, {}, put<&Ruleset::points_each_on_road>},
    {"points_each_in_city", 0, 9, {}, put<&Ruleset::points_each_in_city>},
    {"points_each_in_two_tile_city", 0, 9, {}, put<&Ruleset::points_each_in_two_tile_city>},
    {"points_each_on_unfinished_road", 0, 9, {}, put<&Ruleset::points_each_on_unfinished_road>},
    {"points_each_in_unfinished_city", 0, 9, {}, put<&Ruleset::points_each_in_unfinished_city>},
    {"points_each_at_site", 0, 9, {}, put<&Ruleset::points_each_at_site>},
    {"points_each_city_by_city", 0, 9, {}, put<&Ruleset::points_each_city_by_city>},
    {"points_each_city_by_farm", 0, 9, {}, put<&Ruleset::points_each_city_by_farm>},
    {"points_each_knight_and_tile_left", 0, 9, {}, put<&Ruleset::points_each_knight_and_tile_left>},
    {"points_each_on_road_with_inn", 0, 9, {}, put<&Ruleset::points_each_on_road_with_inn>},
    {"points_each_in_city_with_cathedral",
     0,
     9,
     {},
     put<&Ruleset::points_each_in_city_with_cathedral>},
    {"points_more_each_city_with_pig", 0, 9, {}, put<&Ruleset::points_more_each_city_with_pig>},
    {"points_for_most_goods", 0, 99, {}, put<&Ruleset::points_for_most_goods>},
    {"points_each_in_river", 0, 9, {}, put<&Ruleset::points_each_in_river>},
    {"points_each_in_forest", 0, 9, {}, put<&Ruleset::points_each_in_forest>},
    {"points_each_fish_of_huts", 0, 9, {}, put<&Ruleset::points_each_fish_of_huts>},
    {"points_each_animal", 0, 9, {}, put<&Ruleset::points_each_animal>},
    {"farms", 0, 3, farm_words, put<&Ruleset::farms>},
    {"unplaceable", 0, 1, unplaceable_words, put<&Ruleset::unplaceable>},
    {"gingerbread", 0, 1, {}, put<&Ruleset::gingerbread>},
    {"gingerbread_double", 0, 1, {}, put<&Ruleset::gingerbread_double>},
};

constexpr std::string_view family_words[] = {"classic", "hunters"};

const Field* find(std::string_view name) {
    const auto found = std::find_if(std::begin(fields), std::end(fields),
                                    [&](const Field& field) { return field.name == name; });
    return found == std::end(fields) ? nullptr : found;
}

} // namespace

std::optional<unsigned> field_number(std::string_view name, const Json& value) {
    const Field* field = find(name);
    if (field == nullptr) return std::nullopt;
    if (!field->words.empty()) {
        const std::string text = value.is_string() ? value.get<std::string>() : "";
        const auto found = std::find(field->words.begin(), field->words.end(), text);
        if (found == field->words.end()) return std::nullopt;
        return static_cast<unsigned>(found - field->words.begin());
    }
    if (value.is_boolean() && field->high == 1) return value.get<bool>() ? 1u : 0u;
    if (!value.is_number_unsigned()) return std::nullopt;
    const auto number = value.get<std::uint64_t>();
    if (number < field->low || number > field->high) return std::nullopt;
    return static_cast<unsigned>(number);
}

void set_field(Ruleset& rules, std::string_view name, unsigned number) {
    if (const Field* field = find(name)) field->set(rules, number);
}

std::string_view word(Goods goods) {
    constexpr std::string_view words[] = {"none", "wine", "grain", "cloth"};
    return words[static_cast<unsigned>(goods)];
}

std::string_view word(Family family) {
    return family_words[static_cast<unsigned>(family)];
}

std::optional<Family> family_from(std::string_view text) {
    for (const Family family : {Family::classic, Family::hunters}) {
        if (word(family) == text) return family;
    }
    return std::nullopt;
}

} // namespace bastide
