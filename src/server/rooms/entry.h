#pragma once
// One entry of a game's log: what happened, as it is stored. What follows from it (points, the next
// tile, the hash) is worked out again whenever it is needed.

#include "catalog/json_reader.h"
#include "notation/record.h"
#include "server/dealer/chain.h"

#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace bastide::server {

struct Entry {
    enum class Kind : std::uint8_t {
        start,
        turn,
        takeback,
        resign,
        flag,
        substitute,
        pause,
        resume,
        end
    };
    Kind kind = Kind::start;
    std::int64_t at = 0;
    unsigned seat = 0;                      // all but start, end and a resume by time
    RecordTurn turn;                        // turn
    std::string move_id;                    // turn of a person
    std::optional<Bytes32> link;            // turn of a person who still has the chain
    unsigned turns = 0;                     // takeback: those that remain
    std::optional<std::string> agent;       // substitute
    bool by_time = false;                   // resume: the pause was over, nobody asked
    unsigned first = 0;                     // start
    std::vector<std::string> names;         // start
    std::optional<PlayersPart::Tips> tips;  // start; without, draws are of version 1
    std::vector<std::int64_t> remaining_ms; // with a clock: left for each seat after this entry
};

std::string_view name(Entry::Kind kind);
Json tips_json(const PlayersPart::Tips& tips);
std::string entry_body(const Entry& entry, const Setup& setup);
std::expected<Entry, std::string> parse_entry(const std::string& body, std::int64_t at,
                                              const Setup& setup, unsigned players);

} // namespace bastide::server
