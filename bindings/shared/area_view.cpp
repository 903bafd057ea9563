#include "bindings/shared/area_view.h"

#include "notation/json.h"
#include "notation/words.h"

#include <algorithm>
#include <set>
#include <vector>

namespace bastide::binding {
namespace {

/// What is gathered of one area while walking over the board.
struct Area {
    std::vector<SegmentRef> segments;
    std::vector<Cell> ends;           // open cells that it runs into
    std::vector<unsigned> cities;     // roots of the completed cities a field touches
    std::vector<unsigned> neighbours; // fields that share a tile with it
    unsigned shade = 0;
};

template <class T>
void add_once(std::vector<T>& list, const T& value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

class AreaList {
  public:
    explicit AreaList(const Game& game)
        : game_(game)
        , p_(game.now) {
        features_.resize(p_.features);
        fields_.resize(p_.fields);
        waters_.resize(p_.waters);
    }

    Json run() {
        for (unsigned t = 0; t < p_.placed; ++t) walk(p_.tile[t]);
        shade_fields();
        for (unsigned n = 1; n < p_.features; ++n) add_feature(n);
        for (unsigned n = 1; n < p_.fields; ++n) add_field(n);
        for (unsigned n = 1; n < p_.waters; ++n) add_water(n);
        for (unsigned t = 0; t < p_.placed; ++t) add_sites(p_.tile[t]);
        return std::move(list_);
    }

  private:
    void walk(const PlacedTile& placed) {
        const Tile& tile = game_.tile(placed.tile());
        std::vector<unsigned> here;
        for (std::uint8_t s = 0; s < tile.segment_count; ++s) {
            const SegmentRef where = {placed.cell, s};
            const Segment& segment = tile.segments[s];
            const NodeRef ref = node_of(game_, where);
            if (ref.network == Network::feature) {
                Area& area = features_[feature_root(game_, ref.node)];
                area.segments.push_back(where);
                add_ends(area, placed, segment);
            } else if (ref.network == Network::field) {
                const unsigned root = field_root(game_, ref.node);
                add_field_segment(fields_[root], where, segment);
                add_once(here, root);
            }
            const bool wet =
                segment.kind == SegmentKind::stream || segment.kind == SegmentKind::lake;
            if (wet) waters_[river_system_at(game_, where).root].segments.push_back(where);
        }
        for (const unsigned a : here) {
            for (const unsigned b : here) {
                if (a != b) add_once(fields_[a].neighbours, b);
            }
        }
    }

    void add_ends(Area& area, const PlacedTile& placed, const Segment& segment) {
        const EdgeSet edges = turned_edges(segment.edges, placed.rotation());
        for (unsigned side = 0; side < edge_count; ++side) {
            if (!(edges >> side & 1)) continue;
            const Cell cell = neighbour(placed.cell, static_cast<Edge>(side));
            if (tile_at(game_, cell) == nullptr) add_once(area.ends, cell);
        }
    }

    void add_field_segment(Area& area, SegmentRef where, const Segment& segment) {
        area.segments.push_back(where);
        for (std::uint8_t c = 0; c < max_segments; ++c) {
            if (!(segment.cities >> c & 1)) continue;
            const Node city = feature_root(game_, node_of(game_, {where.cell, c}).node);
            if (feature_facts(game_, city).complete()) add_once(area.cities, unsigned{city});
        }
    }

    /// Each field takes the lowest shade that no neighbour before it has.
    void shade_fields() {
        for (unsigned n = 1; n < p_.fields; ++n) {
            std::set<unsigned> taken;
            for (const unsigned other : fields_[n].neighbours) {
                if (other < n) taken.insert(fields_[other].shade);
            }
            while (taken.contains(fields_[n].shade)) ++fields_[n].shade;
        }
    }

    Json begin(std::string id, std::string_view kind, const Area& area) {
        Json json;
        json["id"] = std::move(id);
        json["kind"] = std::string(kind);
        std::vector<SegmentRef> segments = area.segments;
        std::sort(segments.begin(), segments.end());
        json["segments"] = Json::array();
        for (const SegmentRef& where : segments) json["segments"].push_back(segment_json(where));
        json["ends"] = Json::array();
        for (const Cell cell : area.ends) json["ends"].push_back({cell.x, cell.y});
        return json;
    }

    void add_holders(Json& json, Holders held, Holders decide) {
        json["tokens"] = Json::array();
        json["owners"] = Json::array();
        const unsigned most = majority_of(decide, p_.players).most;
        for (unsigned player = 0; player < p_.players; ++player) {
            json["tokens"].push_back(held.of(player));
            if (most > 0 && decide.of(player) == most) json["owners"].push_back(player);
        }
    }

    /// Who has a builder or a pig there, which holds nothing (B4).
    void add_companions(Json& json, const char* name, unsigned players) {
        for (unsigned player = 0; player < p_.players; ++player) {
            if (players >> player & 1) json[name].push_back(player);
        }
    }

    void add_feature(unsigned n) {
        const Area& area = features_[n];
        if (area.segments.empty()) return;
        const auto root = static_cast<Node>(n);
        const FeatureFacts facts = feature_facts(game_, root);
        const bool complete = facts.complete();
        // Every open cell needs one more tile at least.
        const auto ends = static_cast<unsigned>(area.ends.size());
        const FeatureValue least = value_if_completed(game_, root, complete ? 0 : ends);
        const int now = complete ? 0 : value_if_left(game_, root).points;
        Json json = begin("f" + std::to_string(n), word(least.kind), area);
        json["complete"] = complete;
        json["size"] = facts.size;
        json["extras"] = value_if_completed(game_, root).extras;
        json["gold"] = facts.gold;
        if (facts.raised) json[facts.line ? "inn" : "cathedral"] = true;
        if (facts.goods != GoodsCount{}) {
            json["goods"] = goods_json(facts.goods, EachKind::if_any);
        }
        add_companions(json, "builders", builders_in(game_, root));
        json["now"] = now;
        json["finished"] = least.points;
        add_holders(json, facts.held, facts.held);
        list_.push_back(std::move(json));
    }

    void add_field(unsigned n) {
        const Area& area = fields_[n];
        if (area.segments.empty()) return;
        const bool hunters = game_.box->rules.family == Family::hunters;
        Json json = begin("l" + std::to_string(n), hunters ? "meadow" : "field", area);
        json["complete"] = false;
        json["size"] = area.segments.size();
        json["shade"] = area.shade;
        const Holders held = field_holders(game_, static_cast<Node>(n));
        Holders decide = held;
        if (hunters) {
            const FieldWord field_word = p_.field.word[n];
            const Node shrine = shrine_meadow(game_);
            decide = holders_of_meadow(game_, static_cast<Node>(n), shrine);
            const FeatureValue value = meadow_value(game_.box->rules, field_word);
            json["deer"] = field::deer(field_word);
            json["big"] = field::big_game(field_word);
            json["tigers"] = field::tigers(field_word);
            json["fire"] = field::has_fire(field_word);
            json["extras"] = value.tiles;
            json["now"] = value.points;
            json["shrine"] = n == shrine;
        } else {
            const auto cities = static_cast<unsigned>(area.cities.size());
            json["extras"] = cities;
            json["now"] = farm_value(game_.box->rules, cities).points;
            add_companions(json, "pigs", pigs_in(game_, static_cast<Node>(n)));
        }
        json["finished"] = json["now"];
        add_holders(json, held, decide);
        list_.push_back(std::move(json));
    }

    void add_water(unsigned n) {
        const Area& area = waters_[n];
        if (area.segments.empty()) return;
        const WaterWord system = p_.water.word[n];
        const FeatureValue value = hut_value(game_.box->rules, water::fish(system));
        const Holders held = water::held(system);
        Json json = begin("w" + std::to_string(n), word(AreaKind::hut), area);
        json["complete"] = false;
        json["size"] = area.segments.size();
        json["extras"] = value.tiles;
        json["now"] = value.points;
        json["finished"] = value.points;
        add_holders(json, held, held);
        list_.push_back(std::move(json));
    }

    void add_sites(const PlacedTile& placed) {
        const Tile& tile = game_.tile(placed.tile());
        const TileParts& parts = game_.box->parts[placed.tile()];
        for (std::uint8_t s = 0; s < tile.segment_count; ++s) {
            if (!(parts.sites >> s & 1)) continue;
            Area area;
            area.segments.push_back({placed.cell, s});
            const unsigned counted = 1 + filled_around(game_, placed.cell);
            const bool monastery = parts.monasteries >> s & 1;
            Json json =
                begin("s" + std::to_string(placed.cell.x) + "," + std::to_string(placed.cell.y),
                      word(monastery ? AreaKind::monastery : AreaKind::garden), area);
            const bool complete = counted == full_site;
            json["complete"] = complete;
            json["size"] = counted;
            json["extras"] = 0;
            json["now"] = complete ? 0 : site_points(game_.box->rules, counted);
            json["finished"] = site_points(game_.box->rules, full_site);
            const Holders held = area_at(game_, {placed.cell, s}).held;
            add_holders(json, held, held);
            list_.push_back(std::move(json));
        }
    }

    const Game& game_;
    const Position& p_;
    std::vector<Area> features_, fields_, waters_; // by root
    Json list_ = Json::array();
};

} // namespace

Json segment_json(SegmentRef where) {
    return {where.cell.x, where.cell.y, where.segment};
}

Json areas_json(const Game& game) {
    return AreaList(game).run();
}

} // namespace bastide::binding
