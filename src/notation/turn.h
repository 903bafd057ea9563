#pragma once
// One turn or move between JSON and values: the part that records and the server's protocol share.

#include "catalog/json_reader.h"
#include "notation/record.h"

namespace bastide {

/// A move by itself: an object of x, y, rot and perhaps deploy, recall, gingerbread, and nothing
/// else. What is wrong stays in the reader.
Move read_move(JsonReader& reader, const Json& json);

/// A whole turn, strictly. The setup knows the tiles.
RecordTurn read_turn(JsonReader& reader, const Json& json, const Setup& setup, unsigned players);
Json turn_json(const Setup& setup, const RecordTurn& turn);

} // namespace bastide
