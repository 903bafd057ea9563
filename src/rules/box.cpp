#include "rules/box.h"

#include "rules/game.h"
#include "rules/internal/segments.h"
#include "rules/tokens.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace bastide {
namespace {

FeatureWord feature_word(const Segment& s, unsigned first_lake, const Tile& tile) {
    FeatureWord word = feature::one_open * static_cast<unsigned>(std::popcount(s.edges)) +
                       feature::one_tile + feature::one_extra * (s.shields + s.mushrooms);
    if (is_line(s.kind)) word |= feature::line_bit;
    if (s.gold > 0) word |= feature::gold_bit;
    unsigned lake = first_lake;
    for (unsigned i = 0; i < tile.segment_count; ++i) {
        if (tile.segments[i].kind != SegmentKind::lake) continue;
        if (s.lakes >> i & 1) word |= FeatureWord{1} << lake;
        ++lake;
    }
    return word;
}

FieldWord field_word(const Segment& s) {
    return static_cast<FieldWord>(s.animals.deer << field::deer_shift) |
           static_cast<FieldWord>(s.animals.tiger << field::tiger_shift) |
           static_cast<FieldWord>((s.animals.mammoth + s.animals.buffalo) << field::big_shift) |
           (s.fire ? field::fire : 0);
}

class Builder {
  public:
    Builder(const Ruleset& rules, std::span<const Tile> tiles, Form form)
        : box_(std::make_unique<Box>())
        , tiles_(tiles)
        , limits_(form == Form::wide ? WideAreas::limits : NarrowAreas::limits) {
        box_->rules = rules;
        box_->form = form;
    }

    std::expected<std::unique_ptr<Box>, BadTile> build() {
        if (tiles_.empty()) return fail(BoxError::no_tiles);
        if (tiles_.size() > max_tile_types) return fail(BoxError::too_many_tile_types);
        const Ruleset& rules = box_->rules;
        if (rules.players == 0 || rules.players > limits_.players) {
            return fail(BoxError::too_many_players);
        }
        const unsigned big = rules.big_followers;
        const unsigned strength = rules.followers + kind_of(Token::big).weight * big;
        const bool counters_hold =
            strength <= limits_.strength && rules.big_followers <= limits_.big_followers &&
            rules.builders <= limits_.companions && rules.pigs <= limits_.companions &&
            rules.huts <= water::most_huts && rules.abbots <= 1;
        if (!counters_hold) return fail(BoxError::too_many_contents);
        box_->tile_count = static_cast<unsigned>(tiles_.size());
        for (unsigned i = 0; i < tiles_.size(); ++i) {
            if (auto ok = add(static_cast<TileIndex>(i)); !ok) {
                return std::unexpected(BadTile{ok.error(), static_cast<TileIndex>(i)});
            }
        }
        if (auto ok = check_totals(); !ok) return fail(ok.error());
        return std::move(box_);
    }

  private:
    static std::unexpected<BadTile> fail(BoxError error) {
        return std::unexpected(BadTile{error, no_tile});
    }

    std::expected<void, BoxError> add(TileIndex index) {
        const Tile& tile = tiles_[index];
        if (auto ok = check_tile(tile, box_->rules.family); !ok) return ok;
        box_->tiles[index] = tile;
        box_->stacks[index] = tile.stack;
        box_->symbols[index] = tile.gingerbread;
        box_->rotations[index] = static_cast<std::uint8_t>(distinct_rotations(tile));
        if (tile.start) {
            if (box_->start != no_tile) return std::unexpected(BoxError::needs_one_start_tile);
            box_->start = index;
        }
        if (tile.stack == Stack::river || tile.stack == Stack::river_lake) box_->has_river = true;
        number_parts(index);
        if (next_lake_ > max_lakes) return std::unexpected(BoxError::too_many_lakes);
        for (Rotation r = 0; r < 4; ++r) {
            const TurnedTile turned = turn(index, r);
            box_->turned[turned_index(index, r)] = turned;
            if (r < box_->rotations[index]) box_->edge_codes[index][r] = turned.edges;
        }
        return {};
    }

