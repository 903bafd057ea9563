// The contract of GameStore, on SQLite and on a real PostgreSQL.

#include "server/storage/store.h"

#include "server/accounts/names.h"
#include "server/storage/migrations.h"
#include "server/storage/ratings.h"
#include "server/storage/sql.h"
#include "server/storage/writer.h"
#include "server/temporary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

namespace bastide::server::test {
namespace {

std::unique_ptr<GameStore> opened(const std::string& url) {
    return open_with_key(url);
}

WriteOutcome put(GameStore& store, const Write& write) {
    const WriteOutcome outcome = store.write({&write, 1}).front();
    EXPECT_TRUE(outcome != WriteOutcome::failed) << store.last_failure();
    return outcome;
}

const UserRow ada{"aaaaaaaaaaaaaaaa", "Ada"}, bo{"bbbbbbbbbbbbbbbb", "Bo \"B\" é"};

void add_users(GameStore& store) {
    EXPECT_EQ(put(store, AddUser{ada, "hash-a", 1}), WriteOutcome::done);
    EXPECT_EQ(put(store, AddUser{bo, "hash-b", 2}), WriteOutcome::done);
}

GameRow game_row(const std::string& id) {
    GameRow game;
    game.id = id;
    game.rules = R"({"edition":"new"})";
    game.rules_version = 1;
    game.owner = ada.id;
    game.secret.emplace().fill(0xAB);
    game.created_at = 10;
    game.updated_at = 10;
    return game;
}

Append append(const std::string& game, int ply, const std::string& body) {
    return {game, {ply, 100 + ply, body}, GameStatus::playing, 0, "", 0, {}, "", {}};
}

void users_are_found_by_token_hash(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    EXPECT_EQ(store->find_user("hash-a")->value(), ada);
    EXPECT_EQ(store->find_user("hash-b")->value(), bo);
    EXPECT_FALSE(store->find_user("hash-c")->has_value());
    EXPECT_EQ(put(*store, RenameUser{{ada.id, "Countess"}}), WriteOutcome::done);
    EXPECT_EQ(store->find_user("hash-a")->value().name, "Countess");
    EXPECT_EQ(put(*store, AddUser{ada, "hash-z", 1}), WriteOutcome::conflict);
    EXPECT_EQ(put(*store, DropToken{"hash-a"}), WriteOutcome::done);
    EXPECT_FALSE(store->find_user("hash-a")->has_value());
}

void a_game_comes_back_as_it_was_stored(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    GameRow game = game_row("g1");
    game.listed = false;
    game.seats = {{1, bo}};
    EXPECT_EQ(put(*store, AddGame{game}), WriteOutcome::done);
    EXPECT_EQ(put(*store, AddGame{game}), WriteOutcome::conflict);
    const GameRow found = store->load_game("g1")->value();
    EXPECT_EQ(found.rules, game.rules);
    EXPECT_EQ(found.secret, game.secret);
    EXPECT_EQ(found.listed, false);
    EXPECT_EQ(found.seats, game.seats);
    EXPECT_EQ(found.ply, -1);
    EXPECT_EQ(found.status, GameStatus::open);
    EXPECT_FALSE(store->load_game("g2")->has_value());
}

void a_seat_is_taken_once(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    EXPECT_EQ(put(*store, TakeSeat{"g1", {0, ada}}), WriteOutcome::done);
    EXPECT_EQ(put(*store, TakeSeat{"g1", {0, bo}}), WriteOutcome::conflict);
    EXPECT_EQ(put(*store, TakeSeat{"g1", {1, ada}}), WriteOutcome::conflict);
    EXPECT_EQ(put(*store, LeaveSeat{"g1", ada.id}), WriteOutcome::done);
    EXPECT_EQ(put(*store, LeaveSeat{"g1", ada.id}), WriteOutcome::conflict);
    EXPECT_EQ(put(*store, TakeSeat{"g1", {0, bo}}), WriteOutcome::done);
    put(*store, append("g1", 0, "{}"));
    EXPECT_EQ(put(*store, TakeSeat{"g1", {1, ada}}), WriteOutcome::conflict) << "it has begun";
    EXPECT_EQ(put(*store, LeaveSeat{"g1", bo.id}), WriteOutcome::conflict);
}

void the_log_grows_by_one_ply_at_a_time(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    EXPECT_EQ(put(*store, append("g1", 1, "{}")), WriteOutcome::conflict) << "a gap";
    EXPECT_EQ(put(*store, append("g1", 0, R"({"kind":"start"})")), WriteOutcome::done);
    EXPECT_EQ(put(*store, append("g1", 0, "{}")), WriteOutcome::conflict) << "twice";
    EXPECT_EQ(put(*store, append("g1", 1, "é\"\\")), WriteOutcome::done);
    EXPECT_EQ(put(*store, append("g9", 0, "{}")), WriteOutcome::conflict) << "no such game";
    const std::vector<LogRow> expected = {{0, 100, R"({"kind":"start"})"}, {1, 101, "é\"\\"}};
    EXPECT_EQ(*store->load_log("g1", 0), expected);
    EXPECT_EQ(store->load_log("g1", 1)->size(), 1u);
    EXPECT_EQ(store->load_game("g1")->value().ply, 1);
}

void a_batch_has_one_outcome_each(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    put(*store, AddGame{game_row("g0")});
    const std::vector<Write> batch = {append("g1", 0, "a"), append("g0", 0, "b"),
                                      append("g1", 0, "c"), append("g1", 1, "d")};
    const auto outcomes = store->write(batch);
    const std::vector expected = {WriteOutcome::done, WriteOutcome::done, WriteOutcome::conflict,
                                  WriteOutcome::done};
    EXPECT_EQ(outcomes, expected);
    EXPECT_EQ(store->load_log("g1", 0)->at(1).body, "d");
}

void lists_are_by_state_and_time(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    for (int i = 0; i < 5; ++i) {
        GameRow game = game_row("g" + std::to_string(i));
        game.updated_at = 10 + i;
        game.listed = i != 4;
        put(*store, AddGame{game});
    }
    put(*store, TakeSeat{"g4", {0, ada}});
    put(*store, append("g2", 0, "{}"));
    auto open = store->list_games({GameList::open, "", 0, 2});
    ASSERT_EQ(open->size(), 2u);
    EXPECT_EQ(open->at(0).id, "g3");
    EXPECT_EQ(open->at(1).id, "g1");
    EXPECT_EQ(store->list_games({GameList::open, "", 11, 9})->at(0).id, "g0");
    EXPECT_EQ(store->list_games({GameList::playing, "", 0, 9})->at(0).id, "g2");
    EXPECT_EQ(store->list_games({GameList::of_user, ada.id, 0, 9})->at(0).id, "g4");
    Append end = append("g2", 1, "{}");
    end.status = GameStatus::over;
    end.result = R"({"scores":[1]})";
    put(*store, end);
    EXPECT_EQ(store->list_games({GameList::finished, "", 0, 9})->at(0).result, end.result);
    EXPECT_TRUE(store->list_games({GameList::playing, "", 0, 9})->empty());
}

void pages_skip_nothing_that_shares_a_time(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    for (int i = 0; i < 7; ++i) {
        GameRow game = game_row("g" + std::to_string(i));
        game.updated_at = 10;
        put(*store, AddGame{game});
    }
    std::vector<std::string> seen;
    GameQuery query{GameList::open, "", 0, 3};
    for (auto page = store->list_games(query); !page->empty(); page = store->list_games(query)) {
        for (const GameRow& game : *page) seen.push_back(game.id);
        query.before = page->back().updated_at;
        query.before_id = page->back().id;
    }
    EXPECT_EQ(seen, (std::vector<std::string>{"g6", "g5", "g4", "g3", "g2", "g1", "g0"}));
}

void sessions_are_listed_revoked_and_end(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    const std::string one(64, '1'), two(64, '2'), three(64, '3');
    put(*store, AddToken{ada.id, one, 100});
    put(*store, AddToken{ada.id, two, 200});
    put(*store, AddToken{ada.id, three, 300});
    put(*store, UseToken{one, 900});
    const auto tokens = *store->tokens_of(ada.id);
    ASSERT_GE(tokens.size(), 3u);
    EXPECT_EQ(tokens[0].id, one.substr(0, token_id_size)) << "used last";
    EXPECT_EQ(tokens[0].used_at, 900);
    EXPECT_EQ(put(*store, RevokeToken{bo.id, two.substr(0, token_id_size)}), WriteOutcome::conflict)
        << "not theirs";
    EXPECT_EQ(put(*store, RevokeToken{ada.id, two.substr(0, token_id_size)}), WriteOutcome::done);
    EXPECT_FALSE(store->find_user(two)->has_value());
    put(*store, Tidy{1000, 500, 0});
    EXPECT_TRUE(store->find_user(one)->has_value());
    EXPECT_FALSE(store->find_user(three)->has_value()) << "not used since";
    put(*store, AddToken{ada.id, two, 1000});
    put(*store, RevokeToken{ada.id, "", two});
    EXPECT_EQ(store->tokens_of(ada.id)->size(), 1u);
    EXPECT_TRUE(store->find_user(two)->has_value());
}

void guests_of_whom_nothing_is_left_go(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    const UserRow gone{"gggggggggggggggg", "Gone"}, seated{"ssssssssssssssss", "Seated"},
        account{"cccccccccccccccc", "Account"};
    for (const UserRow& user : {gone, seated, account}) put(*store, AddUser{user, user.id, 10});
    put(*store, AddGame{game_row("g1")});
    put(*store, TakeSeat{"g1", {0, seated}});
    put(*store, AddAccount{account.id, "login", "hash", 10});
    put(*store, AddAudit{{10, "signed_up", account.id, "", ""}});
    put(*store, AddAudit{{900, "signed_in", account.id, "", "x"}});
    put(*store, Tidy{1000, 500, 500});
    EXPECT_FALSE(store->load_user(gone.id)->has_value());
    EXPECT_TRUE(store->load_user(seated.id)->has_value()) << "a game names them";
    EXPECT_TRUE(store->load_user(account.id)->has_value()) << "they can sign in";
    EXPECT_FALSE(store->find_user(account.id)->has_value()) << "their session ended";
    const auto trail = *store->audit({0, account.id});
    ASSERT_EQ(trail.size(), 1u);
    EXPECT_EQ(trail[0].event, "signed_in");
    EXPECT_EQ(trail[0].detail, "x");
}

void names_of_accounts_are_their_own(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    EXPECT_FALSE(*store->name_taken(name_key("ada"), bo.id)) << "a guest's is not";
    put(*store, AddAccount{ada.id, "login", "hash", 1});
    EXPECT_TRUE(*store->name_taken(name_key("\u0410da"), bo.id)) << "in Cyrillic";
    EXPECT_FALSE(*store->name_taken(name_key("ada"), ada.id));
    put(*store, RenameUser{{ada.id, "Else"}});
    EXPECT_FALSE(*store->name_taken(name_key("ada"), bo.id));
    put(*store, DeleteUser{ada.id});
    EXPECT_FALSE(*store->name_taken(name_key("else"), bo.id));
}

void due_games_are_found(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    Append start = append("g1", 0, "{}");
    start.due_at = 500;
    put(*store, start);
    const auto due = [&](std::int64_t time) {
        return *store->claim_due({time, time, time + 100, "one", 9});
    };
    EXPECT_TRUE(due(499).empty());
    EXPECT_EQ(due(500).at(0), "g1");
    put(*store, append("g1", 1, "{}"));
    EXPECT_TRUE(due(9999).empty());
}

void one_node_claims_what_is_due(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    put(*store, append("g1", 0, "{}"));
    const auto claim = [&](const std::string& node, int ply, std::int64_t now) {
        return put(*store, Claim{"g1", ply, node, now, now + 100});
    };
    EXPECT_EQ(claim("one", 0, 1000), WriteOutcome::done);
    EXPECT_EQ(claim("two", 0, 1050), WriteOutcome::conflict);
    EXPECT_EQ(claim("one", 0, 1050), WriteOutcome::done) << "its own, once more";
    EXPECT_EQ(claim("two", 0, 1150), WriteOutcome::done) << "the first one's time is over";
    EXPECT_EQ(claim("two", 1, 1150), WriteOutcome::conflict) << "no such ply";
    put(*store, append("g1", 1, "{}"));
    EXPECT_EQ(claim("one", 1, 1160), WriteOutcome::done) << "a new ply is a new job";
    EXPECT_EQ(claim("two", 0, 9999), WriteOutcome::conflict) << "an old one is none";
}

void accounts_are_found_by_login(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    EXPECT_EQ(put(*store, AddAccount{ada.id, "ada", "hash", 5}), WriteOutcome::done);
    EXPECT_EQ(put(*store, AddAccount{bo.id, "ada", "hash", 5}), WriteOutcome::conflict);
    EXPECT_EQ(put(*store, AddAccount{ada.id, "ada2", "hash", 5}), WriteOutcome::conflict);
    EXPECT_EQ(store->find_account("ada")->value().user, ada.id);
    EXPECT_EQ(store->account_of(ada.id)->value().login, "ada");
    EXPECT_FALSE(store->find_account("bo")->has_value());
    EXPECT_EQ(put(*store, AddToken{ada.id, "hash-2", 6}), WriteOutcome::done);
    EXPECT_EQ(store->find_user("hash-2")->value(), ada);
    EXPECT_EQ(put(*store, SetPassword{ada.id, "other", "hash-2"}), WriteOutcome::done);
    EXPECT_EQ(store->find_account("ada")->value().password, "other");
    EXPECT_FALSE(store->find_user("hash-a")->has_value()) << "other sessions end";
    EXPECT_TRUE(store->find_user("hash-2")->has_value());
    EXPECT_EQ(put(*store, SetPassword{bo.id, "other", ""}), WriteOutcome::conflict);

    EXPECT_EQ(put(*store, Recover{ada.id, "", "third"}), WriteOutcome::conflict) << "no code";
    EXPECT_EQ(put(*store, SetRecovery{ada.id, "code"}), WriteOutcome::done);
    EXPECT_EQ(store->account_of(ada.id)->value().recovery, "code");
    EXPECT_EQ(put(*store, Recover{ada.id, "another", "third"}), WriteOutcome::conflict);
    EXPECT_TRUE(store->find_user("hash-2")->has_value());
    EXPECT_EQ(put(*store, Recover{ada.id, "code", "third"}), WriteOutcome::done);
    EXPECT_EQ(put(*store, Recover{ada.id, "code", "fourth"}), WriteOutcome::conflict) << "used up";
    EXPECT_EQ(store->find_account("ada")->value().password, "third");
    EXPECT_FALSE(store->find_user("hash-2")->has_value()) << "every session ends";
}

Append rated_end(const std::string& game) {
    Append end = append(game, 1, R"({"kind":"end"})");
    end.status = GameStatus::over;
    end.pool = "new/duel";
    end.rated = {{bo.id, 2}, {ada.id, 1}};
    return end;
}

void rated_games_count_once(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    put(*store, append("g1", 0, "{}"));
    EXPECT_EQ(put(*store, rated_end("g1")), WriteOutcome::done);
    EXPECT_EQ(put(*store, rated_end("g1")), WriteOutcome::conflict);
    const auto ratings = *store->ratings_of(ada.id);
    ASSERT_EQ(ratings.size(), 1u);
    EXPECT_EQ(ratings[0].games, 1u);
    EXPECT_NEAR(ratings[0].rating.rating, 1662.31, 0.01);
    EXPECT_NEAR(ratings[0].rating.deviation, 290.32, 0.01);
    EXPECT_NEAR(store->ratings_of(bo.id)->at(0).rating.rating, 1337.69, 0.01);
    EXPECT_NEAR(store->data_of(bo.id)->value().changes.at(0).after, 1337.69, 0.01);
}

std::string id_of(unsigned n) {
    return std::string(15, 'u') + static_cast<char>('a' + n);
}

/// Users 0 to 7 of one pool: the first six may be listed, the seventh played too little, the eighth
/// is gone; user 5 has a rating in another pool, too.
void add_ratings(const std::string& url, GameStore& store) {
    constexpr unsigned ratings[] = {1700, 1600, 1600, 1600, 1500, 1400, 1800, 1900};
    auto sql = open_sql(url);
    for (unsigned n = 0; n < 8; ++n) {
        put(store, AddUser{{id_of(n), "User " + std::to_string(n)}, id_of(n), 1});
        const std::string games = n == 6 ? "9" : "10";
        const std::string values = ", " + std::to_string(ratings[n]) + "250, 90000, 60000000, ";
        const std::string insert = "INSERT INTO ratings VALUES ('" + id_of(n) + "', ";
        ASSERT_TRUE((*sql)->script(insert + "'new/duel'" + values + games + ")").has_value());
        if (n != 5) continue;
        ASSERT_TRUE((*sql)->script(insert + "'new/group'" + values + games + ")").has_value());
    }
    ASSERT_TRUE(
        (*sql)->script("UPDATE users SET gone = 1 WHERE id = '" + id_of(7) + "'").has_value());
}

void the_best_of_a_pool_are_listed_by_pages(const std::string& url) {
    auto store = opened(url);
    add_ratings(url, *store);
    std::vector<std::string> seen;
    BestQuery query{"new/duel", 2};
    for (auto page = store->best_of(query); !page->empty(); page = store->best_of(query)) {
        ASSERT_LE(page->size(), 2u);
        for (const BestRow& row : *page) seen.push_back(row.user.id);
        query.below = page->back().place;
        query.below_id = page->back().user.id;
    }
    const std::vector<std::string> expected = {id_of(0), id_of(3), id_of(2),
                                               id_of(1), id_of(4), id_of(5)};
    EXPECT_EQ(seen, expected) << "who played too little or is gone is not there";
    const BestRow first = store->best_of({"new/duel", 1})->at(0);
    EXPECT_EQ(first.user.name, "User 0");
    EXPECT_NEAR(first.rating.rating.rating, 1700.25, 1e-9);
    EXPECT_NEAR(first.rating.rating.deviation, 90, 1e-9);
    EXPECT_EQ(first.rating.games, games_to_be_listed);
    EXPECT_EQ(store->best_of({"new/group"})->size(), 1u);
    EXPECT_TRUE(store->best_of({"hunters/duel"})->empty());
}

void a_profile_is_what_everybody_may_see(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddAccount{ada.id, "login-of-ada", "hash", 5});
    for (unsigned n = 0; n < results_of_a_profile + 2; ++n) {
        GameRow game = game_row("g" + std::to_string(n));
        game.listed = n != results_of_a_profile + 1;
        game.seats = {{0, bo}, {1, ada}};
        put(*store, AddGame{game});
        put(*store, append(game.id, 0, "{}"));
        Append end = rated_end(game.id);
        end.row.at = 1000 + n;
        end.result = R"({"scores":[1,2]})";
        put(*store, end);
    }
    const ProfileRow profile = store->profile_of(ada.id)->value();
    EXPECT_EQ(profile.user, ada);
    EXPECT_EQ(profile.since, 5);
    ASSERT_EQ(profile.ratings.size(), 1u);
    EXPECT_EQ(profile.ratings[0].games, results_of_a_profile + 2);
    ASSERT_EQ(profile.results.size(), results_of_a_profile) << "and no more";
    const RatedResultRow &hidden = profile.results[0], &shown = profile.results[1];
    EXPECT_EQ(hidden.at, 1000 + results_of_a_profile + 1);
    EXPECT_TRUE(hidden.game.empty() && hidden.result.empty() && hidden.players.empty())
        << "who has no link to a table does not get one here";
    EXPECT_EQ(shown.game, "g" + std::to_string(results_of_a_profile));
    EXPECT_EQ(shown.result, R"({"scores":[1,2]})");
    EXPECT_EQ(shown.players, (std::vector<UserRow>{bo, ada}));
    EXPECT_NEAR(hidden.before, shown.after, 1e-9);
    EXPECT_GT(shown.after, shown.before);

