#include "ai/analysis/explanation.h"

#include "notation/json.h"
#include "notation/words.h"
#include "rules/rules.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bastide {
namespace {

constexpr double not_worth_telling = 0.25; // points

/// An area before and after the move, under the name it has afterwards.
struct Changed {
    AreaKind kind = AreaKind::city;
    double chance_before = 0;
    double chance = 0;
    std::array<double, max_players> before = {};
    std::array<double, max_players> after = {};
};

/// What an area is called now; sites keep their place.
SegmentRef name_now(const Game& game, const AreaOutlook& area) {
    if (area.kind == AreaKind::monastery || area.kind == AreaKind::garden) return area.where;
    return area_at(game, area.where).where;
}

bool is_raised(const Game& game, SegmentRef where, AreaKind kind) {
    return (kind == AreaKind::road || kind == AreaKind::city) && area_at(game, where).raised;
}

/// What a move brings besides points.
void add_gifts(std::vector<MoveReason>& reasons, const Game& before, const Game& after,
               const Change& change) {
    for (const ScoreEvent& event : change.events()) {
        if (event.area != AreaKind::goods) continue;
        MoveReason reason = {ReasonCode::goods, event.player};
        reason.taken = event.goods;
        reasons.push_back(reason);
    }
    if (after.now.second_part && !after.over()) {
        reasons.push_back({ReasonCode::again, before.now.player});
    }
}

/// Whether a reason is about one area.
bool has_place(ReasonCode code) {
    return code == ReasonCode::scores || code == ReasonCode::gains || code == ReasonCode::loses;
}

} // namespace

std::string_view name(ReasonCode code) {
    constexpr std::string_view names[] = {"scores", "gains", "loses", "goods", "again", "reserve"};
    return names[static_cast<unsigned>(code)];
}

std::vector<MoveReason> explain_move(const Game& game, const Move& move, Analyst& analyst) {
    const unsigned players = game.now.players;
    const auto change = std::make_unique<Change>();
    Game after = game;
    apply(after, move, *change);
    const PositionValue value_before = analyst.value(game), value_after = analyst.value(after);
    std::array<double, max_players> rest = {};
    for (unsigned i = 0; i < players; ++i) {
        rest[i] = value_after.points[i] - value_before.points[i];
    }

    std::vector<MoveReason> reasons;
    for (const ScoreEvent& event : change->events()) {
        if (event.area == AreaKind::goods) continue;
        MoveReason reason = {ReasonCode::scores, event.player, static_cast<double>(event.points)};
        reason.where = event.where;
        reason.kind = event.area;
        reason.chance = 1;
        reason.raised = event.raised;
        reasons.push_back(reason);
        rest[event.player] -= reason.points;
    }

    std::map<SegmentRef, Changed> areas;
    for (const AreaOutlook& area : analyst.outlook(game)) {
        Changed& changed = areas[name_now(after, area)];
        changed.kind = area.kind;
        changed.chance_before = std::max(changed.chance_before, area.chance);
        for (unsigned i = 0; i < players; ++i) changed.before[i] += area.points[i];
    }
    for (const AreaOutlook& area : analyst.outlook(after)) {
        Changed& changed = areas[area.where];
        changed.kind = area.kind;
        changed.chance = area.chance;
        for (unsigned i = 0; i < players; ++i) changed.after[i] += area.points[i];
    }
    for (const auto& [where, changed] : areas) {
        for (unsigned i = 0; i < players; ++i) {
            const double points = changed.after[i] - changed.before[i];
            rest[i] -= points;
            if (points == 0) continue;
            reasons.push_back({points > 0 ? ReasonCode::gains : ReasonCode::loses, i, points, where,
                               changed.kind, changed.chance_before, changed.chance,
                               is_raised(after, where, changed.kind)});
        }
    }
    // What is too small to tell goes to the reserve, so that nothing is lost from the sum.
    std::erase_if(reasons, [&](const MoveReason& reason) {
        const bool small = std::abs(reason.points) < not_worth_telling;
        if (small) rest[reason.player] += reason.points;
        return small;
    });
    add_gifts(reasons, game, after, *change);
    for (unsigned i = 0; i < players; ++i) {
        if (rest[i] != 0) reasons.push_back({ReasonCode::reserve, i, rest[i]});
    }
    std::ranges::sort(reasons, std::ranges::greater{},
                      [](const MoveReason& reason) { return std::abs(reason.points); });
    return reasons;
}

Json reasons_json(const std::vector<MoveReason>& reasons) {
    Json json = Json::array();
    for (const MoveReason& reason : reasons) {
        Json one;
        one["code"] = name(reason.code);
        one["player"] = reason.player;
        one["points"] = reason.points;
        if (reason.code == ReasonCode::goods) {
            one["goods"] = goods_json(reason.taken, EachKind::if_any);
        }
        if (has_place(reason.code)) {
            one["at"] = Json::array({reason.where.cell.x, reason.where.cell.y});
            one["segment"] = reason.where.segment;
            one["kind"] = word(reason.kind);
            one["chance_before"] = reason.chance_before;
            one["chance"] = reason.chance;
            if (reason.raised) one[reason.kind == AreaKind::road ? "inn" : "cathedral"] = true;
        }
        json.push_back(std::move(one));
    }
    return json;
}

} // namespace bastide
