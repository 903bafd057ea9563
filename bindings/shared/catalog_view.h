#pragma once
// The editions as JSON.

#include "catalog/catalog.h"
#include "catalog/json_reader.h"

namespace bastide::binding {

/// Editions with their options, the values these take, and how many tiles they play with.
Json catalog_json(const Catalog& catalog);

} // namespace bastide::binding
