#pragma once
// Moves and events as JSON, in the words of docs/record.md.

#include "catalog/json_reader.h"
#include "notation/thought.h"
#include "rules/events.h"
#include "rules/move.h"

#include <string>

namespace bastide {

/// Adds x, y, rot and, where they apply, deploy, recall and gingerbread.
void add_move(Json& json, const Move& move);
Json move_json(const Move& move);
Json event_json(const ScoreEvent& event);
/// Counters by the words of their kinds.
enum class EachKind : std::uint8_t { always, if_any };
Json goods_json(const GoodsCount& goods, EachKind each);
/// Points by the words of what they came from; kinds that gave none are left out.
Json breakdown_json(const Breakdown& breakdown);
template <class Events>
Json events_json(const Events& events) {
    Json list = Json::array();
    for (const ScoreEvent& event : events) list.push_back(event_json(event));
    return list;
}

/// Margins to a hundredth of a point, chances to a hundredth of a per cent.
Json thought_json(const Thought& thought);

/// Compact text; bytes that are not UTF-8 are replaced, so that it never fails.
std::string text_of(const Json& json);

} // namespace bastide
