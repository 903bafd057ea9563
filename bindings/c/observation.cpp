#include "bindings/c/observation.h"

#include "bindings/c/bastide.h"
#include "rules/inspect.h"
#include "rules/scoring.h"

#include <array>
#include <bit>
#include <cstring>

namespace bastide::c {
namespace {

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
    Holders held;
    Holders decide; // whose tokens count
    Cell first;     // the area's tile that was placed first
};

class Rows {
  public:
    Rows(const Game& game, std::int16_t* out)
        : p_(game.now)
        , out_(out) {
        for (unsigned i = 0; i < p_.players; ++i) seats_[i] = (p_.player + i) % p_.players;
    }

    void add(const Row& row) {
        if (done_.rows == BASTIDE_TOKEN_ROWS) {
            done_.left_out = true;
            return;
        }
        std::int16_t* to = out_ + done_.rows++ * BASTIDE_TOKEN_COLUMNS;
        std::memset(to, 0, row_bytes);
        const auto put = [to](unsigned column, auto value) {
            to[column] = static_cast<std::int16_t>(value);
        };
        put(0, static_cast<int>(row.kind));
        put(1, row.complete);
        put(2, row.open);
        put(3, row.size);
        put(4, row.extras);
        put(5, row.gold);
        put(6, row.now);
        put(7, row.finished);
        if ((row.held | row.decide) != 0) { // most areas are nobody's
            for (unsigned i = 0; i < p_.players; ++i) put(8 + i, tokens::of(row.held, seats_[i]));
            put(13, leads(row.decide));
        }
        put(14, row.first.x);
        put(15, row.first.y);
    }

    TokenRows finish(unsigned rows_before) {
        if (rows_before > done_.rows) {
            const std::size_t stale = (rows_before - done_.rows) * row_bytes;
            std::memset(out_ + done_.rows * BASTIDE_TOKEN_COLUMNS, 0, stale);
        }
        return done_;
    }

  private:
    static constexpr std::size_t row_bytes = BASTIDE_TOKEN_COLUMNS * sizeof(std::int16_t);

    bool leads(Holders decide) const {
        const unsigned own = tokens::of(decide, p_.player);
        return own > 0 && own == majority_of(decide, p_.players).most;
    }

    const Position& p_;
    std::int16_t* out_;
    std::array<unsigned, max_players> seats_ = {};
    TokenRows done_;
};

/// Completed cities that each field touches, by the field's root.
class CitiesOfFields {
  public:
    explicit CitiesOfFields(const Game& game) {
        const Position& p = game.now;
        std::memset(cities_.data(), 0, p.fields * sizeof cities_[0]);
        for (unsigned i = 0; i < p.contacts; ++i) {
            const Node city = p.feature.root(p.contact[i].city);
            if (!feature::is_complete(p.feature.word[city])) continue;
            cities_[p.field.root(p.contact[i].field)][city / 64u] |= std::uint64_t{1}
                                                                     << (city % 64u);
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

void add_feature(const Game& game, Node n, Cell first, Rows& rows) {
    const FeatureWord word = game.now.feature.word[n];
    const bool complete = feature::is_complete(word);
    const FeatureValue value = completed_value(*game.box, word);
    const int now = complete ? 0 : unfinished_points(game.box->rules, word);
    const Holders held = feature::held(word);
    rows.add({value.kind, complete, feature::open(word), value.tiles, value.extras,
              feature::has_gold(word), now, value.points, held, held, first});
}

void add_meadow(const Game& game, Node n, Node shrine, Cell first, Rows& rows) {
    const FieldWord word = game.now.field.word[n];
    const FeatureValue value = meadow_value(game.box->rules, word);
    rows.add({AreaKind::meadow, false, 0, value.tiles, field::tigers(word), false, value.points,
              value.points, field::held(word), holders_of_field(game, n, shrine), first});
}

void add_field(const Game& game, Node n, unsigned cities, Cell first, Rows& rows) {
    const FeatureValue value = farm_value(game.box->rules, cities);
    const Holders held = field::held(game.now.field.word[n]);
    rows.add({AreaKind::field, false, 0, cities, 0, false, value.points, value.points, held, held,
              first});
}

void add_water(const Game& game, Node n, Cell first, Rows& rows) {
    const WaterWord word = game.now.water.word[n];
    const FeatureValue value = hut_value(game.box->rules, water::fish(word));
    const Holders held = water::held(word);
    rows.add({AreaKind::hut, false, 0, value.tiles, 0, false, value.points, value.points, held,
              held, first});
}

void add_site(const Game& game, unsigned placed, unsigned segment, Rows& rows) {
    const PlacedTile& tile = game.now.tile[placed];
    const unsigned filled = 1 + filled_around(game, tile.cell);
    Holders held = 0;
    for (unsigned i = 0; i < game.now.sites; ++i) {
        const Site& site = game.now.site[i];
        if (site.placed == placed && site.segment == segment) held += tokens::one(site.player);
    }
    const bool monastery = game.box->parts[tile.tile()].monasteries >> segment & 1;
    const bool complete = filled == full_site;
    rows.add({monastery ? AreaKind::monastery : AreaKind::garden, complete, full_site - filled,
              filled, 0, false, complete ? 0 : site_points(game.box->rules, filled),
              site_points(game.box->rules, full_site), held, held, tile.cell});
}

/// Calls with the roots among a tile's nodes; a root is the oldest node of its area, so that the
/// tile is the area's first.
template <class Net, class Visit>
void for_each_root(const Net& net, unsigned begin, unsigned end, Visit&& visit) {
    for (unsigned n = begin; n < end; ++n) {
        const auto node = static_cast<Node>(n);
        if (net.is_root(node)) visit(node);
    }
}

} // namespace

TokenRows write_tokens(const Game& game, unsigned rows_before, std::int16_t* out) {
    const Position& p = game.now;
    const bool hunters = game.box->rules.family == Family::hunters;
    const bool farms = !hunters && game.box->rules.farms != FarmRule::off;
    Rows rows(game, out);
    const auto for_each_tile = [&](auto visit) {
        for (unsigned t = 0; t < p.placed; ++t) visit(t, p.tile[t]);
    };
    for_each_tile([&](unsigned t, const PlacedTile& tile) {
        const unsigned count = game.box->starts[tile.tile()].feature_count;
        for_each_root(p.feature, tile.feature_base, tile.feature_base + count,
                      [&](Node n) { add_feature(game, n, tile.cell, rows); });
        for (unsigned set = game.box->parts[tile.tile()].sites; set != 0; set &= set - 1) {
            add_site(game, t, static_cast<unsigned>(std::countr_zero(set)), rows);
        }
    });
    if (hunters) {
        const Node shrine = shrine_meadow(game);
        for_each_tile([&](unsigned, const PlacedTile& tile) {
            const TileStart& start = game.box->starts[tile.tile()];
            for_each_root(p.field, tile.field_base, tile.field_base + start.field_count,
                          [&](Node n) { add_meadow(game, n, shrine, tile.cell, rows); });
            for_each_root(p.water, tile.water_base, tile.water_base + start.water_count,
                          [&](Node n) { add_water(game, n, tile.cell, rows); });
        });
    } else if (farms) {
        const CitiesOfFields cities(game);
        for_each_tile([&](unsigned, const PlacedTile& tile) {
            const unsigned count = game.box->starts[tile.tile()].field_count;
            for_each_root(p.field, tile.field_base, tile.field_base + count,
                          [&](Node n) { add_field(game, n, cities.of(n), tile.cell, rows); });
        });
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
