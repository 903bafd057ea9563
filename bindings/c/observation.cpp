#include "bindings/c/observation.h"

#include "bindings/c/area_roots.h"
#include "bindings/c/bastide.h"
#include "rules/inspect.h"
#include "rules/scoring.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <span>

namespace bastide::c {
namespace {

// Of narrow boxes: nothing shipped is wide, and columns and planes have no sixth player.

/// The columns of a row, in their order.
struct Row {
    AreaKind kind;
    bool complete;
    unsigned open;
    unsigned size;
    unsigned extras;
    bool gold;
    int now;
    int finished;
    NarrowHolders held;
    NarrowHolders decide; // whose tokens count
    Cell first;           // the area's tile that was placed first
};

/// Rows are written without branches where an outcome is anyone's guess: in a batch of many games a
/// wrong guess per area costs more than everything else here.
class Rows {
  public:
    Rows(const Game& game, std::int16_t* out)
        : p_(game.now)
        , out_(out) {}

    void add(const Row& row) {
        if (done_.rows == BASTIDE_TOKEN_ROWS) {
            done_.left_out = true;
            return;
        }
        // Four columns are one store.
        const std::array<std::uint64_t, 4> columns = {
            at(0, row.kind) | at(1, row.complete) | at(2, row.open) | at(3, row.size),
            at(0, row.extras) | at(1, row.gold) | at(2, row.now) | at(3, row.finished), 0,
            at(2, row.first.x) | at(3, row.first.y)};
        static_assert(sizeof columns == row_bytes);
        std::memcpy(out_ + done_.rows * BASTIDE_TOKEN_COLUMNS, columns.data(), row_bytes);
        occupied_[occupied_count_] = {static_cast<std::uint16_t>(done_.rows), row.held, row.decide};
        occupied_count_ += !row.held.nobody() ? 1u : 0u;
        ++done_.rows;
    }

    TokenRows finish(unsigned rows_before) {
        for (unsigned i = 0; i < occupied_count_; ++i) write_tokens(occupied_[i]);
        if (rows_before > done_.rows) {
            const std::size_t stale = (rows_before - done_.rows) * row_bytes;
            std::memset(out_ + done_.rows * BASTIDE_TOKEN_COLUMNS, 0, stale);
        }
        return done_;
    }

  private:
    static constexpr std::size_t row_bytes = BASTIDE_TOKEN_COLUMNS * sizeof(std::int16_t);

    /// Most areas are nobody's. The others are seen to at the end.
    struct Occupied {
        std::uint16_t row;
        NarrowHolders held;
        NarrowHolders decide;
    };

    /// A number in its column of four.
    template <class Number>
    static std::uint64_t at(unsigned column, Number value) {
        const auto number = static_cast<std::uint16_t>(value);
        return static_cast<std::uint64_t>(number) << (16 * column);
    }

    void write_tokens(const Occupied& area) {
        std::int16_t* row = out_ + area.row * BASTIDE_TOKEN_COLUMNS;
        for (unsigned i = 0; i < p_.players; ++i) {
            row[8 + i] = static_cast<std::int16_t>(area.held.of((p_.player + i) % p_.players));
        }
        const unsigned own = area.decide.of(p_.player);
        row[13] = own > 0 && own == majority_of(area.decide, p_.players).most ? 1 : 0;
    }

    const Position& p_;
    std::int16_t* out_;
    unsigned occupied_count_ = 0;
    std::array<Occupied, BASTIDE_TOKEN_ROWS> occupied_;
    TokenRows done_;
};

/// Completed cities that each field touches, by the field's root.
class CitiesOfFields {
  public:
    CitiesOfFields(const Game& game, std::span<const Node> fields) {
        const Position& p = game.now;
        std::array<Node, max_features + 1> feature_root;
        std::array<Node, max_fields + 1> field_root;
        find_root_of_each(p.feature, p.features, feature_root.data());
        find_root_of_each(p.field, p.fields, field_root.data());
        for (const Node field : fields) cities_[field] = {};
        for (unsigned i = 0; i < p.contacts; ++i) {
            const Node city = feature_root[p.contact[i].city];
            const std::uint64_t complete = feature::is_complete(p.feature.word[city]) ? 1u : 0u;
            cities_[field_root[p.contact[i].field]][city / 64u] |= complete << (city % 64u);
        }
    }
    unsigned of(Node field) const {
        int count = 0;
        for (const std::uint64_t some : cities_[field]) count += std::popcount(some);
        return static_cast<unsigned>(count);
    }

