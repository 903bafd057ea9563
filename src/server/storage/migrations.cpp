#include "server/storage/migrations.h"

#include <array>

namespace bastide::server {
namespace {

// Times are Unix milliseconds; hashes and secrets are hexadecimal text; JSON is text.
constexpr const char* version_1 = R"sql(
CREATE TABLE users (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE TABLE tokens (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL
);
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    status BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    rules TEXT NOT NULL,
    rules_version BIGINT NOT NULL,
    owner TEXT NOT NULL REFERENCES users (id),
    secret TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    result TEXT NOT NULL,
    rematch TEXT NOT NULL,
    due_at BIGINT NOT NULL
);
CREATE INDEX games_by_time ON games (status, listed, updated_at);
CREATE INDEX games_due ON games (due_at) WHERE due_at > 0;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    name TEXT NOT NULL,
    PRIMARY KEY (game, seat),
    UNIQUE (game, user_id)
);
CREATE INDEX seats_by_user ON seats (user_id);
CREATE TABLE log (
    game TEXT NOT NULL REFERENCES games (id),
    ply BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, ply)
);
CREATE TABLE chat (
    game TEXT NOT NULL REFERENCES games (id),
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    seat BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, n)
);
CREATE TABLE uptime (
    started_at BIGINT PRIMARY KEY,
    last_at BIGINT NOT NULL
);
)sql";

// Ratings are thousandths, volatility is billionths: whole numbers in both databases.
constexpr const char* version_2 = R"sql(
CREATE TABLE accounts (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    login TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX tokens_by_user ON tokens (user_id);
CREATE INDEX chat_by_user ON chat (user_id);
CREATE TABLE ratings (
    user_id TEXT NOT NULL REFERENCES users (id),
    pool TEXT NOT NULL,
    rating BIGINT NOT NULL,
    deviation BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (user_id, pool)
);
CREATE TABLE rating_changes (
    game TEXT NOT NULL REFERENCES games (id),
    user_id TEXT NOT NULL REFERENCES users (id),
    pool TEXT NOT NULL,
    before_game BIGINT NOT NULL,
    after_game BIGINT NOT NULL,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX rating_changes_by_user ON rating_changes (user_id);
ALTER TABLE games ADD COLUMN claimed_by TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN claimed_until BIGINT NOT NULL DEFAULT 0;
)sql";

// Who is connected to which of several nodes. A node that stops renewing its time is dead.
constexpr const char* version_3 = R"sql(
CREATE TABLE nodes (
    node TEXT PRIMARY KEY,
    until BIGINT NOT NULL
);
CREATE TABLE presence (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    node TEXT NOT NULL,
    PRIMARY KEY (game, seat, node)
);
CREATE INDEX presence_by_node ON presence (node);
)sql";

// Secrets of games that are not over are sealed with a key of this id; seats have the tips of their
// players' hash chains.
constexpr const char* version_4 = R"sql(
CREATE TABLE sealing (
    key_id TEXT PRIMARY KEY
);
ALTER TABLE seats ADD COLUMN tip TEXT NOT NULL DEFAULT '';
)sql";

// Sessions that end, names that are compared, people who are gone, and the trail. Pages of games
// that share their last time are told apart by id.
constexpr const char* version_5 = R"sql(
ALTER TABLE tokens ADD COLUMN used_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tokens_by_use ON tokens (used_at);
ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN gone BIGINT NOT NULL DEFAULT 0;
CREATE INDEX users_by_key ON users (name_key);
CREATE INDEX users_by_age ON users (created_at);
CREATE INDEX games_by_owner ON games (owner);
DROP INDEX games_by_time;
CREATE INDEX games_by_time ON games (status, listed, updated_at, id);
CREATE TABLE audit (
    id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    event TEXT NOT NULL,
    user_id TEXT NOT NULL,
    address TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX audit_by_time ON audit (at);
)sql";

// Whom people do not want to hear, and who may not come.
constexpr const char* version_6 = R"sql(
CREATE TABLE mutes (
    user_id TEXT NOT NULL REFERENCES users (id),
    muted TEXT NOT NULL,
    PRIMARY KEY (user_id, muted)
);
CREATE INDEX mutes_by_muted ON mutes (muted);
CREATE TABLE bans (
    network TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    until BIGINT NOT NULL,
    reason TEXT NOT NULL
);
)sql";

// The hash of the code that sets a new password once; empty: none was made, or it was used.
constexpr const char* version_7 = R"sql(
ALTER TABLE accounts ADD COLUMN recovery TEXT NOT NULL DEFAULT '';
)sql";

// The best of a pool, and a player's last rated games, without looking at anybody else's. Games
// that ended after a player's data was deleted had left a rating of them.
constexpr const char* version_8 = R"sql(
DELETE FROM ratings WHERE user_id IN (SELECT id FROM users WHERE gone = 1);
DELETE FROM rating_changes WHERE user_id IN (SELECT id FROM users WHERE gone = 1);
CREATE INDEX ratings_by_rank ON ratings (pool, rating, user_id) WHERE games >= 10;
ALTER TABLE rating_changes ADD COLUMN at BIGINT NOT NULL DEFAULT 0;
UPDATE rating_changes SET at = (SELECT updated_at FROM games WHERE id = rating_changes.game);
CREATE INDEX rating_changes_by_time ON rating_changes (user_id, at, game);
DROP INDEX rating_changes_by_user;
)sql";

// Where people are told of their turn. It goes with its session, and stays with it when that gets
// another token.
constexpr const char* version_9 = R"sql(
CREATE TABLE subscriptions (
    endpoint TEXT PRIMARY KEY,
    token TEXT NOT NULL REFERENCES tokens (hash) ON UPDATE CASCADE ON DELETE CASCADE,
    site TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    told_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX subscriptions_by_token ON subscriptions (token);
)sql";

constexpr std::array scripts = {version_1, version_2, version_3, version_4, version_5,
                                version_6, version_7, version_8, version_9};

} // namespace

std::span<const char* const> migrations() {
    return scripts;
}

} // namespace bastide::server
