// Where people are told of their turn, as the store keeps it, on SQLite and PostgreSQL.

#include "server/storage/store.h"
#include "server/storage/transfer.h"
#include "server/temporary.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

const UserRow eve{"eeeeeeeeeeeeeeee", "Eve"}, finn{"ffffffffffffffff", "Finn"};

WriteOutcome written(GameStore& store, const Write& write) {
    const WriteOutcome outcome = store.write({&write, 1}).front();
    EXPECT_TRUE(outcome != WriteOutcome::failed) << store.last_failure();
    return outcome;
}

std::vector<std::string> endpoints(GameStore& store, const UserRow& user) {
    std::vector<std::string> found;
    for (const SubscriptionRow& row : *store.subscriptions_of(user.id)) {
        found.push_back(row.endpoint);
    }
    return found;
}

using Endpoints = std::vector<std::string>;

void add_people(GameStore& store) {
    written(store, AddUser{eve, "eve-1", 1});
    written(store, AddToken{eve.id, "eve-2", 1});
    written(store, AddUser{finn, "finn-1", 1});
}

void they_go_with_their_session(GameStore& store) {
    EXPECT_EQ(written(store, Subscribe{{"a", "https://x"}, "eve-1", 10}), WriteOutcome::done);
    EXPECT_EQ(written(store, Subscribe{{"b", ""}, "eve-2", 11}), WriteOutcome::done);
    EXPECT_EQ(written(store, Subscribe{{"c", ""}, "nobody", 12}), WriteOutcome::conflict);
    EXPECT_EQ(endpoints(store, eve), (Endpoints{"a", "b"}));
    EXPECT_EQ(store.subscriptions_of(eve.id)->front().site, "https://x");
    written(store, AddAccount{eve.id, "eve", "hash", 13, "eve-1", "eve-3"});
    EXPECT_EQ(endpoints(store, eve), (Endpoints{"a", "b"})) << "the session got another token";
    written(store, DropToken{"eve-2"});
    EXPECT_EQ(endpoints(store, eve), (Endpoints{"a"}));
    written(store, Subscribe{{"a", ""}, "finn-1", 14});
    EXPECT_EQ(endpoints(store, eve), Endpoints{}) << "somebody else uses that browser now";
    EXPECT_EQ(endpoints(store, finn), (Endpoints{"a"}));
    EXPECT_EQ(written(store, Unsubscribe{"a", eve.id}), WriteOutcome::conflict);
    EXPECT_EQ(written(store, Unsubscribe{"a", finn.id}), WriteOutcome::done);
    written(store, Subscribe{{"d", ""}, "finn-1", 15});
    EXPECT_EQ(store.data_of(finn.id)->value().subscriptions.size(), 1u);
    written(store, DeleteUser{finn.id});
    EXPECT_EQ(written(store, Unsubscribe{"d"}), WriteOutcome::conflict) << "deleted with them";
}

void the_oldest_goes(GameStore& store) {
    for (unsigned i = 0; i <= most_subscriptions; ++i) {
        written(store, Subscribe{{std::string(1, static_cast<char>('a' + i)), ""},
                                 i % 2 == 0 ? "eve-1" : "eve-2",
                                 100 + i});
    }
    EXPECT_EQ(endpoints(store, eve), (Endpoints{"b", "c", "d", "e", "f"}));
}

void one_node_tells(GameStore& store) {
    GameRow game;
    game.id = "g1";
    game.rules = "{}";
    game.owner = eve.id;
    game.secret.emplace().fill(7);
    game.seats = {{0, eve}, {1, finn}};
    written(store, AddGame{game});
    written(store, Append{"g1", {0, 1, "{}"}, GameStatus::playing, 0, "", 0, {}, "", {}});
    written(store, Subscribe{{"a", ""}, "eve-1", 10});
    const NoticeQuery now{eve.id, "g1", 0, 1000, 900};
    EXPECT_EQ(store.claim_notice({finn.id, "g1", 0, 1000, 900})->size(), 0u);
    EXPECT_EQ(store.claim_notice({eve.id, "g1", 1, 1000, 900})->size(), 0u) << "another turn";
    written(store, Heartbeat{1, 1, "node", 990, 2000});
    written(store, Arrive{"g1", 0, "node"});
    EXPECT_EQ(store.claim_notice(now)->size(), 0u) << "they are at another node";
    written(store, Depart{"g1", 0, "node"});
    EXPECT_EQ(store.claim_notice(now)->size(), 1u);
    EXPECT_EQ(store.claim_notice(now)->size(), 0u) << "another node was faster";
    EXPECT_EQ(store.claim_notice({eve.id, "g1", 0, 1100, 1000})->size(), 1u) << "long ago";
}

void keep_their_contract(const std::function<std::string()>& new_database) {
    for (auto* clause : {they_go_with_their_session, the_oldest_goes, one_node_tells}) {
        const auto store = open_with_key(new_database());
        add_people(*store);
        clause(*store);
    }
}

TEST(Subscriptions, keep_their_contract_on_sqlite) {
    const TemporaryFolder folder;
    int number = 0;
    keep_their_contract([&] { return "sqlite:" + folder.file(std::to_string(number++) + ".db"); });
}

TEST(Subscriptions, keep_their_contract_on_postgresql) {
    TemporaryPostgres postgres;
    keep_their_contract([&] { return postgres.new_database(); });
}

TEST(Subscriptions, move_with_the_database) {
    const TemporaryFolder folder;
    const std::string copy = "sqlite:" + folder.file("copy.db");
    const auto store = open_with_key(folder.sqlite());
    add_people(*store);
    written(*store, Subscribe{{"a", "https://x"}, "eve-1", 10});
    ASSERT_TRUE(copy_database(folder.sqlite(), copy).has_value());
    EXPECT_EQ(*(*open_store(copy))->subscriptions_of(eve.id), *store->subscriptions_of(eve.id));
    EXPECT_EQ((*open_store(copy))->subscriptions_of(eve.id)->size(), 1u);
}

} // namespace
} // namespace bastide::server::test
