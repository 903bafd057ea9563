#include "server/storage/store.h"

#include "server/storage/keeping.h"
#include "server/storage/migrations.h"
#include "server/storage/people.h"
#include "server/storage/sql.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <utility>

namespace bastide::server {
namespace {

std::int64_t number(const std::string& text) {
    return std::strtoll(text.c_str(), nullptr, 10);
}

template <class T>
std::int64_t value(T number) {
    return static_cast<std::int64_t>(number);
}

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

constexpr std::string_view game_columns =
    "SELECT id, status, listed, rules, rules_version, owner, secret, created_at, updated_at, ply, "
    "turns, result, rematch FROM games ";

/// All but secret and seats.
GameRow game_from(const SqlRow& row) {
    GameRow game;
    game.id = row[0];
    game.status = static_cast<GameStatus>(number(row[1]));
    game.listed = number(row[2]) != 0;
    game.rules = row[3];
    game.rules_version = static_cast<unsigned>(number(row[4]));
    game.owner = row[5];
    game.created_at = number(row[7]);
    game.updated_at = number(row[8]);
    game.ply = static_cast<int>(number(row[9]));
    game.turns = static_cast<unsigned>(number(row[10]));
    game.result = row[11];
    game.rematch = row[12];
    return game;
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
        , keeping_(*sql_)
        , node_(std::move(options.node))
        , seal_(std::move(options.seal)) {}

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
        seal_ = std::move(seal);
        return {};
    }

