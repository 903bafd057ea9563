#pragma once
// Questions about the segments of a tile as it lies in a tile file, asked while a box is built.

#include "rules/tile.h"

namespace bastide {

inline bool is_feature(SegmentKind kind) {
    return kind == SegmentKind::city || kind == SegmentKind::road || kind == SegmentKind::forest ||
           kind == SegmentKind::stream;
}
inline bool is_line(SegmentKind kind) {
    return kind == SegmentKind::road || kind == SegmentKind::stream;
}
inline bool is_land(SegmentKind kind) {
    return kind == SegmentKind::field || kind == SegmentKind::meadow;
}
inline bool is_site(SegmentKind kind) {
    return kind == SegmentKind::monastery || kind == SegmentKind::garden;
}

inline SegmentSet segments_of(const Tile& tile, SegmentKind kind) {
    SegmentSet set = 0;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        if (tile.segments[i].kind == kind) set |= static_cast<SegmentSet>(1u << i);
    }
    return set;
}

} // namespace bastide
