#include "ai/arena/play.h"
#include "c/support.h"
#include "support/any_game.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace bastide::c_test {
namespace {

/// Columns for six players tell the same as those for five.
TEST(CBatch, wide_tokens_and_tables_tell_the_same) {
    constexpr unsigned games = 3;
    for (const Mix& mix : mixes) {
        const bastide_setup setup = setup_of(mix);
        bastide_batch* made = nullptr;
        ASSERT_EQ(bastide_batch_new(&setup, games, 17, 1, &made, nullptr), BASTIDE_OK);
        const BatchHandle batch(made);
        std::vector<std::int16_t> tokens(games * BASTIDE_TOKEN_ROWS * BASTIDE_TOKEN_COLUMNS);
        std::vector<std::int16_t> tables(games * BASTIDE_TABLE_COLUMNS);
        std::vector<std::int16_t> wide_tokens(
            games * BASTIDE_WIDE_TOKEN_ROWS * BASTIDE_WIDE_TOKEN_COLUMNS, 77);
        std::vector<std::int16_t> wide_tables(games * BASTIDE_WIDE_TABLE_COLUMNS, 77);
        std::vector<std::uint16_t> rows(games), wide_rows(games);
        std::vector<std::uint8_t> overflows(games, 9);
        bastide_sight sight = {};
        sight.tokens = tokens.data();
        sight.rows = rows.data();
        sight.tables = tables.data();
        const bastide_wide_sight wide = {wide_tokens.data(), wide_rows.data(), wide_tables.data(),
                                         overflows.data()};
        for (unsigned step = 0; step < 12; ++step) {
            ASSERT_EQ(bastide_batch_random(batch.get(), 7, nullptr, nullptr, nullptr), BASTIDE_OK);
            ASSERT_EQ(bastide_batch_see(batch.get(), &sight, nullptr), BASTIDE_OK);
            ASSERT_EQ(bastide_batch_see_wide(batch.get(), &wide, nullptr), BASTIDE_OK);
            ASSERT_EQ(rows, wide_rows);
            ASSERT_EQ(overflows, std::vector<std::uint8_t>(games, 0));
            for (std::size_t i = 0; i < games * std::size_t{BASTIDE_WIDE_TOKEN_ROWS}; ++i) {
                const std::size_t game = i / BASTIDE_WIDE_TOKEN_ROWS;
                const std::size_t row = i % BASTIDE_WIDE_TOKEN_ROWS;
                const std::int16_t* told = &wide_tokens[i * BASTIDE_WIDE_TOKEN_COLUMNS];
                std::vector<std::int16_t> wanted(BASTIDE_WIDE_TOKEN_COLUMNS);
                if (row < rows[game]) {
                    const std::int16_t* five =
                        &tokens[(game * BASTIDE_TOKEN_ROWS + row) * BASTIDE_TOKEN_COLUMNS];
                    std::copy_n(five, 13, wanted.begin());
                    wanted[14] = five[14];
                    wanted[15] = five[15];
                    wanted[16] = five[13];
                }
                ASSERT_EQ(std::vector<std::int16_t>(told, told + BASTIDE_WIDE_TOKEN_COLUMNS),
                          wanted)
                    << mix.edition << ", row " << row;
            }
            for (std::size_t game = 0; game < games; ++game) {
                const std::int16_t* five = &tables[game * BASTIDE_TABLE_COLUMNS];
                std::vector<std::int16_t> wanted(BASTIDE_WIDE_TABLE_COLUMNS);
                std::copy_n(five, 13, wanted.begin());
                for (unsigned kind = 0; kind < 3; ++kind) {
                    std::copy_n(five + 13 + 5 * kind, 5, wanted.begin() + 14 + 6 * kind);
                }
                wanted[68] = five[28];
                std::copy_n(five + 32, BASTIDE_TABLE_COLUMNS - 32, wanted.begin() + 96);
                const std::int16_t* told = &wide_tables[game * BASTIDE_WIDE_TABLE_COLUMNS];
                ASSERT_EQ(std::vector<std::int16_t>(told, told + BASTIDE_WIDE_TABLE_COLUMNS),
                          wanted)
                    << mix.edition;
            }
        }
    }
}

TEST(CBatch, six_players_have_room_in_a_wide_sight_only) {
    const bastide_setup setup = setup_of({"new", "inns=true,traders=true", 6});
    bastide_batch* made = nullptr;
    ASSERT_EQ(bastide_batch_new(&setup, 2, 3, 1, &made, nullptr), BASTIDE_OK);
    const BatchHandle batch(made);
    std::vector<std::int16_t> tables(2 * BASTIDE_WIDE_TABLE_COLUMNS);
    std::vector<std::int16_t> tokens(2 * BASTIDE_WIDE_TOKEN_ROWS * BASTIDE_WIDE_TOKEN_COLUMNS);
    std::vector<std::uint16_t> rows(2);
    std::vector<std::uint8_t> overflows(2);
    std::vector<float> rewards(12);
    bastide_buffers buffers = {};
    buffers.tables = tables.data();
    bastide_error error;
    EXPECT_EQ(bastide_batch_random(batch.get(), 1, &buffers, nullptr, &error),
              BASTIDE_BAD_ARGUMENT);
    EXPECT_STREQ(error.text, "six players have room in a bastide_wide_sight only");
    buffers.tables = nullptr;
    buffers.rewards = rewards.data();
    const bastide_wide_sight wide = {tokens.data(), rows.data(), tables.data(), overflows.data()};
    unsigned sixths = 0;
    for (unsigned step = 0; step < 200; ++step) {
        ASSERT_EQ(bastide_batch_random(batch.get(), 1, &buffers, nullptr, &error), BASTIDE_OK);
        ASSERT_EQ(bastide_batch_see_wide(batch.get(), &wide, &error), BASTIDE_OK) << error.text;
        EXPECT_EQ(tables[0], 6);
        EXPECT_EQ(overflows, std::vector<std::uint8_t>(2, 0));
        for (std::size_t row = 0; row < rows[0]; ++row) {
            sixths += tokens[row * BASTIDE_WIDE_TOKEN_COLUMNS + 13] != 0 ? 1u : 0u;
        }
    }
    EXPECT_GT(sixths, 0u);
}

/// Inns, cathedrals, goods and the tokens of the expansions: a token is at home or in one area, and
/// what was taken is what completed cities had.
TEST(CBatch, wide_columns_tell_what_the_expansions_bring) {
    constexpr std::size_t columns = BASTIDE_WIDE_TOKEN_COLUMNS;
    constexpr unsigned raised = 5, goods = 17, big = 20, beside = 26; // of a row
    constexpr unsigned supplies = 14, taken = 50, second_part = 69;   // of the table
    enum Kind : std::int16_t { road = 0, city = 1, monastery = 2, field = 4 };
    unsigned builders = 0, pigs = 0, farmers = 0, monks = 0, inns = 0, cathedrals = 0, seconds = 0;
    for (const unsigned players : {2u, 6u}) {
        const GameHandle game =
            seeded_game({"new", "inns=true,traders=true,abbot=true", players}, 5);
        const AgentHandle greedy = new_agent("greedy"), random = new_agent("random");
        std::uint64_t chance = 1;
        std::vector<std::int16_t> tokens(BASTIDE_WIDE_TOKEN_ROWS * columns);
        std::vector<std::int16_t> table(BASTIDE_WIDE_TABLE_COLUMNS);
        std::uint16_t rows = 0;
        const bastide_wide_sight sight = {tokens.data(), &rows, table.data(), nullptr};
        const auto goes_on = [&] { return state_of(game).phase != BASTIDE_OVER && deal(game); };
        for (unsigned turn = 0, before = players; goes_on(); ++turn) {
            ASSERT_EQ(bastide_game_see_wide(game.get(), &sight, nullptr), BASTIDE_OK);
            const unsigned player = state_of(game).player;
            EXPECT_EQ(table[second_part] != 0, player == before);
            seconds += player == before ? 1u : 0u;
            std::vector<int> home(3 * players), found(3), all_taken(3);
            for (unsigned kind = 0; kind < 3; ++kind) {
                for (unsigned i = 0; i < players; ++i) {
                    home[kind * players + i] = table[supplies + (kind + 3) * 6 + i];
                    all_taken[kind] += table[taken + kind * 6 + i];
                }
            }
            for (std::size_t row = 0; row < rows; ++row) {
                const std::int16_t* told = &tokens[row * columns];
                const bool on_field = told[0] == field;
                for (unsigned i = 0; i < players; ++i) {
                    home[i] += told[big + i];
                    home[(on_field ? 2 : 1) * players + i] += told[beside + i];
                    // A big follower counts for two, and companions go where a follower stands.
                    EXPECT_GE(told[8 + i], 2 * told[big + i]);
                    EXPECT_GE(told[8 + i], told[beside + i]);
                    (on_field ? pigs : builders) += told[beside + i] != 0 ? 1u : 0u;
                    farmers += on_field && told[big + i] != 0 ? 1u : 0u;
                    monks += told[0] == monastery && told[big + i] != 0 ? 1u : 0u;
                }
                for (unsigned kind = 0; kind < 3; ++kind) {
                    if (told[0] != city) {
                        EXPECT_EQ(told[goods + kind], 0);
                    }
                    if (told[1] != 0) found[kind] += told[goods + kind];
                }
                if (told[raised] == 0) continue;
                ASSERT_TRUE(told[0] == road || told[0] == city);
                (told[0] == road ? inns : cathedrals) += 1;
                EXPECT_EQ(told[6], 0); // worth nothing if the game ended now
            }
            EXPECT_EQ(home, std::vector<int>(3 * players, 1)) << "turn " << turn;
            EXPECT_EQ(found, all_taken) << "turn " << turn;
            bastide_move move;
            const AgentHandle& agent = turn % 3 == 0 ? random : greedy;
            ASSERT_EQ(
                bastide_agent_choose(agent.get(), game.get(), nullptr, &chance, &move, nullptr),
                BASTIDE_OK);
            apply_move(game, move);
            before = player;
        }
    }
    for (const unsigned seen : {builders, pigs, farmers, monks, inns, cathedrals, seconds}) {
        EXPECT_GT(seen, 0u);
    }
}

/// Areas that are kept from turn to turn are those that are looked for anew.
TEST(CBatch, tokens_are_the_same_as_seen_anew) {
    constexpr unsigned games = 5;
    constexpr std::size_t numbers = std::size_t{games} * BASTIDE_TOKEN_ROWS * BASTIDE_TOKEN_COLUMNS;
    for (const Mix& mix : mixes) {
        const bastide_setup setup = setup_of(mix);
        bastide_batch* made = nullptr;
        ASSERT_EQ(bastide_batch_new(&setup, games, 31, 2, &made, nullptr), BASTIDE_OK);
        const BatchHandle batch(made);
        std::vector<std::int16_t> kept(numbers, 77), anew(numbers, 77);
        std::vector<std::uint16_t> kept_rows(games), rows(games);
        bastide_buffers buffers = {};
        buffers.tokens = kept.data();
        buffers.rows = kept_rows.data();
        bastide_sight sight = {};
        sight.tokens = anew.data();
        sight.rows = rows.data();
        for (unsigned step = 0; step < 170; ++step) {
            // Now and then several turns go by unseen.
            ASSERT_EQ(bastide_batch_random(batch.get(), 1 + step % 3, &buffers, nullptr, nullptr),
                      BASTIDE_OK);
            ASSERT_EQ(bastide_batch_see(batch.get(), &sight, nullptr), BASTIDE_OK);
            ASSERT_EQ(kept_rows, rows) << mix.edition << ", step " << step;
            ASSERT_EQ(kept, anew) << mix.edition << ", step " << step;
        }
    }
}

constexpr std::size_t max_actions = BASTIDE_MAX_ACTIONS;
constexpr std::size_t token_row = BASTIDE_TOKEN_COLUMNS;
constexpr std::size_t tokens_of_game = BASTIDE_TOKEN_ROWS * token_row;

/// A batch with room for everything that it tells.
struct Played {
    Played(const Mix& mix, unsigned count, std::uint64_t seed, unsigned threads)
        : players(count)
        , phases(count)
        , counts(count)
        , masks(count * max_actions)
        , actions(count * max_actions * BASTIDE_ACTION_COLUMNS)
        , rewards(count * std::size_t{mix.players})
        , ends(count)
        , overflows(count)
        , games(count)
        , tokens(count * tokens_of_game)
        , rows(count)
        , tables(count * std::size_t{BASTIDE_TABLE_COLUMNS}) {
        const bastide_setup setup = setup_of(mix);
        bastide_batch* made = nullptr;
        bastide_error error;
        EXPECT_EQ(bastide_batch_new(&setup, count, seed, threads, &made, &error), BASTIDE_OK)
            << error.text;
        batch.reset(made);
        buffers = {players.data(), phases.data(),  counts.data(), masks.data(),
                   actions.data(), rewards.data(), ends.data(),   overflows.data(),
                   games.data(),   tokens.data(),  rows.data(),   tables.data()};
        EXPECT_EQ(bastide_batch_reset(made, &buffers, nullptr), BASTIDE_OK);
    }

