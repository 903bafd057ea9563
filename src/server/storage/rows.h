#pragma once
// What the server keeps, as it is read. A game's log, key (game, ply), is append-only and the
// truth; the rest of a game's row can be rebuilt from it and serves lists and timers.

#include "server/accounts/rating.h"
#include "server/base/secret.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bastide::server {

enum class GameStatus : std::uint8_t { open, playing, over };

struct UserRow {
    std::string id;
    std::string name;
    friend bool operator==(const UserRow&, const UserRow&) = default;
};

struct SeatRow {
    unsigned seat = 0;
    UserRow user;
    std::optional<Bytes32> tip = {}; // of the player's hash chain
    friend bool operator==(const SeatRow&, const SeatRow&) = default;
};

/// A seat whose player is connected to this node.
struct PresentRow {
    unsigned seat = 0;
    std::string node;
    friend bool operator==(const PresentRow&, const PresentRow&) = default;
};

struct GameRow {
    std::string id;
    GameStatus status = GameStatus::open;
    bool listed = true;
    std::string rules; // the table's rules as JSON
    unsigned rules_version = 0;
    std::string owner;
    std::optional<Bytes32> secret; // nothing: sealed with a key that this store does not have
    std::int64_t created_at = 0;
    std::int64_t updated_at = 0;
    int ply = -1;
    unsigned turns = 0;
    std::string result; // JSON, or empty
    std::string rematch;
    std::vector<SeatRow> seats; // by seat
};

struct LogRow {
    int ply = 0;
    std::int64_t at = 0;
    std::string body; // JSON
    friend bool operator==(const LogRow&, const LogRow&) = default;
};

struct ChatRow {
    int n = 0;
    std::int64_t at = 0;
    UserRow user;
    int seat = -1;
    std::string text;
};

/// A player's place in a rated game.
struct RatedSeat {
    std::string user;
    unsigned rank = 1;
};

struct AccountRow {
    std::string user;
    std::string login;
    std::string password; // its hash
    std::string recovery; // the hash of its code; empty: there is none
};

/// A session, as its owner sees it.
struct TokenRow {
    std::string id; // the beginning of its hash
    std::int64_t created_at = 0;
    std::int64_t used_at = 0;
};
inline constexpr std::size_t token_id_size = 16;

/// Nobody comes from there, until that time; 0: for ever.
struct BanRow {
    std::string network; // as banned_network() writes it
    std::int64_t at = 0;
    std::int64_t until = 0;
    std::string reason;
};

/// One entry of the trail.
struct AuditRow {
    std::int64_t at = 0;
    std::string event;
    std::string user;
    std::string address;
    std::string detail;
};
struct AuditQuery {
    std::int64_t since = 0;
    std::string user; // empty: of all
    unsigned limit = 1000;
};

/// Where somebody is told that it is their turn, and at which site they asked for that.
struct SubscriptionRow {
    std::string endpoint; // an address at a push service, known to nobody else
    std::string site;
    friend bool operator==(const SubscriptionRow&, const SubscriptionRow&) = default;
};
inline constexpr unsigned most_subscriptions = 5; // of one person; the oldest goes

struct RatingRow {
    std::string pool;
    Rating rating;
    unsigned games = 0;
};

struct RatingChangeRow {
    std::string game, pool;
    double before = 0, after = 0;
};

/// Whoever played less in a pool is not listed among its best: the rating says little yet.
inline constexpr unsigned games_to_be_listed = 10;
/// One of the best of a pool.
struct BestRow {
    UserRow user;
    RatingRow rating;
    std::int64_t place = 0; // thousandths of the rating; a page goes on below it
};
struct BestQuery {
    std::string pool;
    unsigned limit = 50;
    std::int64_t below = INT64_MAX; // a place
    std::string below_id = {};      // and of those with that very place, the ones after this
};

/// A rated game, as it changed one player's rating.
struct RatedResultRow {
    std::string pool;
    std::int64_t at = 0;
    double before = 0, after = 0;
    // Empty where the table was for those with its link.
    std::string game = {};
    std::string result = {}; // JSON
    std::vector<UserRow> players = {};
};

/// What everybody may see of a person.
struct ProfileRow {
    UserRow user;
    std::int64_t since = 0; // of the account; 0: there is none
    std::vector<RatingRow> ratings = {};
    std::vector<RatedResultRow> results = {}; // the last ones
};
inline constexpr unsigned results_of_a_profile = 20;

/// Everything that is kept about one user, for them.
struct UserData {
    UserRow user;
    std::int64_t created_at = 0;
    std::string login;
    unsigned tokens = 0;
    std::vector<std::string> games;
    std::vector<std::pair<std::string, ChatRow>> chat; // by game
    std::vector<RatingRow> ratings;
    std::vector<RatingChangeRow> changes;
    std::vector<AuditRow> audit;
    std::vector<UserRow> muted;
    std::vector<SubscriptionRow> subscriptions;
};

} // namespace bastide::server
