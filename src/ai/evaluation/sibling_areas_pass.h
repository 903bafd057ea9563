#pragma once
// How roads, cities, forests and rivers are judged by difference: what sibling_areas.h declares.
// Internal to sibling_pass.h.

#include "ai/evaluation/sibling_areas.h"

#include <cassert>
#include <cstring>

namespace bastide::siblings {

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::begin(const Scene& scene) {
    const Position& p = scene.game.now;
    count_ = count_before_ = touched_count_ = changed_slots_ = 0;
    nodes_before_ = p.features;
    ++decision_;
    for (Sums& sums : sums_) sums.valid = 0;
    for (unsigned n = 1; n < p.features; ++n) add_area(scene, n);
    frontier_before_ = p.frontier;
    std::copy_n(p.open.code.begin(), p.frontier, code_before_.begin());
    std::copy_n(p.open.cell.begin(), p.frontier, cell_before_.begin());
    changed_ = meeting_before_ = {};
    std::fill_n(looks_before_.begin(), count_, SlotSet());
    for (unsigned slot = 0; slot < p.frontier; ++slot) {
        Hole& hole = hole_before_[slot];
        look_into(scene, slot, hole);
        hole_[slot] = &hole;
        if (hole.meetings > 0) add_slot(meeting_before_, slot);
        for (unsigned k = 0; k < hole.sides; ++k) add_slot(looks_before_[hole.side[k].area], slot);
    }
    count_before_ = count_;
    settle(scene);
    pairs_before_ = pairs_;
    unsigned pair = 0;
    for (unsigned slot = 0; slot < p.frontier && is_complete(); ++slot) {
        Hole& hole = hole_before_[slot];
        for (unsigned i = 0; i < hole.meetings; ++i) hole.meeting[i].gain = pair_[pair++].gain;
    }
    std::copy_n(area_.begin(), count_, area_before_.begin());
    std::copy_n(gift_.begin(), count_, gift_before_.begin());
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::put_back() {
    for (unsigned i = 0; i < touched_count_; ++i) {
        const Index area = touched_list_[i];
        touched_[area] = false;
        now_[area] = area;
        for (Sums& sums : sums_) sums.valid = std::min<unsigned>(sums.valid, area);
        if (area >= count_before_) continue;
        area_[area] = area_before_[area];
        gift_[area] = gift_before_[area];
        index_of_[area_[area].node] = area;
    }
    for (unsigned i = 0; i < changed_slots_; ++i) {
        hole_[changed_slot_[i]] = &hole_before_[changed_slot_[i]];
    }
    count_ = count_before_;
    touched_count_ = changed_slots_ = fresh_ = 0;
    changed_ = {};
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::placed(const Scene& scene) {
    put_back();
    find_changed(scene);
    find_joined(scene);
    look_again(scene);
    settle(scene);
}

/// A node, if it is an open area's root.
template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::add_area(const Scene& scene, unsigned node) {
    const auto& net = scene.net.feature;
    index_of_[node] = none;
    if (!net.is_root(static_cast<Node>(node)) || feature::is_complete(net.word[node])) return;
    const auto area = static_cast<Index>(count_++);
    index_of_[node] = area;
    area_[area].node = static_cast<Node>(node);
    now_[area] = area;
    touched_[area] = false;
    touch(area);
}

/// Open cells whose demands changed, and those that were moved to another place of the list:
/// chances are multiplied in its order.
template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::find_changed(const Scene& scene) {
    const Position& p = scene.game.now;
    const Frontier& open = p.open;
    const unsigned most_now = std::max<unsigned>(frontier_before_, p.frontier);
    const unsigned fewest = std::min<unsigned>(frontier_before_, p.frontier);
    constexpr unsigned block = 8;
    for (unsigned first = 0; first < most_now; first += block) {
        const bool same =
            first + block <= fewest &&
            std::memcmp(&open.code[first], &code_before_[first], block * sizeof(EdgeCode)) == 0 &&
            std::memcmp(&open.cell[first], &cell_before_[first], block * sizeof(Cell)) == 0;
        if (same) continue;
        for (unsigned slot = first; slot < std::min(first + block, most_now); ++slot) {
            if (slot < fewest && open.code[slot] == code_before_[slot] &&
                open.cell[slot] == cell_before_[slot])
                continue;
            changed_slot_[changed_slots_++] = static_cast<std::uint16_t>(slot);
            add_slot(changed_, slot);
        }
    }
}

/// Areas that the tile belongs to now are among those that looked into its cell.
template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::find_joined(const Scene& scene) {
    const Position& p = scene.game.now;
    for (unsigned n = nodes_before_; n < p.features; ++n) add_area(scene, n);
    const Cell cell = p.tile[p.placed - 1u].cell;
    for (unsigned i = 0; i < changed_slots_; ++i) {
        const unsigned slot = changed_slot_[i];
        if (slot >= frontier_before_ || cell_before_[slot] != cell) continue;
        const Hole& hole = hole_before_[slot];
        // By rising nodes, so that an area that others went into is known to be complete.
        std::array<Index, edge_count> areas;
        for (unsigned k = 0; k < hole.sides; ++k) areas[k] = hole.side[k].area;
        std::sort(areas.begin(), areas.begin() + hole.sides);
        for (unsigned k = 0; k < hole.sides; ++k) join(scene, areas[k]);
        return;
    }
    for (unsigned i = 0; i < count_before_; ++i) join(scene, static_cast<Index>(i)); // a river's
}

/// What went into another area or is complete now has nothing to give any more.
template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::join(const Scene& scene, Index area) {
    const auto& net = scene.net.feature;
    const Node node = area_[area].node;
    if (!net.is_root(node)) {
        touch(area);
        const Index whole = index_of_[net.root(node)];
        now_[area] = whole == none ? area : whole; // complete: nobody asks
        if (whole != none) touch(whole);
    } else if (!(net.word[node] == area_[area].word)) {
        touch(area);
        if (feature::is_complete(net.word[node])) index_of_[node] = none;
    }
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::look_again(const Scene& scene) {
    const Position& p = scene.game.now;
    const unsigned last = frontier_before_ - 1;
    for (unsigned i = 0; i < changed_slots_; ++i) {
        const unsigned slot = changed_slot_[i];
        if (slot < frontier_before_) touch_sides(hole_before_[slot]);
        if (slot >= p.frontier) continue;
        if (p.open.code[slot] == code_before_[last] && p.open.cell[slot] == cell_before_[last]) {
            hole_[slot] = &hole_before_[last];
        } else {
            assert(fresh_ < hole_fresh_.size());
            look_into(scene, slot, hole_fresh_[fresh_]);
            hole_[slot] = &hole_fresh_[fresh_++];
        }
        touch_sides(*hole_[slot]);
    }
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::look_into(const Scene& scene, unsigned slot, Hole& hole) {
    const EdgeCode code = scene.game.now.open.code[slot];
    hole.sides = hole.meetings = 0;
    if (!shows_feature(code)) return;
    const unsigned at = Grid::index(scene.game.now.open.cell[slot]);
    std::array<unsigned, edge_count> faces; // of each of hole.side
    for (unsigned side = 0; side < edge_count; ++side) {
        if (!shows_feature(terrain(code, side))) continue;
        const Index area = index_of_[feature_beside(scene.game, scene.net, at, side)];
        assert(area != none);
        const Known& known = closing_at(scene, code, side);
        for (unsigned k = 0; k < hole.sides; ++k) {
            const unsigned s = faces[k];
            if (hole.side[k].area == area || terrain(code, s) != terrain(code, side)) continue;
            const unsigned tiles = scene.bag.count(scene.numbers.masks->join[s][side][code]);
            if (tiles == 0) continue;
            Meeting& meeting = hole.meeting[hole.meetings++];
            meeting.a = hole.sides;
            meeting.b = static_cast<std::uint8_t>(k);
            const unsigned kind = terrain(code, side) == Terrain::line ? 1 : 0;
            meeting.share = &scene.terms.join[kind][scene.numbers.joining_step[tiles]];
        }
        faces[hole.sides] = side;
        hole.side[hole.sides++] = {area, known.closing, known.chance};
    }
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::settle(const Scene& scene) {
    const auto& net = scene.net.feature;
    for (unsigned i = 0; i < touched_count_; ++i) {
        Area& area = area_[touched_list_[i]];
        area.chance = 1;
        area.holes = 0;
        area.closing = LearnedNumbers::no_hole;
        area.word = net.word[area.node];
    }
    count_holes(scene);
    for (unsigned i = 0; i < touched_count_; ++i) {
        const Index index = touched_list_[i];
        Area& area = area_[index];
        const bool open = net.is_root(area.node) && !feature::is_complete(area.word);
        if (open && area.holes >= 2) {
            area.chance *=
                learned::more_holes_of(scene.terms, learned::kind_of(area.word), area.holes);
        }
        gift_[index] = open ? gift_of(scene, area) : Gift();
    }
    list_pairs(scene);
}

/// Every hole of the areas that are touched, in the order of the list of open cells.
template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::count_holes(const Scene& scene) {
    const unsigned slots = scene.game.now.frontier;
    SlotSet set = changed_;
    for (unsigned i = 0; i < touched_count_; ++i) {
        if (touched_list_[i] >= count_before_) continue; // looks into changed cells only
        const SlotSet& looks = looks_before_[touched_list_[i]];
        for (unsigned word = 0; word < set.size(); ++word) set[word] |= looks[word];
    }
    for_each_slot(set, slots, [&](const Hole& hole) {
        for (unsigned k = 0; k < hole.sides; ++k) {
            const Side& side = hole.side[k];
            const Index index = now_[side.area];
            if (!touched_[index]) continue;
            bool twice = false;
            for (unsigned s = 0; s < k; ++s) twice |= now_[hole.side[s].area] == index;
            if (twice) continue;
            Area& area = area_[index];
            area.chance *= side.chance;
            area.closing = std::min(area.closing, side.closing);
            ++area.holes;
        }
    });
}

template <class Areas, unsigned lanes>
auto OpenAreas<Areas, lanes>::gift_of(const Scene& scene, const Area& area) const -> Gift {
    const Terms& terms = scene.terms;
    const unsigned kind = learned::kind_of(area.word);
    const walks::Worth worth = walks::worth_of(*scene.game.box, area.word);
    Gift gift;
    if constexpr (std::is_same_v<Areas, NarrowAreas>) {
        gift.gold = scene.game.box->form == Form::hunters && feature::has_gold(area.word);
    }
    if (!feature::is_occupied(area.word)) {
        const unsigned step = scene.numbers.gift_step_of(area.closing);
        gift.next = terms.gift[0][kind][step] * worth.complete;
        gift.others = terms.gift[1][kind][step] * worth.complete;
        return gift;
    }
    const float expected =
        learned::likely_points(area.chance, worth) + learned::growth_of(terms, kind, area.holes);
    const auto held = feature::held(area.word);
    gift.points =
        held_points<lanes>(terms, static_cast<Holding>(kind), held, expected, scene.players);
    for (unsigned i = 0; i < scene.players; ++i) {
        gift.back.of[i] = terms.back[kind] * (area.chance * static_cast<float>(held.of(i)));
    }
    return gift;
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::list_pairs(const Scene& scene) {
    pairs_ = 0;
    SlotSet set = meeting_before_;
    for (unsigned word = 0; word < set.size(); ++word) set[word] |= changed_[word];
    for_each_slot(set, scene.game.now.frontier, [&](const Hole& hole) {
        for (unsigned i = 0; i < hole.meetings; ++i) {
            const Meeting& meeting = hole.meeting[i];
            const Index a = now_[hole.side[meeting.a].area], b = now_[hole.side[meeting.b].area];
            if (a == b) continue;
            if (pairs_ >= LearnedNumbers::most_joins) {
                pairs_ = LearnedNumbers::most_joins + 1;
                return;
            }
            const bool fresh = touched_[a] || touched_[b];
            pair_[pairs_++] = {a, b, meeting.share,
                               fresh ? gain_of(scene, a, b, *meeting.share) : meeting.gain};
        }
    });
}

template <class Areas, unsigned lanes>
Lanes<lanes> OpenAreas<Areas, lanes>::gain_of(const Scene& scene, Index a, Index b,
                                              float share) const {
    const Area &one = area_[a], &other = area_[b];
    const auto held_a = feature::held(one.word), held_b = feature::held(other.word);
    Lanes<lanes> gains;
    if (!feature::is_occupied(one.word) && !feature::is_occupied(other.word)) return gains;
    const auto points = [&](const Area& area) {
        return learned::likely_points(area.chance, walks::worth_of(*scene.game.box, area.word));
    };
    const float points_a = points(one), points_b = points(other);
    for (unsigned i = 0; i < scene.players; ++i) {
        gains.of[i] =
            share * learned::gain_of_join(held_a, points_a, held_b, points_b, i, scene.players);
    }
    return gains;
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::add_to(Lanes<lanes>& sum, const Scene& scene,
                                     const Ending<lanes>& ending, unsigned kept, Node token) {
    const auto& net = scene.net.feature;
    const Index entered = token == no_node ? none : index_of_[net.root(token)];
    Area before;
    Gift gift_before;
    if (entered != none) {
        before = area_[entered];
        gift_before = gift_[entered];
        area_[entered].word = net.word[before.node];
        gift_[entered] = gift_of(scene, area_[entered]);
    }
    Sums& sums = sums_[kept];
    if (scene.game.now.man != ManPlace::absent) sums.valid = 0; // he may have moved
    const unsigned common = std::min<unsigned>(entered, count_);
    const unsigned known = std::min(sums.valid, common);
    if (known > 0) sum = sums.before[known];
    add_gifts(sum, scene, ending, known, common, sums.before.data());
    sums.before[common] = sum;
    sums.valid = std::max(sums.valid, common);
    add_gifts(sum, scene, ending, common, count_, nullptr);
    Lanes<lanes> total = sum;
    for (unsigned k = 0; k < pairs_; ++k) {
        const Pair& pair = pair_[k];
        if (pair.a == entered || pair.b == entered) {
            total.add(gain_of(scene, pair.a, pair.b, *pair.share));
        } else {
            total.add(pair.gain);
        }
    }
    sum = total;
    if (entered != none) {
        area_[entered] = before;
        gift_[entered] = gift_before;
    }
}

template <class Areas, unsigned lanes>
void OpenAreas<Areas, lanes>::add_gifts(Lanes<lanes>& sum, const Scene& scene,
                                        const Ending<lanes>& ending, unsigned from, unsigned to,
                                        Lanes<lanes>* before) const {
    const Position& p = scene.game.now;
    const Index man =
        p.man == ManPlace::city ? index_of_[scene.net.feature.root(p.man_city)] : none;
    Lanes<lanes> total = sum;
    for (unsigned k = from; k < to; ++k) {
        const Gift& gift = gift_[k];
        if (before != nullptr) before[k] = total;
        for (unsigned i = 0; i < lanes; ++i) {
            const float taken = gift.next * ending.next.of[i] + gift.others * ending.others.of[i];
            total.of[i] += gift.points.of[i] + taken;
            total.of[i] += gift.back.of[i];
        }
        if (k == man) {
            const auto& word = area_[k].word;
            const auto size = static_cast<float>(feature::size(word));
            for (unsigned i = 0; i < scene.players; ++i) {
                const auto knights = static_cast<float>(feature::held(word).of(i));
                total.of[i] += scene.terms.man * (knights * size);
            }
        }
        if (!gift.gold) continue;
        for (unsigned i = 0; i < scene.players; ++i) {
            total.of[i] += scene.terms.gold[i == p.player ? 0 : 1] * area_[k].chance;
        }
    }
    sum = total;
}

} // namespace bastide::siblings
