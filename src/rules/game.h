#pragma once
// A game: one flat value. Everything that changes in play is in Position; Grid is an index over it.

#include "rules/areas.h"
#include "rules/box.h"
#include "rules/frontier.h"
#include "rules/move.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace bastide {

static_assert(std::endian::native == std::endian::little, "ports are packed little-endian");

enum class Phase : std::uint8_t {
    draw,   // chance: a tile of the current stack comes
    place,  // the player puts the drawn tile
    deploy, // and then a token, or not
    man,    // and then moves the Gingerbread Man, if that is due
    over,
};

enum class ManPlace : std::uint8_t { absent, waiting, beside, city };

/// A tile on the board with the first node of its segments in each network. The token put on it
/// is remembered for good; whether it still stands there, its area tells (see inspect.h).
///
///     bits of turned_and_token   0-8          9-12    13-15
///                                TurnedIndex  Token   its player
struct PlacedTile {
    Cell cell;
    std::uint16_t turned_and_token;
    std::uint8_t field_low; // a wide field's node is above 255 at times; there are no waters then
    std::uint8_t feature_base;
    std::uint8_t water_base_or_field_high;
    std::uint8_t token_segment;

    static constexpr unsigned token_shift = 9, player_shift = 13;
    TurnedIndex turned() const { return turned_and_token & ((1u << token_shift) - 1); }
    TileIndex tile() const { return static_cast<TileIndex>(turned() >> 2); }
    Rotation rotation() const { return turned_and_token & 3; }
    unsigned water_base() const { return water_base_or_field_high; }
    /// By the kind of areas that the game has.
    template <class Areas>
    unsigned field_base() const {
        constexpr bool is_wide = std::is_same_v<Areas, WideAreas>;
        return is_wide ? field_low + 256u * water_base_or_field_high : field_low;
    }
    Token token() const { return static_cast<Token>(turned_and_token >> token_shift & 15); }
    unsigned token_player() const { return turned_and_token >> player_shift; }
    void put(Token token, unsigned player, unsigned segment) {
        turned_and_token = static_cast<std::uint16_t>(turned_and_token |
                                                      static_cast<unsigned>(token) << token_shift |
                                                      player << player_shift);
        token_segment = static_cast<std::uint8_t>(segment);
    }
};
static_assert(sizeof(PlacedTile) == 8);
static_assert(max_tile_types * 4 <= 1u << PlacedTile::token_shift);
static_assert(max_players <= 1u << (16 - PlacedTile::player_shift));

/// A monk or abbot on its monastery or garden.
struct Site {
    Cell cell;
    std::uint8_t placed; // index of the tile
    std::uint8_t segment;
    std::uint8_t player;
    Token token;
    bool garden;
    std::uint8_t unused = 0;
};
inline constexpr unsigned max_sites = 24; // new + river: 17 monasteries and gardens

/// The small changing numbers, copied as a whole when a move is to be undone.
struct Header {
    std::uint64_t key; // of tiles and tokens put, incrementally; hash() adds the rest
    std::array<std::int16_t, max_players> score;
    std::array<std::array<std::uint8_t, max_players>, token_count> supplies; // by token
    std::uint8_t players;
    std::uint8_t player; // whose turn it is
    Phase phase;
    Stack stack; // the next draw comes from it
    TileIndex hand;
    bool bonus_turn;
    bool bonus_earned;
    bool second_part; // B11: the builder earned it in the part before
    bool part_earned; // B5: a second part follows this one
    std::uint8_t placed;
    std::uint16_t frontier;
    std::uint8_t features; // nodes used, node 0 included
    std::uint16_t fields;
    std::uint8_t waters;
    std::uint8_t doubles; // marks given to tiles with two segments of one kind
    std::uint8_t sites;
    std::uint8_t contacts;
    std::uint8_t aside; // tiles set aside in this turn that will go back (T2)
    ManPlace man;
    Node man_city;
    bool man_homeless;   // G4: his city was completed, a move is due
    bool man_called;     // G2: a symbol was placed, a move is due
    std::uint8_t shrine; // player + 1 of the hunter at the shrine
    Node shrine_meadow;
    Edge river_from;         // side of the river's open cell that faces the river
    std::uint8_t river_turn; // 0, or 1 or 3 when the last river tile was a bend that way
    std::array<std::uint8_t, stack_count> left; // tiles to draw

    std::uint8_t supply(Token token, unsigned of_player) const {
        return supplies[static_cast<unsigned>(token)][of_player];
    }
    std::uint8_t& supply(Token token, unsigned of_player) {
        return supplies[static_cast<unsigned>(token)][of_player];
    }
};

