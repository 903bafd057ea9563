#include "server/storage/ratings.h"

#include <algorithm>
#include <cmath>

namespace bastide::server {
namespace {

constexpr double rating_unit = 1e3, volatility_unit = 1e9;

std::int64_t stored(double value, double unit) {
    return std::llround(value * unit);
}

double loaded(const std::string& text, double unit) {
    return static_cast<double>(number(text)) / unit;
}

/// Rating, deviation and volatility stand side by side.
Rating rating_from(const SqlRow& row, std::size_t first) {
    return {loaded(row[first], rating_unit), loaded(row[first + 1], rating_unit),
            loaded(row[first + 2], volatility_unit)};
}

} // namespace

Ratings::Done Ratings::rate_game(const Append& w) {
    std::vector<RatedSeat> seats = w.rated;
    std::ranges::sort(seats, {}, &RatedSeat::user); // so that two games lock in the same order
    std::vector<Standing> standings;
    std::vector<bool> kept;
    for (const RatedSeat& seat : seats) {
        const Rating fresh;
        // The row is there afterwards and locked: another game of this player waits. Of somebody
        // who deleted their data nothing is kept again.
        const auto there = change(
            "INSERT INTO ratings (user_id, pool, rating, deviation, volatility, games) SELECT id, "
            "CAST(?2 AS TEXT), CAST(?3 AS BIGINT), CAST(?4 AS BIGINT), CAST(?5 AS BIGINT), 0 FROM "
            "users WHERE id = ?1 AND gone = 0 ON CONFLICT (user_id, pool) DO UPDATE SET games = "
            "ratings.games",
            {seat.user, w.pool, stored(fresh.rating, rating_unit),
             stored(fresh.deviation, rating_unit), stored(fresh.volatility, volatility_unit)});
        if (!there) return there;
        kept.push_back(*there);
        if (!*there) {
            standings.push_back({fresh, seat.rank});
            continue;
        }
        const auto row = sql_.run("SELECT rating, deviation, volatility FROM ratings WHERE "
                                  "user_id = ?1 AND pool = ?2",
                                  std::vector<SqlValue>{seat.user, w.pool});
        if (!row) return std::unexpected(row.error());
        standings.push_back({rating_from(row->rows.at(0), 0), seat.rank});
    }
    const std::vector<Rating> after = rate(standings);
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (!kept[i]) continue;
        const auto set = change("UPDATE ratings SET rating = ?3, deviation = ?4, volatility = ?5, "
                                "games = games + 1 WHERE user_id = ?1 AND pool = ?2",
                                {seats[i].user, w.pool, stored(after[i].rating, rating_unit),
                                 stored(after[i].deviation, rating_unit),
                                 stored(after[i].volatility, volatility_unit)});
        if (!set) return set;
        const auto noted =
            change("INSERT INTO rating_changes (game, user_id, pool, before_game, after_game, at) "
                   "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                   {w.game, seats[i].user, w.pool, stored(standings[i].before.rating, rating_unit),
                    stored(after[i].rating, rating_unit), w.row.at});
        if (!noted) return noted;
    }
    return true;
}

Stored<std::vector<RatingRow>> Ratings::of(const std::string& user) {
    const auto found = query("SELECT pool, rating, deviation, volatility, games FROM ratings WHERE "
                             "user_id = ?1 ORDER BY pool",
                             {user});
    if (!found) return std::unexpected(found.error());
    std::vector<RatingRow> ratings;
    for (const SqlRow& row : *found) {
        ratings.push_back({row[0], rating_from(row, 1), static_cast<unsigned>(number(row[4]))});
    }
    return ratings;
}

Stored<std::vector<RatingChangeRow>> Ratings::changes_of(const std::string& user) {
    const auto found = query("SELECT game, pool, before_game, after_game FROM rating_changes WHERE "
                             "user_id = ?1 ORDER BY game",
                             {user});
    if (!found) return std::unexpected(found.error());
    std::vector<RatingChangeRow> changes;
    for (const SqlRow& row : *found) {
        changes.push_back(
            {row[0], row[1], loaded(row[2], rating_unit), loaded(row[3], rating_unit)});
    }
    return changes;
}

Stored<std::vector<BestRow>> Ratings::best(const BestQuery& q) {
    const auto found = query(best_statement, {q.pool, q.below, q.below_id, value(q.limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<BestRow> best;
    for (const SqlRow& row : *found) {
        best.push_back({{row[0], row[1]},
                        {q.pool, rating_from(row, 2), static_cast<unsigned>(number(row[5]))},
                        number(row[2])});
    }
    return best;
}

Stored<std::vector<RatedResultRow>> Ratings::last_results(const std::string& user, unsigned limit) {
    const auto found = query(last_results_statement, {user, value(limit)});
    if (!found) return std::unexpected(found.error());
    std::vector<RatedResultRow> results;
    for (const SqlRow& row : *found) {
        RatedResultRow one{row[0], number(row[1]), loaded(row[2], rating_unit),
                           loaded(row[3], rating_unit)};
        results.push_back(std::move(one));
        if (number(row[5]) == 0) continue; // its id is for those who were there
        results.back().game = row[4];
        results.back().result = row[6];
        const auto seats =
            query("SELECT user_id, name FROM seats WHERE game = ?1 ORDER BY seat", {row[4]});
        if (!seats) return std::unexpected(seats.error());
        for (const SqlRow& seat : *seats) results.back().players.push_back({seat[0], seat[1]});
    }
    return results;
}

} // namespace bastide::server