    EXPECT_EQ(store->profile_of(bo.id)->value().since, 0) << "a guest";
    EXPECT_FALSE(store->profile_of(id_of(0))->has_value());
    EXPECT_EQ(store->find_named(name_key("ADA"))->value(), ada.id);
    EXPECT_FALSE(store->find_named(name_key(bo.name))->has_value()) << "guests share names";
    EXPECT_FALSE(store->find_named("")->has_value());
    put(*store, DeleteUser{ada.id});
    const ProfileRow left = store->profile_of(ada.id)->value();
    EXPECT_EQ(left.user.name, "Deleted");
    EXPECT_EQ(left.since, 0);
    EXPECT_TRUE(left.ratings.empty() && left.results.empty());
    EXPECT_FALSE(store->find_named(name_key("Ada"))->has_value());
}

void who_is_gone_gets_no_rating_again(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    put(*store, append("g1", 0, "{}"));
    put(*store, DeleteUser{ada.id});
    EXPECT_EQ(put(*store, rated_end("g1")), WriteOutcome::done);
    EXPECT_TRUE(store->ratings_of(ada.id)->empty());
    EXPECT_TRUE(store->data_of(ada.id)->value().changes.empty());
    EXPECT_NEAR(store->ratings_of(bo.id)->at(0).rating.rating, 1337.69, 0.01) << "the other does";
}

void a_deleted_user_leaves_games_without_a_name(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddAccount{ada.id, "ada", "hash", 5});
    GameRow game = game_row("g1");
    game.seats = {{0, ada}, {1, bo}};
    put(*store, AddGame{game});
    put(*store, append("g1", 0, R"({"kind":"start","names":["Ada","Bo"]})"));
    put(*store, AddChat{"g1", {0, 5, ada, 0, "hello"}});
    put(*store, rated_end("g1"));
    GameRow open = game_row("g2");
    open.seats = {{0, ada}};
    put(*store, AddGame{open});
    EXPECT_EQ(put(*store, DeleteUser{ada.id}), WriteOutcome::done);
    EXPECT_EQ(put(*store, DeleteUser{"nobody"}), WriteOutcome::conflict);
    EXPECT_FALSE(store->find_user("hash-a")->has_value());
    EXPECT_FALSE(store->find_account("ada")->has_value());
    EXPECT_TRUE(store->ratings_of(ada.id)->empty());
    EXPECT_TRUE(store->load_chat("g1", 9)->empty());
    EXPECT_EQ(store->load_game("g1")->value().seats.at(0).user.name, "Deleted");
    EXPECT_EQ(store->load_game("g1")->value().seats.at(1).user, bo);
    EXPECT_EQ(store->load_log("g1", 0)->at(0).body, R"({"kind":"start","names":["Deleted","Bo"]})");
    EXPECT_TRUE(store->load_game("g2")->value().seats.empty());
    const UserData left = store->data_of(ada.id)->value();
    EXPECT_EQ(left.user.name, "Deleted");
    EXPECT_EQ(left.tokens, 0u);
    EXPECT_TRUE(left.chat.empty() && left.ratings.empty() && left.changes.empty());
}

