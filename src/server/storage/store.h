#pragma once
// What the server keeps. A game's log, key (game, ply), is append-only and the truth; the rest of a
// game's row can be rebuilt from it and serves lists and timers.

#include "server/accounts/rating.h"
#include "server/base/secret.h"
#include "server/storage/seal.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
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
};

// What can be written. Each is done as a whole or not at all.
struct AddUser {
    UserRow user;
    std::string token_hash;
    std::int64_t at = 0;
};
struct RenameUser {
    UserRow user;
};
/// Another token for the same user: another browser.
struct AddToken {
    std::string user;
    std::string token_hash;
    std::int64_t at = 0;
};
/// A guest gets a login and a password, and a new token in place of the old one: whoever knew that
/// one is not signed in. Conflict: the login is taken, or the user has one already.
struct AddAccount {
    std::string user;
    std::string login;
    std::string password; // its hash
    std::int64_t at = 0;
    std::string token_hash = {};
    std::string new_token_hash = {};
};
/// A session was used.
struct UseToken {
    std::string token_hash;
    std::int64_t at = 0;
};
/// Drops every token but `keep`.
struct SetPassword {
    std::string user;
    std::string password; // its hash
    std::string keep;     // a token's hash
};
/// A code's hash; the code before it is worth nothing any more.
struct SetRecovery {
    std::string user;
    std::string recovery;
};
/// A new password by the code of this hash, which is used up. All sessions end.
struct Recover {
    std::string user;
    std::string recovery;
    std::string password; // its hash
};
/// Account, tokens, ratings and chat go; finished games stay, under a name that says nothing.
struct DeleteUser {
    std::string user;
};
struct DropToken {
    std::string token_hash;
};
/// One session of this user, by its id; an empty id: all but `keep`.
struct RevokeToken {
    std::string user;
    std::string id;
    std::string keep = {}; // a token's hash
};
/// Whether one person hears another. Conflict: there is no such person, or too many are muted.
struct SetMute {
    enum class To : std::uint8_t { muted, heard };
    std::string user;
    std::string other;
    To to = To::muted;
};
inline constexpr unsigned most_muted = 200; // by one person
struct AddGame {
    GameRow game; // seats included
};
/// Conflict: the seat is taken, or the user has another one at this table.
struct TakeSeat {
    std::string game;
    SeatRow seat;
};
struct LeaveSeat {
    std::string game;
    std::string user;
};
/// Conflict: this ply is there already.
struct Append {
    std::string game;
    LogRow row;
    GameStatus status = GameStatus::playing;
    unsigned turns = 0;
    std::string result;
    std::int64_t due_at = 0;            // when the server must act by itself; 0: never
    std::vector<RatedSeat> rated;       // the end of a rated game
    std::string pool;                   // and where it counts
    std::optional<Bytes32> secret = {}; // the end of a game: published, and sealed no more
};
/// This node does what is due at this ply. Conflict: another node is at it, or the game went on.
struct Claim {
    std::string game;
    int ply = 0;
    std::string node;
    std::int64_t now = 0;
    std::int64_t until = 0; // then another node may try
};
/// Conflict: that number is there already.
struct AddChat {
    std::string game;
    ChatRow row;
};
/// Conflict: there is a rematch already.
struct SetRematch {
    std::string game;
    std::string next;
};
/// The server was up until now, in game time; one row for each start and each pause. With several
/// nodes, the others rely on this one from `now` until `until`, in the time of all their clocks;
/// seats whose node's time is over are empty, and their games are announced.
struct Heartbeat {
    std::int64_t started_at = 0;
    std::int64_t at = 0;
    std::string node = {};
    std::int64_t now = 0;
    std::int64_t until = 0;
};
/// The player of a seat is connected to this node. Conflict: that is known.
struct Arrive {
    std::string game;
    unsigned seat = 0;
    std::string node;
};
/// And is not any more.
struct Depart {
    std::string game;
    unsigned seat = 0;
    std::string node;
};
/// A table with all that belongs to it. Conflict: it is not there, or not as it is said here.
struct RemoveGame {
    enum class Which : std::uint8_t { open, any };
    std::string game;
    Which which = Which::open;
    std::string owner = {};  // empty: whoever's
    std::int64_t before = 0; // nothing happened since then; 0: whatever happened
};
/// One line of a chat. Conflict: there is none.
struct RemoveChat {
    std::string game;
    int n = 0;
};
/// In place of an older one.
struct AddBan {
    BanRow row;
};
/// Conflict: there is none.
struct LiftBan {
    std::string network;
};
struct AddAudit {
    AuditRow row;
};
/// Sessions that were not used since, guests of whom nothing is left, bans that are over and old
/// entries of the trail go.
struct Tidy {
    std::int64_t now = 0;
    std::int64_t tokens_before = 0;
    std::int64_t audit_before = 0;
};
/// A game in which only bots would play waits for somebody who looks: it is not due.
struct Rest {
    std::string game;
    int ply = 0;
};
/// Nothing is kept: the other nodes hear this text about the game.
struct Tell {
    std::string game;
    std::string text;
};
using Write =
    std::variant<AddUser, RenameUser, AddToken, AddAccount, UseToken, SetPassword, SetRecovery,
                 Recover, DeleteUser, DropToken, RevokeToken, SetMute, AddGame, TakeSeat, LeaveSeat,
                 Append, Claim, AddChat, SetRematch, Heartbeat, Arrive, Depart, RemoveGame,
                 RemoveChat, AddBan, LiftBan, AddAudit, Tidy, Rest, Tell>;

