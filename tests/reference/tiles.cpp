#include "tiles.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace bastide::reference {
namespace {

using Json = nlohmann::json;

int read_edge(const std::string& name) {
    const std::string names = "NESW";
    const std::size_t found = names.find(name);
    if (name.size() != 1 || found == std::string::npos) {
        throw std::runtime_error("unknown edge " + name);
    }
    return static_cast<int>(found);
}

void read_end(const std::string& end, Feature& river) {
    if (end == "source") {
        river.source = true;
    } else if (end.starts_with("lake:")) {
        river.lakes.insert(std::stoi(end.substr(5)));
    } else {
        throw std::runtime_error("unknown river end " + end);
    }
}

Feature read_feature(const Json& json) {
    static const std::set<std::string> kinds = {"city",  "road",   "field",  "monastery", "garden",
                                                "river", "forest", "meadow", "lake"};
    Feature feature;
    for (const auto& [key, value] : json.items()) {
        if (key == "kind") {
            feature.kind = value.get<std::string>();
        } else if (key == "edges") {
            for (const Json& edge : value) feature.edges.insert(read_edge(edge));
        } else if (key == "halves") {
            feature.halves = value.get<std::set<int>>();
        } else if (key == "cities") {
            feature.cities = value.get<std::set<int>>();
        } else if (key == "ends") {
            for (const Json& end : value) read_end(end, feature);
        } else if (key == "shields") {
            feature.shields = value.get<int>();
        } else if (key == "fish") {
            feature.fish = value.get<int>();
        } else if (key == "gold") {
            feature.gold = value.get<int>();
        } else if (key == "mushrooms") {
            feature.mushrooms = value.get<int>();
        } else if (key == "animals") {
            feature.animals = value.get<std::map<std::string, int>>();
        } else if (key == "shrine") {
            feature.shrine = value.get<bool>();
        } else if (key == "fire") {
            feature.fire = value.get<bool>();
        } else if (key == "inn") {
            feature.inn = value.get<bool>();
        } else if (key == "cathedral") {
            feature.cathedral = value.get<bool>();
        } else if (key == "goods") {
            feature.goods = value.get<std::string>();
        } else {
            throw std::runtime_error("unknown feature key " + key);
        }
    }
    if (!kinds.contains(feature.kind)) {
        throw std::runtime_error("unknown feature kind " + feature.kind);
    }
    static const std::set<std::string> goods = {"", "wine", "grain", "cloth"};
    if (!goods.contains(feature.goods)) throw std::runtime_error("unknown goods " + feature.goods);
    return feature;
}

Tile read_tile(const Json& json) {
    Tile tile;
    for (const auto& [key, value] : json.items()) {
        if (key == "id") {
            tile.id = value.get<std::string>();
        } else if (key == "count") {
            tile.count = value.get<int>();
        } else if (key == "start") {
            tile.start = value.is_boolean() ? (value.get<bool>() ? 1 : 0) : value.get<int>();
        } else if (key == "bonus") {
            tile.bonus = value.get<bool>();
        } else if (key == "gingerbread") {
            tile.gingerbread = value.get<bool>();
        } else if (key == "role") {
            tile.role = value.get<std::string>();
        } else if (key == "features") {
            for (const Json& feature : value) tile.features.push_back(read_feature(feature));
        } else {
            throw std::runtime_error("unknown tile key " + key);
        }
    }
    return tile;
}

void write(std::ostream& out, const std::string& name, const std::set<int>& numbers) {
    out << ' ' << name;
    for (const int number : numbers) out << ' ' << number;
}

// One feature of a turned tile, without its index. Where it lies is told by edges and halves
// alone, so a garden, monastery or lake has no place.
std::string describe_alone(const Feature& feature, int rot) {
    std::ostringstream out;
    out << feature.kind;
    write(out, "edges", turned_edges(feature, rot));
    write(out, "halves", turned_halves(feature, rot));
    out << " shields " << feature.shields << " fish " << feature.fish << " gold " << feature.gold
        << " mushrooms " << feature.mushrooms << " source " << feature.source << " shrine "
        << feature.shrine << " fire " << feature.fire << " inn " << feature.inn << " cathedral "
        << feature.cathedral << " goods " << feature.goods;
    for (const auto& [animal, count] : feature.animals) out << ' ' << animal << ' ' << count;
    return out.str();
}

// The same with its contacts: the cities of a field, the lakes of a river, the rivers of a lake.
std::string describe(const Tile& tile, int index, int rot) {
    const Feature& feature = tile.feature(index);
    std::multiset<std::string> contacts;
    for (const int city : feature.cities) contacts.insert(describe_alone(tile.feature(city), rot));
    for (const int lake : feature.lakes) contacts.insert(describe_alone(tile.feature(lake), rot));
    if (feature.kind == "lake") {
        for (const Feature& other : tile.features) {
            if (other.lakes.contains(index)) contacts.insert(describe_alone(other, rot));
        }
    }
    std::string text = describe_alone(feature, rot);
    for (const std::string& contact : contacts) text += " [" + contact + "]";
    return text;
}

std::multiset<std::string> describe_tile(const Tile& tile, int rot) {
    std::multiset<std::string> text;
    for (int i = 0; i < static_cast<int>(tile.features.size()); ++i) {
        text.insert(describe(tile, i, rot));
    }
    return text;
}

} // namespace

TileSet read_tiles(const std::string& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    const Json file = Json::parse(in);
    TileSet tiles;
    for (const Json& json : file.at("tiles")) {
        Tile tile = read_tile(json);
        const std::string id = tile.id;
        if (!tiles.emplace(id, std::move(tile)).second) {
            throw std::runtime_error("tile twice in " + path + ": " + id);
        }
    }
    if (tiles.empty()) throw std::runtime_error("no tiles in " + path);
    return tiles;
}

int turned_edge(int edge, int rot) {
    return (edge + rot) % 4;
}

int turned_half(int half, int rot) {
    return (half + 2 * rot) % 8;
}

std::set<int> turned_edges(const Feature& feature, int rot) {
    std::set<int> turned;
    for (const int edge : feature.edges) turned.insert(turned_edge(edge, rot));
    return turned;
}

std::set<int> turned_halves(const Feature& feature, int rot) {
    std::set<int> turned;
    for (const int half : feature.halves) turned.insert(turned_half(half, rot));
    return turned;
}

std::string edge_kind(const Tile& tile, int edge, int rot) {
    for (const Feature& feature : tile.features) {
        if (turned_edges(feature, rot).contains(edge)) return feature.kind;
    }
    for (const Feature& feature : tile.features) {
        if (turned_halves(feature, rot).contains(2 * edge)) return feature.kind;
    }
    throw std::runtime_error("nothing printed on an edge of " + tile.id);
}

int canonical_rotation(const Tile& tile, int rot) {
    const std::multiset<std::string> turned = describe_tile(tile, rot);
    int lowest = 0;
    while (describe_tile(tile, lowest) != turned) ++lowest;
    return lowest;
}

} // namespace bastide::reference
