#pragma once
// Walks over a board that every evaluation takes: holes, places around a site, farms, meadows and
// river systems, in a fixed order. What is met is judged by whoever walks. `Areas` is the width of
// the game (Game::with_areas).

#include "rules/inspect.h"
#include "rules/scoring.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace bastide::walks {

/// Points of a feature if it is completed and if it stays as it is.
struct Worth {
    float complete = 0;
    float incomplete = 0;
};
template <class Word>
Worth worth_of(const Box& box, const Word& word) {
    if constexpr (std::is_same_v<Word, FeatureWord>) {
        if (box.form == Form::hunters) {
            return {static_cast<float>(completed_value<Family::hunters>(box, word).points), 0};
        }
    }
    return {static_cast<float>(completed_value<Family::classic>(box, word).points),
            static_cast<float>(incomplete_value(box.rules, word).points)};
}

/// An area that looks into an open cell from one of its sides.
struct Look {
    Node root;
    EdgeCode code; // of the cell
    unsigned side;
};

/// Every open cell that shows a feature. `look` is told each area that looks into it, once per
/// cell; `meet` is told two different ones of the same terrain, the later first, which one tile
/// could join: meet(root, other_root, code, other_side, side).
template <class Areas, class OnLook, class OnMeet>
void for_each_hole(const Game& game, const Areas& areas, OnLook&& look, OnMeet&& meet) {
    const Position& p = game.now;
    for (unsigned slot = 0; slot < p.frontier; ++slot) {
        const EdgeCode code = p.open.code[slot];
        if (!shows_feature(code)) continue;
        const unsigned at = Grid::index(p.open.cell[slot]);
        std::array<Node, edge_count> seen = {};
        for (unsigned side = 0; side < edge_count; ++side) {
            if (!shows_feature(terrain(code, side))) continue;
            const Node root = feature_beside(game, areas, at, side);
            seen[side] = root;
            bool twice = false;
            for (unsigned s = 0; s < side; ++s) {
                if (seen[s] == no_node) continue;
                if (seen[s] == root) {
                    twice = true;
                } else if (terrain(code, s) == terrain(code, side)) {
                    meet(root, seen[s], code, s, side);
                }
            }
            if (!twice) look(Look{root, code, side});
        }
    }
}

/// One of the eight places around a site.
struct Around {
    enum class Kind : std::uint8_t { filled, open, bare }; // bare: nothing beside it yet
    Kind kind;
    EdgeCode code; // of an open one
};
template <class Visit>
void for_each_around(const Game& game, Cell site, Visit&& visit) {
    for (const unsigned place : Grid::eight_around(Grid::index(site))) {
        const Grid::Entry entry = game.grid[place];
        if (Grid::is_placed(entry)) {
            visit(Around{Around::Kind::filled, 0});
        } else if (entry == Grid::empty) {
            visit(Around{Around::Kind::bare, 0});
        } else {
            visit(Around{Around::Kind::open, game.now.open.code[Grid::slot(entry)]});
        }
    }
}

enum class FarmsMet : std::uint8_t { held, all };

/// Fields with somebody in them, by node, and with FarmsMet::all also the others that meet a city;
/// with each of them what the walker gathers there.
template <class Areas, class Gathered>
class Farms {
  public:
    /// visit(gathered, city, complete) for every city that a farm meets, once for each farm.
    template <FarmsMet which, class Visit>
    void walk(const Game& game, const Areas& areas, Visit&& visit) {
        const Position& p = game.now;
        std::array<Number, Areas::limits.fields + 1> index;
        std::fill_n(index.begin(), p.fields, none);
        for (unsigned n = 1; n < p.fields; ++n) {
            const auto node = static_cast<Node>(n);
            if (!field::is_occupied(areas.field.word[n]) || !areas.field.is_root(node)) continue;
            index[n] = add(node);
        }
        held_ = count_;
        if (which == FarmsMet::held && held_ == 0) return;
        for (unsigned i = 0; i < p.contacts; ++i) {
            const Node field = areas.field.root(areas.contact[i].field);
            if (index[field] == none) {
                if constexpr (which == FarmsMet::held) continue;
                index[field] = add(field);
            }
            const Node city = areas.feature.root(areas.contact[i].city);
            std::uint64_t& cities = cities_[index[field]][city / 64];
            const std::uint64_t bit = std::uint64_t{1} << (city % 64);
            if ((cities & bit) != 0) continue;
            cities |= bit;
            visit(gathered_[index[field]], city, feature::is_complete(areas.feature.word[city]));
        }
    }

    unsigned count() const { return count_; }
    unsigned held() const { return held_; } // the first so many have somebody in them
    Node field(unsigned farm) const { return field_[farm]; }
    const Gathered& gathered(unsigned farm) const { return gathered_[farm]; }
    bool meets(unsigned farm, unsigned city) const {
        return (cities_[farm][city / 64] >> (city % 64) & 1) != 0;
    }

  private:
    /// A held farm has a token in it, any other one a contact of its own.
    static constexpr unsigned most =
        Areas::limits.contacts + Areas::limits.players * max_tokens_of_player;
    using Number = std::conditional_t<most <= 0xFF, std::uint8_t, std::uint16_t>;
    static constexpr Number none = std::numeric_limits<Number>::max();

    Number add(Node field) {
        field_[count_] = field;
        cities_[count_] = {};
        gathered_[count_] = {};
        return static_cast<Number>(count_++);
    }

    unsigned count_ = 0, held_ = 0;
    std::array<Node, most> field_;
    std::array<Gathered, most> gathered_;
    std::array<std::array<std::uint64_t, Areas::limits.features / 64 + 1>, most> cities_;
};

/// Meadows that somebody hunts in (H10, H11): visit(node, who counts there, value).
template <class Visit>
void for_each_meadow(const Game& game, Visit&& visit) {
    const Position& p = game.now;
    const Node shrine = shrine_meadow(game);
    for (unsigned n = 1; n < p.fields; ++n) {
        const auto node = static_cast<Node>(n);
        const FieldWord word = p.field.word[n];
        if (!field::is_occupied(word) || !p.field.is_root(node)) continue;
        visit(node, holders_of_meadow(game, node, shrine), meadow_value(game.box->rules, word));
    }
}

/// River systems with huts (H9): visit(node, who counts there, value).
template <class Visit>
void for_each_river_system(const Game& game, Visit&& visit) {
    const Position& p = game.now;
    for (unsigned n = 1; n < p.waters; ++n) {
        const auto node = static_cast<Node>(n);
        const WaterWord word = p.water.word[n];
        if (!water::is_occupied(word) || !p.water.is_root(node)) continue;
        visit(node, water::held(word), hut_value(game.box->rules, water::fish(word)));
    }
}

} // namespace bastide::walks
