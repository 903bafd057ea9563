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
constexpr float wide_two[] = {
#include "ai/evaluation/terms/wide_two.inc"
};
constexpr float wide_more[] = {
#include "ai/evaluation/terms/wide_more.inc"
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
constexpr float hunters_more_play[] = {
#include "ai/evaluation/terms/hunters_more_play.inc"
};
constexpr float wide_two_play[] = {
#include "ai/evaluation/terms/wide_two_play.inc"
};
constexpr float wide_more_play[] = {
#include "ai/evaluation/terms/wide_more_play.inc"
};

/// What was learned with narrow boxes says nothing of what only wide ones have.
template <std::size_t size>
TermTable table_of(const float (&numbers)[size]) {
    constexpr std::size_t count = size / term_knots.size();
    static_assert(count * term_knots.size() == size);
    static_assert(count == narrow_term_count || count == term_count);
    TermTable table = {};
    const float* next = numbers;
    for (Terms& terms : table) {
        std::copy_n(next, count, as_floats(terms).begin());
        next += count;
    }
    return table;
}

} // namespace

const TermTable& first_learned_terms(Form form, unsigned players) {
    static const TermTable tables[] = {table_of(classic_two), table_of(classic_more),
                                       table_of(hunters_two), table_of(hunters_more)};
    return tables[(form == Form::hunters ? 2 : 0) + (players > 2 ? 1 : 0)];
}

const TermTable& learned_terms(Form form, unsigned players) {
    if (form != Form::wide) return first_learned_terms(form, players); // nothing truer since
    static const TermTable tables[] = {table_of(wide_two), table_of(wide_more)};
    return tables[players > 2 ? 1 : 0];
}

const TermTable& play_terms(Form form, unsigned players) {
    static const TermTable classic[] = {table_of(classic_two_play), table_of(classic_more_play)};
    static const TermTable hunters[] = {table_of(hunters_two_play), table_of(hunters_more_play)};
    static const TermTable wide[] = {table_of(wide_two_play), table_of(wide_more_play)};
    const unsigned more = players > 2 ? 1 : 0;
    switch (form) {
    case Form::classic:
        return classic[more];
    case Form::wide:
        return wide[more];
    case Form::hunters:
        break;
    }
    return hunters[more];
}

} // namespace bastide
