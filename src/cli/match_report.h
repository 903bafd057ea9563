#pragma once
// What a match proved, as JSON and for people.

#include "ai/arena/match.h"

#include <optional>

namespace bastide::cli {

struct MatchOutcome {
    Match match;
    std::vector<Bout> bouts; // in order
    std::optional<Sprt> sprt;
    Counted counted = Counted::results; // by what the test stopped
    double seconds = 0;                 // that this run took
    double luck_seconds = 0;            // of all its threads, for the luck of the draws
};

/// Two agents: the keys of the summary. More: `table`, the strongest first, and `encounters`.
Json outcome_json(const MatchOutcome& outcome);
void print_outcome(const MatchOutcome& outcome);

} // namespace bastide::cli
