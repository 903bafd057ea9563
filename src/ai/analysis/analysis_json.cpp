#include "ai/analysis/analysis.h"

#include "notation/json.h"

namespace bastide {
namespace {

template <class Array>
Json first_of(const Array& values, std::size_t count) {
    Json json = Json::array();
    for (std::size_t i = 0; i < count; ++i) json.push_back(values[i]);
    return json;
}

Json turn_json(const Setup& setup, const AnalyzedTurn& turn, std::size_t players) {
    Json json;
    json["player"] = turn.player;
    json["tile"] = setup.tile_id(turn.tile);
    json["legal"] = turn.legal;
    json["played"] = rated_json(turn.played);
    json["played"]["why"] = reasons_json(turn.why_played);
    json["rank"] = turn.rank;
    json["best"] = Json::array();
    for (const RatedMove& rated : turn.best) json["best"].push_back(rated_json(rated));
    if (!turn.why_best.empty()) json["best"][0]["why"] = reasons_json(turn.why_best);
    json["cost"] = turn.cost;
    json["win_cost"] = turn.win_cost;
    json["luck"] = turn.luck;
    json["win_luck"] = turn.win_luck;
    json["margin"] = first_of(turn.after.margin, players);
    json["win"] = first_of(turn.after.win, players);
    json["scores"] = first_of(turn.scores, players);
    return json;
}

} // namespace

Json rated_json(const RatedMove& rated) {
    Json json = move_json(rated.move);
    json["margin"] = rated.margin;
    json["win"] = rated.win;
    json["visits"] = rated.visits;
    return json;
}

Json analysis_json(const Record& record, const GameAnalysis& analysis) {
    const std::size_t players = record.players.size();
    Json json;
    json["edition"] = record.setup->edition;
    json["players"] = Json::array();
    for (std::size_t i = 0; i < players; ++i) {
        const PlayerTotals& totals = analysis.totals[i];
        Json player;
        player["name"] = record.players[i];
        player["moves"] = totals.moves;
        player["best_found"] = totals.best_found;
        player["cost"] = totals.cost;
        player["win_cost"] = totals.win_cost;
        player["luck"] = totals.luck;
        player["win_luck"] = totals.win_luck;
        player["luck_of_all_draws"] = totals.luck_of_all_draws;
        if (analysis.over) {
            const double margin = final_margin(analysis, static_cast<unsigned>(i));
            player["margin"] = margin;
            player["margin_without_luck"] = margin - totals.luck_of_all_draws;
        }
        json["players"].push_back(std::move(player));
    }
    json["start"]["margin"] = first_of(analysis.start.margin, players);
    json["start"]["win"] = first_of(analysis.start.win, players);
    json["turns"] = Json::array();
    for (const AnalyzedTurn& turn : analysis.turns) {
        json["turns"].push_back(turn_json(*record.setup, turn, players));
    }
    json["over"] = analysis.over;
    json["final"]["scores"] = first_of(analysis.final, players);
    return json;
}

} // namespace bastide