  private:
    std::array<std::array<std::uint64_t, 4>, max_fields + 1> cities_;
};

/// The tile that each node came with.
template <unsigned nodes, unsigned nodes_of_tile>
class FirstTiles {
  public:
    void add(unsigned base, unsigned tile) {
        // The most that a tile may have; the next tile writes over what it has not.
        for (unsigned i = 0; i < nodes_of_tile; ++i) {
            tile_[base + i] = static_cast<std::uint8_t>(tile);
        }
    }
    unsigned operator[](Node node) const { return tile_[node]; }

  private:
    std::array<std::uint8_t, nodes + nodes_of_tile> tile_;
};

/// Rows of one game.
template <Family family>
class Walk {
  public:
    Walk(const Game& game, Rows& rows)
        : game_(game)
        , p_(game.now)
        , rows_(rows) {}

    /// Cities and roads, or forests and rivers, and with their tiles the sites.
    void features_and_sites() {
        FirstTiles<max_features + 1, max_tile_features> first;
        std::array<std::uint8_t, max_tiles> with_site; // tiles
        unsigned sites = 0;
        for (unsigned t = 0; t < p_.placed; ++t) {
            first.add(p_.tile[t].feature_base, t);
            with_site[sites] = static_cast<std::uint8_t>(t);
            sites += game_.box->parts[p_.tile[t].tile()].sites != 0 ? 1u : 0u;
        }
        unsigned node = 1;
        for (unsigned i = 0; i < sites; ++i) {
            const PlacedTile& tile = p_.tile[with_site[i]];
            const unsigned end =
                tile.feature_base + unsigned{game_.box->starts[tile.tile()].feature_count};
            features(node, end, first);
            node = end;
            for (unsigned set = game_.box->parts[tile.tile()].sites; set != 0; set &= set - 1) {
                site(with_site[i], static_cast<unsigned>(std::countr_zero(set)));
            }
        }
        features(node, p_.features, first);
    }

    void fields() {
        FirstTiles<max_fields + 1, max_tile_fields> first;
        for (unsigned t = 0; t < p_.placed; ++t) first.add(p_.tile[t].field_base<NarrowAreas>(), t);
        std::array<Node, max_fields + 1> roots;
        const unsigned count = find_roots(p_.field, 1, p_.fields, roots.data());
        const CitiesOfFields cities(game_, {roots.data(), count});
        for (unsigned i = 0; i < count; ++i) {
            const Node n = roots[i];
            const FeatureValue value = farm_value(game_.box->rules, cities.of(n));
            const NarrowHolders held = field::held(p_.field.word[n]);
            rows_.add({AreaKind::field, false, 0, value.tiles, 0, false, value.points, value.points,
                       held, held, p_.tile[first[n]].cell});
        }
    }

    void meadows_and_waters() {
        const Node shrine = shrine_meadow(game_);
        std::array<Node, max_tile_fields> roots;
        for (unsigned t = 0; t < p_.placed; ++t) {
            const PlacedTile& tile = p_.tile[t];
            const TileStart& start = game_.box->starts[tile.tile()];
            const unsigned fields_end =
                tile.field_base<NarrowAreas>() + unsigned{start.field_count};
            const unsigned meadows =
                find_roots(p_.field, tile.field_base<NarrowAreas>(), fields_end, roots.data());
            for (unsigned i = 0; i < meadows; ++i) meadow(roots[i], shrine, tile.cell);
            for (unsigned n = tile.water_base(); n < tile.water_base() + start.water_count; ++n) {
                if (p_.water.is_root(static_cast<Node>(n))) {
                    water_system(static_cast<Node>(n), tile.cell);
                }
            }
        }
    }

