#include "catalog/catalog.h"
#include "catalog/ruleset_fields.h"

namespace bastide {
namespace {

constexpr std::string_view edge_names = "NESW";

/// Reads one tile; `reader` holds the first thing that is wrong.
class TileReader {
  public:
    explicit TileReader(JsonReader& reader)
        : reader_(reader) {}

    Tile read(const Json& json) {
        reader_.object(json, "the tile",
                       {"id", "count", "start", "role", "bonus", "gingerbread", "features"});
        Tile tile;
        tile.count = static_cast<std::uint8_t>(reader_.integer(json, "count", "the tile", 1, 99));
        tile.gingerbread = reader_.boolean(json, "gingerbread", "the tile", false);
        tile.start = start(json);
        const bool bonus = reader_.boolean(json, "bonus", "the tile", false);
        if (bonus) tile.stack = Stack::bonus;
        const Json* features = reader_.array(json, "features", "the tile");
        if (features == nullptr) return tile;
        if (features->empty() || features->size() > max_segments) {
            reader_.fail("the tile has no or too many features");
            return tile;
        }
        bool has_river = false;
        for (const Json& feature : *features) {
            tile.segments[tile.segment_count++] = segment(feature);
            has_river |= tile.segments[tile.segment_count - 1u].kind == SegmentKind::river;
        }
        const auto role = json.find("role");
        if (role != json.end() && *role == "lake") {
            tile.stack = Stack::river_lake;
        } else if (role != json.end() && *role == "spring") {
            tile.stack = Stack::river;
        } else if (role != json.end()) {
            reader_.fail("\"role\" is neither \"spring\" nor \"lake\"");
        } else if (has_river) {
            tile.stack = Stack::river;
        }
        return tile;
    }

  private:
    bool start(const Json& json) {
        const auto it = json.find("start");
        if (it == json.end()) return false;
        if (it->is_boolean()) return it->get<bool>();
        return reader_.integer(*it, "\"start\"", 0, 1) == 1;
    }

    SegmentKind kind(const Json& json) {
        const std::string text = reader_.string(json, "kind", "a feature");
        if (text == "city") return SegmentKind::city;
        if (text == "road") return SegmentKind::road;
        if (text == "field") return SegmentKind::field;
        if (text == "monastery") return SegmentKind::monastery;
        if (text == "garden") return SegmentKind::garden;
        if (text == "forest") return SegmentKind::forest;
        if (text == "meadow") return SegmentKind::meadow;
        if (text == "lake") return SegmentKind::lake;
        // A river of Hunters & Gatherers says what lies at its ends.
        if (text == "river")
            return json.contains("ends") ? SegmentKind::stream : SegmentKind::river;
        reader_.fail("the kind \"" + text + "\" is unknown");
        return SegmentKind::field;
    }

    std::uint8_t small(const Json& json, std::string_view key) {
        return static_cast<std::uint8_t>(reader_.integer(json, key, "a feature", 0, 9));
    }

    Segment segment(const Json& json) {
        Segment s;
        if (!json.is_object()) {
            reader_.fail("a feature is not an object");
            return s;
        }
        s.kind = kind(json);
        switch (s.kind) {
        case SegmentKind::city:
            reader_.object(json, "a city", {"kind", "edges", "shields", "cathedral", "goods"});
            s.edges = edges(json);
            s.shields = small(json, "shields");
            s.cathedral = reader_.boolean(json, "cathedral", "a city", false);
            s.goods = goods(json);
            break;
        case SegmentKind::road:
            reader_.object(json, "a road", {"kind", "edges", "inn"});
            s.edges = edges(json);
            s.inn = reader_.boolean(json, "inn", "a road", false);
            break;
        case SegmentKind::river:
            reader_.object(json, "a river", {"kind", "edges"});
            s.edges = edges(json);
            break;
        case SegmentKind::field:
            reader_.object(json, "a field", {"kind", "halves", "cities"});
            s.halves = halves(json);
            s.cities = cities(json);
            break;
        case SegmentKind::monastery:
        case SegmentKind::garden:
            reader_.object(json, "a monastery or garden", {"kind"});
            break;
        case SegmentKind::forest:
            reader_.object(json, "a forest", {"kind", "edges", "gold", "mushrooms"});
            s.edges = edges(json);
            s.gold = small(json, "gold");
            s.mushrooms = small(json, "mushrooms");
            break;
        case SegmentKind::stream:
            reader_.object(json, "a river", {"kind", "edges", "fish", "ends"});
            s.edges = edges(json);
            ends(json, s);
            break;
        case SegmentKind::meadow:
            reader_.object(json, "a meadow", {"kind", "halves", "animals", "fire", "shrine"});
            s.halves = halves(json);
            s.animals = animals(json);
            s.fire = reader_.boolean(json, "fire", "a meadow", false);
            s.shrine = reader_.boolean(json, "shrine", "a meadow", false);
            break;
        case SegmentKind::lake:
            reader_.object(json, "a lake", {"kind", "fish"});
            s.fish = small(json, "fish");
            break;
        }
        return s;
    }

