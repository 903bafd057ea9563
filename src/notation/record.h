#pragma once
// The record of a game: one text form for every tool. docs/record.md describes it.

#include "catalog/catalog.h"
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
/// No record of a game comes near this; longer text is refused before it is parsed. (Objects are
/// searched key by key: what is accepted bounds the time.)
inline constexpr std::size_t max_record_bytes = 1 << 18;

struct RecordTurn {
    unsigned player = 0;
    TileIndex tile = no_tile;
    Move move;
    std::vector<TileIndex> skipped;
    bool bonus = false;
    friend bool operator==(const RecordTurn&, const RecordTurn&) = default;
};

/// How the draws of an online game can be proved: the hash of the dealer's secret, published at the
/// start, and the secret, once the game is over. 64 lower-case hexadecimal digits each.
struct DealerProof {
    std::string commitment;
    std::optional<std::string> secret;
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