  private:
    template <class First>
    void features(unsigned begin, unsigned end, const First& first) {
        std::array<Node, max_features + 1> roots;
        const unsigned count = find_roots(p_.feature, begin, end, roots.data());
        for (unsigned i = 0; i < count; ++i) {
            const FeatureWord word = p_.feature.word[roots[i]];
            const bool complete = feature::is_complete(word);
            const FeatureValue value = completed_value<family>(*game_.box, word);
            const int left =
                family == Family::hunters ? 0 : incomplete_value(game_.box->rules, word).points;
            const NarrowHolders held = feature::held(word);
            rows_.add({value.kind, complete, feature::open(word), value.tiles, value.extras,
                       feature::has_gold(word), complete ? 0 : left, value.points, held, held,
                       p_.tile[first[roots[i]]].cell});
        }
    }

    void site(unsigned placed, unsigned segment) {
        const PlacedTile& tile = p_.tile[placed];
        const unsigned filled = 1 + filled_around(game_, tile.cell);
        NarrowHolders held;
        for (unsigned i = 0; i < p_.sites; ++i) {
            const Site& site = p_.site[i];
            if (site.placed == placed && site.segment == segment)
                held = held + NarrowHolders::one(site.player);
        }
        const Ruleset& rules = game_.box->rules;
        const bool monastery = game_.box->parts[tile.tile()].monasteries >> segment & 1;
        const bool complete = filled == full_site;
        rows_.add({monastery ? AreaKind::monastery : AreaKind::garden, complete, full_site - filled,
                   filled, 0, false, complete ? 0 : site_points(rules, filled),
                   site_points(rules, full_site), held, held, tile.cell});
    }

    void meadow(Node n, Node shrine, Cell first) {
        const FieldWord word = p_.field.word[n];
        const FeatureValue value = meadow_value(game_.box->rules, word);
        rows_.add({AreaKind::meadow, false, 0, value.tiles, field::tigers(word), false,
                   value.points, value.points, field::held(word),
                   holders_of_meadow(game_, n, shrine), first});
    }

    void water_system(Node n, Cell first) {
        const WaterWord word = p_.water.word[n];
        const FeatureValue value = hut_value(game_.box->rules, water::fish(word));
        const NarrowHolders held = water::held(word);
        rows_.add({AreaKind::hut, false, 0, value.tiles, 0, false, value.points, value.points, held,
                   held, first});
    }

    const Game& game_;
    const Position& p_;
    Rows& rows_;
};

} // namespace

TokenRows write_tokens(const Game& game, unsigned rows_before, std::int16_t* out) {
    assert(!is_wide(*game.box));
    Rows rows(game, out);
    if (game.box->rules.family == Family::hunters) {
        Walk<Family::hunters> walk(game, rows);
        walk.features_and_sites();
        walk.meadows_and_waters();
    } else {
        Walk<Family::classic> walk(game, rows);
        walk.features_and_sites();
        if (game.box->rules.farms != FarmRule::off) walk.fields();
    }
    return rows.finish(rows_before);
}

void write_table(const Game& game, std::int16_t* out) {
    const Position& p = game.now;
    std::memset(out, 0, BASTIDE_TABLE_COLUMNS * sizeof *out);
    unsigned left = 0;
    for (const std::uint8_t some : p.left) left += some;
    const auto put = [out](unsigned column, auto value) {
        out[column] = static_cast<std::int16_t>(value);
    };
    put(0, p.players);
    put(1, p.player);
    put(2, p.phase == Phase::man    ? BASTIDE_MAN
           : p.phase == Phase::over ? BASTIDE_OVER
                                    : BASTIDE_PLACE);
    put(3, p.phase == Phase::place ? p.hand : -1);
    put(4, static_cast<unsigned>(p.stack));
    put(5, p.bonus_turn);
    put(6, left);
    put(7, p.placed);
    for (unsigned i = 0; i < p.players; ++i) {
        const unsigned seat = (p.player + i) % p.players;
        put(8 + i, p.score[seat]);
        put(13 + i, p.supply(Token::follower, seat));
        put(18 + i, p.supply(Token::abbot, seat));
        put(23 + i, p.supply(Token::hut, seat));
    }
    put(28, static_cast<unsigned>(p.man));
    constexpr unsigned bag = 32;
    static_assert(bag + max_tile_types <= BASTIDE_TABLE_COLUMNS);
    for (unsigned i = 0; i < game.box->tile_count; ++i) put(bag + i, p.bag[i]);
}

} // namespace bastide::c
