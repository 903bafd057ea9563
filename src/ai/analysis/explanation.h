#pragma once
// Why a move is good or bad, in codes and numbers that a client can put into words.

#include "ai/analyst.h"
#include "catalog/json_reader.h"

#include <string_view>

namespace bastide {

enum class ReasonCode : std::uint8_t {
    scores,  // points at once
    gains,   // an area is expected to bring a player more than before
    loses,   // or less
    goods,   // counters of a completed city, for no points yet (B7)
    again,   // the player's builder earned a second turn (B5)
    reserve, // everything else: tokens in hand, areas of nobody's, joins that threaten or help
};
std::string_view name(ReasonCode code);

struct MoveReason {
    ReasonCode code = ReasonCode::scores;
    unsigned player = 0;
    double points = 0;              // for that player, by this move
    SegmentRef where = {};          // scores, gains, loses
    AreaKind kind = AreaKind::road; // likewise
    double chance_before = 0; // that the area is completed; 0 for what is scored at the end only
    double chance = 0;        // after the move
    bool raised = false;      // scores, gains, loses: a road with an inn, a city with a cathedral
    GoodsCount taken = {};    // goods
};

/// What a legal move (Phase::place) changes for every player, most important first. The points of
/// one player add up to the change of his value; goods and a second turn have none of their own,
/// what they are worth is in the reserve.
std::vector<MoveReason> explain_move(const Game& game, const Move& move, Analyst& analyst);

Json reasons_json(const std::vector<MoveReason>& reasons);

} // namespace bastide
