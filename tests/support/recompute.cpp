#include "support/recompute.h"

#include "rules/inspect.h"
#include "rules/internal/turn.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <type_traits>
#include <vector>

namespace bastide::testing_support {
namespace {

/// A segment of a placed tile, turned.
struct Piece {
    unsigned tile = 0; // index of the placed tile
    unsigned segment = 0;
    const Segment* printed = nullptr;
    EdgeSet edges = 0;
    HalfSet halves = 0;
};

/// Sets of pieces that touch, by plain relabelling.
class Groups {
  public:
    explicit Groups(std::size_t size)
        : label_(size) {
        std::iota(label_.begin(), label_.end(), 0u);
    }
    void join(unsigned a, unsigned b) {
        const unsigned from = label_[a], to = label_[b];
        if (from == to) return;
        std::replace(label_.begin(), label_.end(), from, to);
    }
    unsigned of(unsigned piece) const { return label_[piece]; }

  private:
    std::vector<unsigned> label_;
};

bool is_mass_or_line(SegmentKind kind) {
    return kind == SegmentKind::city || kind == SegmentKind::road || kind == SegmentKind::forest ||
           kind == SegmentKind::stream;
}
bool is_land(SegmentKind kind) {
    return kind == SegmentKind::field || kind == SegmentKind::meadow;
}
bool is_water(SegmentKind kind) {
    return kind == SegmentKind::stream || kind == SegmentKind::lake;
}

class Recompute {
  public:
    explicit Recompute(const Game& game)
        : game_(game)
        , p_(game.now)
        , classic_(game.box->rules.family == Family::classic) {
        for (unsigned t = 0; t < p_.placed; ++t) {
            const PlacedTile& placed = p_.tile[t];
            at_[placed.cell] = t;
            first_piece_.push_back(static_cast<unsigned>(pieces_.size()));
            const Tile& tile = game.box->tiles[placed.tile()];
            for (unsigned s = 0; s < tile.segment_count; ++s) {
                pieces_.push_back({t, s, &tile.segments[s],
                                   turned_edges(tile.segments[s].edges, placed.rotation()),
                                   turned_halves(tile.segments[s].halves, placed.rotation())});
            }
        }
    }

    std::string run() {
        grid();
        frontier();
        tokens();
        features();
        fields();
        waters();
        sites();
        stacks();
        key();
        copies();
        return wrong_;
    }

  private:
    /// The first thing that is wrong is kept. Its text is made only when it is needed: this runs
    /// for every entry of the grid.
    template <class What>
    void expect(bool holds, const What& what) {
        if (holds || !wrong_.empty()) return;
        if constexpr (std::is_invocable_v<What>) {
            wrong_ = what();
        } else {
            wrong_ = what;
        }
    }

    static std::string text(Cell cell) {
        return std::to_string(cell.x) + "," + std::to_string(cell.y);
    }
    std::string text(const Piece& piece) const {
        return "segment " + std::to_string(piece.segment) + " at " + text(p_.tile[piece.tile].cell);
    }

    /// The terrain that a placed tile shows on a side; 0 for the classic River.
    unsigned terrain(unsigned tile, unsigned side) const {
        for (unsigned i = first_piece_[tile]; i < pieces_.size(); ++i) {
            const Piece& piece = pieces_[i];
            if (piece.tile != tile) break;
            if (!(piece.edges >> side & 1)) continue;
            switch (piece.printed->kind) {
            case SegmentKind::city:
            case SegmentKind::forest:
                return 3;
            case SegmentKind::road:
            case SegmentKind::stream:
                return 2;
            default:
                return 0;
            }
        }
        return 1;
    }

    void grid() {
        Grid wanted;
        for (const auto& [cell, tile] : at_) wanted[Grid::index(cell)] = Grid::of_tile(tile);
        const auto enter = [&](unsigned slot) {
            Grid::Entry& entry = wanted[Grid::index(p_.open.cell[slot])];
            expect(entry == Grid::empty,
                   [&] { return "slot " + std::to_string(slot) + " lies on something else"; });
            entry = Grid::of_slot(slot);
        };
        for (unsigned i = 0; i < p_.frontier; ++i) enter(i);
        if (river_is_open()) enter(river_slot);
        expect(std::memcmp(&wanted, &game_.grid, sizeof wanted) == 0, "grid");
    }

