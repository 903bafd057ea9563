#include "server/storage/store.h"

#include "server/storage/games.h"
#include "server/storage/keeping.h"
#include "server/storage/migrations.h"
#include "server/storage/nodes.h"
#include "server/storage/people.h"
#include "server/storage/ratings.h"
#include "server/storage/subscriptions.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace bastide::server {
namespace {

/// The game a write is about, empty if none. Batches are written in this order, so that two nodes
/// never wait for each other's games.
const std::string& game_of(const Write& write) {
    static const std::string none;
    return std::visit(
        [](const auto& w) -> const std::string& {
            if constexpr (requires {
                              w.row;
                              w.game;
                          })
                return w.game;
            else if constexpr (requires { w.game.id; })
                return w.game.id;
            else if constexpr (requires { w.game; })
                return w.game;
            else
                return none;
        },
        write);
}

std::string another_key(const std::string& known, const Seal& seal) {
    return "the database's secrets are sealed with the key " + known + ", this one is " +
           seal.key_id();
}

class SqlStore final : public GameStore {
  public:
    SqlStore(std::unique_ptr<SqlConnection> connection, StoreOptions options)
        : sql_(std::move(connection))
        , people_(*sql_)
        , ratings_(*sql_)
        , keeping_(*sql_)
        , subscriptions_(*sql_)
        , nodes_(*sql_)
        , games_(*sql_, std::move(options.seal))
        , node_(std::move(options.node)) {}

    Stored<unsigned> version() override {
        const auto found = query("SELECT version FROM schema_version", {});
        if (!found) return std::unexpected(found.error());
        return found->empty() ? 0u : static_cast<unsigned>(number((*found)[0][0]));
    }

    Stored<void> migrate() override {
        if (auto ok = sql_->begin_migration(); !ok) return fail(ok.error());
        auto done = migrate_inside();
        if (!done) {
            sql_->rollback();
            return done;
        }
        if (auto ok = sql_->commit(); !ok) return fail(ok.error());
        return {};
    }

    Stored<std::string> key_id() override {
        const auto found = query("SELECT key_id FROM sealing", {});
        if (!found) return std::unexpected(found.error());
        return found->empty() ? std::string() : (*found)[0][0];
    }

    Stored<void> adopt_key(SealPtr seal) override {
        if (auto ok = sql_->begin_migration(); !ok) return fail(ok.error());
        auto done = adopt_inside(*seal);
        if (!done) {
            sql_->rollback();
            return std::unexpected(done.error());
        }
        if (auto ok = sql_->commit(); !ok) return fail(ok.error());
        if (*done > 0) {
            if (auto ok = sql_->overwrite_old(); !ok) return fail(ok.error());
        }
        games_.set_seal(std::move(seal));
        return {};
    }

    Stored<void> forget_key() override {
        const auto done = sql_->script("DELETE FROM sealing;"
                                       "UPDATE games SET due_at = 0 WHERE status <> " +
                                       std::to_string(value(GameStatus::over)) + ";");
        return done ? Stored<void>{} : fail(done.error());
    }

    std::vector<WriteOutcome> write(std::span<const Write> batch) override {
        std::vector<WriteOutcome> outcomes(batch.size(), WriteOutcome::failed);
        if (auto ok = sql_->begin(); !ok) {
            last_failure_ = ok.error().text;
            return outcomes;
        }
        std::vector<std::pair<std::string_view, std::size_t>> order;
        for (std::size_t i = 0; i < batch.size(); ++i) order.emplace_back(game_of(batch[i]), i);
        std::ranges::sort(order);
        failed_ = false;
        for (const auto& [game, i] : order) {
            const bool done = std::visit([&](const auto& w) { return put(w); }, batch[i]);
            outcomes[i] = done ? WriteOutcome::done : WriteOutcome::conflict;
            if (done) announce(batch[i], game);
            if (failed_) break;
        }
        if (!failed_) {
            if (auto ok = sql_->commit(); ok)
                return outcomes;
            else
                last_failure_ = ok.error().text;
        }
        sql_->rollback();
        std::ranges::fill(outcomes, WriteOutcome::failed);
        return outcomes;
    }

    std::string last_failure() const override { return last_failure_; }

