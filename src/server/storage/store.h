#pragma once
// Where the server keeps its rows: one interface, SQLite or PostgreSQL behind it.

#include "server/storage/seal.h"
#include "server/storage/writes.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bastide::server {

enum class GameList : std::uint8_t { open, playing, finished, of_user };
struct GameQuery {
    GameList list = GameList::open;
    std::string user;
    std::int64_t before = 0; // updated_at; 0: from the latest
    unsigned limit = 50;
    std::string before_id = {}; // and of those with that very time, the ones after this
};

/// Whether somebody is to be told that it is their turn: still this ply, connected to no node, and
/// not told since.
struct NoticeQuery {
    std::string user;
    std::string game;
    int ply = 0;
    std::int64_t now = 0;
    std::int64_t told_before = 0;
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
    virtual Stored<std::vector<SubscriptionRow>> subscriptions_of(const std::string& user) = 0;
    /// Where to tell them; nobody else is given the same for a while.
    virtual Stored<std::vector<SubscriptionRow>> claim_notice(const NoticeQuery& query) = 0;
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