    /// A river edge that no tile meets: where the river goes on, or would have gone on.
    bool river_is_open() const {
        return game_.box->has_river && !at_.contains(p_.open.cell[river_slot]);
    }

    void frontier() {
        std::map<Cell, unsigned> open;
        std::set<Cell> river;
        for (const auto& [cell, tile] : at_) {
            for (unsigned side = 0; side < edge_count; ++side) {
                const Cell next = neighbour(cell, static_cast<Edge>(side));
                if (at_.contains(next)) continue;
                const unsigned shown = terrain(tile, side);
                open[next] |= shown << (2 * ((side + 2) % 4));
                if (shown == 0) river.insert(next);
            }
        }
        expect(river.size() <= 1, "the river has two ends");
        expect(river.size() == (river_is_open() ? 1u : 0u), "the river's open end");
        for (const Cell cell : river) {
            expect(cell == p_.open.cell[river_slot], "the river goes on elsewhere");
            expect(open[cell] == p_.open.code[river_slot], "code at the river's end");
            open.erase(cell);
        }
        expect(open.size() == p_.frontier, "size of the frontier");
        expect(p_.frontier <= 2u * p_.placed + 2, [&] { return "the frontier is beyond 2n + 2"; });
        for (unsigned i = 0; i < p_.frontier; ++i) {
            const auto it = open.find(p_.open.cell[i]);
            expect(it != open.end() && it->second == p_.open.code[i],
                   [&] { return "code of " + text(p_.open.cell[i]); });
        }
    }

    /// Joins pieces of two tiles where `meet` says so.
    template <class Meet>
    Groups groups(Meet&& meet) const {
        Groups groups(pieces_.size());
        for (unsigned a = 0; a < pieces_.size(); ++a) {
            const Cell cell = p_.tile[pieces_[a].tile].cell;
            for (const unsigned side : {1u, 2u}) { // every border once
                const auto other = at_.find(neighbour(cell, static_cast<Edge>(side)));
                if (other == at_.end()) continue;
                for (unsigned b = first_piece_[other->second];
                     b < pieces_.size() && pieces_[b].tile == other->second; ++b) {
                    if (meet(pieces_[a], pieces_[b], side)) groups.join(a, b);
                }
            }
        }
        return groups;
    }

    static bool edges_meet(const Piece& a, const Piece& b, unsigned side) {
        return a.printed->kind == b.printed->kind && (a.edges >> side & 1) &&
               (b.edges >> ((side + 2) % 4) & 1);
    }
    static bool halves_meet(const Piece& a, const Piece& b, unsigned side) {
        const unsigned there = (side + 2) % 4;
        const bool first = (a.halves >> (2 * side) & 1) && (b.halves >> (2 * there + 1) & 1);
        const bool second = (a.halves >> (2 * side + 1) & 1) && (b.halves >> (2 * there) & 1);
        return first || second;
    }

    /// The tokens that stand on the board, by tile, and that none is lost.
    void tokens() {
        std::array<std::array<unsigned, token_count>, max_players> out = {};
        for (unsigned t = 0; t < p_.placed; ++t) {
            const TokenView token = token_on(game_, p_.tile[t]);
            standing_.push_back(token);
            if (token.token == Token::none) continue;
            expect(token.player < p_.players, "a token of nobody");
            ++out[token.player][static_cast<unsigned>(token.token)];
        }
        const Ruleset& rules = game_.box->rules;
        for (unsigned player = 0; player < p_.players; ++player) {
            const auto whole = [&](Token token, unsigned total) {
                const unsigned standing = out[player][static_cast<unsigned>(token)];
                expect(p_.supply(token, player) + standing == total, [&] {
                    return "tokens " + std::to_string(static_cast<unsigned>(token)) +
                           " of player " + std::to_string(player) + " are not conserved";
                });
            };
            for (const TokenKind& kind : token_kinds) whole(kind.token, rules.*kind.supply);
        }
    }

