#pragma once
// The options of a game between JSON and values, as records and the server's protocol write them.

#include "catalog/catalog.h"
#include "catalog/json_reader.h"

namespace bastide {

/// "true" and "false" are booleans, all else is text.
Json option_json(std::string_view value);

/// Sets what the object names; what is wrong stays in the reader.
void read_options(JsonReader& reader, const Json& json, Options& options);
/// Those that differ from the edition's defaults.
Json options_json(const Edition& edition, const Options& options);
/// All of them.
Json options_json(const Options& options);

} // namespace bastide
