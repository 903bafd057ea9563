// What thinks: agents, advice and analysis. Left out of the module that only shows a board, which
// is half as large and so is there sooner.

#include "ai/agent.h"
#include "ai/analysis/analysis.h"
#include "bindings/wasm/desk.h"

/// The caller's: called from inside game_analyze() after each turn, with the number done so far.
extern "C" __attribute__((import_module("bastide"), import_name("analyzed"))) void
bastide_analyzed(unsigned turns);

namespace bastide::wasm {

/// Whether there is such an agent: {"name": ...} or an error.
BASTIDE_EXPORT(agent_check) const char* agent_check(const char* spec, std::size_t size) {
    const auto parsed = parse_agent({spec, size});
    if (!parsed) return refuse("unknown_agent", parsed.error());
    const auto agent = make_agent(*parsed);
    if (!agent) return refuse("unknown_agent", agent.error());
    return answer({{"name", parsed->name}});
}

/// The move an agent would play with the tile in hand.
BASTIDE_EXPORT(agent_choose)
const char* agent_choose(unsigned handle, const char* spec, std::size_t size) {
    return with(handle, [&](Session& session) {
        if (session.game().now.phase != Phase::place) return refuse("no_tile_drawn");
        const auto parsed = parse_agent({spec, size});
        if (!parsed) return refuse("unknown_agent", parsed.error());
        const auto agent = make_agent(*parsed);
        if (!agent) return refuse("unknown_agent", agent.error());
        Random random(mix_seed(session.seed(), 2 * session.ply() + 1));
        return answer(move_json((*agent)->choose(session.game(), parsed->budget, random)));
    });
}

/// The best move with the tile in hand, what it is worth and why; `seconds` to think.
BASTIDE_EXPORT(game_advise) const char* game_advise(unsigned handle, double seconds) {
    return with(handle, [&](Session& session) {
        if (session.game().now.phase != Phase::place) return refuse("no_tile_drawn");
        if (!(seconds > 0)) return refuse("no_time_to_think");
        const auto analyst = make_analyst();
        Budget budget;
        budget.seconds = seconds;
        Random random(mix_seed(session.seed(), 2 * session.ply() + 1));
        const RatedMove best = analyst->rate(session.game(), budget, random).front();
        Json json = rated_json(best);
        json["why"] = reasons_json(explain_move(session.game(), best.move, *analyst));
        return answer(json);
    });
}

/// What each move of the whole record cost, and how the game stood after it; `seconds` per move.
BASTIDE_EXPORT(game_analyze) const char* game_analyze(unsigned handle, double seconds) {
    return with(handle, [&](Session& session) {
        if (!(seconds > 0)) return refuse("no_time_to_think");
        const auto analyst = make_analyst();
        AnalysisSettings settings;
        settings.budget.seconds = seconds;
        settings.seed = session.seed();
        const auto analysis = analyze(session.record(), *analyst, settings,
                                      [](unsigned turns) { bastide_analyzed(turns); });
        if (!analysis) return refuse(analysis.error());
        return answer(analysis_json(session.record(), *analysis));
    });
}

} // namespace bastide::wasm
