// What everybody may see of players: the best of a pool, and a profile.

#include "server/game_table.h"

#include "notation/json.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

std::string server_on_sqlite() {
    return Config().database; // in the test's own folder
}

Config serving(const std::string& database) {
    Config config = TestServer::patient();
    config.database = database;
    return config;
}

/// The loser of a rated game gives it up at once; who wins hears of its end.
std::string rated_game(TestPlayer& winner, TestPlayer& loser, const std::string& visibility) {
    Json rules = rules_of("new", 2);
    rules["rated"] = true;
    rules["visibility"] = visibility;
    const Table table({&winner, &loser}, rules);
    loser.say(message("resign", table.id()));
    while (winner.hear("ply")["entry"]["kind"] != "end" && !::testing::Test::HasFailure()) {
    }
    return table.id();
}

void the_best_and_their_profiles_are_public(const std::string& database) {
    TestServer server(serving(database));
    TestPlayer ada(server, "Ada Lovelace"), bo(server, "Bo"), guest(server, "Somebody");
    TestPlayer nobody(server);
    ada.sign_up("ada-login");
    bo.sign_up("bo-login");
    const auto best = [&](const std::string& pool) {
        const Json list = nobody.get("/api/ratings/" + pool);
        EXPECT_EQ(schema().mismatch(list, "BestList"), "");
        return list["players"];
    };
    std::string last;
    for (unsigned n = 0; n < games_to_be_listed; ++n) {
        EXPECT_EQ(best("new/duel").size(), 0u) << "after " << n << " games";
        last = rated_game(ada, bo, "public");
    }
    const Json listed = best("new/duel");
    ASSERT_EQ(listed.size(), 2u);
    EXPECT_EQ(listed[0]["user"]["name"], "Ada Lovelace");
    EXPECT_EQ(listed[1]["user"]["id"], bo.id());
    EXPECT_GT(listed[0]["rating"], 1800);
    EXPECT_LT(listed[0]["deviation"], 250);
    EXPECT_EQ(listed[0]["games"], games_to_be_listed);
    EXPECT_EQ(best("new/group").size(), 0u);
    EXPECT_EQ(best("hunters/duel").size(), 0u);

    rated_game(bo, ada, "link");
    const Json profile = nobody.get("/api/names/ada%20lovelace");
    EXPECT_EQ(schema().mismatch(profile, "Profile"), "");
    EXPECT_EQ(profile, nobody.get("/api/users/" + ada.id()));
    EXPECT_GT(profile["since"], 0);
    EXPECT_EQ(profile["ratings"][0]["games"], games_to_be_listed + 1);
    ASSERT_EQ(profile["results"].size(), games_to_be_listed + 1);
    EXPECT_FALSE(profile["results"][0].contains("game")) << "its id is the invitation";
    EXPECT_LT(profile["results"][0]["after"], profile["results"][0]["before"]);
    EXPECT_EQ(profile["results"][1]["game"], last);
    EXPECT_EQ(profile["results"][1]["players"][1]["name"], "Bo");
    EXPECT_EQ(profile["results"][1]["result"]["ranks"], Json::array({1, 2}));
    EXPECT_EQ(text_of(profile).find("login"), std::string::npos);

    const Json of_guest = nobody.get("/api/users/" + guest.id());
    EXPECT_EQ(schema().mismatch(of_guest, "Profile"), "");
    EXPECT_FALSE(of_guest.contains("since"));
    EXPECT_EQ(nobody.get("/api/names/Somebody", 404)["error"], "not_found");

    EXPECT_EQ(ada.delete_data().status, 204u);
    ASSERT_EQ(best("new/duel").size(), 1u);
    EXPECT_EQ(best("new/duel")[0]["user"]["id"], bo.id());
    EXPECT_EQ(nobody.get("/api/names/Ada%20Lovelace", 404)["error"], "not_found");
    EXPECT_EQ(nobody.get("/api/users/" + ada.id())["results"].size(), 0u);
    const Json of_bo = nobody.get("/api/users/" + bo.id());
    EXPECT_EQ(of_bo["results"][1]["players"][0]["name"], "Deleted");
}

TEST(Profile, the_best_and_their_profiles_are_public_on_sqlite) {
    the_best_and_their_profiles_are_public(server_on_sqlite());
}

TEST(Profile, the_best_and_their_profiles_are_public_on_postgresql) {
    TemporaryPostgres postgres;
    the_best_and_their_profiles_are_public(postgres.new_database());
}

TEST(Profile, what_is_no_pool_no_name_and_no_page_is_answered_by_a_code) {
    TestServer server;
    TestPlayer nobody(server);
    for (const char* path :
         {"ratings/", "ratings/new", "ratings/new/", "ratings/new/trio", "ratings/none/duel",
          "ratings/new/duel/", "ratings/new%2Fduel", "names/", "names/%", "names/%4", "names/%zz",
          "names/%00", "names/%ff", "names/Guest", "names/a/b", "users/", "users/Ada"}) {
        EXPECT_EQ(nobody.get("/api/" + std::string(path), 404)["error"], "not_found") << path;
    }
    for (const char* page : {"", "x", "-1", "0-aaaaaaaaaaaaaaaa", "99999999999999999999", "1-b"}) {
        const Json list = nobody.get("/api/ratings/new/duel?before=" + std::string(page));
        EXPECT_EQ(schema().mismatch(list, "BestList"), "") << page;
    }
    for (const char* path : {"/api/ratings/new/duel", "/api/names/Ada", "/api/users/x"}) {
        EXPECT_EQ(nobody.post(path, Json::object(), 405)["error"], "method_not_allowed");
    }
}

} // namespace
} // namespace bastide::server::test
