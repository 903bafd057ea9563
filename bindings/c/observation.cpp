#include "bindings/c/observation.h"

#include "bindings/c/area_roots.h"
#include "bindings/c/bastide.h"
#include "rules/inspect.h"
#include "rules/scoring.h"
#include "rules/tokens.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <span>
#include <type_traits>

namespace bastide::c {
namespace {

/// The columns of a row, in their order, but for those of tokens.
struct Row {
    AreaKind kind;
    bool complete;
    unsigned open;
    unsigned size;
    unsigned extras;
    bool gold; // and where the form has the expansions, an inn or a cathedral
    int now;
    int finished;
    Cell first; // the area's tile that was placed first
};

/// Rows are written without branches where an outcome is anyone's guess: in a batch of many games a
/// wrong guess per area costs more than everything else here.
template <class Form, class Held>
class Rows {
  public:
    /// Most areas are nobody's. The others are seen to at the end.
    struct Occupied {
        unsigned row;
        std::uint32_t held, decide; // packed
    };
    /// Apart from the rest, which then has room in registers.
    using OccupiedList = std::array<Occupied, Form::rows>;

    Rows(const Game& game, OccupiedList& occupied, std::int16_t* out)
        : players_(game.now.players)
        , occupied_(occupied.data())
        , out_(out) {
        for (unsigned i = 0; i < players_; ++i) {
            const unsigned seat = game.now.player + i;
            seats_[i] = seat < players_ ? seat : seat - players_;
        }
    }

    /// `held` are tokens, `decide` those that count. Where the row is, or null if it has no room.
    std::int16_t* add(const Row& row, Held held, Held decide) {
        if (done_.rows == Form::rows) {
            done_.left_out = true;
            return nullptr;
        }
        // Four columns are one store.
        std::array<std::uint64_t, Form::columns / 4> columns = {
            at(0, row.kind) | at(1, row.complete) | at(2, row.open) | at(3, row.size),
            at(0, row.extras) | at(1, row.gold) | at(2, row.now) | at(3, row.finished)};
        columns[Form::cell / 4] =
            at(Form::cell % 4, row.first.x) | at(Form::cell % 4 + 1, row.first.y);
        static_assert(sizeof columns == row_bytes);
        std::int16_t* at_row = out_ + done_.rows * Form::columns;
        std::memcpy(at_row, columns.data(), row_bytes);
        occupied_[occupied_count_] = {done_.rows, held.packed, decide.packed};
        occupied_count_ += !held.nobody() ? 1u : 0u;
        ++done_.rows;
        return at_row;
    }
    std::int16_t* add(const Row& row, Held held) { return add(row, held, held); }

    /// Who sits `i` places after the player who decides.
    unsigned seat(unsigned i) const { return seats_[i]; }

    TokenRows finish(unsigned rows_before) {
        for (unsigned i = 0; i < occupied_count_; ++i) write_tokens(occupied_[i]);
        if (rows_before > done_.rows) {
            const std::size_t stale = (rows_before - done_.rows) * row_bytes;
            std::memset(out_ + done_.rows * Form::columns, 0, stale);
        }
        return done_;
    }

  private:
    static constexpr std::size_t row_bytes = Form::columns * sizeof(std::int16_t);

    /// A number in its column of four.
    template <class Number>
    static std::uint64_t at(unsigned column, Number value) {
        const auto number = static_cast<std::uint16_t>(value);
        return static_cast<std::uint64_t>(number) << (16 * column);
    }

    void write_tokens(const Occupied& area) {
        std::int16_t* row = out_ + area.row * Form::columns;
        Held held, decide;
        held.packed = area.held;
        decide.packed = area.decide;
        unsigned most = 1; // who has none has not the most
        for (unsigned i = 0; i < players_; ++i) {
            row[Form::held + i] = static_cast<std::int16_t>(held.of(seats_[i]));
            most = std::max(most, decide.of(seats_[i]));
        }
        row[Form::most] = decide.of(seats_[0]) == most ? 1 : 0;
    }

    unsigned players_;
    std::array<unsigned, max_players> seats_; // in the order of their turns, from who decides on
    Occupied* occupied_;
    unsigned occupied_count_ = 0;
    std::int16_t* out_;
    TokenRows done_;
};

/// Where each player's tokens of the expansions stand, by the roots of their areas.
struct Standing {
    static_assert(WideAreas::limits.big_followers == 1 && WideAreas::limits.companions == 1);
    std::array<Node, max_players> builder = {}, pig = {}, big_farmer = {}; // no_node: nowhere

