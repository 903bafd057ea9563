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

    SegmentSet& operator[](Token token) { return segments[static_cast<unsigned>(token)]; }
    SegmentSet operator[](Token token) const { return segments[static_cast<unsigned>(token)]; }
    bool allows(Token token, unsigned segment) const {
        return ((*this)[token] >> segment & 1) != 0;
    }

    /// Nothing included.
    unsigned count() const {
        int tokens = 0;
        for (const SegmentSet set : segments) tokens += std::popcount(set);
        return 1u + static_cast<unsigned>(tokens) + (recall ? 1u : 0u);
    }
    /// In the fixed order: nothing; each kind of token in the order of Token, by segment; recall.
    Deployment at(unsigned k) const;
    /// All of them, in that order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        visit(Deployment::nothing());
        for (unsigned token = 1; token < token_count; ++token) {
            for (unsigned set = segments[token]; set != 0; set &= set - 1) {
                visit(Deployment::put(static_cast<Token>(token),
                                      static_cast<unsigned>(std::countr_zero(set))));
            }
        }
        if (recall) visit(Deployment::recall_abbot());
    }

    friend bool operator==(const Choices&, const Choices&) = default;
};

} // namespace bastide