void chat_and_rematch_are_kept(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    for (int n = 0; n < 3; ++n) {
        EXPECT_EQ(put(*store, AddChat{"g1", {n, n, ada, 0, "hello " + std::to_string(n)}}),
                  WriteOutcome::done);
    }
    EXPECT_EQ(put(*store, AddChat{"g1", {2, 2, bo, -1, "late"}}), WriteOutcome::conflict);
    const auto chat = *store->load_chat("g1", 2);
    ASSERT_EQ(chat.size(), 2u);
    EXPECT_EQ(chat[0].text, "hello 1");
    EXPECT_EQ(chat[1].user, ada);
    EXPECT_EQ(put(*store, SetRematch{"g1", "g2"}), WriteOutcome::done);
    EXPECT_EQ(put(*store, SetRematch{"g1", "g3"}), WriteOutcome::conflict);
    EXPECT_EQ(store->load_game("g1")->value().rematch, "g2");
}

void downtime_is_what_no_heartbeat_covers(const std::string& url) {
    auto store = opened(url);
    put(*store, Heartbeat{1000, 1500});
    put(*store, Heartbeat{1000, 2000});
    put(*store, Heartbeat{3000, 4000});
    put(*store, Heartbeat{3500, 5000});
    EXPECT_EQ(*store->downtime(1000, 5000), 1000);
    EXPECT_EQ(*store->downtime(1500, 2500), 500);
    EXPECT_EQ(*store->downtime(3000, 4500), 0);
    EXPECT_EQ(*store->downtime(4500, 6000), 1000);
}

