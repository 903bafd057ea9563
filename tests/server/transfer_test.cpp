#include "server/storage/transfer.h"

#include "server/players.h"
#include "server/rooms/check_games.h"
#include "server/storage/sql.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

/// Some finished games and one that goes on.
void play_some(TestServer& server) {
    TestPlayer ada(server, "Ada"), bo(server, "Bo \"B\"");
    ada.sign_up("ada");
    for (int i = 0; i < 3; ++i) game_of_bots(ada);
    const std::string open = table_of({&ada, &bo}, rules_of("hunters", 2));
    while (ada.get("/api/tables/" + open)["table"]["ply"] == -1) {
    }
    const Write writes[] = {SetMute{ada.id(), bo.id()}, AddBan{{"192.0.2.0/24", 1, 0, "noise"}}};
    for (const WriteOutcome outcome : open_with_key(server.folder().sqlite())->write(writes)) {
        EXPECT_EQ(outcome, WriteOutcome::done);
    }
}

/// The key is brought to the copy by hand.
void expect_same(const std::string& a, const std::string& b) {
    std::filesystem::copy_file(key_file_for(a), key_file_for(b),
                               std::filesystem::copy_options::overwrite_existing);
    const auto games = *all_games(a);
    EXPECT_EQ(games.size(), 4u);
    EXPECT_EQ(games, *all_games(b));
    const auto left = open_with_key(a), right = open_with_key(b);
    ASSERT_EQ(right->bans()->size(), 1u);
    EXPECT_EQ(right->bans()->front().reason, "noise");
    const std::string ada = (*left->find_account("ada"))->user;
    EXPECT_EQ(left->muted_by(ada)->size(), 1u);
    EXPECT_EQ(*left->muted_by(ada), *right->muted_by(ada));
    for (const std::string& game : games) {
        EXPECT_EQ(*left->load_log(game, 0), *right->load_log(game, 0));
        EXPECT_EQ((*left->load_game(game))->secret, (*right->load_game(game))->secret);
        EXPECT_EQ((*left->load_game(game))->seats, (*right->load_game(game))->seats);
    }
    const auto checked = check_games(b, key_file_for(b));
    ASSERT_TRUE(checked.has_value()) << checked.error().text;
    EXPECT_EQ(checked->games, 4u);
    EXPECT_EQ(checked->wrong, std::vector<std::string>());
}

TEST(Transfer, a_backup_of_a_running_server_is_whole) {
    TestServer server;
    play_some(server);
    const std::string copy = server.folder().file("copy.db");
    ASSERT_TRUE(backup_database(server.folder().sqlite(), copy).has_value());
    expect_same(server.folder().sqlite(), "sqlite:" + copy);
    EXPECT_FALSE(backup_database(server.folder().sqlite(), copy).has_value()) << "it is there";
    EXPECT_FALSE(backup_database("sqlite:/nowhere/x.db", copy + "2").has_value());
}

TEST(Transfer, games_move_to_postgresql_and_back) {
    TestServer server;
    play_some(server);
    server.drain();
    TemporaryPostgres postgres;
    const std::string other = postgres.new_database();
    const auto there = copy_database(server.folder().sqlite(), other);
    ASSERT_TRUE(there.has_value()) << there.error().text;
    EXPECT_EQ(there->games, 4u);
    expect_same(server.folder().sqlite(), other);
    const std::string back = "sqlite:" + server.folder().file("back.db");
    ASSERT_TRUE(copy_database(other, back).has_value());
    expect_same(server.folder().sqlite(), back);
    EXPECT_FALSE(copy_database(other, back).has_value()) << "it holds games already";
}

TEST(Transfer, a_damaged_game_is_found) {
    TestServer server;
    play_some(server);
    server.drain();
    auto sql = open_sql(server.folder().sqlite());
    ASSERT_TRUE((*sql)
                    ->script("UPDATE log SET body = replace(body, '\"x\":', '\"x\":1') WHERE "
                             "ply = 20")
                    .has_value());
    const auto checked = check_games(server.folder().sqlite(), "");
    ASSERT_TRUE(checked.has_value());
    EXPECT_EQ(checked->wrong.size(), 3u);
}

} // namespace
} // namespace bastide::server::test
