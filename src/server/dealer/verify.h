#pragma once
// The proof of a finished online game: everything chance decided, worked out again.

#include "notation/record.h"

#include <expected>

namespace bastide::server {

/// What a record proves.
struct VerifiedDraws {
    unsigned version = 1;
    unsigned draws = 0;
    unsigned with_links = 0; // turns whose player gave a link to the next draw
    /// Who began: by lot, as the proof gives it; as the table said; or the record cannot tell
    /// (version 1, and games without a turn).
    enum class First : std::uint8_t { by_lot, by_table, unknown };
    First first = First::unknown;
};

/// Recomputes the commitment, every link, who began and every draw; or what does not agree.
std::expected<VerifiedDraws, RecordError> verify_draws(const Record& record);

} // namespace bastide::server