enum class WriteOutcome : std::uint8_t {
    done,
    conflict,
    failed, // whether it is durable is not known: read before trying again
};

enum class GameList : std::uint8_t { open, playing, finished, of_user };
struct GameQuery {
    GameList list = GameList::open;
    std::string user;
    std::int64_t before = 0; // updated_at; 0: from the latest
    unsigned limit = 50;
    std::string before_id = {}; // and of those with that very time, the ones after this
};

struct StoreError {
    std::string text;
};
template <class T>
using Stored = std::expected<T, StoreError>;

/// A store is used by one thread at a time; every thread has its own.
class GameStore {
  public:
    virtual ~GameStore() = default;

    /// Brings the tables to this program's version. Fails on a newer one.
    virtual Stored<void> migrate() = 0;
    virtual Stored<unsigned> version() = 0;

    /// The key that seals this database's secrets, by its id; empty while there is none.
    virtual Stored<std::string> key_id() = 0;
    /// From now on this store seals and opens with this key. It becomes the database's if that has
    /// none, and what lies open is sealed. Fails if the database has another one.
    virtual Stored<void> adopt_key(SealPtr seal) = 0;
    /// The key is lost: games that are not over are too. The next key may be another one.
    virtual Stored<void> forget_key() = 0;

    /// One transaction, durable on return. If it fails as a whole, every outcome is `failed`.
    virtual std::vector<WriteOutcome> write(std::span<const Write> batch) = 0;
    /// Why the last write() failed.
    virtual std::string last_failure() const = 0;

    virtual Stored<std::optional<UserRow>> find_user(const std::string& token_hash) = 0;
    virtual Stored<std::optional<UserRow>> load_user(const std::string& id) = 0;
    /// Whether their data was deleted, or they never were.
    virtual Stored<bool> is_gone(const std::string& user) = 0;
    virtual Stored<std::optional<AccountRow>> find_account(const std::string& login) = 0;
    virtual Stored<std::optional<AccountRow>> account_of(const std::string& user) = 0;
    /// Sessions of a user, the one used last first.
    virtual Stored<std::vector<TokenRow>> tokens_of(const std::string& user) = 0;
    /// Whether an account other than this user's has a name of this key.
    virtual Stored<bool> name_taken(const std::string& key, const std::string& user) = 0;
    /// Whom this user does not hear.
    virtual Stored<std::vector<UserRow>> muted_by(const std::string& user) = 0;
    /// All that were not lifted, the newest first.
    virtual Stored<std::vector<BanRow>> bans() = 0;
    virtual Stored<std::vector<AuditRow>> audit(const AuditQuery& query) = 0;
    /// Open tables at which nothing happened since.
    virtual Stored<std::vector<std::string>> open_before(std::int64_t time, unsigned limit) = 0;
    virtual Stored<std::vector<RatingRow>> ratings_of(const std::string& user) = 0;
    virtual Stored<std::vector<BestRow>> best_of(const BestQuery& query) = 0;
    /// The account whose name has this key.
    virtual Stored<std::optional<std::string>> find_named(const std::string& key) = 0;
    virtual Stored<std::optional<ProfileRow>> profile_of(const std::string& user) = 0;
    virtual Stored<std::optional<UserData>> data_of(const std::string& user) = 0;
    virtual Stored<std::optional<GameRow>> load_game(const std::string& id) = 0;
    virtual Stored<std::vector<LogRow>> load_log(const std::string& id, int from_ply) = 0;
    virtual Stored<std::vector<ChatRow>> load_chat(const std::string& id, unsigned limit) = 0;
    /// By seat and node; those of dead nodes are left out.
    virtual Stored<std::vector<PresentRow>> load_present(const std::string& id,
                                                         std::int64_t now) = 0;
    virtual Stored<std::vector<GameRow>> list_games(const GameQuery& query) = 0;
    /// Games whose due_at has passed and that no other node is at. They are this node's until
    /// `claim_until`.
    struct DueQuery {
        std::int64_t due = 0;
        std::int64_t now = 0;
        std::int64_t claim_until = 0;
        std::string node;
        unsigned limit = 0;
    };
    virtual Stored<std::vector<std::string>> claim_due(const DueQuery& query) = 0;
    /// Milliseconds in [from, to] in which no server was up.
    virtual Stored<std::int64_t> downtime(std::int64_t from, std::int64_t to) = 0;
};

/// What the other nodes hear of a line that was taken away, as the TEXT below.
std::string removed_line(int n);
std::optional<int> parse_removed_line(const std::string& text);

/// `sqlite:FILE` or `postgresql://…`. What is written is announced to other processes in the name
/// of `node`, as "NODE GAME" or, for Tell, "NODE GAME TEXT"; that a user is gone, as
/// "NODE @ USER", that they hear others, as "NODE & USER", that bans changed, as "NODE # bans".
/// Without a seal, or adopt_key(), games can neither be added nor played on.
struct StoreOptions {
    std::string node = {};
    SealPtr seal = {};
};
std::expected<std::unique_ptr<GameStore>, StoreError> open_store(const std::string& url,
                                                                 StoreOptions options = {});

/// The key this database needs, from the configured file or the usual one. One that has none yet
/// takes what lies there or a new one, or is left without.
enum class MissingKey : std::uint8_t { create, leave };
std::expected<SealPtr, StoreError> find_key(GameStore& store, const std::string& url,
                                            const std::string& configured, MissingKey missing);

} // namespace bastide::server
