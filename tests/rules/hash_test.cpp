// The hash tells positions apart that look different.

#include "support/property.h"

#include <map>
#include <set>

namespace bastide {
namespace {

using namespace testing_support;

/// Everything a player can see, in words.
std::string look(const Game& game) {
    const Position& p = game.now;
    std::set<std::string> tiles;
    for (unsigned i = 0; i < p.placed; ++i) {
        const PlacedTile& tile = p.tile[i];
        const TokenView token = token_on(game, tile);
        tiles.insert(std::to_string(tile.cell.x) + "," + std::to_string(tile.cell.y) + ":" +
                     std::to_string(tile.turned()) + "/" +
                     std::to_string(static_cast<unsigned>(token.token)) + "," +
                     std::to_string(token.player) + "," + std::to_string(token.where.segment));
    }
    std::string text;
    for (const std::string& tile : tiles) text += tile + " ";
    for (unsigned i = 0; i < p.players; ++i) {
        text += std::to_string(p.score[i]) + "," + std::to_string(p.supply(Token::follower, i)) +
                "," + std::to_string(p.supply(Token::hut, i)) + "," +
                std::to_string(p.supply(Token::abbot, i)) + ";";
    }
    text += std::to_string(p.player) + "," + std::to_string(static_cast<unsigned>(p.phase)) + "," +
            std::to_string(static_cast<unsigned>(p.stack)) + "," + std::to_string(p.hand) + "," +
            std::to_string(p.bonus_turn);
    if (p.man == ManPlace::city) {
        const SegmentRef at = smallest_feature_segment(game, man_city(game));
        text += " man " + std::to_string(at.cell.x) + "," + std::to_string(at.cell.y) + "," +
                std::to_string(at.segment);
    }
    for (unsigned i = 0; i < game.box->tile_count; ++i) text += "." + std::to_string(p.bag[i]);
    return text;
}

PROPERTY(Hash, differs_between_all_moves_of_a_position, 60) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    for (unsigned i = 1; i < spec.turns && play.turn(); ++i) continue;
    if (!play.draw_tile()) return;
    const auto moves = std::make_unique<MoveList>();
    legal_moves(play.game(), *moves);
    std::map<std::uint64_t, std::string> seen;
    for (unsigned i = 0; i < moves->size(); ++i) {
        Game after = play.game();
        apply(after, with_random_man(after, (*moves)[i], play.random()));
        const auto [it, fresh] = seen.insert({hash(after), look(after)});
        // Two tokens that come back at once may leave the same board.
        RC_ASSERT(fresh || it->second == look(after));
    }
}

PROPERTY(Hash, differs_when_one_visible_thing_differs, 200) {
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    for (unsigned i = 1; i < spec.turns && play.turn(); ++i) continue;
    const Game& game = play.game();
    std::set<std::uint64_t> seen = {hash(game)};
    unsigned changes = 0;
    const auto differs = [&](auto&& change) {
        Game other = game;
        change(other.now);
        ++changes;
        RC_ASSERT(seen.insert(hash(other)).second);
    };
    for (unsigned i = 0; i < spec.players; ++i) {
        differs([&](Position& p) { ++p.score[i]; });
        differs([&](Position& p) { p.score[i] = static_cast<std::int16_t>(p.score[i] + 256); });
        differs([&](Position& p) { ++p.supply(Token::follower, i); });
        differs([&](Position& p) { ++p.supply(Token::hut, i); });
        differs([&](Position& p) { ++p.supply(Token::abbot, i); });
    }
    differs([&](Position& p) { p.player = static_cast<std::uint8_t>(p.player + 1); });
    differs([&](Position& p) { p.hand = p.hand == 3 ? 4 : 3; });
    differs([&](Position& p) { p.bonus_turn = !p.bonus_turn; });
    differs([&](Position& p) { p.phase = p.phase == Phase::draw ? Phase::place : Phase::draw; });
    differs([&](Position& p) { p.stack = p.stack == Stack::land ? Stack::bonus : Stack::land; });
    for (unsigned i = 0; i < game.box->tile_count; ++i) {
        differs([&](Position& p) { ++p.bag[i]; });
    }
    RC_ASSERT(seen.size() == changes + 1);
}

PROPERTY(Hash, tells_all_positions_of_many_games_apart, 20) {
    static std::map<std::uint64_t, std::string> seen;
    const GameSpec spec = *any_game_of_any_width();
    Play play(spec);
    for (unsigned i = 0; i < spec.turns && play.turn(); ++i) {
        const std::string text =
            std::to_string(spec.edition) + "/" + std::to_string(spec.mix) + " " + look(play.game());
        const auto [it, fresh] = seen.insert({hash(play.game()), text});
        if (fresh || it->second == text) continue;
        // Another mix may have the same tiles and the same look.
        RC_ASSERT(it->second.substr(it->second.find(' ')) == text.substr(text.find(' ')));
    }
}

TEST(Hash, does_not_depend_on_the_order_of_play) {
    const auto setup = setup_of("new");
    const TileIndex road = *setup->find_tile("base/U");
    const auto played = [&](Placement first, Placement second) {
        Game game(*setup->box, 1, 0);
        for (const Placement& placement : {first, second}) {
            draw(game, road);
            apply(game, {placement, {}, 0, {}});
        }
        return game;
    };
    const Game one = played({{-1, 0}, 1}, {{1, 0}, 1});
    const Game two = played({{1, 0}, 1}, {{-1, 0}, 1});
    EXPECT_EQ(hash(one), hash(two));
    EXPECT_EQ(look(one), look(two));
}

} // namespace
} // namespace bastide
