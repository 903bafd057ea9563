#include "random_play.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace bastide::reference {
namespace {

// Written out because the standard's distributions differ from library to library.
template <class Items>
auto pick(const Items& items, Random& random) {
    auto it = items.begin();
    std::advance(it, static_cast<std::ptrdiff_t>(random() % items.size()));
    return *it;
}

std::string draw(const std::map<std::string, int>& stack, Random& random) {
    std::vector<std::string> copies;
    for (const auto& [id, count] : stack) {
        copies.insert(copies.end(), static_cast<std::size_t>(count), id);
    }
    return pick(copies, random);
}

int neighbours(const Game& game, const LegalMove& move) {
    const auto board = game.board();
    int count = 0;
    for (int edge = 0; edge < 4; ++edge) {
        if (board.contains(neighbour({move.x, move.y}, edge))) count += 4;
    }
    for (const int dx : {-1, 1}) {
        for (const int dy : {-1, 1}) {
            if (board.contains({move.x + dx, move.y + dy})) ++count;
        }
    }
    return count;
}

LegalMove choose(const Game& game, const std::string& tile, Manner manner, Random& random) {
    const std::set<LegalMove> all = game.legal_moves(tile);
    if (manner == Manner::scattered) return pick(all, random);
    std::map<int, std::vector<LegalMove>> by_neighbours;
    for (const LegalMove& move : all) by_neighbours[neighbours(game, move)].push_back(move);
    return pick(by_neighbours.rbegin()->second, random);
}

} // namespace

Turn random_turn(const Game& game, Manner manner, Random& random) {
    Turn turn;
    turn.player = game.player();
    turn.bonus = game.bonus_turn();
    turn.tile = draw(game.drawable(), random);
    while (!game.fits_somewhere(turn.tile)) {
        turn.skipped.push_back(turn.tile);
        turn.tile = draw(game.drawable(turn.skipped), random);
    }
    const LegalMove move = choose(game, turn.tile, manner, random);
    turn.x = move.x;
    turn.y = move.y;
    turn.rot = move.rot;
    turn.token = move.token;
    turn.segment = move.segment;
    turn.recall = move.recall;
    for (auto choices = game.gingerbread_choices(turn); !choices.empty();
         choices = game.gingerbread_choices(turn)) {
        turn.gingerbread.push_back(pick(choices, random));
    }
    return turn;
}

Options random_options(const std::string& edition, Random& random) {
    using Words = std::vector<std::string>;
    Options options;
    options.edition = edition;
    if (edition == "hunters") return options;
    options.river = pick(Words{"", "false", "true", "2021"}, random);
    options.abbot = random() % 2 == 0;
    options.gingerbread = random() % 2 == 0;
    options.gingerbread_double = random() % 2 == 0;
    options.farms = pick(Words{"", "city-4", "farm-3", "farm-3-once", "off"}, random);
    options.inns = random() % 2 == 0;
    options.traders = random() % 2 == 0;
    options.small_city = pick(Words{"", "half", "full"}, random);
    options.unplaceable = pick(Words{"", "return", "remove"}, random);
    return options;
}

} // namespace bastide::reference
