#include "cli/play/legend.h"

#include "catalog/ruleset_fields.h"
#include "rules/tokens.h"

#include <algorithm>

namespace bastide::cli {
namespace {

bool any_tile(const Box& box, auto has) {
    return std::any_of(box.tiles.begin(), box.tiles.begin() + box.tile_count, has);
}

bool any_segment(const Box& box, auto has) {
    return any_tile(box, [&](const Tile& tile) {
        return std::any_of(tile.segments.begin(), tile.segments.begin() + tile.segment_count, has);
    });
}

std::string_view figure(Token token, Family family) {
    switch (token) {
    case Token::follower:
        return family == Family::hunters ? "tribe member" : "follower";
    case Token::abbot:
        return "abbot";
    case Token::hut:
        return "hut";
    case Token::big:
        return "big follower";
    case Token::builder:
        return "builder";
    case Token::pig:
        return "pig";
    case Token::none:
        break;
    }
    return "";
}

} // namespace

Legend legend_of_tiles(const Game& game, const Signs& signs) {
    const Box& box = *game.box;
    Legend legend;
    const auto add = [&](char32_t sign, std::string_view text, auto has) {
        if (any_segment(box, has)) legend.push_back({sign, text});
    };
    const auto add_kind = [&](char32_t sign, std::string_view text, SegmentKind kind) {
        add(sign, text, [=](const Segment& s) { return s.kind == kind; });
    };
    add_kind(signs.field, "field", SegmentKind::field);
    add_kind(signs.field, "meadow", SegmentKind::meadow);
    add_kind(signs.city, "city", SegmentKind::city);
    add(signs.shield, "shield", [](const Segment& s) { return s.shields > 0; });
    add(cathedral_letter, "cathedral", [](const Segment& s) { return s.cathedral; });
    for (const Goods goods : {Goods::wine, Goods::grain, Goods::cloth}) {
        add(letter_of(goods), word(goods), [=](const Segment& s) { return s.goods == goods; });
    }
    add_kind(signs.road[10], "road", SegmentKind::road);
    if (box.rules.family == Family::classic) legend.push_back({signs.crossing, "crossing"});
    add(inn_letter, "inn", [](const Segment& s) { return s.inn; });
    add_kind(signs.monastery, "monastery", SegmentKind::monastery);
    add_kind(signs.garden, "garden", SegmentKind::garden);
    add_kind(signs.water, "river", SegmentKind::river);
    add_kind(signs.forest, "forest", SegmentKind::forest);
    add(U'G', "gold", [](const Segment& s) { return s.gold > 0; });
    add(U'M', "mushrooms", [](const Segment& s) { return s.mushrooms > 0; });
    add_kind(signs.water, "river, lake", SegmentKind::stream);
    add(U'2', "in a lake: fish", [](const Segment& s) { return s.fish > 0; });
    add(U'd', "deer", [](const Segment& s) { return s.animals.deer > 0; });
    add(U'm', "mammoth", [](const Segment& s) { return s.animals.mammoth > 0; });
    add(U'b', "buffalo", [](const Segment& s) { return s.animals.buffalo > 0; });
    add(U't', "tiger", [](const Segment& s) { return s.animals.tiger > 0; });
    add(U'!', "fire", [](const Segment& s) { return s.fire; });
    add(U'&', "shrine", [](const Segment& s) { return s.shrine; });
    return legend;
}

Legend legend_of_figures(const Game& game, const Signs& signs) {
    const Box& box = *game.box;
    Legend legend;
    for (const TokenKind& kind : token_kinds) {
        if (box.rules.*kind.supply == 0) continue;
        legend.push_back(
            {signs.token[static_cast<unsigned>(kind.token)], figure(kind.token, box.rules.family)});
    }
    if (any_tile(box, [](const Tile& tile) { return tile.gingerbread; })) {
        legend.push_back({U'G', "Gingerbread Man"});
        legend.push_back({U'g', "his sign"});
    }
    return legend;
}

Legend legend_of_view(const Signs& signs) {
    return {{signs.open, "fits here"},
            {signs.last, "laid last"},
            {signs.corner[0], "corners: the cursor"},
            {signs.arrow, "to move, chosen"}};
}

} // namespace bastide::cli