void seats_of_dead_nodes_are_empty(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    for (const char* game : {"g1", "g2"}) put(*store, AddGame{game_row(game)});
    const auto beat = [&](const std::string& node, std::int64_t at, std::int64_t until) {
        EXPECT_EQ(put(*store, Heartbeat{1, at, node, at, until}), WriteOutcome::done);
    };
    const auto present = [&](const std::string& game, std::int64_t now) {
        return *store->load_present(game, now);
    };
    beat("one", 1000, 2000);
    beat("two", 1000, 3000);
    EXPECT_EQ(put(*store, Arrive{"g1", 0, "one"}), WriteOutcome::done);
    EXPECT_EQ(put(*store, Arrive{"g1", 0, "one"}), WriteOutcome::conflict);
    put(*store, Arrive{"g1", 0, "two"}); // the same player, twice
    put(*store, Arrive{"g1", 1, "two"});
    put(*store, Arrive{"g2", 1, "one"});
    using Rows = std::vector<PresentRow>;
    EXPECT_EQ(present("g1", 1500), (Rows{{0, "one"}, {0, "two"}, {1, "two"}}));
    EXPECT_EQ(put(*store, Depart{"g1", 0, "two"}), WriteOutcome::done);
    EXPECT_EQ(put(*store, Depart{"g1", 0, "two"}), WriteOutcome::conflict);
    EXPECT_EQ(present("g1", 1500), (Rows{{0, "one"}, {1, "two"}}));
    EXPECT_EQ(present("g1", 2000), (Rows{{1, "two"}})) << "its time is over";
    beat("two", 2500, 3500); // and the other node clears up
    EXPECT_EQ(present("g1", 1500), (Rows{{1, "two"}}));
    beat("one", 2600, 3600);
    EXPECT_TRUE(present("g2", 2600).empty()) << "a node that was silent says again who is there";
    beat("two", 2700, 2700); // says goodbye
    EXPECT_TRUE(present("g1", 0).empty());
}

