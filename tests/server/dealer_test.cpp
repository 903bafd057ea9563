#include "server/dealer/dealer.h"

#include "notation/replay.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <gtest/gtest.h>

#include <cmath>

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

Record dealt_game(const std::string& edition, unsigned players, unsigned number) {
    Record record = new_record(setup_of(edition), std::vector<std::string>(players, "x"));
    const Dealer dealer(secret_of(number));
    Game game(record.box(), players, 0);
    Random random(number);
    for (;;) {
        RecordTurn turn;
        turn.player = game.now.player;
        turn.bonus = game.now.bonus_turn;
        turn.skipped = dealer.deal(game, record.turns.size());
        if (game.over()) break;
        turn.tile = game.now.hand;
        turn.move = random_move(game, random);
        apply(game, turn.move);
        record.turns.push_back(turn);
        if (game.over()) break;
    }
    const Points scores = final_scores(game);
    record.result.emplace(scores.begin(), scores.begin() + players);
    record.dealer = DealerProof{dealer.commitment(), dealer.secret()};
    return record;
}

TEST(Dealer, deals_games_of_every_edition_that_verify) {
    for (const Edition& edition : Catalog::embedded().editions()) {
        for (unsigned number = 0; number < 20; ++number) {
            const Record record = dealt_game(edition.id, 2 + number % 4, number);
            const auto read = parse_record(write_record(record));
            ASSERT_TRUE(read.has_value()) << read.error().text();
            const auto draws = verify_draws(*read);
            ASSERT_TRUE(draws.has_value()) << edition.id << ": " << draws.error().text();
            EXPECT_GE(*draws, record.turns.size());
        }
    }
}

TEST(Dealer, is_found_out_when_a_draw_was_changed) {
    Record record = dealt_game("new", 2, 7);
    record.dealer->secret = to_hex(secret_of(8));
    EXPECT_FALSE(verify_draws(record).has_value()) << "another secret";
    record.dealer->commitment = Dealer(secret_of(8)).commitment();
    const auto wrong = verify_draws(record);
    ASSERT_FALSE(wrong.has_value()) << "another secret with its own commitment";
    EXPECT_GT(wrong.error().turn, 0u);
    record.dealer->secret.reset();
    EXPECT_FALSE(verify_draws(record).has_value()) << "no secret";
    record.dealer.reset();
    EXPECT_FALSE(verify_draws(record).has_value()) << "no dealer";
}

TEST(Dealer, draws_each_copy_equally_often) {
    const auto setup = setup_of("new");
    const Game game(*setup->box, 2, 0);
    std::array<unsigned, max_tile_types> drawn = {};
    constexpr unsigned rounds = 72'000;
    for (unsigned i = 0; i < rounds; ++i) ++drawn[Dealer(secret_of(i)).choose(game, i >> 16, 0)];
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
    EXPECT_EQ(setup->tile_id(dealer.choose(game, 0, 0)), "base/H");
}

} // namespace
} // namespace bastide::server::test
