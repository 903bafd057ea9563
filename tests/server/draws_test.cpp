// The players' part of the draws in play: links that come with moves, chains that are lost, turns
// that are taken back, and what the record proves of it.

#include "server/dealer/verify.h"
#include "server/game_table.h"
#include "server/rooms/match.h"

#include "rules/playout.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

Bytes32 bytes(unsigned number) {
    Bytes32 bytes = {};
    bytes[0] = static_cast<unsigned char>(number);
    bytes[1] = static_cast<unsigned char>(number >> 8);
    return bytes;
}

/// A match of two, the first with a chain unless `chains` has more.
struct Played {
    explicit Played(unsigned number, Json rules = rules_of("new", 2)) {
        static Setups setups;
        const auto parsed = parse_table_rules(rules);
        EXPECT_TRUE(parsed.has_value());
        match = std::make_unique<Match>(*parsed, setups.get(*parsed->edition, parsed->options),
                                        bytes(number));
        PlayersPart::Tips tips;
        for (unsigned seat = 0; seat < 2; ++seat) {
            chains.emplace_back(bytes(1000 + 2 * number + seat));
            tips.emplace_back(chains.back().tip());
        }
        EXPECT_TRUE(match->add(match->start_entry({"Ada", "Bo"}, tips)));
    }

    Bytes32 link() const { return chains[*match->to_move()].link(match->turns()); }
    bool play(const Move& move, const std::optional<Bytes32>& link) {
        auto next = match->play(move);
        if (!next) return false;
        next->entry.link = link;
        return match->add(next->entry);
    }
    void take_back(unsigned seat) {
        Entry entry;
        entry.kind = Entry::Kind::takeback;
        entry.seat = seat;
        entry.turns = match->turns_before_last_of(seat).value();
        ASSERT_TRUE(match->add(entry));
    }
    void substitute(unsigned seat, const std::optional<std::string>& agent) {
        Entry entry;
        entry.kind = Entry::Kind::substitute;
        entry.seat = seat;
        entry.agent = agent;
        ASSERT_TRUE(match->add(entry));
    }
    Json last() const {
        return Json::parse(match->published_from(match->ply()).front(), nullptr, false);
    }

    std::vector<Chain> chains;
    std::unique_ptr<Match> match;
};

TEST(Draws, a_turn_that_is_played_otherwise_draws_the_same_tile) {
    unsigned same = 0;
    for (unsigned number = 0; number < 40; ++number) {
        Played played(number);
        Random random(number);
        for (unsigned i = 0; i < number % 20 + 2; ++i) {
            ASSERT_TRUE(played.play(random_move(played.match->game(), random), played.link()));
        }
        const TileIndex in_hand = played.match->game().now.hand;
        const unsigned mover = 1 - *played.match->to_move();
        const Move before = [&] {
            const Record record = played.match->record();
            return record.turns.back().move;
        }();
        const Json draw = played.last()["draw"];
        played.take_back(mover);
        Move other = random_move(played.match->game(), random);
        for (unsigned i = 0; i < 50 && other == before; ++i) {
            other = random_move(played.match->game(), random);
        }
        if (other == before) continue;
        ASSERT_TRUE(played.play(other, played.link()));
        const bool fits = !draw.contains("skipped") && !played.last()["draw"].contains("skipped");
        if (!fits) continue; // a tile fits nowhere by now: the stack is another one
        EXPECT_EQ(played.match->game().now.hand, in_hand) << number;
        ++same;
    }
    EXPECT_GT(same, 30u);
}

TEST(Draws, a_taken_back_game_is_proved_to_the_end) {
    Played played(7);
    Random random(7);
    for (unsigned i = 0; played.match->to_move(); ++i) {
        if (i % 9 == 8) played.take_back(*played.match->to_move());
        ASSERT_TRUE(played.play(random_move(played.match->game(), random), played.link()));
    }
    Entry end;
    end.kind = Entry::Kind::end;
    ASSERT_TRUE(played.match->add(end));
    const auto proof = verify_draws(played.match->record());
    ASSERT_TRUE(proof.has_value()) << proof.error().text();
    EXPECT_EQ(proof->with_links, played.match->turns());
}

TEST(Draws, the_next_tile_depends_on_the_link) {
    std::set<TileIndex> drawn;
    const Move move = [] {
        Random random(1);
        return random_move(Played(1).match->game(), random);
    }();
    for (unsigned i = 0; i < 30; ++i) {
        // The same secret, position and move; only the mover's chain is another one.
        Played played(1);
        const unsigned seat = *played.match->to_move();
        PlayersPart::Tips tips{played.chains[0].tip(), played.chains[1].tip()};
        PlayersPart part(tips);
        const Chain chain(bytes(5000 + i));
        tips[seat] = chain.tip();
        PlayersPart other(tips);
        other.played(seat, 0, chain.link(0));
        Game after = played.match->game();
        apply(after, move);
        drawn.insert(Dealer(bytes(1)).choose(after, {1, other.mix(1)}, 0));
    }
    EXPECT_GT(drawn.size(), 5u);
}