void migrations_run_once_and_refuse_the_future(const std::string& url) {
    EXPECT_EQ(*opened(url)->version(), migrations().size());
    EXPECT_EQ(*opened(url)->version(), migrations().size());
    auto sql = open_sql(url);
    ASSERT_TRUE((*sql)->script("UPDATE schema_version SET version = 99").has_value());
    EXPECT_FALSE((*open_store(url))->migrate().has_value());
}

/// Two writers race for every ply of one game: each ply goes to exactly one of them.
void racing_writers_never_double_a_ply(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    std::atomic<int> done = 0, conflicts = 0;
    const auto race = [&](const std::string& name) {
        auto mine = opened(url);
        for (int ply = 0; ply < 40;) {
            const Write write = append("g1", ply, name);
            const WriteOutcome outcome = mine->write({&write, 1}).front();
            if (outcome == WriteOutcome::done) ++done;
            if (outcome == WriteOutcome::conflict) ++conflicts;
            ply = mine->load_game("g1")->value().ply + 1;
        }
    };
    std::thread other([&] { race("one"); });
    race("two");
    other.join();
    EXPECT_EQ(done, 40);
    EXPECT_EQ(store->load_log("g1", 0)->size(), 40u);
}

void the_writer_answers_every_write(const std::string& url) {
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    std::atomic<int> done = 0, conflicts = 0;
    std::size_t commits = 0;
    {
        StoreWriter::Settings settings;
        settings.on_commit = [&](std::size_t, double, const std::string&) { ++commits; };
        StoreWriter writer(opened(url), settings);
        for (int i = 0; i < 300; ++i) {
            writer.write(append("g1", i / 2, std::to_string(i)), [&](WriteOutcome outcome) {
                ++(outcome == WriteOutcome::done ? done : conflicts);
            });
        }
        writer.stop();
    }
    EXPECT_EQ(done, 150);
    EXPECT_EQ(conflicts, 150);
    EXPECT_LT(commits, 100u) << "many writes share a commit";
    EXPECT_EQ(store->load_log("g1", 0)->size(), 150u);
}

