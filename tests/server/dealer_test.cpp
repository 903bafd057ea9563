#include "server/dealer/dealer.h"

#include "notation/replay.h"
#include "rules/playout.h"
#include "rules/rules.h"
#include "server/dealer/chain.h"
#include "server/dealer/verify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace bastide::server::test {
namespace {

Bytes32 secret_of(unsigned number) {
    Bytes32 secret = {};
    secret[0] = static_cast<unsigned char>(number);
    secret[1] = static_cast<unsigned char>(number >> 8);
    return secret;
}

std::shared_ptr<const Setup> setup_of(const std::string& edition) {
    const Catalog& catalog = Catalog::embedded();
    const Edition* found = catalog.find(edition);
    return std::make_shared<const Setup>(std::move(*catalog.setup(*found, found->defaults)));
}

/// Random moves to the end; `deal` draws, and what is played goes into the record.
template <class Deal, class Played = decltype([](const RecordTurn&) {})>
void play(Record& record, unsigned first, unsigned number, Deal deal, Played played = {}) {
    const auto players = static_cast<unsigned>(record.players.size());
    Game game(record.box(), players, first);
    Random random(number);
    for (;;) {
        RecordTurn turn;
        turn.player = game.now.player;
        turn.bonus = game.now.bonus_turn;
        turn.skipped = deal(game);
        if (game.over()) break;
        turn.tile = game.now.hand;
        turn.move = random_move(game, random);
        apply(game, turn.move);
        played(turn);
        record.turns.push_back(turn);
        if (game.over()) break;
    }
    const Points scores = final_scores(game);
    record.result.emplace(scores.begin(), scores.begin() + players);
}

/// By the server's secret alone, as games were dealt at first.
Record dealt_game_1(const std::string& edition, unsigned players, unsigned number) {
    Record record = new_record(setup_of(edition), std::vector<std::string>(players, "x"));
    const Dealer dealer(secret_of(number));
    play(record, 0, number, [&](Game& game) { return dealer.deal(game, {record.turns.size()}); });
    record.dealer = DealerProof{dealer.commitment(), dealer.secret(), std::nullopt};
    return record;
}

Chain chain_of(unsigned number, unsigned seat) {
    Bytes32 seed = secret_of(number);
    seed[31] = static_cast<unsigned char>(seat + 1);
    return Chain(seed);
}

/// By secret and links; the last seat has no chain. Who begins is drawn by lot.
Record dealt_game(const std::string& edition, unsigned players, unsigned number) {
    Record record = new_record(setup_of(edition), std::vector<std::string>(players, "x"));
    const Dealer dealer(secret_of(number));
    PlayersProof proof;
    PlayersPart::Tips tips(players);
    proof.tips.resize(players);
    for (unsigned seat = 0; seat + 1 < players; ++seat) {
        tips[seat] = chain_of(number, seat).tip();
        proof.tips[seat] = to_hex(*tips[seat]);
    }
    PlayersPart part(tips);
    const auto turn_now = [&] { return static_cast<unsigned>(record.turns.size()); };
    play(
        record, dealer.first_player(players, part.mix(0)), number,
        [&](Game& game) { return dealer.deal(game, {turn_now(), part.mix(turn_now())}); },
        [&](const RecordTurn& turn) {
            std::optional<Bytes32> link;
            if (tips[turn.player]) link = chain_of(number, turn.player).link(turn_now());
            part.played(turn.player, turn_now(), link);
            proof.links.emplace_back();
            if (link) proof.links.back() = RevealedLink{turn.player, to_hex(*link)};
        });
    record.dealer = DealerProof{dealer.commitment(), dealer.secret(), proof};
    return record;
}

TEST(Dealer, deals_games_of_every_edition_that_verify) {
    for (const Edition& edition : Catalog::embedded().editions()) {
        for (unsigned number = 0; number < 20; ++number) {
            const Record record = dealt_game(edition.id, 2 + number % 4, number);
            const auto read = parse_record(write_record(record));
            ASSERT_TRUE(read.has_value()) << read.error().text();
            EXPECT_EQ(read->dealer, record.dealer);
            const auto proof = verify_draws(*read);
            ASSERT_TRUE(proof.has_value()) << edition.id << ": " << proof.error().text();
            EXPECT_EQ(proof->version, 2u);
            EXPECT_GE(proof->draws, record.turns.size());
            EXPECT_GT(proof->with_links, 0u);
            EXPECT_LT(proof->with_links, record.turns.size()) << "one seat has no chain";
            EXPECT_EQ(proof->first, VerifiedDraws::First::by_lot);
        }
    }
}

TEST(Dealer, still_verifies_games_of_the_secret_alone) {
    for (const Edition& edition : Catalog::embedded().editions()) {
        const Record record = dealt_game_1(edition.id, 3, 5);
        const std::string text = write_record(record);
        EXPECT_EQ(text.find("version"), std::string::npos) << "as it was written then";
        const auto read = parse_record(text);
        ASSERT_TRUE(read.has_value()) << read.error().text();
        const auto proof = verify_draws(*read);
        ASSERT_TRUE(proof.has_value()) << edition.id << ": " << proof.error().text();
        EXPECT_EQ(proof->version, 1u);
        EXPECT_EQ(proof->first, VerifiedDraws::First::unknown);
    }
}

TEST(Dealer, is_found_out_when_a_draw_was_changed) {
    for (Record record : {dealt_game_1("new", 2, 7), dealt_game("new", 2, 7)}) {
        record.dealer->secret = to_hex(secret_of(8));
        EXPECT_FALSE(verify_draws(record).has_value()) << "another secret";
        record.dealer->commitment = Dealer(secret_of(8)).commitment();
        EXPECT_FALSE(verify_draws(record).has_value()) << "another secret with its own commitment";
        record.dealer->secret.reset();
        EXPECT_FALSE(verify_draws(record).has_value()) << "no secret";
        record.dealer.reset();
        EXPECT_FALSE(verify_draws(record).has_value()) << "no dealer";
    }
}

TEST(Dealer, is_found_out_when_a_link_was_changed_or_left_out) {
    const Record good = dealt_game("new", 3, 9);
    std::size_t at = 5;
    while (!good.dealer->players->links[at]) ++at;
    Record record = good;
    record.dealer->players->links[at]->link[7] ^= 1;
    auto wrong = verify_draws(record);
    ASSERT_FALSE(wrong.has_value());
    EXPECT_EQ(wrong.error().turn, at + 1);
    record = good;
    record.dealer->players->links[at].reset();
    wrong = verify_draws(record);
    ASSERT_FALSE(wrong.has_value()) << "as if the player had lost the chain";
    EXPECT_GT(wrong.error().turn, at + 1);
    record = good;
    record.dealer->players->tips[0] = to_hex(chain_of(10, 0).tip());
    EXPECT_FALSE(verify_draws(record).has_value()) << "another chain";
}

TEST(Dealer, is_found_out_when_another_player_began) {
    for (unsigned number = 0; number < 8; ++number) {
        Record record = dealt_game("new", 2, number);
        record.turns.resize(1);
        record.dealer->players->links.resize(1);
        record.result.reset();
        ASSERT_TRUE(verify_draws(record).has_value());
        record.turns[0].player = 1 - record.turns[0].player;
        const auto wrong = verify_draws(record);
        ASSERT_FALSE(wrong.has_value());
        EXPECT_NE(wrong.error().reason.find("began"), std::string::npos) << wrong.error().reason;
        record.dealer->players->first = record.turns[0].player;
        EXPECT_TRUE(verify_draws(record).has_value()) << "the table said so";
        record.dealer->players->first = 1 - record.turns[0].player;
        EXPECT_FALSE(verify_draws(record).has_value()) << "the table said otherwise";
    }
}

TEST(Dealer, gives_the_lot_to_every_seat_equally_often) {
    for (const unsigned players : {2u, 3u, 5u}) {
        std::array<unsigned, 5> begun = {};
        constexpr unsigned rounds = 6000;
        for (unsigned i = 0; i < rounds; ++i) {
            const PlayersPart part({secret_of(i), std::nullopt});
            ++begun[Dealer(secret_of(3)).first_player(players, part.mix(0))];
        }
        for (unsigned seat = 0; seat < players; ++seat) {
            const double expected = double{rounds} / players;
            EXPECT_NEAR(begun[seat], expected, 6 * std::sqrt(expected)) << players;
        }
    }
}

/// The tiles that could come next, given everything one party knows, over what it does not know.
template <class Mix>
std::size_t possible_draws(const Game& game, Mix mix) {
    std::set<TileIndex> tiles;
    for (unsigned i = 0; i < 200; ++i) {
        const auto [secret, value] = mix(i);
        tiles.insert(Dealer(secret).choose(game, {1, value}, 0));
    }
    return tiles.size();
}

TEST(Dealer, tells_nobody_what_comes_before_the_move) {
    const auto setup = setup_of("new");
    const Game game(*setup->box, 2, 0);
    // The host knows its secret and all that was revealed, not the link that comes with the move.
    EXPECT_GT(possible_draws(game,
                             [](unsigned i) {
                                 PlayersPart part({chain_of(i, 0).tip(), chain_of(1, 1).tip()});
                                 part.played(0, 0, chain_of(i, 0).link(0));
                                 return std::pair(secret_of(1), part.mix(1));
                             }),
              10u);
    // A player knows the own link, and every tip, not the secret.
    EXPECT_GT(possible_draws(game,
                             [](unsigned i) {
                                 PlayersPart part({chain_of(1, 0).tip(), chain_of(1, 1).tip()});
                                 part.played(0, 0, chain_of(1, 0).link(0));
                                 return std::pair(secret_of(i), part.mix(1));
                             }),
              10u);
}

TEST(Dealer, lets_no_move_choose_the_next_tile) {
    const auto setup = setup_of("new");
    const Dealer dealer(secret_of(4));
    const PlayersPart part({chain_of(4, 0).tip(), chain_of(4, 1).tip()});
    Game game(*setup->box, 2, 0);
    dealer.deal(game, {0, part.mix(0)});
    std::set<TileIndex> next;
    const auto moves = std::make_unique<MoveList>();
    legal_moves(game, *moves);
    ASSERT_GT(moves->size(), 5u);
    for (unsigned i = 0; i < moves->size(); ++i) {
        Game after = game;
        apply(after, (*moves)[i]);
        next.insert(dealer.choose(after, {1, part.mix(0)}, 0));
    }
    EXPECT_EQ(next.size(), 1u);
}

TEST(Dealer, draws_each_copy_equally_often) {
    const auto setup = setup_of("new");
    const Game game(*setup->box, 2, 0);
    std::array<unsigned, max_tile_types> drawn = {};
    constexpr unsigned rounds = 72'000;
    const Bytes32 mix = PlayersPart({std::nullopt}).mix(0);
    for (unsigned i = 0; i < rounds; ++i)
        ++drawn[Dealer(secret_of(i)).choose(game, {i >> 16, mix}, 0)];
    double chi2 = 0;
    unsigned copies = 0, types = 0;
    for (unsigned i = 0; i < game.box->tile_count; ++i) copies += game.now.bag[i];
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        if (game.now.bag[i] == 0) continue;
        const double expected = double{rounds} * game.now.bag[i] / copies;
        chi2 += (drawn[i] - expected) * (drawn[i] - expected) / expected;
        ++types;
    }
    EXPECT_LT(chi2, types + 6 * std::sqrt(2.0 * types));
}

