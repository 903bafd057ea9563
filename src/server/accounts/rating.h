#pragma once
// Ratings from results: Glicko-2 (Glickman 2013) for two players, Plackett-Luce as Weng and Lin
// (2011) compute it for more. Both on Glicko's scale: 1500 at first, give or take 350.

#include <span>
#include <vector>

namespace bastide::server {

struct Rating {
    double rating = 1500;
    double deviation = 350;
    double volatility = 0.06; // of Glicko-2
};

struct GlickoGame {
    Rating opponent;
    double score = 0; // 1 won, 0.5 drawn, 0 lost
};
/// The rating after one period with these games.
Rating glicko2(const Rating& player, std::span<const GlickoGame> games);

struct Standing {
    Rating before;
    unsigned rank = 1; // equal ranks drew
};
/// The ratings of all after one game, by standing.
std::vector<Rating> plackett_luce(std::span<const Standing> standings);

/// Either of them, by the number of players.
std::vector<Rating> rate(std::span<const Standing> standings);

} // namespace bastide::server