struct Clause {
    const char* name;
    void (*check)(const std::string& url);
};
const Clause contract[] = {
    {"users_are_found_by_token_hash", users_are_found_by_token_hash},
    {"a_game_comes_back_as_it_was_stored", a_game_comes_back_as_it_was_stored},
    {"a_seat_is_taken_once", a_seat_is_taken_once},
    {"the_log_grows_by_one_ply_at_a_time", the_log_grows_by_one_ply_at_a_time},
    {"a_batch_has_one_outcome_each", a_batch_has_one_outcome_each},
    {"lists_are_by_state_and_time", lists_are_by_state_and_time},
    {"pages_skip_nothing_that_shares_a_time", pages_skip_nothing_that_shares_a_time},
    {"sessions_are_listed_revoked_and_end", sessions_are_listed_revoked_and_end},
    {"guests_of_whom_nothing_is_left_go", guests_of_whom_nothing_is_left_go},
    {"names_of_accounts_are_their_own", names_of_accounts_are_their_own},
    {"due_games_are_found", due_games_are_found},
    {"one_node_claims_what_is_due", one_node_claims_what_is_due},
    {"accounts_are_found_by_login", accounts_are_found_by_login},
    {"rated_games_count_once", rated_games_count_once},
    {"the_best_of_a_pool_are_listed_by_pages", the_best_of_a_pool_are_listed_by_pages},
    {"a_profile_is_what_everybody_may_see", a_profile_is_what_everybody_may_see},
    {"who_is_gone_gets_no_rating_again", who_is_gone_gets_no_rating_again},
    {"a_deleted_user_leaves_games_without_a_name", a_deleted_user_leaves_games_without_a_name},
    {"chat_and_rematch_are_kept", chat_and_rematch_are_kept},
    {"downtime_is_what_no_heartbeat_covers", downtime_is_what_no_heartbeat_covers},
    {"seats_of_dead_nodes_are_empty", seats_of_dead_nodes_are_empty},
    {"migrations_run_once_and_refuse_the_future", migrations_run_once_and_refuse_the_future},
    {"racing_writers_never_double_a_ply", racing_writers_never_double_a_ply},
    {"the_writer_answers_every_write", the_writer_answers_every_write},
};