    std::int32_t step(const std::vector<std::int32_t>& chosen, bastide_error* error = nullptr) {
        return bastide_batch_step(batch.get(), chosen.data(), &buffers, error);
    }
    /// Some action of each game, by a number that depends on the game and the step alone.
    std::vector<std::int32_t> some_actions(unsigned step_number) const {
        std::vector<std::int32_t> chosen(counts.size());
        for (std::size_t i = 0; i < chosen.size(); ++i) {
            if (counts[i] > 0) {
                chosen[i] =
                    static_cast<std::int32_t>((step_number * 7919 + games[i] * 31) % counts[i]);
            }
        }
        return chosen;
    }

    BatchHandle batch;
    std::vector<std::uint8_t> players, phases;
    std::vector<std::uint16_t> counts;
    std::vector<std::uint8_t> masks;
    std::vector<std::int8_t> actions;
    std::vector<float> rewards;
    std::vector<std::uint8_t> ends, overflows;
    std::vector<std::uint64_t> games;
    std::vector<std::int16_t> tokens;
    std::vector<std::uint16_t> rows;
    std::vector<std::int16_t> tables;
    bastide_buffers buffers;
};

/// Final scores of games of a series by the agent "random".
std::vector<int> random_scores(const Mix& mix, std::uint64_t seed, std::uint64_t index) {
    const auto setup =
        testing_support::setup_of(mix.edition, mix.options == nullptr ? "" : mix.options);
    const auto agent = std::move(*make_agent(*parse_agent("random")));
    const std::vector<Seat> seats(mix.players, Seat{agent.get(), {}});
    const PlayedGame game =
        play_game(*setup, seats, deck_seed_of(seed, index), move_seed_of(seed, index), nullptr);
    return {game.scores.begin(), game.scores.begin() + mix.players};
}

TEST(CBatch, random_play_is_the_programs_series_of_random_games) {
    for (const Mix& mix : mixes) {
        constexpr unsigned count = 3;
        Played played(mix, count, 11, 1);
        std::map<std::uint64_t, std::vector<int>> scores;
        while (scores.size() < 6) {
            ASSERT_EQ(
                bastide_batch_random(played.batch.get(), 1, &played.buffers, nullptr, nullptr),
                BASTIDE_OK);
            for (unsigned i = 0; i < count; ++i) {
                auto& sum = scores[played.games[i]];
                sum.resize(mix.players);
                if (played.games[i] >= 6) {
                    scores.erase(played.games[i]);
                    continue;
                }
                for (unsigned p = 0; p < mix.players; ++p) {
                    sum[p] += static_cast<int>(played.rewards[i * mix.players + p]);
                }
            }
        }
        for (std::uint64_t game = 0; game < count; ++game) { // surely ended
            ASSERT_EQ(scores[game], random_scores(mix, 11, game)) << mix.edition;
        }
    }
}

TEST(CBatch, a_step_is_the_move_of_a_single_game) {
    for (const Mix& mix : mixes) {
        Played played(mix, 1, 21, 1);
        const GameHandle game = seeded_game(mix, bastide_deck_seed(21, 0));
        const bool man = mix.options != nullptr && std::strstr(mix.options, "gingerbread");
        std::vector<int> sum(mix.players);
        for (unsigned n = 0; !played.ends[0]; ++n) {
            if (played.phases[0] == BASTIDE_PLACE && !man) {
                ASSERT_TRUE(deal(game));
                ASSERT_EQ(played.players[0], state_of(game).player);
                ASSERT_EQ(played.overflows[0], 0);
                const std::vector<bastide_move> moves = moves_of(game);
                ASSERT_EQ(moves.size(), played.counts[0]);
                const auto chosen = static_cast<std::size_t>(played.some_actions(n)[0]);
                const std::int8_t* row = &played.actions[chosen * BASTIDE_ACTION_COLUMNS];
                ASSERT_EQ(std::memcmp(&moves[chosen], row, BASTIDE_ACTION_COLUMNS), 0);
                apply_move(game, moves[chosen]);
            }
            ASSERT_EQ(played.step(played.some_actions(n)), BASTIDE_OK);
            for (unsigned p = 0; p < mix.players; ++p) {
                sum[p] += static_cast<int>(played.rewards[p]);
            }
        }
        if (man) continue;
        std::int32_t scores[BASTIDE_MAX_PLAYERS];
        bastide_game_final_scores(game.get(), scores, nullptr);
        EXPECT_EQ(sum, std::vector<int>(scores, scores + mix.players)) << mix.edition;
        // The next step begins the next game.
        ASSERT_EQ(played.step({0}), BASTIDE_OK);
        EXPECT_EQ(played.games[0], 1u);
        EXPECT_EQ(played.ends[0], 0);
        EXPECT_EQ(played.rewards[0], 0);
    }
}

TEST(CBatch, the_gingerbread_man_moves_in_a_step_of_his_own) {
    Played played(mixes[3], 8, 2, 1);
    unsigned moved = 0;
    for (unsigned n = 0; n < 300; ++n) {
        for (unsigned i = 0; i < 8; ++i) {
            if (played.phases[i] != BASTIDE_MAN) continue;
            ++moved;
            const std::int8_t* row = &played.actions[i * max_actions * BASTIDE_ACTION_COLUMNS];
            EXPECT_EQ(row[3], BASTIDE_MOVE_MAN);
            EXPECT_EQ(played.tables[i * BASTIDE_TABLE_COLUMNS + 2], BASTIDE_MAN);
        }
        ASSERT_EQ(played.step(played.some_actions(n)), BASTIDE_OK);
    }
    EXPECT_GT(moved, 20u);
}

TEST(CBatch, threads_change_nothing) {
    Played one(mixes[2], 13, 5, 1), three(mixes[2], 13, 5, 3);
    for (unsigned n = 0; n < 120; ++n) {
        ASSERT_EQ(one.step(one.some_actions(n)), BASTIDE_OK);
        ASSERT_EQ(three.step(three.some_actions(n)), BASTIDE_OK);
        ASSERT_EQ(one.rewards, three.rewards);
        ASSERT_EQ(one.games, three.games);
        ASSERT_EQ(one.masks, three.masks);
        ASSERT_EQ(one.tokens, three.tokens);
        ASSERT_EQ(one.tables, three.tables);
    }
}

TEST(CBatch, an_action_that_is_not_offered_refuses_the_step) {
    Played played(mixes[1], 3, 5, 1);
    const auto tables = played.tables;
    bastide_error error;
    for (const std::int32_t wrong : {-2, static_cast<std::int32_t>(played.counts[1]), 100000}) {
        EXPECT_EQ(played.step({0, wrong, 0}, &error), BASTIDE_BAD_ARGUMENT);
        EXPECT_EQ(std::string(error.text),
                  "action " + std::to_string(wrong) + " of game 1 is not offered");
    }
    ASSERT_EQ(bastide_batch_random(played.batch.get(), 0, &played.buffers, nullptr, nullptr),
              BASTIDE_OK);
    EXPECT_EQ(played.tables, tables);
    const bastide_setup setup = setup_of(mixes[1]);
    bastide_batch* made = nullptr;
    EXPECT_EQ(bastide_batch_new(&setup, 0, 1, 1, &made, &error), BASTIDE_BAD_ARGUMENT);
    EXPECT_EQ(bastide_batch_new(&setup, 1, 1, 0, &made, &error), BASTIDE_BAD_ARGUMENT);
}

TEST(CBatch, agents_play_the_programs_games_in_a_batch) {
    std::vector<Mix> all(std::begin(mixes), std::end(mixes));
    all.push_back({"winter", "gingerbread=true,inns=true,traders=true", 5});
    for (const Mix& mix : all) {
        Played played(mix, 2, 31, 1);
        const AgentHandle agent = new_agent("random");
        std::vector<std::uint64_t> chance = {bastide_move_seed(31, 0), bastide_move_seed(31, 1)};
        std::vector<std::vector<int>> sum(2, std::vector<int>(mix.players));
        while (!played.ends[0] || !played.ends[1]) {
            std::vector<std::int32_t> actions(2, BASTIDE_WAIT);
            for (unsigned i = 0; i < 2; ++i) {
                if (played.ends[i]) continue;
                bastide_error error;
                ASSERT_EQ(bastide_batch_choose(played.batch.get(), i, agent.get(), nullptr,
                                               &chance[i], &actions[i], &error),
                          BASTIDE_OK)
                    << error.text;
            }
            ASSERT_EQ(played.step(actions), BASTIDE_OK);
            for (unsigned i = 0; i < 2; ++i) {
                for (unsigned p = 0; p < mix.players; ++p) {
                    sum[i][p] += static_cast<int>(played.rewards[i * mix.players + p]);
                }
            }
        }
        for (unsigned i = 0; i < 2; ++i) {
            EXPECT_EQ(sum[i], random_scores(mix, 31, i)) << mix.edition;
        }
        std::int32_t action = 0;
        EXPECT_EQ(bastide_batch_choose(played.batch.get(), 0, agent.get(), nullptr, &chance[0],
                                       &action, nullptr),
                  BASTIDE_REFUSED);
    }
}

TEST(CBatch, a_game_that_waits_stays_as_it_is) {
    Played played(mixes[1], 2, 5, 1);
    const auto table = [&](std::size_t i) {
        const auto begin = played.tables.begin() + static_cast<std::ptrdiff_t>(i * 128);
        return std::vector<std::int16_t>(begin, begin + BASTIDE_TABLE_COLUMNS);
    };
    const auto first = table(0), second = table(1);
    ASSERT_EQ(played.step({BASTIDE_WAIT, 0}), BASTIDE_OK);
    EXPECT_EQ(table(0), first);
    EXPECT_NE(table(1), second);
}

TEST(CBatch, actions_beyond_the_room_are_flagged) {
    // The first action of all puts the tile far out without a token: a long thin board, where a
    // tile fits nearly everywhere and everybody has all tokens.
    Played played(mixes[4], 8, 1, 1);
    unsigned flagged = 0;
    for (unsigned n = 0; n < 79; ++n) {
        for (unsigned i = 0; i < 8; ++i) {
            const bool left_out = (played.overflows[i] & BASTIDE_ACTIONS_LEFT_OUT) != 0;
            flagged += left_out ? 1u : 0u;
            ASSERT_TRUE(!left_out || played.counts[i] == BASTIDE_MAX_ACTIONS);
        }
        ASSERT_EQ(played.step(std::vector<std::int32_t>(8)), BASTIDE_OK);
    }
    EXPECT_GT(flagged, 0u);
}

/// An area as both the rows and the JSON tell it.
using Told = std::vector<int>;

TEST(CBatch, tokens_are_the_areas_of_the_board) {
    constexpr const char* kinds[] = {"road",        "city",   "monastery", "garden", "field",
                                     "gingerbread", "forest", "river",     "hut",    "meadow"};
    for (const Mix& mix : mixes) {
        if (mix.options != nullptr && std::strstr(mix.options, "gingerbread")) continue;
        Played played(mix, 1, 9, 1);
        const GameHandle game = seeded_game(mix, bastide_deck_seed(9, 0));
        for (unsigned n = 0; !played.ends[0]; ++n) {
            ASSERT_TRUE(deal(game));
            const unsigned player = played.players[0];
            std::multiset<Told> rows, areas;
            for (std::size_t r = 0; r < played.rows[0]; ++r) {
                const std::int16_t* row = &played.tokens[r * token_row];
                Told told = {row[0], row[1], row[6]};
                told.insert(told.end(), row + 8, row + 8 + mix.players);
                told.push_back(row[13]);
                rows.insert(told);
            }
            const auto json = nlohmann::json::parse(text_of(game, BASTIDE_AREAS), nullptr, false);
            for (const auto& area : json) {
                Told told = {0, area["complete"].get<bool>(), area["now"].get<int>()};
                while (kinds[told[0]] != area["kind"]) ++told[0];
                for (unsigned i = 0; i < mix.players; ++i) {
                    told.push_back(area["tokens"][(player + i) % mix.players].get<int>());
                }
                const auto& owners = area["owners"];
                told.push_back(std::find(owners.begin(), owners.end(), player) != owners.end());
                areas.insert(told);
            }
            ASSERT_EQ(rows, areas) << mix.edition << ", turn " << n;
            const std::int16_t* table = played.tables.data();
            const bastide_state state = state_of(game);
            ASSERT_EQ(table[3], state.hand);
            ASSERT_EQ(table[6], static_cast<int>(state.left));
            ASSERT_EQ(table[8], state.scores[player]);
            apply_move(game, moves_of(game)[static_cast<std::size_t>(played.some_actions(n)[0])]);
            ASSERT_EQ(played.step(played.some_actions(n)), BASTIDE_OK);
        }
    }
}

TEST(CBatch, what_is_seen_later_is_what_a_step_told) {
    for (const Mix& mix : mixes) {
        constexpr unsigned count = 5;
        constexpr std::size_t plane = std::size_t{BASTIDE_WINDOW} * BASTIDE_WINDOW;
        Played played(mix, count, 3, 2);
        std::vector<std::int16_t> tokens(played.tokens.size()), tables(played.tables.size());
        std::vector<std::uint16_t> rows(count);
        std::vector<std::uint8_t> planes(count * BASTIDE_PLANES * plane), overflows(count);
        std::vector<std::int8_t> origins(2 * std::size_t{count});
        const bastide_sight sight = {tokens.data(), rows.data(),    tables.data(),
                                     planes.data(), origins.data(), overflows.data()};
        for (unsigned n = 0; n < 90; ++n) {
            ASSERT_EQ(played.step(played.some_actions(n)), BASTIDE_OK);
            ASSERT_EQ(bastide_batch_see(played.batch.get(), &sight, nullptr), BASTIDE_OK);
            ASSERT_EQ(tokens, played.tokens);
            ASSERT_EQ(rows, played.rows);
            ASSERT_EQ(tables, played.tables);
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint8_t* tiles = planes.data() + i * BASTIDE_PLANES * plane;
                const auto lie = std::count(tiles, tiles + plane, std::uint8_t{1});
                const bool all = (overflows[i] & BASTIDE_CELLS_LEFT_OUT) == 0;
                ASSERT_TRUE(!all || lie == tables[i * BASTIDE_TABLE_COLUMNS + 7]);
            }
        }
    }
    EXPECT_EQ(bastide_batch_see(nullptr, nullptr, nullptr), BASTIDE_BAD_ARGUMENT);
    EXPECT_EQ(bastide_game_see(nullptr, nullptr, nullptr), BASTIDE_BAD_ARGUMENT);
}

} // namespace
} // namespace bastide::c_test
