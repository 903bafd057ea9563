#pragma once
// Meadows and river systems when moves of one decision are judged. Internal to sibling_pass.h.

#include "ai/evaluation/sibling_areas.h"

namespace bastide::siblings {

/// Areas with somebody in them and what they give, by their roots: the order of addition.
template <unsigned lanes>
class HeldList {
  public:
    struct Held {
        Node root;
        Lanes<lanes> points;
    };

    void clear() { count_ = 0; }
    const Held* begin() const { return held_.data(); }
    const Held* end() const { return held_.data() + count_; }

    /// Twice the same root is once.
    void insert(Node root, const Lanes<lanes>& points) {
        unsigned at = count_;
        while (at > 0 && held_[at - 1].root > root) --at;
        if (at > 0 && held_[at - 1].root == root) return;
        Held* const held = held_.data(); // iterators want signed steps where they have 32 bits
        std::copy_backward(held + at, held + count_, held + count_ + 1);
        held_[at] = {root, points};
        ++count_;
    }
    /// With the area entered just now in its place, whether or not it was held before.
    void add_to(Lanes<lanes>& sum, const Held& entered) const {
        Lanes<lanes> total = sum;
        bool due = entered.root != no_node;
        for (const Held& held : *this) {
            if (due && held.root >= entered.root) {
                due = false;
                total.add(entered.points);
                if (held.root == entered.root) continue;
            }
            total.add(held.points);
        }
        if (due) total.add(entered.points);
        sum = total;
    }

  private:
    std::array<Held, max_players * max_tokens_of_player + 1> held_;
    unsigned count_ = 0;
};

/// What meadows (H10, H11) and river systems (H9) give to those who hold them.
template <unsigned lanes>
class HuntingGrounds {
    using Scene = siblings::Scene<NarrowAreas>;
    using Held = typename HeldList<lanes>::Held;

  public:
    void begin(const Scene& scene) {
        meadows_.begin(scene);
        waters_.begin(scene);
    }
    void placed(const Scene& scene) {
        meadows_.placed(scene);
        waters_.placed(scene);
    }
    void add_to(Lanes<lanes>& sum, const Scene& scene, Node in_meadow, Node in_water) const {
        meadows_.add_to(sum, scene, in_meadow);
        waters_.add_to(sum, scene, in_water);
    }

  private:
    struct Meadow {
        using Word = FieldWord;
        static const auto& net(const Position& p) { return p.field; }
        static unsigned nodes(const Position& p) { return p.fields; }
        static bool is_held(Word word) { return field::is_occupied(word); }
        static Lanes<lanes> points(const Scene& scene, Node root) {
            const FieldWord word = scene.game.now.field.word[root];
            return grown(scene, Holding::field,
                         holders_of_meadow(scene.game, root, shrine_meadow(scene.game)),
                         meadow_value(scene.game.box->rules, word), scene.terms.meadow_growth);
        }
    };
    struct System {
        using Word = WaterWord;
        static const auto& net(const Position& p) { return p.water; }
        static unsigned nodes(const Position& p) { return p.waters; }
        static bool is_held(Word word) { return water::is_occupied(word); }
        static Lanes<lanes> points(const Scene& scene, Node root) {
            const WaterWord word = scene.game.now.water.word[root];
            return grown(scene, Holding::water, water::held(word),
                         hut_value(scene.game.box->rules, water::fish(word)),
                         scene.terms.fish_growth);
        }
    };
    static Lanes<lanes> grown(const Scene& scene, Holding holding, NarrowHolders held,
                              const FeatureValue& value, float growth) {
        return held_points<lanes>(scene.terms, holding, held,
                                  static_cast<float>(value.points) + growth, scene.players);
    }

    template <class Kind>
    class Grounds {
      public:
        void begin(const Scene& scene) {
            const Position& p = scene.game.now;
            const auto& net = Kind::net(p);
            count_ = 0;
            for (unsigned n = 1; n < Kind::nodes(p); ++n) {
                const auto node = static_cast<Node>(n);
                if (!Kind::is_held(net.word[n]) || !net.is_root(node)) continue;
                word_before_[count_] = net.word[n];
                before_[count_++] = {node, Kind::points(scene, node)};
            }
        }
        void placed(const Scene& scene) {
            const Position& p = scene.game.now;
            const auto& net = Kind::net(p);
            held_.clear();
            for (unsigned k = 0; k < count_; ++k) {
                const Node root = net.root(before_[k].root);
                const bool same = root == before_[k].root && net.word[root] == word_before_[k];
                held_.insert(root, same ? before_[k].points : Kind::points(scene, root));
            }
        }
        void add_to(Lanes<lanes>& sum, const Scene& scene, Node token) const {
            Held entered = {no_node, {}};
            if (token != no_node) {
                entered.root = Kind::net(scene.game.now).root(token);
                entered.points = Kind::points(scene, entered.root);
            }
            held_.add_to(sum, entered);
        }

      private:
        static constexpr unsigned most = max_players * max_tokens_of_player;
        std::array<Held, most> before_;
        std::array<typename Kind::Word, most> word_before_;
        unsigned count_ = 0;
        HeldList<lanes> held_;
    };

    Grounds<Meadow> meadows_;
    Grounds<System> waters_;
};

} // namespace bastide::siblings
