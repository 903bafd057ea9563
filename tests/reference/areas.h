#pragma once

#include "board.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace bastide::reference {

struct Token {
    int player = 0;
    std::string kind; // "follower", "big", "abbot", "builder", "pig", "hut"
};

// At most one token ever stands on a tile, so a spot holds at most one.
using Tokens = std::map<Spot, Token>;

// A connected area, found by flood fill. Kinds: road, city, field, monastery, garden; forest,
// river, meadow, river_system (rivers joined through lakes), lake (one lake alone).
struct Area {
    std::string kind;
    std::set<Spot> segments;
    std::set<std::pair<Cell, int>> open; // the edges that face an empty square

    Spot name() const { return *segments.begin(); } // smallest x, then y, then segment
    std::set<Cell> cells() const;
};

Area flood(const Board& board, Spot start);
Area flood_river_system(const Board& board, Spot start);

// Every area of one kind, ordered by name.
std::vector<Area> areas_of_kind(const Board& board, const std::string& kind);

bool is_site(const Feature& feature); // monastery or garden

// Per player, how many tokens of a kind stand in the area.
std::vector<int> count_tokens(const Area& area, const Tokens& tokens, const std::string& kind,
                              int players);

// Per player, followers of either size: as tokens, and as they count in a majority (I6).
std::vector<int> count_followers(const Area& area, const Tokens& tokens, int players);
std::vector<int> strength(const Area& area, const Tokens& tokens, int players);

int tile_count(const Area& area);
int shield_count(const Board& board, const Area& area);
int gold_count(const Board& board, const Area& area);
int mushroom_count(const Board& board, const Area& area);
int fish_in_end_lakes(const Board& board, const Area& river); // H4: each lake once
int fish_in_system(const Board& board, const Area& river_system);

bool has_inn(const Board& board, const Area& road);
bool has_cathedral(const Board& board, const Area& city);

// Whether one player's tokens of a kind stand there; "follower" is the small one alone.
bool holds(const Area& area, const Tokens& tokens, int player, const std::string& kind);
bool holds_own_follower(const Area& area, const Tokens& tokens, int player); // of either size
bool holds_any(const Area& area, const Tokens& tokens, const std::string& kind);

// Names of the cities that a field touches; each once (E3).
std::set<Spot> touched_cities(const Board& board, const Area& field);

// H10, H11: deer left by the tigers, mammoths and buffaloes.
int paying_animals(const Board& board, const Area& meadow);

} // namespace bastide::reference
