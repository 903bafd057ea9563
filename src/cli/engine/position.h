#pragma once
// A game in the words of the engine protocol: what it is played by, the turns so far and the tile
// in hand. Both sides of the protocol share this.

#include "catalog/catalog.h"
#include "notation/record.h"
#include "rules/game.h"

#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::cli {

inline constexpr unsigned engine_protocol_version = 1;
/// No line of the protocol comes near this; a longer one is refused without being kept.
inline constexpr std::size_t longest_engine_line = 1 << 20;

/// What `newgame` tells.
struct GameTerms {
    std::shared_ptr<const Setup> setup;
    unsigned players = 2;
    unsigned first = 0; // who begins
};
std::expected<GameTerms, std::string> read_terms(std::string_view json);
std::string terms_text(const Setup& setup, unsigned players);

/// `turn TILE MOVE`, `skip TILE` (drawn and fitted nowhere), at last `hand TILE`.
std::expected<std::unique_ptr<Game>, std::string> read_position(const GameTerms& terms,
                                                                std::string_view words);
/// `now` has the tile in hand and those skipped before it.
std::string position_text(const Setup& setup, std::span<const RecordTurn> turns,
                          const RecordTurn& now);

/// Every legal move for the tile in hand, with every way of the Gingerbread Man.
std::vector<Move> complete_moves(const Game& game);
/// " 0,1,0 0,1,0,f1": a blank before each.
std::string move_words(std::span<const Move> moves);

/// The words of a line; blanks of any kind separate them.
std::vector<std::string_view> words_of_line(std::string_view line);

} // namespace bastide::cli
