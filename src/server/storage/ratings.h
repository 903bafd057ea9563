#pragma once
// Ratings as rows: what rated games change, who is best, and what a player's last games did.

#include "server/storage/sql_part.h"

namespace bastide::server {

/// A page of the best of a pool, by the index ratings_by_rank: pool, below, below_id, limit.
inline constexpr std::string_view best_statement =
    "SELECT u.id, u.name, r.rating, r.deviation, r.volatility, r.games FROM ratings r JOIN users u "
    "ON u.id = r.user_id WHERE r.pool = ?1 AND r.games >= 10 AND r.rating > 0 AND (r.rating, "
    "r.user_id) < (?2, ?3) AND u.gone = 0 ORDER BY r.rating DESC, r.user_id DESC LIMIT ?4";
/// The last rated games of a user, by the index rating_changes_by_time: user, limit.
inline constexpr std::string_view last_results_statement =
    "SELECT c.pool, c.at, c.before_game, c.after_game, g.id, g.listed, g.result FROM "
    "rating_changes c JOIN games g ON g.id = c.game WHERE c.user_id = ?1 ORDER BY c.at DESC, "
    "c.game DESC LIMIT ?2";

class Ratings : public SqlPart {
  public:
    using SqlPart::SqlPart;

    /// The end of a rated game.
    Done rate_game(const Append& w);

    Stored<std::vector<RatingRow>> of(const std::string& user);
    Stored<std::vector<RatingChangeRow>> changes_of(const std::string& user);
    Stored<std::vector<BestRow>> best(const BestQuery& query);
    Stored<std::vector<RatedResultRow>> last_results(const std::string& user, unsigned limit);
};

} // namespace bastide::server
