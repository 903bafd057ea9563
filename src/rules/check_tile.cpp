// What a tile must be before a box takes it, and what is said of one that is not.

#include "rules/box.h"
#include "rules/internal/segments.h"
#include "rules/tokens.h"

#include <bit>

namespace bastide {
namespace {

/// The two half-edges of every edge in the set.
HalfSet halves_of(EdgeSet edges) {
    unsigned halves = 0;
    for (unsigned e = 0; e < edge_count; ++e) {
        if (edges >> e & 1) halves |= 3u << (2 * e);
    }
    return static_cast<HalfSet>(halves);
}

/// A stream has two ends: edges, lakes and sources together.
bool has_two_ends(const Segment& s) {
    return std::popcount(s.edges) + std::popcount(s.lakes) + s.sources == 2;
}

std::expected<void, BoxError> check_borders(const Tile& tile) {
    unsigned edges = 0, halves = 0, masses = 0;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        const Segment& s = tile.segments[i];
        if ((edges & s.edges) != 0 || (halves & s.halves) != 0) {
            return std::unexpected(BoxError::edges_overlap);
        }
        edges |= s.edges;
        halves |= s.halves;
        if (is_feature(s.kind) && !is_line(s.kind)) masses |= s.edges;
    }
    const unsigned built_up = halves_of(static_cast<EdgeSet>(masses));
    if ((halves & built_up) != 0) return std::unexpected(BoxError::field_beside_mass);
    // Every half-edge is a field's, unless a city or forest fills the whole edge.
    if ((halves | built_up) != 0xFF) return std::unexpected(BoxError::edge_without_segment);
    return {};
}

std::expected<void, BoxError> check_links(const Tile& tile) {
    const SegmentSet cities = segments_of(tile, SegmentKind::city);
    const SegmentSet lakes = segments_of(tile, SegmentKind::lake);
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        const Segment& s = tile.segments[i];
        if ((s.cities & ~cities) != 0 || (s.lakes & ~lakes) != 0) {
            return std::unexpected(BoxError::wrong_contact);
        }
        if (s.cities != 0 && s.kind != SegmentKind::field) {
            return std::unexpected(BoxError::wrong_contact);
        }
        if (s.lakes != 0 && s.kind != SegmentKind::stream) {
            return std::unexpected(BoxError::wrong_contact);
        }
        if (s.kind == SegmentKind::stream && !has_two_ends(s)) {
            return std::unexpected(BoxError::river_needs_two_ends);
        }
        const bool needs_edge = is_feature(s.kind) || s.kind == SegmentKind::river;
        if (needs_edge && s.edges == 0) return std::unexpected(BoxError::edge_without_segment);
        if (!needs_edge && s.edges != 0) return std::unexpected(BoxError::edges_overlap);
    }
    return {};
}

} // namespace

std::expected<void, BoxError> check_tile(const Tile& tile, Family family) {
    if (tile.segment_count == 0 || tile.segment_count > max_segments) {
        return std::unexpected(BoxError::too_many_parts);
    }
    unsigned features = 0, fields = 0, waters = 0, sites = 0, contacts = 0, river_ends = 0;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        const Segment& s = tile.segments[i];
        if (!contains(kinds_of(family), s.kind)) return std::unexpected(BoxError::wrong_contact);
        features += is_feature(s.kind) ? 1u : 0u;
        fields += is_land(s.kind) ? 1u : 0u;
        sites += is_site(s.kind) ? 1u : 0u;
        const bool body =
            s.kind == SegmentKind::lake || (s.kind == SegmentKind::stream && s.lakes == 0);
        waters += body ? 1u : 0u;
        river_ends +=
            s.kind == SegmentKind::river ? static_cast<unsigned>(std::popcount(s.edges)) : 0u;
        contacts += static_cast<unsigned>(std::popcount(s.cities));
    }
    if (features > max_tile_features || fields > max_tile_fields || contacts > max_contacts ||
        waters > max_tile_waters || sites > 1) {
        return std::unexpected(BoxError::too_many_parts);
    }
    // R2: a spring and the lake have one end, every other river tile leads on.
    const bool river = tile.stack == Stack::river || tile.stack == Stack::river_lake;
    const unsigned ends = tile.start || tile.stack == Stack::river_lake ? 1 : 2;
    if (river_ends != (river ? ends : 0)) return std::unexpected(BoxError::river_needs_two_ends);
    if (tile.count == 0) return std::unexpected(BoxError::no_tiles);
    if (auto ok = check_borders(tile); !ok) return ok;
    return check_links(tile);
}

const char* name(BoxError error) {
    switch (error) {
    case BoxError::no_tiles:
        return "no tiles";
    case BoxError::too_many_tile_types:
        return "too many tile types";
    case BoxError::too_many_tiles:
        return "too many tiles";
    case BoxError::too_many_parts:
        return "too many or no segments on the tile";
    case BoxError::too_many_areas:
        return "too many segments in the box";
    case BoxError::too_many_lakes:
        return "too many lakes, or a lake on more than one copy";
    case BoxError::too_many_contents:
        return "too many shields, goods, animals or tokens";
    case BoxError::needs_one_start_tile:
        return "exactly one start tile is needed";
    case BoxError::edges_overlap:
        return "two segments claim one edge, or a segment has an edge "
               "that its kind cannot have";
    case BoxError::edge_without_segment:
        return "an edge or half-edge belongs to no segment";
    case BoxError::field_beside_mass:
        return "a field claims a half-edge of a city or forest edge";
    case BoxError::wrong_contact:
        return "a segment names something of the wrong kind";
    case BoxError::river_needs_two_ends:
        return "a river needs two ends, spring and lake one";
    case BoxError::too_many_players:
        return "too many players, or none";
    }
    return "unknown";
}

} // namespace bastide
