#include "ai/network/network_evaluation.h"

#include "ai/agent.h"
#include "ai/margin.h"
#include "ai/network/area_network.h"
#include "ai/search/moves.h"
#include "rules/inspect.h"
#include "rules/playout.h"
#include "support/any_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace bastide {
namespace {

using namespace testing_support;

/// Calls visit(game) after each move of a random game of two.
template <class Visit>
void for_each_position(const Box& box, std::uint64_t seed, Visit&& visit) {
    Game game(box, 2, static_cast<unsigned>(seed % 2));
    Random random(seed);
    Deck deck(game, seed);
    while (!game.over()) {
        playout(game, deck, random, PlayoutForm::full, 1);
        if (!game.over() && tiles_left(game, Stack::land) > 0) visit(game);
    }
}

/// Weights of every size that a file may hold.
std::unique_ptr<NetworkWeights> wild_weights(std::uint64_t seed, std::int16_t most) {
    auto weights = std::make_unique<NetworkWeights>();
    Random random(seed);
    const auto number = [&] {
        return static_cast<std::int16_t>(static_cast<int>(random.below(2u * unsigned(most) + 1)) -
                                         most);
    };
    const auto fill = [&](auto& numbers) {
        for (auto& n : numbers) n = number();
    };
    for (auto& row : weights->row) fill(row);
    for (auto& row : weights->global) fill(row);
    for (auto& row : weights->direct) fill(row);
    fill(weights->global_direct);
    for (auto& layer : weights->token) {
        fill(layer.weight);
        fill(layer.bias);
    }
    fill(weights->first.weight);
    fill(weights->first.bias);
    fill(weights->second.weight);
    fill(weights->second.bias);
    fill(weights->out);
    weights->out_bias = number();
    return weights;
}

/// The network once more, in the words of docs/ai.md: sums without a vector, in 64 bits.
template <unsigned inputs, unsigned outputs>
std::vector<std::int64_t> plain_layer(const network::Layer<inputs, outputs>& layer,
                                      const std::vector<std::int64_t>& in) {
    std::vector<std::int64_t> out;
    for (unsigned o = 0; o < outputs; ++o) {
        std::int64_t sum = layer.bias[o];
        for (unsigned i = 0; i < inputs; ++i) {
            sum += in[i] * layer.weight[std::size_t{i / 2} * 2 * outputs + 2 * o + i % 2];
        }
        const auto kept = static_cast<std::int32_t>(sum); // sums wrap at 32 bits
        out.push_back(std::clamp(kept >> 8, 0, 1023));
    }
    return out;
}
template <class Rows>
std::vector<std::int64_t> plain_rows(const Rows& rows, const std::uint16_t* row, unsigned count) {
    std::vector<std::int64_t> sum(network::width);
    for (unsigned k = 0; k < network::width; ++k) {
        for (unsigned i = 0; i < count; ++i) sum[k] += rows[row[i]][k];
        sum[k] = std::clamp<std::int64_t>(static_cast<std::int16_t>(sum[k]), 0, 1023);
    }
    return sum;
}
std::int32_t plain_network(const NetworkWeights& weights, const AreaTokens& tokens) {
    std::vector<std::int64_t> inputs(network::head_inputs);
    std::int64_t direct = 0;
    for (unsigned t = 0; t < tokens.count; ++t) {
        const AreaToken& token = tokens.token[t];
        const auto vector = plain_layer(weights.token[static_cast<unsigned>(token.kind)],
                                        plain_rows(weights.row, token.row.data(), token.count));
        for (unsigned k = 0; k < network::width; ++k) {
            auto& pool = inputs[network::pool_of(token.kind, token.whose) * network::width + k];
            pool = std::min<std::int64_t>(pool + vector[k], 0x7FFF);
        }
        for (unsigned i = 0; i < token.count; ++i) {
            direct += weights.direct[token.row[i]][static_cast<unsigned>(token.whose)];
        }
    }
    const auto world = plain_rows(weights.global, tokens.global.data(), tokens.globals);
    std::ranges::copy(world, inputs.begin() + network::pools * network::width);
    for (unsigned i = 0; i < tokens.globals; ++i) direct += weights.global_direct[tokens.global[i]];
    const auto last = plain_layer(weights.second, plain_layer(weights.first, inputs));
    std::int64_t sum = weights.out_bias + direct * 128;
    for (unsigned k = 0; k < network::narrow; ++k) sum += last[k] * weights.out[k];
    return static_cast<std::int32_t>(sum);
}

TEST(Network, every_kernel_agrees_with_the_plain_sums_bit_by_bit) {
    const auto setup = setup_of("new");
    const TokenReader reader(*setup->box);
    AreaTokens tokens;
    for (const std::int16_t most : {std::int16_t{40}, std::int16_t{700},
                                    std::int16_t{32767}}) { // the last overflows every sum
        const auto weights = wild_weights(static_cast<std::uint64_t>(most), most);
        for_each_position(*setup->box, 3, [&](const Game& game) {
            reader.read(game, tokens);
            const std::int32_t wanted = plain_network(*weights, tokens);
            for (const Isa isa : {Isa::scalar, Isa::wasm, Isa::avx2, Isa::avx512}) {
                if (!is_supported(isa)) continue;
                ASSERT_EQ(run_network(*weights, tokens, isa), wanted) << name(isa);
            }
        });
    }
}

TEST(Network, sees_every_open_area_once_and_rows_that_there_are) {
    for (const char* edition : {"new", "classic-1", "classic-2", "winter"}) {
        const auto setup = setup_of(edition);
        const TokenReader reader(*setup->box);
        AreaTokens tokens;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            for_each_position(*setup->box, seed, [&](const Game& game) {
                reader.read(game, tokens);
                unsigned open = 0, mine = 0;
                for (unsigned n = 1; n < game.now.features; ++n) {
                    const auto node = static_cast<Node>(n);
                    if (feature_root(game, node) != node) continue;
                    const FeatureFacts facts = feature_facts(game, node);
                    if (facts.complete()) continue;
                    ++open;
                    const unsigned me = 1u - game.now.player;
                    if (facts.held.of(me) > facts.held.of(game.now.player)) ++mine;
                }
                unsigned features = 0, sites = 0, my_features = 0;
                for (unsigned t = 0; t < tokens.count; ++t) {
                    const AreaToken& token = tokens.token[t];
                    const unsigned first = network::first_row(token.kind);
                    const bool feature = token.kind <= network::Kind::road;
                    features += feature ? 1 : 0;
                    my_features += feature && token.whose == network::Whose::mine ? 1 : 0;
                    sites += token.kind == network::Kind::site ? 1 : 0;
                    const unsigned end = token.kind == network::Kind::site
                                             ? network::token_rows
                                             : network::first_row(static_cast<network::Kind>(
                                                   static_cast<unsigned>(token.kind) + 1));
                    unsigned before = first;
                    for (unsigned i = 0; i < token.count; ++i) {
                        ASSERT_GE(token.row[i], before); // each question has rows of its own
                        ASSERT_LT(token.row[i], end);
                        before = token.row[i] + 1u;
                    }
                }
                ASSERT_EQ(features, open);
                ASSERT_EQ(my_features, mine);
                ASSERT_EQ(sites, game.now.sites);
                for (unsigned i = 0; i < tokens.globals; ++i) {
                    ASSERT_LT(tokens.global[i], network::global_rows);
                }
            });
        }
    }
}

