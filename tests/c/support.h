#pragma once
// Handles that free themselves, and calls that must succeed.

#include "bastide.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace bastide::c_test {

struct Free {
    void operator()(bastide_game* game) const { bastide_game_free(game); }
    void operator()(bastide_agent* agent) const { bastide_agent_free(agent); }
    void operator()(bastide_batch* batch) const { bastide_batch_free(batch); }
};
using GameHandle = std::unique_ptr<bastide_game, Free>;
using AgentHandle = std::unique_ptr<bastide_agent, Free>;
using BatchHandle = std::unique_ptr<bastide_batch, Free>;

struct Mix {
    const char* edition;
    const char* options;
    unsigned players;
};
/// Every edition, and every part of the rules that changes what a move is.
inline constexpr Mix mixes[] = {
    {"classic-1", nullptr, 2},
    {"classic-2", nullptr, 5},
    {"new", "abbot=true,river=true", 2},
    {"winter", "gingerbread=true", 3},
    {"hunters", nullptr, 2},
};

inline bastide_setup setup_of(const Mix& mix) {
    return {mix.edition, mix.options, nullptr, mix.players, 0};
}

inline GameHandle new_game(const bastide_setup& setup) {
    bastide_game* game = nullptr;
    bastide_error error;
    EXPECT_EQ(bastide_game_new(&setup, &game, &error), BASTIDE_OK) << error.text;
    return GameHandle(game);
}
inline GameHandle seeded_game(const Mix& mix, std::uint64_t seed) {
    GameHandle game = new_game(setup_of(mix));
    EXPECT_EQ(bastide_game_seed(game.get(), seed, nullptr), BASTIDE_OK);
    return game;
}
inline AgentHandle new_agent(const char* description) {
    bastide_agent* agent = nullptr;
    bastide_error error;
    EXPECT_EQ(bastide_agent_new(description, &agent, &error), BASTIDE_OK) << error.text;
    return AgentHandle(agent);
}

inline bastide_state state_of(const GameHandle& game) {
    bastide_state state = {};
    EXPECT_EQ(bastide_game_state(game.get(), &state, nullptr), BASTIDE_OK);
    return state;
}
inline std::uint64_t hash_of(const GameHandle& game) {
    std::uint64_t hash = 0;
    EXPECT_EQ(bastide_game_hash(game.get(), &hash, nullptr), BASTIDE_OK);
    return hash;
}
inline std::string text_of(const GameHandle& game, bastide_view view) {
    std::size_t needed = 0;
    EXPECT_EQ(bastide_game_text(game.get(), view, nullptr, 0, &needed, nullptr), BASTIDE_TOO_SMALL);
    std::vector<char> text(needed);
    EXPECT_EQ(bastide_game_text(game.get(), view, text.data(), text.size(), &needed, nullptr),
              BASTIDE_OK);
    return text.data();
}
inline std::vector<bastide_move> moves_of(const GameHandle& game) {
    std::size_t count = 0;
    bastide_game_moves(game.get(), nullptr, 0, &count, nullptr);
    std::vector<bastide_move> moves(count);
    EXPECT_EQ(bastide_game_moves(game.get(), moves.data(), moves.size(), &count, nullptr),
              BASTIDE_OK);
    return moves;
}
inline bool deal(const GameHandle& game) {
    bastide_error error;
    EXPECT_EQ(bastide_game_deal(game.get(), &error), BASTIDE_OK) << error.text;
    return state_of(game).phase == BASTIDE_PLACE;
}
inline void apply_move(const GameHandle& game, const bastide_move& move) {
    bastide_error error;
    ASSERT_EQ(bastide_game_apply(game.get(), &move, &error), BASTIDE_OK) << error.text;
}
/// Whole turns by an agent.
inline void play(const GameHandle& game, const AgentHandle& agent, unsigned turns,
                 std::uint64_t& chance) {
    for (unsigned i = 0; i < turns && state_of(game).phase != BASTIDE_OVER; ++i) {
        if (!deal(game)) return;
        bastide_move move = {};
        bastide_error error;
        ASSERT_EQ(bastide_agent_choose(agent.get(), game.get(), nullptr, &chance, &move, &error),
                  BASTIDE_OK)
            << error.text;
        apply_move(game, move);
    }
}

} // namespace bastide::c_test
