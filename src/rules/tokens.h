#pragma once
// The kinds of token, one row each. Supplies, choices, words and output are indexed by it; who may
// deploy where is read from it by one function, may_deploy() in internal/deploying.h.

#include "rules/move.h"
#include "rules/ruleset.h"
#include "rules/tile.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace bastide {

/// A set of kinds of segments.
using KindSet = std::uint16_t;
constexpr KindSet kind_set(std::initializer_list<SegmentKind> kinds) {
    unsigned set = 0;
    for (const SegmentKind kind : kinds) set |= 1u << static_cast<unsigned>(kind);
    return static_cast<KindSet>(set);
}
constexpr bool contains(KindSet set, SegmentKind kind) {
    return (set >> static_cast<unsigned>(kind) & 1) != 0;
}
/// What the tiles of a family can have on them.
constexpr KindSet kinds_of(Family family) {
    constexpr unsigned all = (1u << segment_kind_count) - 1;
    constexpr KindSet hunters = kind_set(
        {SegmentKind::forest, SegmentKind::stream, SegmentKind::meadow, SegmentKind::lake});
    return static_cast<KindSet>(family == Family::hunters ? hunters : all & ~unsigned{hunters});
}

struct TokenKind {
    /// What it holds and competes for: nobody's token of the same holding may be there (T3, H3).
    /// A companion holds nothing: it goes where a follower of its player stands (B3, B9).
    enum class Holds : std::uint8_t { area, river_system, nothing };

    Token token;
    char letter;                    // in a move that is one word
    std::string_view word;          // in records and events
    std::string_view plural;        // in edition files and answers
    std::uint8_t Ruleset::* supply; // of each player when the game begins (S2, H1)
    KindSet stands_on;
    Holds holds;
    std::uint8_t weight;     // in a majority (F5, H6)
    bool completion_returns; // it comes home when what it stands on is complete (T4)
    bool may_be_recalled;    // its player may take it back instead of deploying (A4)
};

/// In the order of Token, which is the order of moves. Fields and meadows are never complete, so
/// that farmers and hunters stay; a hut is of no area that could be.
inline constexpr std::array token_kinds = {
    TokenKind{
        Token::follower, 'f', "follower", "followers", &Ruleset::followers,
        kind_set({SegmentKind::city, SegmentKind::road, SegmentKind::field, SegmentKind::monastery,
                  SegmentKind::forest, SegmentKind::stream, SegmentKind::meadow}),
        TokenKind::Holds::area, 1, true, false},
    TokenKind{Token::abbot, 'a', "abbot", "abbots", &Ruleset::abbots,
              kind_set({SegmentKind::monastery, SegmentKind::garden}), TokenKind::Holds::area, 1,
              true, true},
    TokenKind{Token::hut, 'h', "hut", "huts", &Ruleset::huts,
              kind_set({SegmentKind::stream, SegmentKind::lake}), TokenKind::Holds::river_system, 1,
              false, false},
    TokenKind{Token::big, 'b', "big", "bigs", &Ruleset::big_followers,
              kind_set({SegmentKind::city, SegmentKind::road, SegmentKind::field,
                        SegmentKind::monastery}),
              TokenKind::Holds::area, 2, true, false}, // I6
    TokenKind{Token::builder, 'u', "builder", "builders", &Ruleset::builders,
              kind_set({SegmentKind::city, SegmentKind::road}), TokenKind::Holds::nothing, 0, true,
              false}, // B3, B4
    TokenKind{Token::pig, 'p', "pig", "pigs", &Ruleset::pigs, kind_set({SegmentKind::field}),
              TokenKind::Holds::nothing, 0, false, false}, // B9
};
static_assert(token_kinds.size() + 1 == token_count);

/// Whether a family has anything that it could stand on.
constexpr bool plays_in(const TokenKind& kind, Family family) {
    return (kind.stands_on & kinds_of(family)) != 0;
}
/// A narrow word counts tokens and cannot tell them apart: what stands in a feature is a follower,
/// and every token has weight 1. Other kinds are for wide boxes alone.
constexpr bool needs_width(const TokenKind& kind) {
    constexpr KindSet features =
        kind_set({SegmentKind::city, SegmentKind::road, SegmentKind::forest});
    const bool in_features = (kind.stands_on & features) != 0;
    return kind.weight != 1 || in_features != (kind.token == Token::follower);
}
/// Whether a game of this form can have it.
constexpr bool plays_in(const TokenKind& kind, Form form) {
    return plays_in(kind, family_of(form)) && (form == Form::wide || !needs_width(kind));
}

/// Of a token that is one: not of Token::none.
constexpr const TokenKind& kind_of(Token token) {
    return token_kinds[static_cast<unsigned>(token) - 1];
}
static_assert([] {
    for (unsigned i = 1; i < token_count; ++i) {
        if (kind_of(static_cast<Token>(i)).token != static_cast<Token>(i)) return false;
    }
    return true;
}());

} // namespace bastide