TEST(Network, refuses_a_file_that_is_not_whole) {
    const std::string good(embedded_weights());
    ASSERT_NE(read_weights(good).weights, nullptr);
    const auto error = [](std::string_view file) {
        const WeightsRead read = read_weights(file);
        EXPECT_EQ(read.weights, nullptr);
        return read.error;
    };
    EXPECT_EQ(error(""), WeightsError::not_weights);
    EXPECT_EQ(error("a text that is longer than the header of such a file"),
              WeightsError::not_weights);
    std::string other = good;
    other[8] = 77;
    EXPECT_EQ(error(other), WeightsError::other_version);
    EXPECT_EQ(error(good.substr(0, good.size() - 1)), WeightsError::wrong_size);
    EXPECT_EQ(error(good + "x"), WeightsError::wrong_size);
    std::string damaged = good;
    damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] ^ 1);
    EXPECT_EQ(error(damaged), WeightsError::wrong_checksum);
}

TEST(Network, corrects_the_terms_that_it_was_trained_with) {
    EXPECT_EQ(read_weights(embedded_weights()).terms, checksum_of_play_terms());
}

TEST(Network, is_the_file_whose_checksum_its_page_tells) {
    std::ifstream in(BASTIDE_SOURCE_DIR "/data/network/classic_two.net", std::ios::binary);
    const std::string file((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_TRUE(file == embedded_weights());
    // The page has the line that sha256sum writes.
    EXPECT_EQ(std::system("cd " BASTIDE_SOURCE_DIR " && "
                          "grep -E '^[0-9a-f]{64}  data/network/classic_two.net$' "
                          "training/README.md | sha256sum --check --strict --status"),
              0);
}

TEST(Network, gives_half_of_its_correction_to_each_player) {
    const auto setup = setup_of("new");
    const NetworkWeights* weights = network_for(*setup->box, 2);
    ASSERT_NE(weights, nullptr);
    const TermTable& terms = play_terms(Form::classic, 2);
    const LearnedEvaluation learned(*setup->box, 2, terms);
    const NetworkEvaluation corrected(*setup->box, terms, *weights);
    unsigned corrections = 0;
    for_each_position(*setup->box, 5, [&](const Game& game) {
        const Value before = learned(game), after = corrected(game);
        const unsigned mover = 1u - game.now.player;
        const float correction = corrected.correction(game);
        EXPECT_NEAR(after[0] + after[1], before[0] + before[1], 1e-3f);
        EXPECT_NEAR(margin_of(after, mover, 2) - margin_of(before, mover, 2), correction, 1e-3f);
        if (correction != 0) ++corrections;
    });
    EXPECT_GT(corrections, 50u);
}

TEST(Network, is_for_two_players_of_the_classic_family) {
    EXPECT_NE(network_for(*setup_of("new")->box, 2), nullptr);
    EXPECT_EQ(network_for(*setup_of("new")->box, 3), nullptr);
    EXPECT_EQ(network_for(*setup_of("hunters")->box, 2), nullptr);
}

TEST(Network, chooses_moves_without_search_and_can_be_left_out) {
    const auto setup = setup_of("new");
    const TermTable& terms = play_terms(Form::classic, 2);
    const LearnedEvaluation learned(*setup->box, 2, terms);
    const NetworkEvaluation corrected(*setup->box, terms, *network_for(*setup->box, 2));
    const auto with = make_agent(*parse_agent("bastide:nodes=1"));
    const auto without = make_agent(*parse_agent("bastide:nodes=1;network=0"));
    unsigned differences = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        Game game(*setup->box, 2, 0);
        Random random(seed);
        Deck deck(game, seed);
        playout(game, deck, random, PlayoutForm::full, 20);
        draw_from(deck, game, nullptr);
        const auto margin = [&](const Evaluation& evaluation, const Move& move) {
            Game after = game;
            apply(after, move);
            return margin_of(evaluation(after), game.now.player, 2);
        };
        const auto is_best = [&](const Evaluation& evaluation, const Move& move) {
            Game board = game;
            std::vector<JudgedMove> judged;
            MoveJudge(evaluation).judge(board, judged);
            const float chosen = margin(evaluation, move);
            return std::ranges::all_of(judged, [&](const JudgedMove& other) {
                return margin_of(other.value, game.now.player, 2) <= chosen + 1e-3f;
            });
        };
        Budget budget;
        budget.nodes = 1;
        const Move by_network = (*with)->choose(game, budget, random);
        const Move by_terms = (*without)->choose(game, budget, random);
        EXPECT_TRUE(is_best(corrected, by_network));
        EXPECT_TRUE(is_best(learned, by_terms));
        if (by_network != by_terms) ++differences;
    }
    EXPECT_GT(differences, 0u);
}

} // namespace
} // namespace bastide