    Stored<std::optional<UserRow>> find_user(const std::string& token_hash) override {
        return people_.find(token_hash);
    }
    Stored<std::optional<UserRow>> load_user(const std::string& id) override {
        return people_.load(id);
    }
    Stored<bool> is_gone(const std::string& user) override { return people_.is_gone(user); }
    Stored<std::optional<AccountRow>> find_account(const std::string& login) override {
        return people_.find_account(login);
    }
    Stored<std::optional<AccountRow>> account_of(const std::string& user) override {
        return people_.account_of(user);
    }
    Stored<std::vector<RatingRow>> ratings_of(const std::string& user) override {
        return ratings_.of(user);
    }
    Stored<std::vector<BestRow>> best_of(const BestQuery& q) override { return ratings_.best(q); }
    Stored<std::optional<std::string>> find_named(const std::string& key) override {
        return people_.find_named(key);
    }
    Stored<std::optional<ProfileRow>> profile_of(const std::string& user) override {
        auto profile = people_.profile_of(user);
        if (!profile || !*profile) return profile;
        auto ratings = ratings_.of(user);
        auto results = ratings_.last_results(user, results_of_a_profile);
        if (!ratings) return std::unexpected(ratings.error());
        if (!results) return std::unexpected(results.error());
        (*profile)->ratings = std::move(*ratings);
        (*profile)->results = std::move(*results);
        return profile;
    }
    Stored<std::optional<UserData>> data_of(const std::string& user) override {
        auto data = people_.data_of(user);
        if (!data || !*data) return data;
        auto ratings = ratings_.of(user);
        auto changes = ratings_.changes_of(user);
        auto trail = audit({0, user});
        auto subscriptions = subscriptions_.of(user);
        if (!ratings) return std::unexpected(ratings.error());
        if (!changes) return std::unexpected(changes.error());
        if (!trail) return std::unexpected(trail.error());
        if (!subscriptions) return std::unexpected(subscriptions.error());
        (*data)->ratings = std::move(*ratings);
        (*data)->changes = std::move(*changes);
        (*data)->audit = std::move(*trail);
        (*data)->subscriptions = std::move(*subscriptions);
        return data;
    }
    Stored<std::vector<TokenRow>> tokens_of(const std::string& user) override {
        return people_.tokens_of(user);
    }
    Stored<bool> name_taken(const std::string& key, const std::string& user) override {
        return people_.name_taken(key, user);
    }
    Stored<std::vector<UserRow>> muted_by(const std::string& user) override {
        return people_.muted_by(user);
    }
    Stored<std::vector<SubscriptionRow>> subscriptions_of(const std::string& user) override {
        return subscriptions_.of(user);
    }
    Stored<std::vector<SubscriptionRow>> claim_notice(const NoticeQuery& q) override {
        return subscriptions_.claim(q);
    }
    Stored<std::vector<BanRow>> bans() override { return keeping_.bans(); }
    Stored<std::vector<AuditRow>> audit(const AuditQuery& q) override { return keeping_.audit(q); }
    Stored<std::vector<std::string>> open_before(std::int64_t time, unsigned limit) override {
        return keeping_.open_before(time, limit);
    }

    Stored<std::optional<GameRow>> load_game(const std::string& id) override {
        return games_.load(id);
    }

    Stored<std::vector<LogRow>> load_log(const std::string& id, int from_ply) override {
        return games_.load_log(id, from_ply);
    }

    Stored<std::vector<ChatRow>> load_chat(const std::string& id, unsigned limit) override {
        return games_.load_chat(id, limit);
    }

    Stored<std::vector<PresentRow>> load_present(const std::string& id, std::int64_t now) override {
        return nodes_.load_present(id, now);
    }

    Stored<std::vector<GameRow>> list_games(const GameQuery& q) override { return games_.list(q); }

    Stored<std::vector<std::string>> claim_due(const DueQuery& q) override {
        return games_.claim_due(q);
    }

    Stored<std::int64_t> downtime(std::int64_t from, std::int64_t to) override {
        return nodes_.downtime(from, to);
    }

  private:
    static Stored<void> fail(const SqlError& error) {
        return std::unexpected(StoreError{error.text});
    }

    Stored<std::vector<SqlRow>> query(std::string_view text, std::vector<SqlValue> values) {
        auto found = sql_->run(text, values);
        if (!found) return std::unexpected(StoreError{found.error().text});
        return std::move(found->rows);
    }

    Stored<void> migrate_inside() {
        if (auto ok =
                sql_->script("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)");
            !ok) {
            return fail(ok.error());
        }
        const auto now = version();
        if (!now) return std::unexpected(now.error());
        const auto scripts = migrations();
        if (*now > scripts.size()) {
            return std::unexpected(StoreError{"the database has version " + std::to_string(*now) +
                                              ", this program knows " +
                                              std::to_string(scripts.size())});
        }
        if (*now == scripts.size()) return {};
        for (std::size_t i = *now; i < scripts.size(); ++i) {
            if (auto ok = sql_->script(scripts[i]); !ok) return fail(ok.error());
        }
        if (auto ok = people_.add_missing_keys(); !ok) return fail(ok.error());
        const std::string text = "DELETE FROM schema_version; INSERT INTO schema_version VALUES (" +
                                 std::to_string(scripts.size()) + ")";
        if (auto ok = sql_->script(text); !ok) return fail(ok.error());
        return {};
    }