TEST(Draws, a_log_that_began_with_another_player_is_damaged) {
    Json rules = rules_of("new", 2);
    rules["first"] = "random";
    for (unsigned number = 0; number < 8; ++number) {
        const Played played(number, rules);
        Entry start = played.match->start_entry({"Ada", "Bo"}, {played.chains[0].tip(), {}});
        start.first = 1 - start.first;
        static Setups setups;
        const auto parsed = parse_table_rules(rules);
        Match match(*parsed, setups.get(*parsed->edition, parsed->options), bytes(number));
        EXPECT_FALSE(match.add(start));
        start.first = 1 - start.first;
        EXPECT_TRUE(match.add(start));
    }
}

TEST(Draws, a_log_with_a_wrong_link_is_damaged) {
    Played played(3);
    Random random(3);
    const Move move = random_move(played.match->game(), random);
    Bytes32 wrong = played.link();
    wrong[31] ^= 1;
    EXPECT_FALSE(played.play(move, wrong));
    EXPECT_TRUE(played.play(move, played.link()));
    EXPECT_EQ(played.last()["link"].get<std::string>().size(), 64u);
}

TEST(Draws, a_bot_leaves_the_chain_and_a_person_without_it_loses_it) {
    Played played(4);
    Random random(4);
    const auto any = [&] { return random_move(played.match->game(), random); };
    const unsigned first = *played.match->to_move();
    played.substitute(first, "random");
    ASSERT_TRUE(played.play(any(), std::nullopt));
    EXPECT_FALSE(played.last().contains("chain_lost"));
    ASSERT_TRUE(played.play(any(), played.link()));
    played.substitute(first, std::nullopt);
    ASSERT_TRUE(played.play(any(), played.link())) << "they are back, and so is the chain";
    ASSERT_TRUE(played.play(any(), std::nullopt));
    EXPECT_TRUE(played.last()["chain_lost"]) << "a person's turn";
    EXPECT_TRUE(played.match->chain_lost(1 - first));
    EXPECT_FALSE(played.match->chain_lost(first));
    ASSERT_TRUE(played.play(any(), played.link()));
    EXPECT_FALSE(played.play(any(), played.link())) << "from there on no link counts";
    const PlayersProof proof = *played.match->record().dealer->players;
    std::string given;
    for (const auto& link : proof.links) given += link ? std::to_string(link->seat) : "-";
    EXPECT_EQ(given, first == 0 ? "-10-0" : "-01-1");
}

// --- through the protocol ----------------------------------------------------------------------

/// Two people with chains at a table of a real server.
struct Linked {
    explicit Linked(TestServer& server)
        : ada(server, "Ada")
        , bo(server, "Bo") {
        Json rules = rules_of("new", 2);
        rules["first"] = "random";
        Json body;
        body["rules"] = rules;
        body["tip"] = to_hex(chains[0].tip());
        opened = ada.post("/api/tables", body, 201)["table"];
        id = opened["game"];
        Json join;
        join["tip"] = to_hex(chains[1].tip());
        bo.post("/api/tables/" + id + "/join", join);
        for (TestPlayer* player : {&ada, &bo}) player->connect();
        follow();
    }
    /// What both see, from the start.
    void follow() {
        Json state = ada.follow(id);
        while (state["plies"].empty()) state = ada.follow(id);
        follower = Follower::of_table(state["table"], setups);
        for (const Json& entry : state["plies"]) ASSERT_EQ(follower->add(entry), "");
        start = state["plies"][0];
        last = state["plies"].back();
        table = state["table"];
    }
    TestPlayer& mover() { return *follower->to_move() == 0 ? ada : bo; }
    std::string link() {
        const auto turn = static_cast<unsigned>(follower->turns().size());
        return to_hex(chains[*follower->to_move()].link(turn));
    }
    Json move(const std::optional<std::string>& link) {
        const int ply = follower->ply();
        Json json = move_message(id, ply, "m" + std::to_string(++moves),
                                 some_move(*follower, static_cast<unsigned>(ply)));
        if (link) json["link"] = *link;
        return json;
    }
    /// The move is acknowledged and heard.
    void play(const std::optional<std::string>& link) {
        mover().say(move(link));
        mover().hear("ack");
        follow();
    }

    TestPlayer ada, bo;
    std::array<Chain, 2> chains{Chain(random_secret()), Chain(random_secret())};
    Setups setups;
    std::string id;
    Json opened, table, start, last;
    std::unique_ptr<Follower> follower;
    unsigned moves = 0;
};

