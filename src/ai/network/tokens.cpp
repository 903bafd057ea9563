#include "ai/network/tokens.h"

#include "ai/network/token_pass.h"

namespace bastide {

bool TokenReader::reads(const Box& box, unsigned players) {
    return players == 2 && box.form == Form::classic;
}

TokenReader::TokenReader(const Box& box)
    : masks_(build_fit_masks(box)) {
    constexpr unsigned by_road = 5, monasteries = 10, shields = 11;
    for (unsigned i = 0; i < box.tile_count; ++i) {
        if (box.stacks[i] != Stack::land) continue;
        unsigned city_sides = 0, roads = 0;
        bool monastery = false, shield = false;
        for (unsigned s = 0; s < box.tiles[i].segment_count; ++s) {
            const Segment& segment = box.tiles[i].segments[s];
            const auto sides = static_cast<unsigned>(std::popcount(segment.edges));
            if (segment.kind == SegmentKind::city) city_sides += sides;
            if (segment.kind == SegmentKind::road) roads += sides;
            monastery |= segment.kind == SegmentKind::monastery;
            shield |= segment.shields > 0;
        }
        group_[std::min(city_sides, 4u)].add(i);
        group_[by_road + std::min(roads, 4u)].add(i);
        if (monastery) group_[monasteries].add(i);
        if (shield) group_[shields].add(i);
    }
}

void TokenReader::read(const Game& game, AreaTokens& tokens) const {
    TokenPass(*this, game, tokens).run();
}

} // namespace bastide
