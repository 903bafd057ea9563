#pragma once
// The record of a game: one text form for every tool. docs/record.md describes it.

#include "catalog/catalog.h"
#include "notation/thought.h"
#include "rules/move.h"
#include "rules/result.h"

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bastide {

inline constexpr std::string_view record_format = "bastide/1";
/// The same, and a turn may tell what its player thought. Written only where one does.
inline constexpr std::string_view record_format_with_thoughts = "bastide/2";
/// No record of a game comes near this; longer text is refused before it is parsed. (Objects are
/// searched key by key: what is accepted bounds the time.)
inline constexpr std::size_t max_record_bytes = 1 << 18;

struct RecordTurn {
    unsigned player = 0;
    TileIndex tile = no_tile;
    Move move;
    std::vector<TileIndex> skipped;
    bool bonus = false;
    std::optional<Thought> thought; // of the records alone: nobody at a table is told
    friend bool operator==(const RecordTurn&, const RecordTurn&) = default;
};

/// A link of a player's hash chain, revealed with a turn.
struct RevealedLink {
    unsigned seat = 0;
    std::string link;
    friend bool operator==(const RevealedLink&, const RevealedLink&) = default;
};

/// The players' part of the draws, since version 2 of the proof.
struct PlayersProof {
    std::optional<unsigned> first;                // who was to begin; nothing: by lot
    std::vector<std::optional<std::string>> tips; // of each seat's chain, where it has one
    /// By turn: what was revealed when that turn was first played. A turn without: the server's
    /// part alone decided the next draw.
    std::vector<std::optional<RevealedLink>> links;
    friend bool operator==(const PlayersProof&, const PlayersProof&) = default;
};

/// How the draws of an online game can be proved: the hash of the dealer's secret, published before
/// the start, the secret, once the game is over, and what the players gave to it. Hashes, secrets
/// and links are 64 lower-case hexadecimal digits each.
struct DealerProof {
    std::string commitment;
    std::optional<std::string> secret;
    std::optional<PlayersProof> players; // without: version 1, the server's secret alone
    friend bool operator==(const DealerProof&, const DealerProof&) = default;
};

struct Record {
    std::shared_ptr<const Setup> setup;
    std::vector<std::string> players; // names
    std::vector<RecordTurn> turns;
    std::optional<std::vector<int>> result; // final scores, when the game has ended
    std::optional<DealerProof> dealer;

    const Box& box() const { return *setup->box; }
    /// Who begins: the first turn's player; 0 while there is none.
    unsigned first_player() const { return turns.empty() ? 0 : turns.front().player; }
    bool has_thoughts() const;
};

/// One clear reason; the turn counts from 1 and is 0 when the record as a whole is wrong.
struct RecordError {
    unsigned turn = 0;
    std::string reason; // of a violation: its code
    std::optional<RuleViolation> violation = std::nullopt;
    static RecordError refused(unsigned turn, RuleViolation violation) {
        return {turn, std::string(code(violation)), violation};
    }
    std::string text() const;
};

/// Strict: unknown keys, values, tiles and types are errors. The rules are not asked yet.
std::expected<Record, RecordError> parse_record(std::string_view json);

/// One line without a line end. Options at their defaults, absent tokens and the like are left out;
/// the same record gives the same bytes.
std::string write_record(const Record& record);

/// A record that begins: edition, options, names.
Record new_record(std::shared_ptr<const Setup> setup, std::vector<std::string> players);

} // namespace bastide
