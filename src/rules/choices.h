#pragma once
// What a player may do with tokens on the tile just placed.

#include "rules/move.h"
#include "rules/tile.h"

#include <array>
#include <bit>

namespace bastide {

struct Choices {
    std::array<SegmentSet, token_count> segments = {}; // by token
    bool recall = false;
    bool by_segment = false; // the order, in boxes with big followers, builders or pigs

    SegmentSet& operator[](Token token) { return segments[static_cast<unsigned>(token)]; }
    SegmentSet operator[](Token token) const { return segments[static_cast<unsigned>(token)]; }
    bool allows(Token token, unsigned segment) const {
        return ((*this)[token] >> segment & 1) != 0;
    }

    // Who knows which tokens are played, a bit for each, says so: the others are not looked at.
    static constexpr unsigned every_token = ~0u;

    /// Nothing included.
    template <unsigned tokens = every_token>
    unsigned count() const {
        int puts = 0;
        for (unsigned token = 1; token < token_count; ++token) {
            if (tokens >> token & 1) puts += std::popcount(segments[token]);
        }
        return 1u + static_cast<unsigned>(puts) + (recall ? 1u : 0u);
    }
    /// In the fixed order: nothing; each kind of token in the order of Token, by segment; recall.
    /// With `by_segment`, each segment's tokens in the order of `order_on_segment` instead.
    template <unsigned tokens = every_token>
    Deployment at(unsigned k) const {
        if (k == 0) return Deployment::nothing();
        --k;
        if constexpr (may_be_by_segment(tokens)) {
            if (by_segment) return at_by_segment(k);
        }
        for (unsigned token = 1; token < token_count; ++token) {
            if (!(tokens >> token & 1)) continue;
            unsigned set = segments[token];
            const auto size = static_cast<unsigned>(std::popcount(set));
            if (k >= size) {
                k -= size;
                continue;
            }
            for (; k > 0; --k) set &= set - 1;
            return Deployment::put(static_cast<Token>(token),
                                   static_cast<unsigned>(std::countr_zero(set)));
        }
        return Deployment::recall_abbot();
    }
    /// All of them, in that order.
    template <unsigned tokens = every_token, class Visit>
    void for_each(Visit&& visit) const {
        visit(Deployment::nothing());
        if (may_be_by_segment(tokens) && by_segment) {
            for (unsigned left = any_token(); left != 0; left &= left - 1) {
                const auto segment = static_cast<unsigned>(std::countr_zero(left));
                for (const Token token : order_on_segment) {
                    if (allows(token, segment)) visit(Deployment::put(token, segment));
                }
            }
            if (recall) visit(Deployment::recall_abbot());
            return;
        }
        for (unsigned token = 1; token < token_count; ++token) {
            if (!(tokens >> token & 1)) continue;
            for (unsigned set = segments[token]; set != 0; set &= set - 1) {
                visit(Deployment::put(static_cast<Token>(token),
                                      static_cast<unsigned>(std::countr_zero(set))));
            }
        }
        if (recall) visit(Deployment::recall_abbot());
    }

    friend bool operator==(const Choices&, const Choices&) = default;

  private:
    static constexpr std::array order_on_segment = {Token::follower, Token::big, Token::abbot,
                                                    Token::builder, Token::pig};
    static constexpr bool may_be_by_segment(unsigned tokens) {
        return (tokens >> static_cast<unsigned>(Token::big) & 1) != 0;
    }
    unsigned any_token() const {
        unsigned set = 0;
        for (const Token token : order_on_segment) set |= (*this)[token];
        return set;
    }
    Deployment at_by_segment(unsigned k) const {
        for (unsigned left = any_token(); left != 0; left &= left - 1) {
            const auto segment = static_cast<unsigned>(std::countr_zero(left));
            unsigned here = 0;
            for (const Token token : order_on_segment) here += allows(token, segment) ? 1u : 0u;
            if (k >= here) {
                k -= here;
                continue;
            }
            for (const Token token : order_on_segment) {
                if (allows(token, segment) && k-- == 0) return Deployment::put(token, segment);
            }
        }
        return Deployment::recall_abbot();
    }
};

} // namespace bastide