TEST(Store, keeps_its_contract_on_sqlite) {
    for (const Clause& clause : contract) {
        SCOPED_TRACE(clause.name);
        const TemporaryFolder folder;
        clause.check(folder.sqlite());
    }
}

TEST(Store, keeps_its_contract_on_postgresql) {
    TemporaryPostgres postgres;
    for (const Clause& clause : contract) {
        SCOPED_TRACE(clause.name);
        clause.check(postgres.new_database());
    }
}

/// Two nodes look for work at the same time: nobody waits, and no game is given to both.
TEST(Store, nodes_share_what_is_due_on_postgresql) {
    TemporaryPostgres postgres;
    const std::string url = postgres.new_database();
    auto store = opened(url);
    add_users(*store);
    for (int i = 0; i < 200; ++i) {
        const std::string game = "g" + std::to_string(i);
        put(*store, AddGame{game_row(game)});
        Append start = append(game, 0, "{}");
        start.due_at = 500;
        put(*store, start);
    }
    std::vector<std::string> all;
    std::mutex mutex;
    const auto work = [&](const std::string& node) {
        auto mine = opened(url);
        for (int i = 0; i < 20; ++i) {
            const auto games =
                *mine->claim_due({1000, 1000 + i, 5000, node + std::to_string(i), 7});
            const std::lock_guard lock(mutex);
            all.insert(all.end(), games.begin(), games.end());
        }
    };
    std::thread other([&] { work("one"); });
    work("two");
    other.join();
    EXPECT_EQ(all.size(), 200u);
    EXPECT_EQ(std::set(all.begin(), all.end()).size(), 200u);
}

/// A database of the first version is brought up to date and keeps its games.
TEST(Store, brings_the_first_version_up_to_date) {
    const TemporaryFolder folder;
    {
        auto sql = open_sql(folder.sqlite());
        ASSERT_TRUE((*sql)->script(migrations()[0]).has_value());
        ASSERT_TRUE((*sql)
                        ->script("CREATE TABLE schema_version (version BIGINT NOT NULL); INSERT "
                                 "INTO schema_version VALUES (1); INSERT INTO users VALUES "
                                 "('aaaaaaaaaaaaaaaa', 'Ada', 1); INSERT INTO tokens VALUES "
                                 "('hash-a', 'aaaaaaaaaaaaaaaa', 1)")
                        .has_value());
    }
    auto store = opened(folder.sqlite());
    EXPECT_EQ(*store->version(), migrations().size());
    EXPECT_EQ(store->find_user("hash-a")->value(), ada);
    EXPECT_EQ(put(*store, AddAccount{ada.id, "ada", "hash", 5}), WriteOutcome::done);
}