    /// The strength of each player's followers, or huts, on a group: a big follower is two (I6).
    using Held = std::array<unsigned, max_players>;
    Held held(const std::vector<unsigned>& group, Token wanted) const {
        Held held = {};
        for (const unsigned i : group) {
            const TokenView& token = standing_[pieces_[i].tile];
            if (token.where.segment != pieces_[i].segment) continue;
            if (token.token == wanted) ++held[token.player];
            if (token.token == Token::big && wanted == Token::follower) held[token.player] += 2;
        }
        return held;
    }
    static Held unpacked(auto strengths) {
        Held held = {};
        const Holders wide = strengths;
        for (unsigned player = 0; player < max_players; ++player) held[player] = wide.of(player);
        return held;
    }

    template <class Kind>
    std::map<unsigned, std::vector<unsigned>> members(const Groups& groups, Kind&& kind) const {
        std::map<unsigned, std::vector<unsigned>> members;
        for (unsigned i = 0; i < pieces_.size(); ++i) {
            if (kind(pieces_[i].printed->kind)) members[groups.of(i)].push_back(i);
        }
        return members;
    }

    Node node(const Piece& piece, Network network) const {
        const PlacedTile& tile = p_.tile[piece.tile];
        const TileParts& parts = game_.box->parts[tile.tile()];
        const unsigned base = network == Network::feature ? tile.feature_base
                              : network == Network::field ? field_base(game_, tile)
                                                          : tile.water_base();
        const unsigned local = network == Network::water_only ? parts.water[piece.segment]
                                                              : parts.local[piece.segment];
        return static_cast<Node>(base + local);
    }

    /// All members share one root, which no other group has.
    template <class Net>
    Node root(const Net& net, const std::vector<unsigned>& group, Network network,
              std::set<Node>& taken) {
        const Node root = net.root(node(pieces_[group[0]], network));
        for (const unsigned i : group) {
            expect(net.root(node(pieces_[i], network)) == root, [&] {
                return text(pieces_[i]) + " is not joined to " + text(pieces_[group[0]]);
            });
        }
        expect(root != no_node && taken.insert(root).second,
               [&] { return text(pieces_[group[0]]) + " is joined to another area"; });
        return root;
    }

    template <class Net>
    void roots_are_lowest(const Net& net, unsigned used, const std::string& what) {
        for (unsigned n = 0; n < used; ++n) {
            expect(net.parent[n] <= n,
                   [&] { return what + " parent of node " + std::to_string(n); });
        }
        expect(net.root(no_node) == no_node, [&] { return what + " node 0"; });
    }

    void features() {
        game_.with_areas([&](const auto& areas) { features(areas.feature); });
    }
    void features(const auto& net) {
        roots_are_lowest(net, p_.features, "feature");
        std::set<Node> taken;
        for (const auto& [label, group] : members(groups(edges_meet), is_mass_or_line)) {
            const Node at = root(net, group, Network::feature, taken);
            const auto word = net.word[at];
            unsigned open = 0, extras = 0;
            bool gold = false;
            std::set<unsigned> tiles, lakes;
            for (const unsigned i : group) {
                const Piece& piece = pieces_[i];
                tiles.insert(piece.tile);
                extras += piece.printed->shields + piece.printed->mushrooms;
                gold |= piece.printed->gold > 0;
                open += open_edges(piece);
                for (unsigned lake = 0; lake < max_segments; ++lake) {
                    if (piece.printed->lakes >> lake & 1) lakes.insert(lake_bit(piece.tile, lake));
                }
            }
            const SegmentKind kind = pieces_[group[0]].printed->kind;
            const bool line = kind == SegmentKind::road || kind == SegmentKind::stream;
            const auto name = "area of " + text(pieces_[group[0]]);
            expect(feature::open(word) == open, [&] { return name + ": open edges"; });
            expect(feature::size(word) == (classic_ ? tiles.size() : group.size()),
                   [&] { return name + ": size"; });
            expect(feature::extras(word) == extras,
                   [&] { return name + ": shields or mushrooms"; });
            expect((feature::is_line(word)) == line, [&] { return name + ": kind"; });
            expect(feature_facts(game_, at).gold == gold, [&] { return name + ": gold"; });
            expect(unpacked(feature::held(word)) == held(group, Token::follower),
                   [&] { return name + ": followers"; });
            if (!classic_)
                expect(feature::lakes(p_.feature.word[at]) == bits(lakes),
                       [&] { return name + ": lakes"; });
            expect(open > 0 || feature::held(word).nobody(),
                   [&] { return name + ": complete and occupied"; });
        }
        expect(taken.size() == roots(net, p_.features), "more features than pieces");
    }

