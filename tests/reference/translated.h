#pragma once
// What the engine says, in the reference's words: options, moves, events. Whoever compares the two
// needs it; the reference itself never sees the engine.

#include "catalog/catalog.h"
#include "game.h"
#include "notation/words.h"
#include "rules/rules.h"

namespace bastide::translated {

inline reference::Options options(const std::string& edition, const Options& options) {
    reference::Options out;
    out.edition = edition;
    if (options.rows().empty()) return out;
    const auto on = [&](const char* key) { return option_value(options, key) == "true"; };
    out.river = option_value(options, "river");
    out.abbot = on("abbot");
    out.gingerbread = on("gingerbread");
    out.gingerbread_double = on("gingerbread_double");
    out.inns = on("inns");
    out.traders = on("traders");
    out.farms = option_value(options, "farms");
    out.small_city = option_value(options, "small_city");
    out.unplaceable = option_value(options, "unplaceable");
    return out;
}

inline reference::LegalMove move(const Move& move) {
    const Deployment& d = move.deployment;
    const bool put = d.action == Deployment::Action::deploy;
    return {move.placement.cell.x,   move.placement.cell.y,
            move.placement.rotation, put ? std::string(word(d.token)) : "",
            put ? d.segment : -1,    d.action == Deployment::Action::recall};
}

/// The kinds that there are any of.
inline reference::Goods goods(const GoodsCount& counters) {
    static constexpr std::array kinds = {"wine", "grain", "cloth"};
    reference::Goods out;
    for (unsigned i = 0; i < goods_count; ++i) {
        if (counters[i] > 0) out[kinds[i]] = counters[i];
    }
    return out;
}

/// Of every player, with all three kinds.
inline std::vector<reference::Goods> goods(const Game& game) {
    std::vector<reference::Goods> all;
    for (unsigned player = 0; player < game.now.players; ++player) {
        all.push_back({{"wine", 0}, {"grain", 0}, {"cloth", 0}});
        for (const auto& [kind, count] : goods(goods_of(game, player))) all.back()[kind] = count;
    }
    return all;
}

inline reference::Event event(const ScoreEvent& e) {
    reference::Event out;
    out.player = e.player;
    out.points = e.points;
    out.tiles = e.tiles;
    out.shields = e.extras;
    out.own = e.own;
    out.rival = e.rival;
    out.x = e.where.cell.x;
    out.y = e.where.cell.y;
    out.segment = e.where.segment;
    out.goods = goods(e.goods);
    if (e.area == AreaKind::goods && e.reason != Reason::final) {
        out.kind = "goods"; // counters, and no points yet
        return out;
    }
    out.area = word(e.area);
    out.reason = word(e.reason);
    out.inn = e.raised && e.area == AreaKind::road;
    out.cathedral = e.raised && e.area == AreaKind::city;
    out.pig = e.raised && e.area == AreaKind::field;
    return out;
}

template <class Events>
std::vector<reference::Event> events(const Events& events) {
    std::vector<reference::Event> list;
    for (const ScoreEvent& e : events) list.push_back(event(e));
    return list;
}

inline std::array<int, 3> place(SegmentRef where) {
    return {where.cell.x, where.cell.y, where.segment};
}

inline std::string text(const reference::Event& e) {
    std::string text =
        "player " + std::to_string(e.player) + (e.kind == "goods" ? " takes goods" : " gets ") +
        (e.kind == "goods" ? "" : std::to_string(e.points) + " " + e.area) + " " + e.reason +
        " tiles " + std::to_string(e.tiles) + " extras " + std::to_string(e.shields) + " own " +
        std::to_string(e.own) + " rival " + std::to_string(e.rival) + " at " + std::to_string(e.x) +
        "," + std::to_string(e.y) + "," + std::to_string(e.segment);
    if (e.inn) text += " inn";
    if (e.cathedral) text += " cathedral";
    if (e.pig) text += " pig";
    for (const auto& [kind, count] : e.goods) text += " " + kind + " " + std::to_string(count);
    return text;
}

inline std::string text(const std::vector<reference::Event>& events) {
    std::string out;
    for (const reference::Event& e : events) out += "\n  " + text(e);
    return events.empty() ? " none" : out;
}

} // namespace bastide::translated