/// Accounts of before names were compared, and sessions of before they ended.
TEST(Store, brings_the_third_version_up_to_date) {
    const TemporaryFolder folder;
    {
        auto sql = open_sql(folder.sqlite());
        for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_TRUE((*sql)->script(migrations()[i]).has_value());
        }
        ASSERT_TRUE((*sql)
                        ->script("CREATE TABLE schema_version (version BIGINT NOT NULL); INSERT "
                                 "INTO schema_version VALUES (3); INSERT INTO users VALUES "
                                 "('aaaaaaaaaaaaaaaa', 'Ada', 1); INSERT INTO tokens VALUES "
                                 "('hash-a', 'aaaaaaaaaaaaaaaa', 1); INSERT INTO accounts VALUES "
                                 "('aaaaaaaaaaaaaaaa', 'ada', 'hash', 1)")
                        .has_value());
    }
    auto store = opened(folder.sqlite());
    EXPECT_TRUE(*store->name_taken(name_key("ADA"), bo.id));
    put(*store, Tidy{1'000'000, 500'000, 0});
    EXPECT_TRUE(store->find_user("hash-a")->has_value()) << "its time begins now";
    put(*store, Tidy{2'000'000, 1'500'000, 0});
    EXPECT_FALSE(store->find_user("hash-a")->has_value());
}

/// Rated games from before they had a time of their own, and a rating that came after a deletion.
TEST(Store, brings_the_seventh_version_up_to_date) {
    const TemporaryFolder folder;
    {
        auto sql = open_sql(folder.sqlite());
        for (std::size_t i = 0; i < 7; ++i) {
            ASSERT_TRUE((*sql)->script(migrations()[i]).has_value());
        }
        ASSERT_TRUE(
            (*sql)
                ->script("CREATE TABLE schema_version (version BIGINT NOT NULL); INSERT INTO "
                         "schema_version VALUES (7); INSERT INTO users (id, name, created_at, "
                         "gone) VALUES ('aaaaaaaaaaaaaaaa', 'Ada', 1, 0), ('gone', 'Deleted', 1, "
                         "1); INSERT INTO games (id, status, listed, rules, rules_version, owner, "
                         "secret, created_at, updated_at, ply, turns, result, rematch, due_at) "
                         "VALUES ('g1', 2, 1, '{}', 1, 'aaaaaaaaaaaaaaaa', '', 10, 77, 1, 0, "
                         "'{}', '', 0); INSERT INTO ratings VALUES ('aaaaaaaaaaaaaaaa', "
                         "'new/duel', 1600000, 90000, 60000000, 12), ('gone', 'new/duel', "
                         "1400000, 90000, 60000000, 12); INSERT INTO rating_changes VALUES ('g1', "
                         "'aaaaaaaaaaaaaaaa', 'new/duel', 1500000, 1600000), ('g1', 'gone', "
                         "'new/duel', 1500000, 1400000)")
                .has_value());
    }
    auto store = opened(folder.sqlite());
    EXPECT_EQ(store->profile_of(ada.id)->value().results.at(0).at, 77);
    EXPECT_EQ(store->best_of({"new/duel"})->size(), 1u);
    EXPECT_TRUE(store->profile_of("gone")->value().ratings.empty());
    EXPECT_TRUE(store->profile_of("gone")->value().results.empty());
}

/// However many are rated and however often: only the rows of the page are looked at, in order.
TEST(Store, reads_the_best_and_the_last_games_by_an_index) {
    const TemporaryFolder folder;
    auto store = opened(folder.sqlite());
    auto sql = open_sql(folder.sqlite());
    const auto plan = [&](std::string_view statement, const std::vector<SqlValue>& values) {
        std::string text;
        const auto rows = (*sql)->run("EXPLAIN QUERY PLAN " + std::string(statement), values);
        for (const SqlRow& row : rows->rows) text += row.back() + "; ";
        return text;
    };
    using ::testing::HasSubstr;
    const std::string best =
        plan(best_statement, {"new/duel", std::int64_t{1}, "a", std::int64_t{5}});
    EXPECT_THAT(best, HasSubstr("INDEX ratings_by_rank (pool=? AND "));
    EXPECT_THAT(best, ::testing::Not(HasSubstr("TEMP B-TREE")));
    const std::string last = plan(last_results_statement, {"a", std::int64_t{5}});
    EXPECT_THAT(last, HasSubstr("INDEX rating_changes_by_time (user_id=?)"));
    EXPECT_THAT(last, ::testing::Not(HasSubstr("TEMP B-TREE")));
}

TEST(Store, says_why_a_database_cannot_be_opened) {
    EXPECT_FALSE(open_store("mysql://x").has_value());
    EXPECT_FALSE(open_store("sqlite:/no/such/folder/x.db").has_value());
    EXPECT_FALSE(open_store("postgresql:///x?host=/no/such/folder").has_value());
}

TEST(Store, does_not_mind_a_connection_that_was_cut_between_two_requests) {
    TemporaryPostgres postgres;
    const std::string url = postgres.new_database();
    auto store = opened(url);
    add_users(*store);
    put(*store, AddGame{game_row("g1")});
    postgres.cut_connections();
    EXPECT_EQ(put(*store, append("g1", 0, "{}")), WriteOutcome::done);
    postgres.cut_connections();
    const auto log = store->load_log("g1", 0);
    ASSERT_TRUE(log.has_value()) << log.error().text;
    EXPECT_EQ(log->size(), 1u);
}

/// What came before the cut is not there, so what comes after it must not be either.
TEST(Store, fails_a_transaction_whose_connection_was_cut) {
    TemporaryPostgres postgres;
    const std::string url = postgres.new_database();
    auto sql = open_sql(url);
    ASSERT_TRUE((*sql)->script("CREATE TABLE numbers (n BIGINT)").has_value());
    ASSERT_TRUE((*sql)->begin().has_value());
    EXPECT_TRUE((*sql)->run("INSERT INTO numbers VALUES (1)").has_value());
    postgres.cut_connections();
    EXPECT_FALSE((*sql)->run("INSERT INTO numbers VALUES (2)").has_value());
    EXPECT_FALSE((*sql)->run("INSERT INTO numbers VALUES (3)").has_value());
    EXPECT_FALSE((*sql)->commit().has_value());
    EXPECT_EQ((*sql)->run("SELECT n FROM numbers")->rows.size(), 0u) << "on a new connection";
}

} // namespace
} // namespace bastide::server::test