TEST(Draws, everything_that_proves_a_game_is_public_in_time) {
    TestServer server;
    Linked game(server);
    EXPECT_EQ(game.opened["status"], "open");
    EXPECT_EQ(game.opened["commitment"], game.start["commitment"]) << "known before the start";
    EXPECT_EQ(game.start["tips"][0], to_hex(game.chains[0].tip()));
    EXPECT_EQ(game.table["seats"][1]["tip"], to_hex(game.chains[1].tip()));
    for (int i = 0; i < 4; ++i) {
        const std::string link = game.link();
        game.play(link);
        EXPECT_EQ(game.last["link"], link);
    }
    server.restart();
    for (TestPlayer* player : {&game.ada, &game.bo}) player->go_to(server);
    for (TestPlayer* player : {&game.ada, &game.bo}) player->connect();
    game.follow();
    game.play(game.link());
    game.ada.say(message("resign", game.id));
    while (!game.follower->over()) game.follow();
    const Json json = game.ada.get("/api/games/" + game.id + "/record");
    const auto record = parse_record(text_of(json));
    ASSERT_TRUE(record.has_value()) << record.error().text();
    const auto proof = verify_draws(*record);
    ASSERT_TRUE(proof.has_value()) << proof.error().text();
    EXPECT_EQ(proof->with_links, 5u);
    EXPECT_EQ(proof->first, VerifiedDraws::First::by_lot);
    EXPECT_EQ(record->dealer->commitment, game.opened["commitment"].get<std::string>());
}

TEST(Draws, a_wrong_link_is_refused_and_nothing_happens) {
    TestServer server;
    Linked game(server);
    const std::string right = game.link();
    std::string wrong = right;
    wrong[0] = wrong[0] == '0' ? '1' : '0';
    const auto turn = static_cast<unsigned>(game.follower->turns().size());
    const std::string later = to_hex(game.chains[*game.follower->to_move()].link(turn + 1));
    for (const std::string& link : {wrong, later}) {
        game.mover().say(game.move(link));
        const Json refused = game.mover().hear("refused");
        EXPECT_EQ(refused["code"], "wrong_link");
    }
    game.mover().say(game.move("abc"));
    EXPECT_EQ(game.mover().hear("refused")["code"], "bad_message");
    game.follow();
    EXPECT_EQ(game.follower->ply(), 0);
    game.play(right);
    EXPECT_EQ(game.follower->ply(), 1);
}

TEST(Draws, a_lost_chain_is_seen_by_everybody) {
    TestServer server;
    Linked game(server);
    game.play(std::nullopt);
    EXPECT_EQ(game.last["chain_lost"], true);
    const unsigned seat = game.last["turn"]["player"];
    EXPECT_EQ(game.table["seats"][seat]["chain_lost"], true);
    game.play(game.link());
    game.mover().say(game.move(game.link()));
    EXPECT_EQ(game.mover().hear("refused")["code"], "wrong_link");
    game.play(std::nullopt);
    EXPECT_FALSE(game.last.contains("chain_lost")) << "it was lost before";
}

TEST(Draws, a_rematch_is_dealt_from_what_was_committed_to_before) {
    TestServer server;
    Linked game(server);
    const std::string commitment = game.table["rematch_commitment"];
    game.ada.say(message("resign", game.id));
    while (!game.follower->over()) game.follow();
    std::array<Chain, 2> next{Chain(random_secret()), Chain(random_secret())};
    std::string id;
    for (unsigned seat = 0; seat < 2; ++seat) {
        Json wish = message("rematch", game.id);
        wish["tip"] = to_hex(next[seat].tip());
        (seat == 0 ? game.ada : game.bo).say(wish);
    }
    while (id.empty()) id = game.ada.hear("rematch").value("next", "");
    Json table = game.ada.get("/api/tables/" + id)["table"];
    EXPECT_EQ(table["commitment"], commitment);
    EXPECT_NE(table["rematch_commitment"], commitment);
    // Everybody sits one seat further.
    EXPECT_EQ(table["seats"][0]["tip"], to_hex(next[1].tip()));
    EXPECT_EQ(table["seats"][1]["tip"], to_hex(next[0].tip()));
}

TEST(Draws, a_tip_that_is_none_is_refused) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    Json body;
    body["rules"] = rules_of("new", 2);
    for (const char* tip : {"", "00", "not hexadecimal"}) {
        body["tip"] = tip;
        EXPECT_EQ(ada.post("/api/tables", body, 400)["error"], "bad_message");
    }
    body["tip"] = std::string(64, 'A');
    EXPECT_EQ(ada.post("/api/tables", body, 400)["error"], "bad_message") << "lower case";
    body["tip"] = 7;
    EXPECT_EQ(ada.post("/api/tables", body, 400)["error"], "bad_message");
    body["tip"] = std::string(64, 'a');
    const std::string id = ada.post("/api/tables", body, 201)["table"]["game"];
    TestPlayer bo(server, "Bo");
    Json join;
    join["tip"] = "x";
    EXPECT_EQ(bo.post("/api/tables/" + id + "/join", join, 400)["error"], "bad_message");
}

} // namespace
} // namespace bastide::server::test