TEST(Dealer, gives_the_published_numbers) {
    // Golden: a client that follows docs/protocol.md must find the same.
    const Dealer dealer(secret_of(1));
    EXPECT_EQ(dealer.commitment(),
              "01d0fabd251fcbbe2b93b4b927b26ad2a1a99077152e45ded1e678afa45dbec5");
    EXPECT_EQ(dealer.first_player(5), 2u);
    const auto setup = setup_of("new");
    const Game game(*setup->box, 2, 0);
    EXPECT_EQ(setup->tile_id(dealer.choose(game, {0}, 0)), "base/H");

    const Chain chain = chain_of(1, 0);
    EXPECT_EQ(to_hex(chain.tip()),
              "06e10581ea69f320c4e91af1f6d56356ac2a6ea75601217fc10cfde32b495767");
    EXPECT_EQ(to_hex(chain.link(0)),
              "59143c6311e5a147d2dc666add927c597cbf184a2b949929fd72363261b54105");
    EXPECT_EQ(to_hex(chain.link(255)), to_hex(secret_of(1)).substr(0, 62) + "01") << "the seed";
    PlayersPart part({chain.tip(), std::nullopt});
    EXPECT_EQ(to_hex(part.mix(0)),
              "3d72a4b8df3241b0ac1b9b7a4789532403dde553395c5eb0622c6f2e3e65f50d");
    EXPECT_EQ(dealer.first_player(5, part.mix(0)), 1u);
    EXPECT_EQ(setup->tile_id(dealer.choose(game, {0, part.mix(0)}, 0)), "base/C");
    part.played(0, 0, chain.link(0));
    part.played(1, 1, std::nullopt);
    EXPECT_EQ(to_hex(part.mix(2)),
              "01e95714b89cf501d3589cbd834f020a8505d76c80bd0fceee012404ef50ca67");
    EXPECT_EQ(setup->tile_id(dealer.choose(game, {2, part.mix(2)}, 1)), "base/S");
}

} // namespace
} // namespace bastide::server::test