    /// How many secrets were sealed now.
    Stored<std::size_t> adopt_inside(const Seal& seal) {
        const auto known = key_id();
        if (!known) return std::unexpected(known.error());
        if (!known->empty() && *known != seal.key_id()) {
            return std::unexpected(StoreError{another_key(*known, seal)});
        }
        if (known->empty()) {
            const auto added = query("INSERT INTO sealing (key_id) VALUES (?1)", {seal.key_id()});
            if (!added) return std::unexpected(added.error());
        }
        return games_.seal_open_secrets(seal);
    }

    void announce(const Write& write, std::string_view game) {
        // A claim is nothing that others would show.
        if (std::holds_alternative<Claim>(write) || std::holds_alternative<Rest>(write)) return;
        if (const auto* tell = std::get_if<Tell>(&write)) {
            announce_as(node_, tell->game + " " + tell->text);
        } else if (const auto* chat = std::get_if<RemoveChat>(&write)) {
            announce_as(node_, chat->game + " " + removed_line(chat->n));
        } else if (const auto* user = std::get_if<DeleteUser>(&write)) {
            announce_as(node_, "@ " + user->user);
        } else if (const auto* mute = std::get_if<SetMute>(&write)) {
            announce_as(node_, "& " + mute->user);
        } else if (std::holds_alternative<AddBan>(write) ||
                   std::holds_alternative<LiftBan>(write)) {
            announce_as(node_, "# bans");
        } else if (!game.empty()) {
            announce_as(node_, std::string(game));
        }
    }

    void announce_as(const std::string& node, const std::string& text) {
        const auto done = sql_->announce(node + " " + text);
        if (done) return;
        failed_ = true;
        last_failure_ = done.error().text;
    }

    bool done(const SqlPart::Done& done) {
        if (done) return *done;
        failed_ = true;
        last_failure_ = done.error().text;
        return false;
    }

    /// Each write belongs to one part.
    template <class T>
    bool put(const T& w) {
        if constexpr (requires { people_.put(w); }) {
            return done(people_.put(w));
        } else if constexpr (requires { keeping_.put(w); }) {
            return done(keeping_.put(w));
        } else if constexpr (requires { subscriptions_.put(w); }) {
            return done(subscriptions_.put(w));
        } else if constexpr (requires { nodes_.put(w); }) {
            return done(nodes_.put(w));
        } else {
            return done(games_.put(w));
        }
    }

    /// The end of a rated game changes ratings with it.
    bool put(const Append& w) {
        return done(games_.put(w)) && (w.rated.empty() || done(ratings_.rate_game(w)));
    }

    static bool put(const Tell&) { return true; }

    std::unique_ptr<SqlConnection> sql_;
    People people_;
    Ratings ratings_;
    Keeping keeping_;
    Subscriptions subscriptions_;
    Nodes nodes_;
    Games games_;
    std::string node_;
    bool failed_ = false;
    std::string last_failure_;
};

} // namespace

std::expected<std::unique_ptr<GameStore>, StoreError> open_store(const std::string& url,
                                                                 StoreOptions options) {
    auto connection = open_sql(url);
    if (!connection) return std::unexpected(StoreError{connection.error().text});
    return std::make_unique<SqlStore>(std::move(*connection), std::move(options));
}

std::expected<SealPtr, StoreError> find_key(GameStore& store, const std::string& url,
                                            const std::string& configured, MissingKey missing) {
    const auto known = store.key_id();
    if (!known) return std::unexpected(known.error());
    if (known->empty() && missing == MissingKey::leave) return SealPtr();
    const auto file = key_file_of(url, configured);
    if (!file) return std::unexpected(StoreError{file.error()});
    std::error_code ignored;
    if (!std::filesystem::exists(*file, ignored)) {
        if (!known->empty()) {
            return std::unexpected(StoreError{*file + ": the key " + *known +
                                              " that seals the database's secrets is not there: "
                                              "bring it back, or name it with key-file"});
        }
        auto created = create_key(*file);
        if (!created) return std::unexpected(StoreError{created.error()});
        return std::move(*created);
    }
    auto seal = read_key(*file);
    if (!seal) return std::unexpected(StoreError{seal.error()});
    if (!known->empty() && (*seal)->key_id() != *known) {
        return std::unexpected(StoreError{*file + ": " + another_key(*known, **seal)});
    }
    return std::move(*seal);
}

} // namespace bastide::server