    unsigned open_edges(const Piece& piece) const {
        unsigned open = 0;
        for (unsigned side = 0; side < edge_count; ++side) {
            const Cell next = neighbour(p_.tile[piece.tile].cell, static_cast<Edge>(side));
            if ((piece.edges >> side & 1) && !at_.contains(next)) ++open;
        }
        return open;
    }

    /// The number of a lake in the box: lakes are counted through the tile types.
    unsigned lake_bit(unsigned placed, unsigned segment) const {
        const TileIndex type = p_.tile[placed].tile();
        unsigned bit = 0;
        for (unsigned t = 0; t <= type; ++t) {
            const Tile& tile = game_.box->tiles[t];
            for (unsigned s = 0; s < tile.segment_count && (t < type || s < segment); ++s) {
                bit += tile.segments[s].kind == SegmentKind::lake ? 1u : 0u;
            }
        }
        return bit;
    }
    static std::uint32_t bits(const std::set<unsigned>& members) {
        std::uint32_t set = 0;
        for (const unsigned bit : members) set |= 1u << bit;
        return set;
    }

    template <class Net>
    static std::size_t roots(const Net& net, unsigned used) {
        std::size_t count = 0;
        for (unsigned n = 1; n < used; ++n) count += net.is_root(static_cast<Node>(n)) ? 1u : 0u;
        return count;
    }

    void fields() {
        game_.with_areas([&](const auto& areas) { fields(areas.field); });
    }
    void fields(const auto& net) {
        roots_are_lowest(net, p_.fields, "field");
        std::set<Node> taken;
        for (const auto& [label, group] : members(groups(halves_meet), is_land)) {
            const Node at = root(net, group, Network::field, taken);
            const auto held_here = unpacked(field::held(net.word[at]));
            unsigned deer = 0, tigers = 0, big = 0;
            bool fire = false;
            for (const unsigned i : group) {
                const Segment& s = *pieces_[i].printed;
                deer += s.animals.deer;
                tigers += s.animals.tiger;
                big += s.animals.mammoth + s.animals.buffalo;
                fire |= s.fire;
            }
            const std::string name = "land of " + text(pieces_[group[0]]);
            expect(held_here == held(group, Token::follower), [&] { return name + ": followers"; });
            if (classic_) continue;
            const FieldWord word = p_.field.word[at];
            expect(field::deer(word) == deer, [&] { return name + ": deer"; });
            expect(field::tigers(word) == tigers, [&] { return name + ": tigers"; });
            expect(field::big_game(word) == big, [&] { return name + ": mammoths and buffaloes"; });
            expect((field::has_fire(word)) == fire, [&] { return name + ": fire"; });
        }
        expect(taken.size() == roots(net, p_.fields), "more fields than pieces");
    }

    void waters() {
        if (classic_) return expect(p_.waters == 1, "water in a classic game");
        roots_are_lowest(p_.water, p_.waters, "water");
        Groups systems = groups(edges_meet);
        for (unsigned a = 0; a < pieces_.size(); ++a) {
            for (unsigned lake = 0; lake < max_segments; ++lake) {
                if (!(pieces_[a].printed->lakes >> lake & 1)) continue;
                systems.join(a, first_piece_[pieces_[a].tile] + lake);
            }
        }
        std::set<Node> taken;
        for (const auto& [label, group] : members(systems, is_water)) {
            const Node at = root(p_.water, group, Network::water_only, taken);
            const WaterWord word = p_.water.word[at];
            unsigned fish = 0;
            for (const unsigned i : group) {
                if (pieces_[i].printed->kind == SegmentKind::lake) fish += pieces_[i].printed->fish;
            }
            const std::string name = "water of " + text(pieces_[group[0]]);
            expect(water::fish(word) == fish, [&] { return name + ": fish"; });
            expect(unpacked(water::held(word)) == held(group, Token::hut),
                   [&] { return name + ": huts"; });
        }
        expect(taken.size() == roots(p_.water, p_.waters), "more waters than pieces");
    }