/// What has one form in every width. Arrays begin where cache lines do, and are copied by whole
/// ones.
struct alignas(64) Board : Header {
    alignas(64) std::array<std::uint8_t, max_tile_types> bag; // undrawn copies of each type
    std::array<TileIndex, (max_tiles + 63) / 64 * 64> set_aside;
    std::array<Site, max_sites> site;
    std::array<PlacedTile, (max_tiles + 7) / 8 * 8> tile;
    Frontier open;
};

/// Areas are its own in a narrow game and Game::wide in a wide one.
struct Position : Board, NarrowAreas {
    Waters water;
};

/// What lies on a cell. Rows follow each other in a ring of 2^14 places. Two cells that share one
/// are at least `nearest_twin` steps apart, further than a connected board of max_tiles with its
/// open rim reaches.
///
///     bits of an Entry   0-14                                   15
///     nothing            0                                      0
///     an open cell       its slot of the frontier + 1           0
///     a tile             its index in Board::tile, in bits 0-7  1
class Grid {
  public:
    using Entry = std::uint16_t;
    static constexpr Entry empty = 0;
    static constexpr Entry placed_bit = 0x8000;
    static constexpr unsigned places = 1u << 14, mask = places - 1;
    static constexpr unsigned row = 192; // 85 rows and 64 places are once round
    static constexpr unsigned nearest_twin = 85 + 64;

    static constexpr unsigned index(Cell cell) {
        // 256 rows are whole rounds, so that a negative y may be read as unsigned.
        static_assert(256 * row % places == 0);
        return (static_cast<std::uint8_t>(cell.y) * row + static_cast<unsigned>(cell.x)) & mask;
    }
    static constexpr unsigned beside(unsigned index, unsigned side) {
        constexpr unsigned step[] = {0u - row, 1u, row, 0u - 1u};
        return (index + step[side]) & mask;
    }
    /// The places around, diagonals included.
    static constexpr std::array<unsigned, 8> eight_around(unsigned index) {
        std::array<unsigned, 8> around = {0u - row - 1, 0u - row, 0u - row + 1, 0u - 1u,
                                          1u,           row - 1,  row,          row + 1};
        for (unsigned& place : around) place = (place + index) & mask;
        return around;
    }
    static constexpr bool is_placed(Entry e) { return (e & placed_bit) != 0; }
    static constexpr unsigned tile(Entry e) { return e & 0xFFu; }
    static constexpr unsigned slot(Entry e) { return e - 1u; }
    static constexpr Entry of_tile(unsigned placed) {
        return static_cast<Entry>(placed_bit | placed);
    }
    static constexpr Entry of_slot(unsigned slot) { return static_cast<Entry>(slot + 1); }

    Entry& operator[](unsigned index) { return entries_[index]; }
    Entry operator[](unsigned index) const { return entries_[index]; }

  private:
    std::array<Entry, places> entries_ = {};
};
static_assert(max_tiles + 2 < Grid::nearest_twin);

/// A running or finished game. Copies cost what is on the board, not the size of the grid.
struct Game {
    const Box* box;
    Position now;
    WideAreas wide; // of a wide box; else neither set nor copied
    Grid grid;

    /// The start tile (or spring) lies at (0, 0) and a tile is to be drawn.
    Game(const Box& box, unsigned players, unsigned first_player);
    Game(const Game& other);
    Game& operator=(const Game& other);
    ~Game() = default;

    const Tile& tile(TileIndex index) const { return box->tiles[index]; }
    const TurnedTile& turned(const PlacedTile& placed) const {
        return box->turned[placed.turned()];
    }
    bool is_placed(Cell cell) const { return Grid::is_placed(grid[Grid::index(cell)]); }
    bool over() const { return now.phase == Phase::over; }

    /// Calls `act` with the areas of this game: now's own, or the wide ones.
    template <class Act>
    decltype(auto) with_areas(Act&& act) const {
        if (is_wide(*box)) return act(wide);
        return act(static_cast<const NarrowAreas&>(now));
    }
};

/// What a copy of a game moves; at most 4 KB in the games people play.
unsigned position_bytes(const Game& game);

/// Two games with the same tables are the same position, slot by slot.
bool operator==(const Game& a, const Game& b);

/// Everything a player can see: board, tokens, scores, supplies, stacks, whose turn, tile in hand.
std::uint64_t hash(const Game& game);

/// Places filled around a cell, diagonals included, itself not.
unsigned filled_around(const Game& game, Cell cell);
inline constexpr unsigned places_around = 8;
/// A monastery or garden with all places filled, its own included (F4).
inline constexpr unsigned full_site = 1 + places_around;

} // namespace bastide