    void number_parts(TileIndex index) {
        const Tile& tile = tiles_[index];
        TileStart& start = box_->starts[index];
        TileParts& parts = box_->parts[index];
        const unsigned first_lake = next_lake_;
        for (unsigned i = 0; i < tile.segment_count; ++i) {
            const Segment& s = tile.segments[i];
            const auto bit = static_cast<SegmentSet>(1u << i);
            if (is_feature(s.kind)) {
                parts.network[i] = Network::feature;
                parts.local[i] = start.feature_count;
                parts.feature_segment[start.feature_count] = static_cast<std::uint8_t>(i);
                parts.feature_bit[start.feature_count] = bit;
                FeatureWord word = feature_word(s, first_lake, tile);
                const auto alike = segments_of(tile, s.kind);
                if (box_->rules.family == Family::classic && std::popcount(alike) > 1) {
                    word |= feature::wants_mark;
                    start.has_doubles = 1;
                }
                box_->wide_starts[index][start.feature_count] = feature::widened(word, s);
                start.features[start.feature_count++] = word;
            } else if (is_land(s.kind)) {
                parts.network[i] = Network::field;
                parts.local[i] = start.field_count;
                parts.field_segment[start.field_count] = static_cast<std::uint8_t>(i);
                parts.field_bit[start.field_count] = bit;
                start.fields[start.field_count++] = field_word(s);
            } else if (is_site(s.kind)) {
                parts.network[i] = Network::site;
                parts.sites |= bit;
            } else if (s.kind == SegmentKind::lake) {
                parts.network[i] = Network::water_only;
                box_->lake_fish[std::min(next_lake_, max_lakes - 1)] = s.fish;
                ++next_lake_;
            }
            if (s.shrine) parts.shrines |= bit;
            box_->has_goods |= s.goods != Goods::none;
        }
        parts.cities = segments_of(tile, SegmentKind::city);
        parts.monasteries = segments_of(tile, SegmentKind::monastery);
        number_waters(index);
        list_contacts(index);
        list_ground(index);
    }

    /// Where tokens may stand on this tile. A hut's place in a body of water is its lowest segment.
    void list_ground(TileIndex index) {
        const Tile& tile = tiles_[index];
        TileParts& parts = box_->parts[index];
        const SegmentSet fields = segments_of(tile, SegmentKind::field);
        for (const TokenKind& kind : token_kinds) {
            unsigned stand = 0;
            for (unsigned i = 0; i < tile.segment_count; ++i) {
                const bool is_place = kind.holds != TokenKind::Holds::river_system ||
                                      parts.water_segment[parts.water[i]] == i;
                if (contains(kind.stands_on, tile.segments[i].kind) && is_place) stand |= 1u << i;
            }
            const auto token = static_cast<unsigned>(kind.token);
            parts.stand[token] = static_cast<SegmentSet>(stand);
            const bool farmers = box_->rules.farms != FarmRule::off;
            parts.ground[token] = static_cast<SegmentSet>(farmers ? stand : stand & ~fields);
        }
    }

    /// A body of water is a lake with the streams that reach it, or a stream without a lake.
    void number_waters(TileIndex index) {
        const Tile& tile = tiles_[index];
        TileParts& parts = box_->parts[index];
        TileStart& start = box_->starts[index];
        std::array<SegmentSet, max_segments> bodies = {};
        unsigned count = 0;
        for (unsigned i = 0; i < tile.segment_count; ++i) {
            const Segment& s = tile.segments[i];
            if (s.kind == SegmentKind::lake) {
                SegmentSet body = static_cast<SegmentSet>(1u << i);
                for (unsigned j = 0; j < tile.segment_count; ++j) {
                    if (tile.segments[j].lakes >> i & 1) body |= static_cast<SegmentSet>(1u << j);
                }
                bodies[count] = body;
                parts.waters[count++] = s.fish;
            } else if (s.kind == SegmentKind::stream && s.lakes == 0) {
                bodies[count++] = static_cast<SegmentSet>(1u << i);
            }
        }
        for (unsigned b = 0; b < count; ++b) {
            parts.water_segment[b] = static_cast<std::uint8_t>(std::countr_zero(bodies[b]));
            for (unsigned i = 0; i < tile.segment_count; ++i) {
                if (bodies[b] >> i & 1) parts.water[i] = static_cast<std::uint8_t>(b);
            }
        }
        start.water_count = static_cast<std::uint8_t>(count);
    }

    void list_contacts(TileIndex index) {
        const Tile& tile = tiles_[index];
        const TileParts& parts = box_->parts[index];
        Contacts& contacts = box_->contacts[index];
        for (unsigned i = 0; i < tile.segment_count; ++i) {
            for (unsigned city = 0; city < tile.segment_count; ++city) {
                if (!(tile.segments[i].cities >> city & 1)) continue;
                const unsigned at = 2u * contacts.count++;
                contacts.pairs[at] = parts.local[i];
                contacts.pairs[at + 1] = parts.local[city];
            }
        }
    }