    void sites() {
        std::set<std::array<int, 5>> wanted, found;
        for (unsigned t = 0; t < p_.placed; ++t) {
            const TokenView& token = standing_[t];
            if (token.token == Token::none || token.token == Token::hut) continue;
            const Tile& tile = game_.box->tiles[p_.tile[t].tile()];
            const SegmentKind kind = tile.segments[token.where.segment].kind;
            if (kind != SegmentKind::monastery && kind != SegmentKind::garden) continue;
            wanted.insert({static_cast<int>(t), token.where.segment, static_cast<int>(token.player),
                           static_cast<int>(token.token), kind == SegmentKind::garden});
            unsigned around = 0;
            for (const auto& [cell, other] : at_) {
                around += cell != p_.tile[t].cell && touches(cell, p_.tile[t].cell) ? 1u : 0u;
            }
            expect(around == filled_around(game_, p_.tile[t].cell), "tiles around a site");
            expect(around < 8, "a complete site is occupied");
        }
        for (unsigned i = 0; i < p_.sites; ++i) {
            const Site& site = p_.site[i];
            expect(site.cell == p_.tile[site.placed].cell, "cell of a site");
            found.insert({site.placed, site.segment, site.player, static_cast<int>(site.token),
                          site.garden});
        }
        expect(found.size() == p_.sites && wanted == found, "monks and abbots");
    }

    void stacks() {
        std::array<unsigned, stack_count> left = {};
        std::vector<unsigned> seen(game_.box->tile_count);
        for (unsigned t = 0; t < p_.placed; ++t) ++seen[p_.tile[t].tile()];
        if (p_.hand != no_tile) ++seen[p_.hand];
        for (unsigned i = 0; i < p_.aside; ++i) ++seen[p_.set_aside[i]];
        for (unsigned i = 0; i < game_.box->tile_count; ++i) {
            const Tile& tile = game_.box->tiles[i];
            left[static_cast<unsigned>(tile.stack)] += p_.bag[i];
            expect(p_.bag[i] + seen[i] <= tile.count, "more copies than the box has");
            const bool all_stay =
                game_.box->rules.unplaceable == Unplaceable::put_back && tile.stack == Stack::land;
            if (all_stay) {
                expect(p_.bag[i] + seen[i] == tile.count, "a tile left the game");
            }
        }
        for (unsigned s = 0; s < stack_count; ++s) {
            expect(p_.left[s] == left[s],
                   [&] { return "tiles left in stack " + std::to_string(s); });
        }
    }

    /// An abbot's token leaves the key when it is taken back and stays when its site is scored. A
    /// site that is full now may have lost its abbot either way.
    void key() {
        std::uint64_t key = 0;
        std::vector<std::uint64_t> unsure;
        for (unsigned t = 0; t < p_.placed; ++t) {
            const PlacedTile& tile = p_.tile[t];
            key ^= turn::tile_key(tile.cell, tile.turned());
            if (tile.token() == Token::none) continue;
            const std::uint64_t token =
                turn::token_key(tile.cell, tile.token_segment, tile.token_player(), tile.token());
            const bool gone = standing_[t].token == Token::none;
            if (tile.token() != Token::abbot || !gone) {
                key ^= token;
            } else if (filled_around(game_, tile.cell) == 8) {
                unsure.push_back(token);
            }
        }
        bool found = false;
        for (unsigned subset = 0; subset < 1u << unsure.size(); ++subset) {
            std::uint64_t with = key;
            for (unsigned i = 0; i < unsure.size(); ++i) {
                if (subset >> i & 1) with ^= unsure[i];
            }
            found |= with == p_.key;
        }
        expect(found, "key");
    }

    void copies() {
        const Game copy = game_;
        expect(copy == game_, "a copy is not the same");
        expect(hash(copy) == hash(game_), "a copy has another hash");
        Game other(*game_.box, 1, 0);
        other = game_;
        expect(other == game_, "an assigned game is not the same");
        expect(std::memcmp(&other.grid, &game_.grid, sizeof other.grid) == 0,
               "grid of an assigned game");
    }

    const Game& game_;
    const Position& p_;
    bool classic_;
    std::string wrong_;
    std::map<Cell, unsigned> at_;
    std::vector<unsigned> first_piece_;
    std::vector<Piece> pieces_;
    std::vector<TokenView> standing_;
};

} // namespace

std::string disagreement(const Game& game) {
    return Recompute(game).run();
}

} // namespace bastide::testing_support
