// Computer players: bastide_agent_*.

#include "bindings/c/border.h"
#include "bindings/c/moves.h"
#include "notation/json.h"

using namespace bastide;
using namespace bastide::c;

std::optional<Budget> bastide::c::budget_of(const bastide_agent& agent,
                                            const bastide_limits* limits, bastide_error* error) {
    if (limits == nullptr) return agent.spec.budget;
    if (!(limits->seconds >= 0 && limits->seconds <= 1e6) || limits->threads > 256) {
        fail(error, BASTIDE_BAD_ARGUMENT, "the limits are out of range");
        return std::nullopt;
    }
    Budget budget;
    budget.seconds = limits->seconds;
    budget.nodes = limits->nodes;
    budget.threads = std::max(1u, limits->threads);
    return budget;
}

int32_t bastide_agent_new(const char* description, bastide_agent** agent, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (description == nullptr || agent == nullptr) return null_argument(error);
        auto spec = parse_agent(description);
        if (!spec) return fail(error, BASTIDE_BAD_ARGUMENT, spec.error());
        auto player = make_agent(*spec);
        if (!player) return fail(error, BASTIDE_BAD_ARGUMENT, player.error());
        auto made = std::make_unique<bastide_agent>();
        made->spec = std::move(*spec);
        made->player = std::move(*player);
        *agent = made.release();
        return BASTIDE_OK;
    });
}

void bastide_agent_free(bastide_agent* agent) {
    delete agent;
}

int32_t bastide_agent_names(char* text, size_t capacity, size_t* needed, bastide_error* error) {
    return guarded(error, [&] {
        Json names = Json::array();
        for (const std::string_view name : agent_names()) names.push_back(std::string(name));
        return give({text, capacity, needed}, text_of(names), error);
    });
}

int32_t bastide_agent_choose(bastide_agent* agent, const bastide_game* game,
                             const bastide_limits* limits, uint64_t* chance, bastide_move* move,
                             bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (agent == nullptr || game == nullptr || chance == nullptr || move == nullptr) {
            return null_argument(error);
        }
        const Game& now = game->session->game();
        if (now.over()) return refuse(error, RuleViolation::game_is_over);
        if (now.now.phase != Phase::place) return refuse(error, RuleViolation::no_tile_drawn);
        const auto budget = budget_of(*agent, limits, error);
        if (!budget) return BASTIDE_BAD_ARGUMENT;
        Random random(*chance);
        *move = to_c(agent->player->choose(now, *budget, random));
        *chance = random.state();
        return BASTIDE_OK;
    });
}
