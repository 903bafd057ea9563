#include "ai/evaluation/terms.h"

#include <algorithm>

namespace bastide {
namespace {

// Written by `bastide learn`.
constexpr float classic_two[] = {
#include "ai/evaluation/terms/classic_two.inc"
};
constexpr float classic_more[] = {
#include "ai/evaluation/terms/classic_more.inc"
};
constexpr float hunters_two[] = {
#include "ai/evaluation/terms/hunters_two.inc"
};
constexpr float hunters_more[] = {
#include "ai/evaluation/terms/hunters_more.inc"
};
// Written by `bastide learn --siblings`; docs/ai.md has the commands.
constexpr float classic_two_play[] = {
#include "ai/evaluation/terms/classic_two_play.inc"
};
constexpr float classic_more_play[] = {
#include "ai/evaluation/terms/classic_more_play.inc"
};
constexpr float hunters_two_play[] = {
#include "ai/evaluation/terms/hunters_two_play.inc"
};

template <std::size_t size>
TermTable table_of(const float (&numbers)[size]) {
    static_assert(size == term_knots.size() * term_count);
    TermTable table;
    const float* next = numbers;
    for (Terms& terms : table) {
        std::copy_n(next, term_count, as_floats(terms).begin());
        next += term_count;
    }
    return table;
}

} // namespace

const TermTable& first_learned_terms(Family family, unsigned players) {
    static const TermTable tables[] = {table_of(classic_two), table_of(classic_more),
                                       table_of(hunters_two), table_of(hunters_more)};
    return tables[(family == Family::hunters ? 2 : 0) + (players > 2 ? 1 : 0)];
}

const TermTable& learned_terms(Family family, unsigned players) {
    return first_learned_terms(family, players); // nothing truer has been learned since
}

const TermTable& play_terms(Family family, unsigned players) {
    static const TermTable tables[] = {table_of(classic_two_play), table_of(classic_more_play),
                                       table_of(hunters_two_play)};
    if (family == Family::classic) return tables[players > 2 ? 1 : 0];
    // With more than two players nothing better has been learned yet.
    return players > 2 ? learned_terms(family, players) : tables[2];
}

} // namespace bastide