    TurnedTile turn(TileIndex index, Rotation rotation) const {
        const Tile& tile = tiles_[index];
        const TileParts& parts = box_->parts[index];
        TurnedTile turned = {};
        turned.tile = index;
        unsigned code = 0;
        const auto set_port = [&](unsigned side, Port port, unsigned local) {
            turned.ports[side] |= local << port_shift(port);
            turned.present[side] |= 0xFFu << port_shift(port);
        };
        for (unsigned i = 0; i < tile.segment_count; ++i) {
            const Segment& s = tile.segments[i];
            const EdgeSet edges = turned_edges(s.edges, rotation);
            const HalfSet halves = turned_halves(s.halves, rotation);
            for (unsigned side = 0; side < edge_count; ++side) {
                if (halves >> (2 * side) & 1) set_port(side, Port::field_left, parts.local[i]);
                if (halves >> (2 * side + 1) & 1) set_port(side, Port::field_right, parts.local[i]);
                if (!(edges >> side & 1)) continue;
                if (s.kind == SegmentKind::river) {
                    turned.river_edges |= static_cast<EdgeSet>(1u << side);
                } else {
                    const Terrain terrain = is_line(s.kind) ? Terrain::line : Terrain::mass;
                    code |= terrain_code(terrain, side);
                    set_port(side, Port::feature, parts.local[i]);
                    if (s.kind == SegmentKind::stream) set_port(side, Port::water, parts.water[i]);
                }
            }
        }
        for (unsigned side = 0; side < edge_count; ++side) {
            const bool plain = terrain(static_cast<EdgeCode>(code), side) == Terrain::any &&
                               !(turned.river_edges >> side & 1);
            if (plain) code |= terrain_code(Terrain::land, side);
        }
        turned.edges = static_cast<EdgeCode>(code);
        return turned;
    }

    std::expected<void, BoxError> check_totals() const {
        if (box_->start == no_tile) return std::unexpected(BoxError::needs_one_start_tile);
        unsigned tiles = 0, features = 0, fields = 0, waters = 0, doubles = 0, extras = 0;
        unsigned contacts = 0;
        unsigned deer = 0, tigers = 0, big_game = 0, fish = 0, sites = 0;
        std::array<unsigned, goods_count + 1> goods = {};
        bool raised = false;
        unsigned most_open = 2; // of one area: a tree of all its branching segments
        for (const Tile& tile : tiles_) {
            const auto i = static_cast<std::size_t>(&tile - tiles_.data());
            const TileStart& start = box_->starts[i];
            tiles += tile.count;
            features += start.feature_count * tile.count;
            fields += start.field_count * tile.count;
            waters += start.water_count * tile.count;
            doubles += static_cast<unsigned>(start.has_doubles) * tile.count;
            contacts += static_cast<unsigned>(box_->contacts[i].count) * tile.count;
            for (unsigned j = 0; j < tile.segment_count; ++j) {
                const Segment& s = tile.segments[j];
                extras += static_cast<unsigned>(s.shields + s.mushrooms) * tile.count;
                fish += static_cast<unsigned>(s.fish) * tile.count;
                deer += static_cast<unsigned>(s.animals.deer) * tile.count;
                tigers += static_cast<unsigned>(s.animals.tiger) * tile.count;
                big_game +=
                    static_cast<unsigned>(s.animals.mammoth + s.animals.buffalo) * tile.count;
                goods[static_cast<unsigned>(s.goods)] += tile.count;
                raised |= s.inn || s.cathedral;
                const int ends = std::popcount(s.edges);
                if (is_feature(s.kind) && ends > 2) {
                    most_open += static_cast<unsigned>(ends - 2) * tile.count;
                }
                sites += is_site(s.kind) ? tile.count : 0u;
            }
            // A lake is one thing on the table, told by its bit: its tile has one copy.
            if (segments_of(tile, SegmentKind::lake) != 0 && tile.count > 1) {
                return std::unexpected(BoxError::too_many_lakes);
            }
        }
        if (tiles > limits_.tiles) return std::unexpected(BoxError::too_many_tiles);
        if (features > limits_.features || fields > limits_.fields || waters > max_waters ||
            doubles > limits_.doubles || contacts > limits_.contacts || sites > max_sites ||
            most_open > limits_.open) {
            return std::unexpected(BoxError::too_many_areas);
        }
        if (extras > limits_.extras || fish > water::most_fish || deer > field::most_deer ||
            tigers > field::most_tigers || big_game > field::most_big_game) {
            return std::unexpected(BoxError::too_many_contents);
        }
        for (unsigned kind = 0; kind < goods_count; ++kind) {
            if (goods[kind + 1] <= limits_.goods[kind]) continue;
            return std::unexpected(BoxError::too_many_contents);
        }
        if (raised && box_->form != Form::wide) {
            return std::unexpected(BoxError::too_many_contents);
        }
        return {};
    }

    std::unique_ptr<Box> box_;
    std::span<const Tile> tiles_;
    WidthLimits limits_;
    unsigned next_lake_ = 0;
};

} // namespace

std::expected<std::unique_ptr<Box>, BadTile> build_box(const Ruleset& rules,
                                                       std::span<const Tile> tiles) {
    const bool hunters = rules.family == Family::hunters;
    auto box = Builder(rules, tiles, hunters ? Form::hunters : Form::classic).build();
    if (box.has_value() || hunters || !wide_boxes) return box;
    // What is wrong with a tile is wrong in both widths.
    return box.error().tile == no_tile ? build_wide_box(rules, tiles) : std::move(box);
}

std::expected<std::unique_ptr<Box>, BadTile> build_wide_box(const Ruleset& rules,
                                                            std::span<const Tile> tiles) {
    assert(rules.family == Family::classic);
    return Builder(rules, tiles, Form::wide).build();
}

} // namespace bastide
