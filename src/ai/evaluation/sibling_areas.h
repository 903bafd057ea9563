#pragma once
// Roads, cities, forests and rivers when moves of one decision are judged: their chances, what they
// give and what joins of them would change. Internal to sibling_pass.h.

#include "ai/evaluation/sibling_parts.h"

#include <bit>

namespace bastide::siblings {

/// The areas that were open before the move, in the order of their nodes, then those of the new
/// tile. What a placement touches is worked out again and put back before the next one.
template <class Areas, unsigned lanes>
class OpenAreas {
    using Scene = siblings::Scene<Areas>;
    using Word = std::remove_cvref_t<decltype(Areas{}.feature.word[0])>;

  public:
    static constexpr unsigned most = Areas::limits.features + 1 + max_tile_features;

    void begin(const Scene& scene);
    void placed(const Scene& scene);
    /// Adds what areas and joins give after the turn.
    void add_to(Lanes<lanes>& sum, const Scene& scene, const Ending<lanes>& ending, unsigned kept,
                Node token);
    /// The ending kept under this number is another one.
    void forget(unsigned kept) { sums_[kept].valid = 0; }

    /// False where the whole pass would leave joins out: then it must say itself which.
    bool is_complete() const {
        return std::max(pairs_, pairs_before_) <= LearnedNumbers::most_joins;
    }

    /// By the root before the move or now; `none` if it is complete.
    Index at(Node root) const { return index_of_[root]; }
    unsigned count() const { return count_; }
    /// What the placement touched of the areas before it.
    template <class Visit>
    void for_each_touched(Visit&& visit) const {
        for (unsigned i = 0; i < touched_count_; ++i) {
            if (touched_list_[i] < count_before_) visit(touched_list_[i]);
        }
    }
    float chance(Index area) const { return area_[area].chance; }

  private:
    struct Area {
        Node node;
        std::uint8_t holes, closing;
        float chance;
        Word word;
    };
    /// What an area gives, in the order of addition.
    struct Gift {
        Lanes<lanes> points, back;  // held
        float next = 0, others = 0; // nobody's: to whoever may take it
        bool gold = false;
    };
    struct Side {
        Index area;
        std::uint8_t closing;
        float chance;
    };
    /// Two sides whose areas some tile would join.
    struct Meeting {
        std::uint8_t a, b;
        const float* share;
        Lanes<lanes> gain; // before the move
    };
    /// An open cell and what looks into it.
    struct Hole {
        std::uint8_t sides = 0, meetings = 0;
        std::array<Side, edge_count> side;
        std::array<Meeting, 6> meeting;
    };
    using SlotSet = std::array<std::uint64_t, slot_words>;
    static void add_slot(SlotSet& set, unsigned slot) {
        set[slot / 64] |= std::uint64_t{1} << (slot % 64);
    }
    /// In rising order.
    template <class Visit>
    void for_each_slot(const SlotSet& set, unsigned slots, Visit&& visit) const {
        for (unsigned word = 0; word * 64 < slots; ++word) {
            for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1) {
                const unsigned slot = word * 64 + static_cast<unsigned>(std::countr_zero(bits));
                if (slot < slots) visit(*hole_[slot]);
            }
        }
    }
    /// Sums on the way: before the gift of each area, as far as they hold.
    struct Sums {
        unsigned valid = 0;
        std::array<Lanes<lanes>, Areas::limits.features + 2 + max_tile_features> before;
    };
    struct Pair {
        Index a, b;
        const float* share;
        Lanes<lanes> gain;
    };

    void put_back();
    /// Adds what the areas from one to another give.
    void add_gifts(Lanes<lanes>& sum, const Scene& scene, const Ending<lanes>& ending,
                   unsigned from, unsigned to, Lanes<lanes>* before) const;
    void touch(Index area) {
        for (Sums& sums : sums_) sums.valid = std::min<unsigned>(sums.valid, area);
        if (touched_[area]) return;
        touched_[area] = true;
        touched_list_[touched_count_++] = area;
    }
    void touch_sides(const Hole& hole) {
        for (unsigned i = 0; i < hole.sides; ++i) touch(now_[hole.side[i].area]);
    }
    void add_area(const Scene& scene, unsigned node);
    void find_changed(const Scene& scene);
    void find_joined(const Scene& scene);
    void join(const Scene& scene, Index area);
    void look_again(const Scene& scene);
    void look_into(const Scene& scene, unsigned slot, Hole& hole);
    /// The same demands come again and again within a decision.
    struct Known {
        std::uint32_t decision = 0;
        float chance = 0;
        std::uint8_t closing = 0;
    };
    const Known& closing_at(const Scene& scene, EdgeCode code, unsigned side) {
        Known& known = known_[side][code];
        if (known.decision != decision_) {
            const auto closing = scene.numbers.closing_at(scene.terms, scene.bag, code, side);
            known = {decision_, *closing.chance, closing.tiles};
        }
        return known;
    }
    void settle(const Scene& scene);
    void count_holes(const Scene& scene);
    Gift gift_of(const Scene& scene, const Area& area) const;
    void list_pairs(const Scene& scene);
    Lanes<lanes> gain_of(const Scene& scene, Index a, Index b, float share) const;

    std::array<Index, most + 1> index_of_;
    std::array<Area, most> area_, area_before_;
    std::array<Gift, most> gift_, gift_before_;
    std::array<Index, most> now_; // the area it is part of now
    std::array<bool, most> touched_;
    std::array<Index, most> touched_list_;
    unsigned count_ = 0, count_before_ = 0, touched_count_ = 0;
    unsigned nodes_before_ = 0;

    static constexpr unsigned most_holes = 64 * slot_words;
    std::array<Hole, most_holes> hole_before_;
    std::array<Hole, 8> hole_fresh_;
    std::array<const Hole*, most_holes> hole_;
    std::array<EdgeCode, most_holes> code_before_;
    std::array<Cell, most_holes> cell_before_;
    std::array<std::uint16_t, most_holes> changed_slot_;
    unsigned frontier_before_ = 0, changed_slots_ = 0, fresh_ = 0;
    std::array<std::array<Known, 256>, edge_count> known_;
    std::uint32_t decision_ = 0;
    SlotSet changed_;
    SlotSet meeting_before_;                 // where areas meet
    std::array<SlotSet, most> looks_before_; // by area

    std::array<Pair, LearnedNumbers::most_joins + 1> pair_;
    unsigned pairs_ = 0, pairs_before_ = 0;

    std::array<Sums, endings_kept> sums_; // by ending
};

} // namespace bastide::siblings
