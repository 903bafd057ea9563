// Many games at once: bastide_batch_*.

#include "bindings/c/batch.h"
#include "bindings/c/border.h"
#include "bindings/c/sight.h"

using namespace bastide;
using namespace bastide::c;

struct bastide_batch {
    Batch games;
};

namespace bastide::c {
namespace {

constexpr std::uint32_t most_games = 1u << 20;
constexpr std::uint32_t most_threads_of_a_batch = 1024;

bastide_buffers buffers_or_none(const bastide_buffers* buffers) {
    return buffers == nullptr ? bastide_buffers{} : *buffers;
}

} // namespace
} // namespace bastide::c

int32_t bastide_batch_new(const bastide_setup* setup, uint32_t count, uint64_t seed,
                          uint32_t threads, bastide_batch** batch, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (setup == nullptr || batch == nullptr) return null_argument(error);
        if (count < 1 || count > most_games) {
            return fail(error, BASTIDE_BAD_ARGUMENT, "there must be 1 to 1048576 games");
        }
        if (threads < 1 || threads > most_threads_of_a_batch) {
            return fail(error, BASTIDE_BAD_ARGUMENT, "there must be 1 to 1024 threads");
        }
        const auto record = begin(*setup, error);
        if (!record) return BASTIDE_BAD_ARGUMENT;
        *batch = new bastide_batch{
            Batch(record->setup, {setup->players, setup->first_player, count, seed, threads})};
        return BASTIDE_OK;
    });
}

void bastide_batch_free(bastide_batch* batch) {
    delete batch;
}

int32_t bastide_batch_reset(bastide_batch* batch, const bastide_buffers* buffers,
                            bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (batch == nullptr) return null_argument(error);
        const bastide_buffers to = buffers_or_none(buffers);
        if (!has_room(to, batch->games.players(), error)) return BASTIDE_BAD_ARGUMENT;
        batch->games.reset(to);
        return BASTIDE_OK;
    });
}

int32_t bastide_batch_step(bastide_batch* batch, const int32_t* actions,
                           const bastide_buffers* buffers, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (batch == nullptr || actions == nullptr) return null_argument(error);
        const bastide_buffers to = buffers_or_none(buffers);
        if (!has_room(to, batch->games.players(), error)) return BASTIDE_BAD_ARGUMENT;
        const auto wrong = batch->games.step({actions, batch->games.size()}, to);
        if (!wrong) return BASTIDE_OK;
        return fail(error, BASTIDE_BAD_ARGUMENT,
                    "action " + std::to_string(actions[*wrong]) + " of game " +
                        std::to_string(*wrong) + " is not offered");
    });
}

int32_t bastide_batch_see(bastide_batch* batch, const bastide_sight* sight, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (batch == nullptr || sight == nullptr) return null_argument(error);
        if (!has_room(*sight, batch->games.players(), error)) return BASTIDE_BAD_ARGUMENT;
        batch->games.see(*sight);
        return BASTIDE_OK;
    });
}

int32_t bastide_batch_see_wide(bastide_batch* batch, const bastide_wide_sight* sight,
                               bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (batch == nullptr || sight == nullptr) return null_argument(error);
        batch->games.see(*sight);
        return BASTIDE_OK;
    });
}

int32_t bastide_batch_choose(bastide_batch* batch, uint32_t slot, bastide_agent* agent,
                             const bastide_limits* limits, uint64_t* chance, int32_t* action,
                             bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (batch == nullptr || agent == nullptr || chance == nullptr || action == nullptr) {
            return null_argument(error);
        }
        if (slot >= batch->games.size()) {
            return fail(error, BASTIDE_BAD_ARGUMENT, "there is no such game");
        }
        if (batch->games.is_over(slot)) return refuse(error, RuleViolation::game_is_over);
        const auto budget = budget_of(*agent, limits, error);
        if (!budget) return BASTIDE_BAD_ARGUMENT;
        Random random(*chance);
        const auto chosen = batch->games.choose(slot, *agent->player, *budget, random);
        if (!chosen) return fail(error, BASTIDE_FAILED, "the agent's move was left out");
        *chance = random.state();
        *action = static_cast<int32_t>(*chosen);
        return BASTIDE_OK;
    });
}

int32_t bastide_batch_random(bastide_batch* batch, uint32_t turns, const bastide_buffers* buffers,
                             uint64_t* played, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (batch == nullptr) return null_argument(error);
        const bastide_buffers to = buffers_or_none(buffers);
        if (!has_room(to, batch->games.players(), error)) return BASTIDE_BAD_ARGUMENT;
        const std::uint64_t sum = batch->games.play_at_random(turns, to);
        if (played != nullptr) *played = sum;
        return BASTIDE_OK;
    });
}
