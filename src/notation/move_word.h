#pragma once
// A move as one word, for protocols of text lines: "0,-1,2" is a cell and a rotation, ",f0" a
// follower on segment 0 (a: abbot, h: hut), ",r" the abbot taken back, and "@0,1,0" where the
// Gingerbread Man goes, once or twice.

#include "rules/move.h"

#include <optional>
#include <string>
#include <string_view>

namespace bastide {

std::string move_word(const Move& move);
/// Nothing if it is no such word. The rules are not asked.
std::optional<Move> move_from_word(std::string_view word);

} // namespace bastide