    /// What a city makes; without the key, nothing.
    Goods goods(const Json& json) {
        if (!json.contains("goods")) return Goods::none;
        const std::string text = reader_.string(json, "goods", "a city");
        for (unsigned kind = 1; kind <= goods_count; ++kind) {
            if (text == word(static_cast<Goods>(kind))) return static_cast<Goods>(kind);
        }
        reader_.fail("the goods \"" + text + "\" are unknown");
        return Goods::none;
    }

    EdgeSet edges(const Json& json) {
        EdgeSet set = 0;
        const Json* list = reader_.array(json, "edges", "a feature");
        if (list == nullptr) return set;
        for (const Json& value : *list) {
            const std::string text = value.is_string() ? value.get<std::string>() : "";
            const std::size_t edge = text.size() == 1 ? edge_names.find(text) : std::string::npos;
            if (edge == std::string::npos || (set >> edge & 1)) {
                reader_.fail("an edge is not N, E, S or W, or stands twice");
                return set;
            }
            set |= static_cast<EdgeSet>(1u << edge);
        }
        return set;
    }

    HalfSet halves(const Json& json) {
        HalfSet set = 0;
        const Json* list = reader_.array(json, "halves", "a feature");
        if (list == nullptr) return set;
        for (const Json& value : *list) {
            const auto half = reader_.integer(value, "a half-edge", 0, 7);
            if (set >> half & 1) reader_.fail("a half-edge stands twice");
            set |= static_cast<HalfSet>(1u << half);
        }
        return set;
    }

    SegmentSet cities(const Json& json) {
        SegmentSet set = 0;
        const Json* list = reader_.array(json, "cities", "a field");
        if (list == nullptr) return set;
        for (const Json& value : *list) {
            const auto city = reader_.integer(value, "a city of a field", 0, max_segments - 1);
            set |= static_cast<SegmentSet>(1u << city);
        }
        return set;
    }

    void ends(const Json& json, Segment& s) {
        if (reader_.integer(json, "fish", "a river", 0, 0) != 0) return;
        const Json* list = reader_.array(json, "ends", "a river");
        if (list == nullptr) return;
        for (const Json& value : *list) {
            const std::string text = value.is_string() ? value.get<std::string>() : "";
            if (text == "source") {
                ++s.sources;
            } else if (text.size() == 6 && text.starts_with("lake:") && text[5] >= '0' &&
                       text[5] <= '9') {
                s.lakes |= static_cast<SegmentSet>(1u << (text[5] - '0'));
            } else {
                reader_.fail("an end of a river is neither \"source\" nor \"lake:N\"");
            }
        }
    }

    Animals animals(const Json& json) {
        Animals found;
        const Json* list = reader_.get(json, "animals", "a meadow");
        if (list == nullptr ||
            !reader_.object(*list, "\"animals\"", {"deer", "mammoth", "buffalo", "tiger"})) {
            return found;
        }
        const auto count = [&](std::string_view key) {
            const auto it = list->find(key);
            if (it == list->end()) return std::uint8_t{0};
            return static_cast<std::uint8_t>(reader_.integer(*it, key, 0, 9));
        };
        found.deer = count("deer");
        found.mammoth = count("mammoth");
        found.buffalo = count("buffalo");
        found.tiger = count("tiger");
        return found;
    }

    JsonReader& reader_;
};

} // namespace

std::expected<TileSet, CatalogError> parse_tiles(std::string_view file, std::string_view text) {
    CatalogError error = {std::string(file), "", ""};
    JsonReader reader(error.reason);
    Json json;
    if (!parse_json(text, json, error.reason)) return std::unexpected(error);
    reader.object(json, "the file", {"source_notes", "family", "theme", "tiles"});
    TileSet set;
    const auto family =
        family_from(reader.failed() ? "" : reader.string(json, "family", "the file"));
    set.theme = reader.failed() ? "" : reader.string(json, "theme", "the file");
    if (!family) reader.fail("\"family\" is neither \"classic\" nor \"hunters\"");
    const Json* list = reader.failed() ? nullptr : reader.array(json, "tiles", "the file");
    if (list == nullptr) return std::unexpected(error);
    for (const Json& entry : *list) {
        error.tile = "number " + std::to_string(set.tiles.size() + 1);
        if (!entry.is_object()) {
            reader.fail("the tile is not an object");
            return std::unexpected(error);
        }
        NamedTile tile;
        tile.id = reader.string(entry, "id", "the tile");
        if (!tile.id.empty()) error.tile = tile.id;
        tile.tile = TileReader(reader).read(entry);
        for (const NamedTile& other : set.tiles) {
            if (other.id == tile.id) reader.fail("another tile has the same id");
        }
        if (reader.failed()) return std::unexpected(error);
        const auto ok = check_tile(tile.tile, *family);
        if (!ok) {
            error.reason = name(ok.error());
            return std::unexpected(error);
        }
        set.tiles.push_back(std::move(tile));
    }
    return set;
}

} // namespace bastide
