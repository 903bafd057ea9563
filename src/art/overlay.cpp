#include "art/overlay.h"

#include "art/tile_geometry.h"
#include "art/tokens.h"
#include "rules/inspect.h"
#include "rules/scoring.h"

#include <fmt/compile.h>

#include <bit>
#include <iterator>
#include <map>
#include <set>

namespace bastide::art {
namespace {

/// Players who hold most of an area, as bits.
using PlayerSet = unsigned;

class OverlayPainter {
  public:
    OverlayPainter(const Game& game, Overlay kind)
        : game_(game)
        , kind_(kind) {}

    OverlayArt paint() {
        OverlayArt art;
        for (unsigned i = 0; i < game_.now.placed; ++i) paint_tile(game_.now.tile[i], art.body);
        define_outlines(art.definitions);
        for (unsigned player = 0; player < game_.now.players; ++player) {
            art.definitions += overlay_pattern(player);
        }
        for (const PlayerSet tied : ties_) art.definitions += tie_pattern(tied);
        return art;
    }

  private:
    void paint_tile(const PlacedTile& placed, std::string& out) {
        const Tile& tile = game_.tile(placed.tile());
        for (unsigned s = 0; s < tile.segment_count; ++s) {
            const SegmentRef where = {placed.cell, static_cast<std::uint8_t>(s)};
            const std::string fill =
                kind_ == Overlay::owners ? owner_fill(where) : field_fill(where);
            if (fill.empty()) continue;
            outlines_[placed.tile()].insert({placed.rotation(), s});
            fmt::format_to(std::back_inserter(out),
                           FMT_COMPILE("<use href=\"#o{}-{}{}\" x=\"{}\" y=\"{}\" {}/>"),
                           placed.tile(), s, "abcd"[placed.rotation()], placed.cell.x * 100,
                           placed.cell.y * 100, fill);
        }
    }

    /// Turned here and not by the picture, so that patterns keep their direction.
    void define_outlines(std::string& out) const {
        for (const auto& [tile, parts] : outlines_) {
            const TileGeometry shape = geometry(game_.tile(tile));
            for (const auto& [rotation, segment] : parts) {
                std::vector<Polyline> outline = shape.segments[segment].outline;
                for (Polyline& ring : outline) {
                    for (Point& p : ring) p = turned(p, rotation);
                }
                fmt::format_to(
                    std::back_inserter(out),
                    FMT_COMPILE("<path id=\"o{}-{}{}\" d=\"{}\" fill-rule=\"evenodd\"/>"), tile,
                    segment, "abcd"[rotation], path_data(outline));
            }
        }
    }

    std::string owner_fill(SegmentRef where) {
        const PlayerSet owners = owners_of(where);
        if (owners == 0) return {};
        const bool alone = (owners & (owners - 1)) == 0;
        if (alone) {
            return fmt::format(FMT_COMPILE("fill=\"url(#own{})\""), std::countr_zero(owners));
        }
        ties_.insert(owners);
        return fmt::format(FMT_COMPILE("fill=\"url(#tie{})\""), owners);
    }

    PlayerSet owners_of(SegmentRef where) const {
        const Holders decide = area_at(game_, where).decide;
        const unsigned most = majority_of(decide, game_.now.players).most;
        PlayerSet owners = 0;
        for (unsigned p = 0; p < game_.now.players && most > 0; ++p) {
            if (decide.of(p) == most) owners |= 1u << p;
        }
        return owners;
    }

    /// Neighbouring fields get different colours: the hue goes round by the golden section.
    std::string field_fill(SegmentRef where) const {
        const AreaView area = area_at(game_, where);
        if (area.network != Network::field) return {};
        return fmt::format(FMT_COMPILE("fill=\"hsl({},75%,45%)\" opacity=\".55\""),
                           area.root * 222u % 360u);
    }

    static std::string tie_pattern(PlayerSet tied) {
        std::string stripes;
        unsigned width = 0;
        for (unsigned p = 0; p < max_players; ++p) {
            if (!(tied >> p & 1)) continue;
            fmt::format_to(std::back_inserter(stripes),
                           FMT_COMPILE("<path d=\"M{} 0h6v24h-6z\" fill=\"url(#own{})\"/>"), width,
                           p);
            width += 6;
        }
        return fmt::format(
            FMT_COMPILE("<pattern id=\"tie{}\" width=\"{}\" height=\"24\" "
                        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">{}"
                        "</pattern>"),
            tied, width, stripes);
    }

    const Game& game_;
    Overlay kind_;
    std::map<TileIndex, std::set<std::pair<Rotation, unsigned>>> outlines_; // in use
    std::set<PlayerSet> ties_;
};

} // namespace

OverlayArt overlay(const Game& game, Overlay kind) {
    if (kind == Overlay::none) return {};
    return OverlayPainter(game, kind).paint();
}

} // namespace bastide::art
