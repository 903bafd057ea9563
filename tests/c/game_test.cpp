#include "ai/arena/play.h"
#include "c/support.h"
#include "support/any_game.h"

#include <nlohmann/json.hpp>

#include <cstring>
#include <thread>

namespace bastide::c_test {
namespace {

constexpr unsigned whole = 1000; // more turns than a game has

/// The same game by the engine itself.
std::string record_of(const Mix& mix, const char* description, std::uint64_t seed,
                      std::uint64_t index) {
    const auto setup =
        testing_support::setup_of(mix.edition, mix.options == nullptr ? "" : mix.options);
    const auto spec = parse_agent(description);
    std::vector<std::unique_ptr<Agent>> agents;
    std::vector<Seat> seats;
    std::vector<std::string> names;
    for (unsigned i = 0; i < mix.players; ++i) {
        agents.push_back(std::move(*make_agent(*spec)));
        seats.push_back({agents.back().get(), spec->budget});
        names.push_back("player " + std::to_string(i + 1));
    }
    Record record = new_record(setup, names);
    play_game(*setup, seats, deck_seed_of(seed, index), move_seed_of(seed, index), &record);
    return write_record(record);
}

TEST(CGame, the_same_seed_gives_the_programs_game_of_every_edition) {
    for (const Mix& mix : mixes) {
        for (std::uint64_t index = 0; index < 4; ++index) {
            const char* agent = index % 2 == 0 ? "random" : "greedy";
            const GameHandle game = seeded_game(mix, bastide_deck_seed(5, index));
            std::uint64_t chance = bastide_move_seed(5, index);
            play(game, new_agent(agent), whole, chance);
            ASSERT_EQ(text_of(game, BASTIDE_RECORD), record_of(mix, agent, 5, index))
                << mix.edition;
        }
    }
}

TEST(CGame, moves_are_all_legal_and_hold_every_random_move) {
    for (const Mix& mix : mixes) {
        const GameHandle game = seeded_game(mix, 3);
        const AgentHandle agent = new_agent("random");
        std::uint64_t chance = 3;
        while (state_of(game).phase != BASTIDE_OVER && deal(game)) {
            const std::vector<bastide_move> moves = moves_of(game);
            for (const bastide_move& move : moves) {
                ASSERT_EQ(bastide_game_check(game.get(), &move, nullptr), BASTIDE_OK);
            }
            bastide_move chosen = {};
            bastide_agent_choose(agent.get(), game.get(), nullptr, &chance, &chosen, nullptr);
            unsigned found = 0;
            for (const bastide_move& move : moves) {
                found += std::memcmp(&move, &chosen, sizeof move) == 0 ? 1u : 0u;
            }
            ASSERT_EQ(found, 1u) << mix.edition;
            apply_move(game, chosen);
        }
    }
}

TEST(CGame, undo_takes_back_moves_and_draws_and_the_deck_with_them) {
    for (const Mix& mix : mixes) {
        const GameHandle game = seeded_game(mix, 8);
        std::vector<std::uint64_t> hashes = {hash_of(game)};
        while (state_of(game).phase != BASTIDE_OVER) {
            const bool fits = deal(game);
            hashes.push_back(hash_of(game));
            if (!fits) break;
            apply_move(game, moves_of(game).front());
            hashes.push_back(hash_of(game));
        }
        const std::string record = text_of(game, BASTIDE_RECORD);
        for (std::size_t i = hashes.size() - 1; i-- > 0;) {
            ASSERT_EQ(bastide_game_undo(game.get(), nullptr), BASTIDE_OK);
            ASSERT_EQ(hash_of(game), hashes[i]) << mix.edition << ", step " << i;
        }
        EXPECT_EQ(bastide_game_undo(game.get(), nullptr), BASTIDE_NOTHING_DONE);
        while (state_of(game).phase != BASTIDE_OVER && deal(game)) {
            apply_move(game, moves_of(game).front());
        }
        EXPECT_EQ(text_of(game, BASTIDE_RECORD), record);
    }
}

TEST(CGame, six_play_the_programs_games_of_two_expansions) {
    const Mix mix = {"new", "inns=true,traders=true", 6};
    for (const char* agent : {"random"}) {
        const GameHandle game = seeded_game(mix, bastide_deck_seed(5, 1));
        std::uint64_t chance = bastide_move_seed(5, 1);
        play(game, new_agent(agent), whole, chance);
        ASSERT_EQ(text_of(game, BASTIDE_RECORD), record_of(mix, agent, 5, 1));
        std::int32_t now[BASTIDE_MOST_PLAYERS], final[BASTIDE_MOST_PLAYERS];
        ASSERT_EQ(bastide_game_scores(game.get(), now, final, nullptr), BASTIDE_OK);
        const auto record = nlohmann::json::parse(text_of(game, BASTIDE_RECORD));
        EXPECT_EQ(record["result"]["scores"], std::vector<std::int32_t>(final, final + 6));
        EXPECT_EQ(bastide_game_scores(game.get(), nullptr, nullptr, nullptr), BASTIDE_OK);
        for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(state_of(game).scores[i], now[i]);
    }
    bastide_setup seven = setup_of(mix);
    seven.players = 7;
    bastide_game* none = nullptr;
    bastide_error error;
    EXPECT_EQ(bastide_game_new(&seven, &none, &error), BASTIDE_BAD_ARGUMENT);
    EXPECT_STREQ(error.text, "there must be 1 to 6 players");
}

/// Every other legal move, in a circle.
const bastide_move& pick(const std::vector<bastide_move>& moves, std::size_t turn) {
    return moves[7 * turn % moves.size()];
}

TEST(CGame, a_turn_in_one_call_is_apply_deal_and_moves) {
    for (const Mix& mix : mixes) {
        const GameHandle slow = seeded_game(mix, 11), quick = seeded_game(mix, 11);
        std::vector<bastide_move> room(4000);
        bastide_turn turn = {room.data(), room.size(), 0, 9, -1};
        bastide_error error;
        ASSERT_EQ(bastide_game_turn(quick.get(), nullptr, &turn, &error), BASTIDE_OK) << error.text;
        for (std::size_t played = 0; deal(slow); ++played) {
            const std::vector<bastide_move> moves = moves_of(slow);
            ASSERT_EQ(turn.phase, BASTIDE_PLACE);
            ASSERT_EQ(turn.player, state_of(slow).player);
            ASSERT_EQ(turn.count, moves.size()) << mix.edition;
            ASSERT_EQ(std::memcmp(moves.data(), room.data(), moves.size() * sizeof moves[0]), 0);
            apply_move(slow, pick(moves, played));
            ASSERT_EQ(bastide_game_turn(quick.get(), &pick(moves, played), &turn, &error),
                      BASTIDE_OK)
                << error.text;
            if (state_of(slow).phase == BASTIDE_OVER) break;
        }
        EXPECT_EQ(turn.phase, BASTIDE_OVER);
        EXPECT_EQ(turn.count, 0u);
        EXPECT_EQ(text_of(quick, BASTIDE_RECORD), text_of(slow, BASTIDE_RECORD)) << mix.edition;
        EXPECT_EQ(bastide_game_turn(quick.get(), nullptr, &turn, &error), BASTIDE_REFUSED);
        EXPECT_STREQ(error.text, "game_is_over");
    }
}

TEST(CGame, a_turn_in_one_call_is_refused_whole) {
    bastide_turn turn = {};
    bastide_error error;
    const GameHandle unseeded = new_game(setup_of(mixes[0]));
    EXPECT_EQ(bastide_game_turn(unseeded.get(), nullptr, &turn, &error), BASTIDE_NO_SEED);
    ASSERT_EQ(bastide_game_draw(unseeded.get(), "base/K", nullptr), BASTIDE_OK);
    const bastide_move first = moves_of(unseeded).front();
    EXPECT_EQ(bastide_game_turn(unseeded.get(), &first, &turn, &error), BASTIDE_NO_SEED);
    EXPECT_EQ(state_of(unseeded).turns, 0u);

    const GameHandle game = seeded_game(mixes[0], 1);
    EXPECT_EQ(bastide_game_turn(game.get(), &first, &turn, &error), BASTIDE_REFUSED); // no tile
    EXPECT_EQ(bastide_game_turn(game.get(), nullptr, nullptr, &error), BASTIDE_BAD_ARGUMENT);
    ASSERT_EQ(bastide_game_turn(game.get(), nullptr, &turn, &error), BASTIDE_OK); // unlisted
    EXPECT_EQ(turn.count, 0u);
    const std::uint64_t before = hash_of(game);
    EXPECT_EQ(bastide_game_turn(game.get(), nullptr, &turn, &error), BASTIDE_REFUSED);
    EXPECT_STREQ(error.text, "tile_already_drawn");
    bastide_move far = moves_of(game).front();
    far.x = 100;
    EXPECT_EQ(bastide_game_turn(game.get(), &far, &turn, &error), BASTIDE_REFUSED);
    far.rotation = 4;
    EXPECT_EQ(bastide_game_turn(game.get(), &far, &turn, &error), BASTIDE_BAD_ARGUMENT);
    EXPECT_EQ(hash_of(game), before);

    // Too little room: the turn is played, and the list is left to bastide_game_moves.
    bastide_move only = {};
    only.x = 99;
    turn = {&only, 1, 0, 0, 0};
    const bastide_move next = moves_of(game).front();
    ASSERT_EQ(bastide_game_turn(game.get(), &next, &turn, &error), BASTIDE_OK) << error.text;
    EXPECT_EQ(turn.count, moves_of(game).size());
    EXPECT_GT(turn.count, 1u);
    EXPECT_EQ(only.x, 99);
}

TEST(CGame, somebody_else_may_draw) {
    const GameHandle game = new_game(setup_of(mixes[1]));
    bastide_error error;
    EXPECT_EQ(bastide_game_deal(game.get(), &error), BASTIDE_NO_SEED);
    EXPECT_EQ(bastide_game_draw(game.get(), "base/nothing", &error), BASTIDE_REFUSED);
    EXPECT_STREQ(error.text, "tile_not_in_stack");
    ASSERT_EQ(bastide_game_draw(game.get(), "base/K", &error), BASTIDE_OK);
    char name[16];
    std::size_t needed = 0;
    ASSERT_EQ(bastide_game_tile(game.get(), static_cast<std::uint32_t>(state_of(game).hand), name,
                                sizeof name, &needed, &error),
              BASTIDE_OK);
    EXPECT_STREQ(name, "base/K");
    EXPECT_EQ(bastide_game_draw(game.get(), "base/K", &error), BASTIDE_REFUSED);
    EXPECT_STREQ(error.text, "tile_already_drawn");
    ASSERT_EQ(bastide_game_seed(game.get(), 1, &error), BASTIDE_OK);
    ASSERT_EQ(bastide_game_undo(game.get(), &error), BASTIDE_OK); // a tile from before the seed
    EXPECT_EQ(bastide_game_draw(game.get(), "base/K", &error), BASTIDE_BAD_ARGUMENT);
    std::uint64_t chance = 1;
    play(game, new_agent("random"), whole, chance);
    EXPECT_EQ(state_of(game).phase, BASTIDE_OVER);
    EXPECT_EQ(state_of(game).placed, 72u);
}

TEST(CGame, events_are_the_points_of_the_latest_move) {
    const GameHandle game = seeded_game(mixes[1], 2);
    const AgentHandle agent = new_agent("greedy");
    std::uint64_t chance = 1;
    int points = 0;
    for (bastide_state before = state_of(game); before.phase != BASTIDE_OVER;) {
        play(game, agent, 1, chance);
        const bastide_state after = state_of(game);
        bastide_event events[64];
        std::size_t count = 0;
        ASSERT_EQ(bastide_game_events(game.get(), events, 64, &count, nullptr), BASTIDE_OK);
        std::vector<int> scores(before.scores, before.scores + BASTIDE_MAX_PLAYERS);
        for (std::size_t i = 0; i < count; ++i) {
            scores[events[i].player] += events[i].points;
            points += events[i].points;
        }
        EXPECT_EQ(scores, std::vector<int>(after.scores, after.scores + BASTIDE_MAX_PLAYERS));
        before = after;
    }
    EXPECT_GT(points, 0);
    bastide_game_undo(game.get(), nullptr);
    std::size_t count = 1;
    EXPECT_EQ(bastide_game_events(game.get(), nullptr, 0, &count, nullptr), BASTIDE_OK);
    EXPECT_EQ(count, 0u);
}

TEST(CGame, a_record_opens_as_the_game_it_tells) {
    const GameHandle game = seeded_game(mixes[3], 6);
    std::uint64_t chance = 6;
    play(game, new_agent("random"), 30, chance);
    const std::string record = text_of(game, BASTIDE_RECORD);
    bastide_game* opened = nullptr;
    bastide_error error;
    ASSERT_EQ(bastide_game_open(record.c_str(), &opened, &error), BASTIDE_OK) << error.text;
    const GameHandle again(opened);
    EXPECT_EQ(hash_of(again), hash_of(game));
    EXPECT_EQ(text_of(again, BASTIDE_RECORD), record);
    EXPECT_EQ(bastide_game_open("{}", &opened, &error), BASTIDE_BAD_RECORD);
    EXPECT_NE(error.text[0], '\0');
}

TEST(CGame, a_copy_goes_its_own_way_with_the_same_tiles) {
    const GameHandle game = seeded_game(mixes[0], 4);
    std::uint64_t chance = 4;
    play(game, new_agent("random"), 10, chance);
    const std::uint64_t hash = hash_of(game);
    bastide_game* made = nullptr;
    ASSERT_EQ(bastide_game_copy(game.get(), &made, nullptr), BASTIDE_OK);
    const GameHandle copy(made);
    std::uint64_t other = chance;
    play(copy, new_agent("random"), whole, other);
    EXPECT_EQ(hash_of(game), hash);
    play(game, new_agent("random"), whole, chance);
    EXPECT_EQ(text_of(copy, BASTIDE_RECORD), text_of(game, BASTIDE_RECORD));
}

TEST(CGame, views_are_the_documents_they_are_called) {
    const GameHandle game = seeded_game(mixes[2], 4);
    std::uint64_t chance = 4;
    play(game, new_agent("greedy"), whole, chance);
    const auto json = [&](bastide_view view) {
        return nlohmann::json::parse(text_of(game, view), nullptr, false);
    };
    EXPECT_EQ(json(BASTIDE_POSITION)["position"]["turns"], state_of(game).turns);
    EXPECT_EQ(json(BASTIDE_POSITION)["areas"], json(BASTIDE_AREAS));
    EXPECT_EQ(json(BASTIDE_LOG).size(), state_of(game).turns);
    std::int32_t scores[BASTIDE_MAX_PLAYERS];
    ASSERT_EQ(bastide_game_final_scores(game.get(), scores, nullptr), BASTIDE_OK);
    EXPECT_EQ(json(BASTIDE_FINAL)["scores"], nlohmann::json({scores[0], scores[1]}));
    EXPECT_EQ(text_of(game, BASTIDE_PICTURE).substr(0, 4), "<svg");
}

TEST(CGame, text_that_does_not_fit_is_not_written) {
    const GameHandle game = seeded_game(mixes[0], 4);
    char text[8] = "before";
    std::size_t needed = 0;
    bastide_error error;
    EXPECT_EQ(bastide_game_text(game.get(), BASTIDE_RECORD, text, sizeof text, &needed, &error),
              BASTIDE_TOO_SMALL);
    EXPECT_STREQ(text, "before");
    EXPECT_EQ(error.status, BASTIDE_TOO_SMALL);
    EXPECT_EQ(needed, text_of(game, BASTIDE_RECORD).size() + 1);
}

TEST(CGame, what_is_wrong_has_a_code_and_a_text) {
    bastide_game* game = nullptr;
    bastide_error error;
    const auto refused = [&](const bastide_setup& setup) {
        EXPECT_EQ(bastide_game_new(&setup, &game, &error), BASTIDE_BAD_ARGUMENT);
        return std::string(error.text);
    };
    EXPECT_EQ(refused({"chess", nullptr, nullptr, 2, 0}), "the edition \"chess\" is unknown");
    EXPECT_EQ(refused({"new", nullptr, nullptr, 9, 0}), "there must be 1 to 5 players");
    EXPECT_EQ(refused({"new", nullptr, nullptr, 2, 2}), "there is no such first player");
    EXPECT_EQ(refused({"new", "river=true,dragon=true", nullptr, 2, 0}),
              "\"dragon=true\" is no option of the edition \"new\"");
    EXPECT_EQ(bastide_game_new(nullptr, &game, &error), BASTIDE_BAD_ARGUMENT);
    EXPECT_EQ(game, nullptr);
    bastide_agent* agent = nullptr;
    EXPECT_EQ(bastide_agent_new("nobody", &agent, &error), BASTIDE_BAD_ARGUMENT);
    EXPECT_NE(std::string(error.text).find("nobody"), std::string::npos);
    EXPECT_EQ(bastide_agent_new("greedy", &agent, nullptr), BASTIDE_OK); // nobody has to ask why
    bastide_agent_free(agent);
    bastide_game_free(nullptr);
}

TEST(CGame, a_refused_move_changes_nothing) {
    const GameHandle game = seeded_game(mixes[1], 2);
    bastide_error error;
    bastide_move move = {};
    EXPECT_EQ(bastide_game_apply(game.get(), &move, &error), BASTIDE_REFUSED);
    EXPECT_STREQ(error.text, "no_tile_drawn");
    deal(game);
    const std::uint64_t hash = hash_of(game);
    EXPECT_EQ(bastide_game_apply(game.get(), &move, &error), BASTIDE_REFUSED);
    EXPECT_STREQ(error.text, "cell_not_free");
    move.x = 50;
    EXPECT_EQ(bastide_game_apply(game.get(), &move, &error), BASTIDE_REFUSED);
    EXPECT_STREQ(error.text, "cell_not_adjacent");
    move.rotation = 4;
    EXPECT_EQ(bastide_game_check(game.get(), &move, &error), BASTIDE_BAD_ARGUMENT);
    EXPECT_EQ(hash_of(game), hash);
}

TEST(CAgent, nodes_alone_give_the_same_move_again) {
    const GameHandle game = seeded_game(mixes[1], 2);
    deal(game);
    const bastide_limits limits = {0, 200, 1, 0};
    bastide_move first = {}, second = {};
    for (bastide_move* move : {&first, &second}) {
        std::uint64_t chance = 9;
        ASSERT_EQ(bastide_agent_choose(new_agent("bastide").get(), game.get(), &limits, &chance,
                                       move, nullptr),
                  BASTIDE_OK);
    }
    EXPECT_EQ(std::memcmp(&first, &second, sizeof first), 0);
    EXPECT_EQ(bastide_game_check(game.get(), &first, nullptr), BASTIDE_OK);
}

TEST(CAgent, limits_out_of_range_are_refused) {
    const GameHandle game = seeded_game(mixes[1], 2);
    const AgentHandle agent = new_agent("greedy");
    std::uint64_t chance = 1;
    bastide_move move = {};
    bastide_error error;
    EXPECT_EQ(bastide_agent_choose(agent.get(), game.get(), nullptr, &chance, &move, &error),
              BASTIDE_REFUSED);
    EXPECT_STREQ(error.text, "no_tile_drawn");
    deal(game);
    const bastide_limits limits = {-1, 0, 1, 0};
    EXPECT_EQ(bastide_agent_choose(agent.get(), game.get(), &limits, &chance, &move, &error),
              BASTIDE_BAD_ARGUMENT);
    EXPECT_EQ(chance, 1u);
}

TEST(CLibrary, handles_of_different_threads_do_not_meet) {
    std::vector<std::string> records(4);
    std::vector<std::thread> threads;
    for (std::string& record : records) {
        threads.emplace_back([&record] {
            const GameHandle game = seeded_game(mixes[4], 1);
            std::uint64_t chance = 1;
            play(game, new_agent("greedy"), whole, chance);
            record = text_of(game, BASTIDE_RECORD);
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& record : records) EXPECT_EQ(record, records[0]);
}

TEST(CLibrary, the_example_in_c_plays_the_programs_game) {
    FILE* pipe = popen(BASTIDE_EXAMPLE_C " classic-1 greedy 7", "r");
    ASSERT_NE(pipe, nullptr);
    std::string printed(1 << 16, '\0');
    printed.resize(std::fread(printed.data(), 1, printed.size(), pipe));
    EXPECT_EQ(pclose(pipe), 0);
    EXPECT_EQ(printed, record_of(mixes[0], "greedy", 7, 0) + "\n");
}

} // namespace
} // namespace bastide::c_test