    Standing(const Game& game, const WideAreas& areas) {
        for (unsigned player = 0; player < game.now.players; ++player) {
            builder[player] = areas.feature.root(areas.beside.builder[player]);
            pig[player] = areas.field.root(areas.beside.pig[player]);
        }
        for (unsigned t = 0; t < game.now.placed; ++t) {
            const PlacedTile& tile = game.now.tile[t];
            if (tile.token() != Token::big) continue;
            const TileParts& parts = game.box->parts[tile.tile()];
            if (parts.network[tile.token_segment] != Network::field) continue;
            const unsigned node = tile.field_base<WideAreas>() + parts.local[tile.token_segment];
            big_farmer[tile.token_player()] = areas.field.root(static_cast<Node>(node));
        }
    }
};
/// The same in columns that do not tell it.
struct NotTold {
    template <class Areas>
    NotTold(const Game&, const Areas&) {}
};

/// Rows of one game.
template <class Form, Family family, class Areas, class Held>
class Walk {
    static constexpr bool expansions = Form::expansions && std::is_same_v<Areas, WideAreas>;

  public:
    Walk(const Game& game, const Areas& areas, AreaList& list, Rows<Form, Held>& rows)
        : game_(game)
        , p_(game.now)
        , areas_(areas)
        , list_(list)
        , rows_(rows)
        , standing_(game, areas) {}

    void features() {
        const Ruleset& rules = game_.box->rules;
        for (ListedArea& area : list_.features()) {
            if (area.is_site()) {
                site(list_.site(area));
                continue;
            }
            const auto& word = areas_.feature.word[area.node()];
            const bool complete = feature::is_complete(word);
            if (complete && !area.was_complete()) {
                area.set_complete();
                if (!feature::is_line(word)) list_.add_city(game_, areas_, area.node());
            }
            const FeatureValue value = completed_value<family>(*game_.box, word);
            int left = 0;
            bool gold = false;
            if constexpr (family == Family::hunters) {
                gold = feature::has_gold(word);
            } else {
                left = complete ? 0 : incomplete_value(rules, word).points;
            }
            if constexpr (expansions) gold = value.raised;
            std::int16_t* row = rows_.add({value.kind, complete, feature::open(word), value.tiles,
                                           value.extras, gold, left, value.points, area.first()},
                                          feature::held(word));
            if constexpr (expansions) {
                if (row != nullptr) expand_feature(row, area.node(), word);
            }
        }
    }