    Stored<void> forget_key() override {
        const auto done = sql_->script("DELETE FROM sealing;"
                                       "UPDATE games SET due_at = 0 WHERE status <> 2;");
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
        return people_.ratings_of(user);
    }
    Stored<std::optional<UserData>> data_of(const std::string& user) override {
        auto data = people_.data_of(user);
        if (!data || !*data) return data;
        auto trail = audit({0, user});
        if (!trail) return std::unexpected(trail.error());
        (*data)->audit = std::move(*trail);
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
    Stored<std::vector<BanRow>> bans() override { return keeping_.bans(); }
    Stored<std::vector<AuditRow>> audit(const AuditQuery& q) override { return keeping_.audit(q); }
    Stored<std::vector<std::string>> open_before(std::int64_t time, unsigned limit) override {
        return keeping_.open_before(time, limit);
    }

    Stored<std::optional<GameRow>> load_game(const std::string& id) override {
        static const std::string text = std::string(game_columns) + "WHERE id = ?1";
        auto found = query(text, {id});
        if (!found) return std::unexpected(found.error());
        if (found->empty()) return std::nullopt;
        GameRow game = game_from((*found)[0]);
        game.secret = secret_from((*found)[0]);
        if (!game.secret) {
            return std::unexpected(StoreError{"its secret is sealed with another key"});
        }
        if (auto ok = add_seats(game); !ok) return std::unexpected(ok.error());
        return game;
    }

    Stored<std::vector<LogRow>> load_log(const std::string& id, int from_ply) override {
        auto found =
            query("SELECT ply, at, body FROM log WHERE game = ?1 AND ply >= ?2 ORDER BY ply",
                  {id, value(from_ply)});
        if (!found) return std::unexpected(found.error());
        std::vector<LogRow> log;
        for (SqlRow& row : *found) {
            log.push_back({static_cast<int>(number(row[0])), number(row[1]), std::move(row[2])});
        }
        return log;
    }

    Stored<std::vector<ChatRow>> load_chat(const std::string& id, unsigned limit) override {
        auto found = query("SELECT n, at, user_id, name, seat, body FROM chat WHERE game = ?1 "
                           "ORDER BY n DESC LIMIT ?2",
                           {id, value(limit)});
        if (!found) return std::unexpected(found.error());
        std::vector<ChatRow> chat;
        for (SqlRow& row : *found) {
            chat.push_back({static_cast<int>(number(row[0])),
                            number(row[1]),
                            {row[2], row[3]},
                            static_cast<int>(number(row[4])),
                            std::move(row[5])});
        }
        std::ranges::reverse(chat);
        return chat;
    }

    Stored<std::vector<PresentRow>> load_present(const std::string& id, std::int64_t now) override {
        auto found = query("SELECT seat, presence.node FROM presence JOIN nodes ON nodes.node = "
                           "presence.node WHERE game = ?1 AND until > ?2 ORDER BY seat, "
                           "presence.node",
                           {id, now});
        if (!found) return std::unexpected(found.error());
        std::vector<PresentRow> present;
        for (SqlRow& row : *found) {
            present.push_back({static_cast<unsigned>(number(row[0])), std::move(row[1])});
        }
        return present;
    }

    Stored<std::vector<GameRow>> list_games(const GameQuery& q) override {
        static const std::string listed =
            std::string(game_columns) +
            "WHERE status = ?1 AND listed = 1 AND (updated_at < ?2 OR (updated_at = ?2 AND id < "
            "?3)) ORDER BY updated_at DESC, id DESC LIMIT ?4";
        static const std::string own =
            std::string(game_columns) +
            "WHERE id IN (SELECT game FROM seats WHERE user_id = ?1) AND (updated_at < ?2 OR "
            "(updated_at = ?2 AND id < ?3)) ORDER BY updated_at DESC, id DESC LIMIT ?4";
        const std::int64_t before = q.before > 0 ? q.before : INT64_MAX;
        const bool mine = q.list == GameList::of_user;
        auto found = query(mine ? own : listed, {mine ? SqlValue(q.user) : SqlValue(value(q.list)),
                                                 before, q.before_id, value(q.limit)});
        if (!found) return std::unexpected(found.error());
        std::vector<GameRow> games;
        for (const SqlRow& row : *found) {
            games.push_back(game_from(row));
            games.back().secret = secret_from(row);
            if (auto ok = add_seats(games.back()); !ok) return std::unexpected(ok.error());
        }
        return games;
    }

    Stored<std::vector<std::string>> claim_due(const DueQuery& q) override {
        // A database of one process has nobody to claim from.
        const bool alone = sql_->skip_locked().empty();
        const std::string shared =
            "UPDATE games SET claimed_by = ?1, claimed_until = ?2 WHERE id IN (SELECT id FROM "
            "games WHERE due_at > 0 AND due_at <= ?3 AND (claimed_until <= ?4 OR claimed_by = ?1) "
            "ORDER BY due_at LIMIT ?5" +
            std::string(sql_->skip_locked()) + ") RETURNING id";
        auto found = alone ? query("SELECT id FROM games WHERE due_at > 0 AND due_at <= ?1 "
                                   "ORDER BY due_at LIMIT ?2",
                                   {q.due, value(q.limit)})
                           : query(shared, {q.node, q.claim_until, q.due, q.now, value(q.limit)});
        if (!found) return std::unexpected(found.error());
        std::vector<std::string> ids;
        for (SqlRow& row : *found) ids.push_back(std::move(row[0]));
        return ids;
    }

    Stored<std::int64_t> downtime(std::int64_t from, std::int64_t to) override {
        auto found = query("SELECT started_at, last_at FROM uptime WHERE last_at > ?1 AND "
                           "started_at < ?2 ORDER BY started_at",
                           {from, to});
        if (!found) return std::unexpected(found.error());
        std::int64_t down = 0, covered = from;
        for (const SqlRow& row : *found) {
            down += std::max<std::int64_t>(0, number(row[0]) - covered);
            covered = std::max(covered, number(row[1]));
        }
        return down + std::max<std::int64_t>(0, to - covered);
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

    /// Secrets of finished games are public and not sealed.
    std::optional<Bytes32> secret_from(const SqlRow& row) const {
        if (!Seal::is_sealed(row[6])) return from_hex(row[6]);
        return seal_ ? seal_->open(row[6], row[0]) : std::nullopt;
    }

    /// How many secrets were sealed now.
    Stored<std::size_t> adopt_inside(const Seal& seal) {
        const auto known = key_id();
        if (!known) return std::unexpected(known.error());
        if (!known->empty() && *known != seal.key_id()) {
            return std::unexpected(StoreError{another_key(*known, seal)});
        }
        if (known->empty()) change("INSERT INTO sealing (key_id) VALUES (?1)", {seal.key_id()});
        const auto open =
            query("SELECT id, secret FROM games WHERE status IN (0, 1) AND secret NOT "
                  "LIKE 'sealed%'",
                  {});
        if (!open) return std::unexpected(open.error());
        for (const SqlRow& row : *open) {
            const auto secret = from_hex(row[1]);
            if (!secret) return std::unexpected(StoreError{row[0] + ": its secret is damaged"});
            change("UPDATE games SET secret = ?2 WHERE id = ?1",
                   {row[0], seal.close(*secret, row[0])});
        }
        if (std::exchange(failed_, false)) return std::unexpected(StoreError{last_failure_});
        return open->size();
    }

    Stored<void> add_seats(GameRow& game) {
        auto found = query("SELECT seat, user_id, name, tip FROM seats WHERE game = ?1 ORDER BY "
                           "seat",
                           {game.id});
        if (!found) return std::unexpected(found.error());
        for (SqlRow& row : *found) {
            game.seats.push_back({static_cast<unsigned>(number(row[0])),
                                  {std::move(row[1]), std::move(row[2])},
                                  from_hex(row[3])});
        }
        return {};
    }

    /// True if a row changed.
    bool change(std::string_view text, std::vector<SqlValue> values) {
        const auto done = sql_->run(text, values);
        if (done) return done->changed > 0;
        failed_ = true;
        last_failure_ = done.error().text;
        return false;
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

    bool done(const People::Done& done) {
        if (done) return *done;
        failed_ = true;
        last_failure_ = done.error().text;
        return false;
    }

    /// What is about people.
    template <class T>
        requires requires(People people, const T& w) { people.put(w); }
    bool put(const T& w) {
        return done(people_.put(w));
    }

    /// What goes, and the trail.
    template <class T>
        requires requires(Keeping keeping, const T& w) { keeping.put(w); }
    bool put(const T& w) {
        return done(keeping_.put(w));
    }

    bool put(const Rest& w) {
        return change("UPDATE games SET due_at = 0 WHERE id = ?1 AND ply = ?2",
                      {w.game, value(w.ply)});
    }

    bool put(const AddGame& w) {
        const GameRow& g = w.game;
        if (!seal_ || !g.secret) {
            failed_ = true;
            last_failure_ = "there is no key to seal a game's secret with";
            return false;
        }
        const bool added = change(
            "INSERT INTO games (id, status, listed, rules, rules_version, owner, secret, "
            "created_at, updated_at, ply, turns, result, rematch, due_at) VALUES (?1, ?2, ?3, ?4, "
            "?5, ?6, ?7, ?8, ?9, -1, 0, '', '', 0) ON CONFLICT DO NOTHING",
            {g.id, value(g.status), value(g.listed), g.rules, value(g.rules_version), g.owner,
             seal_->close(*g.secret, g.id), g.created_at, g.updated_at});
        for (const SeatRow& seat : g.seats) {
            if (added && !put(TakeSeat{g.id, seat})) return false;
        }
        return added;
    }

    bool put(const TakeSeat& w) {
        return change("INSERT INTO seats (game, seat, user_id, name, tip) SELECT id, CAST(?2 AS "
                      "BIGINT), CAST(?3 AS TEXT), CAST(?4 AS TEXT), CAST(?5 AS TEXT) FROM games "
                      "WHERE id = ?1 AND status = 0 ON CONFLICT DO NOTHING",
                      {w.game, value(w.seat.seat), w.seat.user.id, w.seat.user.name,
                       w.seat.tip ? to_hex(*w.seat.tip) : ""});
    }

    bool put(const LeaveSeat& w) {
        return change("DELETE FROM seats WHERE game = ?1 AND user_id = ?2 AND EXISTS (SELECT 1 "
                      "FROM games WHERE id = ?1 AND status = 0)",
                      {w.game, w.user});
    }

    bool put(const Append& w) {
        // The row's lock and its ply decide between two nodes; the log's key says it once more.
        const std::int64_t ply = w.row.ply;
        const bool appended =
            change("UPDATE games SET ply = ?2, status = ?3, turns = ?4, result = ?5, due_at = "
                   "?6, updated_at = ?7, claimed_until = 0 WHERE id = ?1 AND ply = ?8",
                   {w.game, ply, value(w.status), value(w.turns), w.result, w.due_at, w.row.at,
                    ply - 1}) &&
            change("INSERT INTO log (game, ply, at, body) VALUES (?1, ?2, ?3, ?4)",
                   {w.game, ply, w.row.at, w.row.body});
        if (appended && w.secret) {
            change("UPDATE games SET secret = ?2 WHERE id = ?1", {w.game, to_hex(*w.secret)});
        }
        return appended && (w.rated.empty() || done(people_.rate_game(w)));
    }

    bool put(const Claim& w) {
        const std::string text =
            "UPDATE games SET claimed_by = ?3, claimed_until = ?4 WHERE id IN (SELECT id FROM "
            "games "
            "WHERE id = ?1 AND ply = ?2 AND (claimed_until <= ?5 OR claimed_by = ?3)" +
            std::string(sql_->skip_locked()) + ")";
        return change(text, {w.game, value(w.ply), w.node, w.until, w.now});
    }

    bool put(const AddChat& w) {
        // Whoever deleted their data has said their last word.
        return change("INSERT INTO chat (game, n, at, user_id, name, seat, body) SELECT CAST(?1 AS "
                      "TEXT), CAST(?2 AS BIGINT), CAST(?3 AS BIGINT), id, CAST(?5 AS TEXT), "
                      "CAST(?6 AS BIGINT), CAST(?7 AS TEXT) FROM users WHERE id = ?4 AND gone = 0 "
                      "ON CONFLICT DO NOTHING",
                      {w.game, value(w.row.n), w.row.at, w.row.user.id, w.row.user.name,
                       value(w.row.seat), w.row.text});
    }

    bool put(const SetRematch& w) {
        return change("UPDATE games SET rematch = ?2 WHERE id = ?1 AND rematch = ''",
                      {w.game, w.next});
    }

    bool put(const Heartbeat& w) {
        const bool beat =
            change("INSERT INTO uptime (started_at, last_at) VALUES (?1, ?2) ON CONFLICT "
                   "(started_at) DO UPDATE SET last_at = excluded.last_at",
                   {w.started_at, w.at});
        return beat && (w.node.empty() || renew_node(w));
    }

    bool renew_node(const Heartbeat& w) {
        change("INSERT INTO nodes (node, until) VALUES (?1, ?2) ON CONFLICT (node) DO UPDATE SET "
               "until = excluded.until",
               {w.node, w.until});
        if (!failed_) empty_seats_of_dead_nodes(w.now);
        return !failed_;
    }

    /// Several nodes may do this at once: none waits for what another is at.
    void empty_seats_of_dead_nodes(std::int64_t now) {
        const std::string lock(sql_->skip_locked());
        auto emptied = sql_->run("DELETE FROM presence WHERE (game, seat, node) IN (SELECT game, "
                                 "seat, node FROM presence WHERE node NOT IN (SELECT node FROM "
                                 "nodes WHERE until > ?1)" +
                                     lock + ") RETURNING game",
                                 std::vector<SqlValue>{now});
        if (!emptied) {
            failed_ = true;
            last_failure_ = emptied.error().text;
            return;
        }
        std::set<std::string> games;
        for (SqlRow& row : emptied->rows) games.insert(std::move(row[0]));
        // In nobody's name, so that this node hears of it too.
        for (const std::string& game : games) announce_as("", game);
        change("DELETE FROM nodes WHERE node IN (SELECT node FROM nodes WHERE until <= ?1" + lock +
                   ")",
               {now});
    }

    bool put(const Arrive& w) {
        return change("INSERT INTO presence (game, seat, node) VALUES (?1, ?2, ?3) ON CONFLICT DO "
                      "NOTHING",
                      {w.game, value(w.seat), w.node});
    }

    bool put(const Depart& w) {
        return change("DELETE FROM presence WHERE game = ?1 AND seat = ?2 AND node = ?3",
                      {w.game, value(w.seat), w.node});
    }

    static bool put(const Tell&) { return true; }

    std::unique_ptr<SqlConnection> sql_;
    People people_;
    Keeping keeping_;
    std::string node_;
    SealPtr seal_;
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
