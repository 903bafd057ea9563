#include "goods.h"

namespace bastide::reference {

const std::vector<std::string>& kinds_of_goods() {
    static const std::vector<std::string> kinds = {"wine", "grain", "cloth"};
    return kinds;
}

Goods goods_in(const Board& board, const Area& city) {
    Goods goods;
    for (const Spot spot : city.segments) {
        const std::string& symbol = feature_at(board, spot).goods;
        if (!symbol.empty()) ++goods[symbol];
    }
    return goods;
}

std::vector<Event> goods_events(const std::vector<Goods>& counters, const Rules& rules) {
    std::vector<Event> events;
    for (const std::string& kind : kinds_of_goods()) {
        std::vector<int> counts;
        for (const Goods& own : counters) counts.push_back(own.contains(kind) ? own.at(kind) : 0);
        for (const int player : leaders(counts)) {
            Event event;
            event.area = "goods";
            event.reason = "final";
            event.player = player;
            event.points = rules.worth.most_goods;
            event.own = counts.at(static_cast<std::size_t>(player));
            event.goods = {{kind, event.own}};
            events.push_back(event);
        }
    }
    return events;
}

} // namespace bastide::reference