    /// After features(), which tell of the cities that were completed.
    void fields() {
        AreaList::CityCounts cities;
        list_.count_cities(areas_, cities);
        for (const ListedArea& area : list_.fields()) {
            const FeatureValue value = farm_value(game_.box->rules, cities[area.node()]);
            std::int16_t* row = rows_.add({AreaKind::field, false, 0, value.tiles, 0, false,
                                           value.points, value.points, area.first()},
                                          field::held(areas_.field.word[area.node()]));
            if constexpr (expansions) {
                if (row != nullptr) expand_field(row, area.node());
            }
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
    /// B7, I6, B3: goods, and who has a big follower or a builder there.
    void expand_feature(std::int16_t* row, Node root, const WideFeatureWord& word) const {
        const GoodsCount goods = feature::goods(word);
        for (unsigned kind = 0; kind < goods_count; ++kind) row[Form::goods + kind] = goods[kind];
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned seat = rows_.seat(i);
            row[Form::big + i] = static_cast<std::int16_t>(feature::big_followers(word, seat));
            row[Form::beside + i] = standing_.builder[seat] == root ? 1 : 0;
        }
    }

    /// I6, B9: who has a big follower or a pig there.
    void expand_field(std::int16_t* row, Node root) const {
        for (unsigned i = 0; i < p_.players; ++i) {
            const unsigned seat = rows_.seat(i);
            row[Form::big + i] = standing_.big_farmer[seat] == root ? 1 : 0;
            row[Form::beside + i] = standing_.pig[seat] == root ? 1 : 0;
        }
    }

    void site(const ListedSite& area) {
        const PlacedTile& tile = p_.tile[area.placed];
        const unsigned filled = area.filled;
        assert(filled == 1 + filled_around(game_, tile.cell));
        Held held;
        [[maybe_unused]] unsigned big_player = max_players; // nobody's
        for (unsigned i = 0; i < p_.sites; ++i) {
            const Site& site = p_.site[i];
            if (site.placed != area.placed || site.segment != area.segment) continue;
            const unsigned weight = expansions ? kind_of(site.token).weight : 1;
            held.packed += Held::one(site.player, weight).packed;
            if (site.token == Token::big) big_player = site.player;
        }
        const Ruleset& rules = game_.box->rules;
        const bool monastery = game_.box->parts[tile.tile()].monasteries >> area.segment & 1;
        const bool complete = filled == full_site;
        std::int16_t* row = rows_.add({monastery ? AreaKind::monastery : AreaKind::garden, complete,
                                       full_site - filled, filled, 0, false,
                                       complete ? 0 : site_points(rules, filled),
                                       site_points(rules, full_site), tile.cell},
                                      held);
        if constexpr (expansions) {
            if (row == nullptr) return;
            for (unsigned i = 0; i < p_.players; ++i) {
                row[Form::big + i] = rows_.seat(i) == big_player ? 1 : 0;
            }
        }
    }

    void meadow(Node n, Node shrine, Cell first) {
        const FieldWord word = p_.field.word[n];
        const FeatureValue value = meadow_value(game_.box->rules, word);
        rows_.add({AreaKind::meadow, false, 0, value.tiles, field::tigers(word), false,
                   value.points, value.points, first},
                  field::held(word), holders_of_meadow(game_, n, shrine));
    }

    void water_system(Node n, Cell first) {
        const WaterWord word = p_.water.word[n];
        const FeatureValue value = hut_value(game_.box->rules, water::fish(word));
        rows_.add(
            {AreaKind::hut, false, 0, value.tiles, 0, false, value.points, value.points, first},
            water::held(word));
    }

    const Game& game_;
    const Position& p_;
    const Areas& areas_;
    AreaList& list_;
    Rows<Form, Held>& rows_;
    std::conditional_t<expansions, Standing, NotTold> standing_;
};

template <class Form, Family family, class Held, class Areas>
TokenRows tell_areas(const Game& game, const Areas& areas, AreaList& list, unsigned rows_before,
                     std::int16_t* out) {
    list.update(game, areas);
    typename Rows<Form, Held>::OccupiedList occupied;
    Rows<Form, Held> rows(game, occupied, out);
    Walk<Form, family, Areas, Held> walk(game, areas, list, rows);
    walk.features();
    if constexpr (family == Family::hunters) {
        walk.meadows_and_waters();
    } else {
        walk.fields();
    }
    return rows.finish(rows_before);
}

} // namespace

template <class Form>
TokenRows write_tokens(const Game& game, AreaList& list, unsigned rows_before, std::int16_t* out) {
    assert(game.now.players <= Form::seats);
    if (game.box->rules.family == Family::hunters) { // never wide
        return tell_areas<Form, Family::hunters, NarrowHolders>(
            game, static_cast<const NarrowAreas&>(game.now), list, rows_before, out);
    }
    return game.with_areas([&]<class Areas>(const Areas& areas) {
        using Held = decltype(feature::held(areas.feature.word[0]));
        return tell_areas<Form, Family::classic, Held>(game, areas, list, rows_before, out);
    });
}
template TokenRows write_tokens<FiveSeats>(const Game&, AreaList&, unsigned, std::int16_t*);
template TokenRows write_tokens<SixSeats>(const Game&, AreaList&, unsigned, std::int16_t*);

template <class Form>
void write_table(const Game& game, std::int16_t* out) {
    const Position& p = game.now;
    std::memset(out, 0, Form::table_columns * sizeof *out);
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
        const unsigned seat = p.player + i < p.players ? p.player + i : p.player + i - p.players;
        put(Form::scores + i, p.score[seat]);
        for (unsigned kind = 0; kind < Form::tokens; ++kind) {
            put(Form::supplies + kind * Form::seats + i, p.supplies[kind + 1][seat]);
        }
        if constexpr (Form::expansions) {
            const GoodsCount goods = goods_of(game, seat);
            for (unsigned kind = 0; kind < goods_count; ++kind) {
                put(Form::taken + kind * Form::seats + i, goods[kind]);
            }
        }
    }
    put(Form::man, static_cast<unsigned>(p.man));
    static_assert(Form::supplies + Form::tokens * Form::seats <= Form::man);
    if constexpr (Form::expansions) {
        static_assert(Form::supplies + Form::tokens * Form::seats <= Form::taken);
        static_assert(Form::taken + goods_count * Form::seats <= Form::man);
        put(Form::second_part, p.second_part);
    }
    static_assert(Form::bag + max_tile_types <= Form::table_columns);
    for (unsigned i = 0; i < game.box->tile_count; ++i) put(Form::bag + i, p.bag[i]);
}
template void write_table<FiveSeats>(const Game&, std::int16_t*);
template void write_table<SixSeats>(const Game&, std::int16_t*);

} // namespace bastide::c
