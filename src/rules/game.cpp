#include "rules/game.h"

#include "rules/internal/turn.h"
#include "rules/tokens.h"

#include <algorithm>
#include <type_traits>

namespace bastide {
namespace {

/// The grid's entries for what is on this board.
void enter(Grid& grid, const Position& p) {
    for (unsigned i = 0; i < p.placed; ++i) grid[Grid::index(p.tile[i].cell)] = Grid::of_tile(i);
    for (unsigned i = 0; i < p.frontier; ++i) {
        grid[Grid::index(p.open.cell[i])] = Grid::of_slot(i);
    }
    const unsigned end = Grid::index(p.open.cell[river_slot]);
    if (!Grid::is_placed(grid[end])) grid[end] = Grid::of_slot(river_slot);
}

void leave(Grid& grid, const Position& p) {
    for (unsigned i = 0; i < p.placed; ++i) grid[Grid::index(p.tile[i].cell)] = Grid::empty;
    for (unsigned i = 0; i < p.frontier; ++i) {
        grid[Grid::index(p.open.cell[i])] = Grid::empty;
    }
    grid[Grid::index(p.open.cell[river_slot])] = Grid::empty;
}

/// By whole lines of 64 bytes: what lies past `count` does not matter and there is room for it.
template <class T, std::size_t n>
void copy_first(std::array<T, n>& to, const std::array<T, n>& from, unsigned count) {
    static_assert(sizeof to % 64 == 0);
    const auto* source = reinterpret_cast<const char*>(from.data());
    auto* target = reinterpret_cast<char*>(to.data());
    for (std::size_t at = 0; at < count * sizeof(T); at += 64) {
        std::memcpy(target + at, source + at, 64);
    }
}

template <class T, std::size_t n>
bool same_first(const std::array<T, n>& a, const std::array<T, n>& b, unsigned count) {
    return std::memcmp(a.data(), b.data(), count * sizeof(T)) == 0;
}

/// How hash() tells supplies: an order for good, to which new tokens are added at the end.
constexpr std::array hashed_supplies = {Token::follower, Token::hut,     Token::abbot,
                                        Token::big,      Token::builder, Token::pig};
static_assert(hashed_supplies.size() == token_kinds.size());

template <class Areas>
void copy_areas(Areas& to, const Areas& from, const Header& counts) {
    copy_first(to.contact, from.contact, counts.contacts);
    copy_first(to.feature.word, from.feature.word, counts.features);
    copy_first(to.feature.parent, from.feature.parent, counts.features);
    copy_first(to.field.word, from.field.word, counts.fields);
    copy_first(to.field.parent, from.field.parent, counts.fields);
}

template <class Areas>
bool same_areas(const Areas& a, const Areas& b, const Header& counts) {
    return same_first(a.contact, b.contact, counts.contacts) &&
           same_first(a.feature.word, b.feature.word, counts.features) &&
           same_first(a.feature.parent, b.feature.parent, counts.features) &&
           same_first(a.field.word, b.field.word, counts.fields) &&
           same_first(a.field.parent, b.field.parent, counts.fields);
}

template <class Areas>
std::size_t area_bytes(const Areas& areas, const Header& counts) {
    return counts.contacts * sizeof areas.contact[0] +
           counts.features * (sizeof areas.feature.word[0] + sizeof areas.feature.parent[0]) +
           counts.fields * (sizeof areas.field.word[0] + sizeof areas.field.parent[0]);
}

/// Copies what is in use and no more.
void copy_used(Game& to, const Game& from) {
    Position& now = to.now;
    const Position& old = from.now;
    static_cast<Header&>(now) = old;
    now.bag = old.bag;
    std::memcpy(now.set_aside.data(), old.set_aside.data(), old.aside);
    copy_first(now.site, old.site, old.sites);
    copy_first(now.tile, old.tile, old.placed);
    copy_first(now.open.code, old.open.code, old.frontier);
    copy_first(now.open.cell, old.open.cell, old.frontier);
    now.open.code[river_slot] = old.open.code[river_slot];
    now.open.cell[river_slot] = old.open.cell[river_slot];
    copy_first(now.water.word, old.water.word, old.waters);
    copy_first(now.water.parent, old.water.parent, old.waters);
    if (is_wide(*from.box)) [[unlikely]] {
        copy_areas(to.wide, from.wide, old);
        to.wide.beside = from.wide.beside;
    } else {
        copy_areas<NarrowAreas>(now, old, old);
    }
}

template <class Trace>
void place_start(Game& game, Trace& trace) {
    Position& p = game.now;
    p.frontier = 1;
    p.open.code[0] = 0;
    p.open.cell[0] = {0, 0};
    const TurnedIndex start = turned_index(game.box->start, 0);
    turn::for_form(game, [&](auto form) { turn::place<form>(game, trace, 0, start); });
}

} // namespace

Game::Game(const Box& the_box, unsigned players, unsigned first_player)
    : box(&the_box) {
    assert(players >= 1 && players <= box->rules.players && first_player < players);
    std::memset(static_cast<void*>(&now), 0, sizeof now);
    if (is_wide(*box)) wide = {};
    now.players = static_cast<std::uint8_t>(players);
    now.player = static_cast<std::uint8_t>(first_player);
    now.hand = no_tile;
    now.features = now.waters = 1;
    now.fields = 1;
    for (unsigned i = 0; i < players; ++i) {
        for (const TokenKind& kind : token_kinds) {
            now.supply(kind.token, i) = box->rules.*kind.supply;
        }
    }
    for (unsigned i = 0; i < box->tile_count; ++i) {
        const Tile& tile = box->tiles[i];
        now.bag[i] = static_cast<std::uint8_t>(tile.count - (tile.start ? 1 : 0));
        std::uint8_t& left = now.left[static_cast<unsigned>(tile.stack)];
        left = static_cast<std::uint8_t>(left + now.bag[i]);
    }
    if (box->rules.gingerbread) now.man = ManPlace::waiting; // G1, G8
    Silent silent;
    place_start(*this, silent);
    now.stack = Stack::land;
    if (tiles_left(*this, Stack::river_lake) > 0) now.stack = Stack::river_lake;
    if (tiles_left(*this, Stack::river) > 0) now.stack = Stack::river;
    now.phase = tiles_left(*this, now.stack) > 0 ? Phase::draw : Phase::over;
}

Game::Game(const Game& other)
    : box(other.box) {
    copy_used(*this, other);
    enter(grid, now);
}

Game& Game::operator=(const Game& other) {
    if (this == &other) return *this;
    leave(grid, now);
    box = other.box;
    copy_used(*this, other);
    enter(grid, now);
    return *this;
}

unsigned position_bytes(const Game& game) {
    const Position& p = game.now;
    const std::size_t areas =
        game.with_areas([&](const auto& used) { return area_bytes(used, p); });
    const std::size_t beside = is_wide(*game.box) ? sizeof game.wide.beside : 0;
    return static_cast<unsigned>(beside + sizeof(Header) + sizeof p.bag + p.aside +
                                 p.sites * sizeof(Site) + p.placed * sizeof(PlacedTile) +
                                 (p.frontier + 1u) * (sizeof(EdgeCode) + sizeof(Cell)) + areas +
                                 p.waters * (sizeof p.water.word[0] + sizeof p.water.parent[0]));
}

bool operator==(const Game& left, const Game& right) {
    const Position& a = left.now;
    const Position& b = right.now;
    static_assert(std::has_unique_object_representations_v<Site>);
    return left.box == right.box && hash(left) == hash(right) && a.placed == b.placed &&
           a.frontier == b.frontier && a.features == b.features && a.fields == b.fields &&
           a.waters == b.waters && a.sites == b.sites && a.contacts == b.contacts &&
           a.aside == b.aside && a.bag == b.bag && same_first(a.set_aside, b.set_aside, a.aside) &&
           same_first(a.site, b.site, a.sites) && same_first(a.tile, b.tile, a.placed) &&
           same_first(a.open.code, b.open.code, a.frontier) &&
           same_first(a.open.cell, b.open.cell, a.frontier) &&
           a.open.code[river_slot] == b.open.code[river_slot] &&
           a.open.cell[river_slot] == b.open.cell[river_slot] &&
           (is_wide(*left.box)
                ? same_areas(left.wide, right.wide, a) && left.wide.beside == right.wide.beside
                : same_areas<NarrowAreas>(a, b, a)) &&
           same_first(a.water.word, b.water.word, a.waters) &&
           same_first(a.water.parent, b.water.parent, a.waters);
}

std::uint64_t hash(const Game& game) {
    const Position& p = game.now;
    std::uint64_t value = p.key;
    const auto add = [&](std::uint64_t number) {
        value = turn::scramble(value ^ (number + 0x632BE59BD9B4E019u));
    };
    for (unsigned i = 0; i < p.players; ++i) {
        add(static_cast<std::uint16_t>(p.score[i]));
        std::uint64_t supplies = 0;
        for (unsigned k = 0; k < hashed_supplies.size(); ++k) {
            supplies |= std::uint64_t{p.supply(hashed_supplies[k], i)} << (8 * k);
        }
        add(supplies);
    }
    add(p.players + 256u * p.player + 65536u * static_cast<unsigned>(p.phase) +
        (static_cast<unsigned>(p.stack) << 24));
    add(p.hand | unsigned{p.bonus_turn} << 8 | unsigned{p.bonus_earned} << 9 |
        unsigned{p.man_homeless} << 10 | unsigned{p.man_called} << 11 |
        static_cast<unsigned>(p.man) << 12 | unsigned{p.second_part} << 14 |
        unsigned{p.part_earned} << 15);
    if (p.man == ManPlace::city) {
        const SegmentRef city = smallest_feature_segment(game, man_city(game));
        add(turn::key_place(city.cell) * 16 + city.segment);
    }
    if (game.box->has_goods && is_wide(*game.box)) { // B7
        for (unsigned i = 0; i < p.players; ++i) {
            const GoodsCount& goods = game.wide.beside.goods[i];
            add(goods[0] | unsigned{goods[1]} << 8 | unsigned{goods[2]} << 16);
        }
    }
    add(p.shrine);
    for (unsigned i = 0; i < game.box->tile_count; i += 8) {
        std::uint64_t counts;
        std::memcpy(&counts, &p.bag[i], sizeof counts);
        add(counts);
    }
    for (unsigned i = 0; i < p.aside; ++i) add(p.set_aside[i]);
    return value;
}

unsigned filled_around(const Game& game, Cell cell) {
    const unsigned at = Grid::index(cell);
    unsigned filled = 0;
    for (const unsigned place : Grid::eight_around(at)) {
        filled += Grid::is_placed(game.grid[place]) ? 1u : 0u;
    }
    return filled;
}

} // namespace bastide
