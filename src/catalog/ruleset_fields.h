#pragma once
// The fields of a ruleset that data files may set, by name: a table instead of code per edition.

#include "catalog/json_reader.h"
#include "rules/ruleset.h"
#include "rules/tile.h"

#include <optional>
#include <string_view>

namespace bastide {

/// The number that stands for this JSON in the field: a boolean, a whole number within the field's
/// bounds or one of its words. Nothing if there is no such field or value.
std::optional<unsigned> field_number(std::string_view field, const Json& value);
/// Takes what field_number() gave.
void set_field(Ruleset& rules, std::string_view field, unsigned number);

/// "wine", "grain" or "cloth", as data and events write it; "none".
std::string_view word(Goods goods);

/// "classic" or "hunters", as data, records and clients write it.
std::string_view word(Family family);
std::optional<Family> family_from(std::string_view word);

} // namespace bastide
