#pragma once
// The words of records and events: one source for every text form.

#include "rules/events.h"
#include "rules/move.h"
#include "rules/tile.h"

#include <optional>
#include <string_view>

namespace bastide {

std::string_view word(Token token);
std::string_view word(AreaKind kind);
std::string_view word(Reason reason);
std::string_view word(SegmentKind kind);
std::optional<Token> token_from(std::string_view word);

} // namespace bastide
