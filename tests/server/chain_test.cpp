#include "server/dealer/chain.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

Chain chain_of(unsigned char number) {
    Bytes32 seed = {};
    seed[5] = number;
    return Chain(seed);
}

TEST(Chain, hashes_every_link_to_the_one_before_it) {
    const Chain chain = chain_of(1);
    EXPECT_EQ(sha256(chain.link(0)), chain.tip());
    for (unsigned turn = 1; turn < chain_length; ++turn) {
        EXPECT_EQ(sha256(chain.link(turn)), chain.link(turn - 1));
    }
}

TEST(PlayersPart, takes_only_the_link_of_the_turn_and_the_seat) {
    const Chain first = chain_of(1), second = chain_of(2);
    PlayersPart part({first.tip(), second.tip(), std::nullopt});
    EXPECT_TRUE(part.fits(0, 0, first.link(0)));
    EXPECT_FALSE(part.fits(0, 0, first.link(1))) << "of a later turn";
    EXPECT_FALSE(part.fits(0, 0, first.tip()));
    EXPECT_FALSE(part.fits(0, 0, second.link(0))) << "of another seat";
    EXPECT_FALSE(part.fits(2, 0, first.link(0))) << "of a seat without a chain";
    part.played(0, 0, first.link(0));
    part.played(1, 1, second.link(1));
    part.played(2, 2, std::nullopt);
    EXPECT_FALSE(part.fits(0, 3, first.link(0))) << "a known one";
    EXPECT_FALSE(part.fits(0, 3, first.link(1))) << "one of a turn of others";
    EXPECT_TRUE(part.fits(0, 3, first.link(3)));
    EXPECT_FALSE(part.fits(0, chain_length, first.link(3)));
    part.lose(0);
    EXPECT_FALSE(part.has_chain(0));
    EXPECT_FALSE(part.fits(0, 3, first.link(3))) << "the chain counts as lost";
    EXPECT_TRUE(part.has_chain(1));
}

TEST(PlayersPart, mixes_in_every_link_and_every_missing_one) {
    const Chain first = chain_of(1), second = chain_of(2);
    const auto mix_after = [&](const std::vector<std::optional<Bytes32>>& links) {
        PlayersPart part({first.tip(), second.tip()});
        for (unsigned turn = 0; turn < links.size(); ++turn) {
            part.played(turn % 2, turn, links[turn]);
        }
        return part.mix(static_cast<unsigned>(links.size()));
    };
    const Bytes32 a = first.link(0), b = second.link(1);
    const Bytes32 both = mix_after({a, b});
    EXPECT_NE(both, mix_after({a, std::nullopt}));
    EXPECT_NE(both, mix_after({std::nullopt, b}));
    EXPECT_NE(mix_after({a}), both);
    EXPECT_NE(PlayersPart({first.tip(), std::nullopt}).mix(0),
              PlayersPart({std::nullopt, first.tip()}).mix(0));
}

TEST(PlayersPart, keeps_what_decided_a_draw_when_its_turn_is_played_again) {
    const Chain first = chain_of(1), second = chain_of(2);
    PlayersPart part({first.tip(), second.tip()});
    part.played(0, 0, first.link(0));
    part.played(1, 1, std::nullopt); // a bot played for them
    part.played(0, 2, first.link(2));
    const Bytes32 after_0 = part.mix(1), after_1 = part.mix(2), after_2 = part.mix(3);
    // Taken back to the start, and played again: the same link, another seat, a link after none.
    EXPECT_TRUE(part.fits(0, 0, first.link(0)));
    part.played(0, 0, first.link(0));
    EXPECT_TRUE(part.fits(0, 1, first.link(1)));
    part.played(0, 1, first.link(1));
    part.played(1, 2, second.link(2));
    EXPECT_EQ(part.mix(1), after_0);
    EXPECT_EQ(part.mix(2), after_1);
    EXPECT_EQ(part.mix(3), after_2);
    EXPECT_TRUE(part.fits(0, 3, first.link(3))) << "the chain goes on";
    EXPECT_EQ(part.links()[2]->seat, 0u);
    EXPECT_FALSE(part.links()[1].has_value());
}

} // namespace
} // namespace bastide::server::test
