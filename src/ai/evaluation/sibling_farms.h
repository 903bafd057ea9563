#pragma once
// Farms when moves of one decision are judged. Internal to sibling_pass.h.

#include "ai/evaluation/sibling_areas.h"

namespace bastide::siblings {

/// E3.
template <class Areas, unsigned lanes>
class Farms {
    using Scene = siblings::Scene<Areas>;
    using Open = OpenAreas<Areas, lanes>;

  public:
    void begin(const Scene& scene, const Open& cities);
    void placed(const Scene& scene, const Open& cities);
    void add_to(Lanes<lanes>& sum, const Scene& scene, const Ending<lanes>& ending,
                Node token) const;

  private:
    static constexpr unsigned most_contacts = Areas::limits.contacts + 32;
    using ContactSet = std::array<std::uint64_t, (most_contacts + 63) / 64>;
    struct Farm {
        Node root = no_node;
        bool held = false;
        learned::Farm meets;
        Lanes<lanes> points;      // of those who hold it
        ContactSet contacts = {}; // with cities, by number
    };

    void touch(Index farm) {
        if (touched_[farm]) return;
        touched_[farm] = true;
        touched_list_[touched_count_++] = farm;
    }
    Index farm_at(Node root) {
        if (farm_of_[root] == none) {
            farm_[count_] = {};
            name(root, static_cast<Index>(count_++));
        }
        return farm_of_[root];
    }
    /// From now on, until it is put back, this root is that farm's.
    void name(Node root, Index farm) {
        named_[named_count_++] = {root, farm_of_[root]};
        farm_of_[root] = farm;
        farm_[farm].root = root;
    }
    void put_back();
    void find_joined(const Scene& scene);
    void add_contacts(const Scene& scene, unsigned first);
    void settle(const Scene& scene, const Open& cities);
    void meet_cities(const Scene& scene, const Open& cities, Farm& farm) const;
    void put_in_order();
    Lanes<lanes> points_of(const Scene& scene, Node root, const learned::Farm& meets) const;

    static float each_of(const Scene& scene) {
        return static_cast<float>(points_each_city(scene.game.box->rules));
    }

    static constexpr unsigned most =
        Areas::limits.contacts + max_tile_fields * 2 + Areas::limits.players * max_tokens_of_player;
    using FarmSet = std::array<std::uint64_t, (most + 63) / 64>;
    struct Named {
        Node root;
        Index before;
    };
    /// In the order in which they first meet a city.
    std::array<Farm, most> farm_, farm_before_;
    std::array<Index, most> now_; // the farm it is part of now
    std::array<bool, most> touched_;
    std::array<Index, most> touched_list_;
    std::array<Named, most> named_;
    std::array<Index, Areas::limits.fields + 1 + max_tile_fields> farm_of_; // by root
    std::array<FarmSet, Open::most> beside_; // open cities before the move
    unsigned count_ = 0, count_before_ = 0, touched_count_ = 0, named_count_ = 0;
    unsigned contacts_before_ = 0, nodes_before_ = 0;
    /// The order of addition: those with somebody in them by their roots, then the others.
    struct Order {
        std::array<Index, most> farm;
        unsigned held = 0, all = 0;
    };
    Order order_, order_before_;
    const Order* order_now_ = &order_;
};

template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::begin(const Scene& scene, const Open& cities) {
    const Position& p = scene.game.now;
    const auto& net = scene.net.field;
    count_ = count_before_ = touched_count_ = named_count_ = 0;
    nodes_before_ = p.fields;
    std::fill_n(farm_of_.begin(), p.fields + max_tile_fields, none);
    std::fill(touched_.begin(), touched_.end(), false);
    for (unsigned i = 0; i < most; ++i) now_[i] = static_cast<Index>(i);
    add_contacts(scene, 0);
    std::fill_n(beside_.begin(), cities.count(), FarmSet());
    for (unsigned i = 0; i < p.contacts; ++i) {
        const auto [field, city] = scene.net.contact[i];
        const Index open = cities.at(scene.net.feature.root(city));
        if (open == none) continue;
        const Index farm = farm_of_[net.root(field)];
        beside_[open][farm / 64] |= std::uint64_t{1} << (farm % 64);
    }
    for (unsigned n = 1; n < p.fields; ++n) {
        const auto node = static_cast<Node>(n);
        if (field::is_occupied(net.word[n]) && net.is_root(node)) touch(farm_at(node));
    }
    contacts_before_ = p.contacts;
    settle(scene, cities);
    put_in_order();
    order_before_ = order_;
    count_before_ = count_;
    std::copy_n(farm_.begin(), count_, farm_before_.begin());
    named_count_ = 0; // these names are those before the move
}

template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::put_back() {
    for (unsigned i = named_count_; i-- > 0;) farm_of_[named_[i].root] = named_[i].before;
    for (unsigned i = 0; i < touched_count_; ++i) {
        const Index farm = touched_list_[i];
        touched_[farm] = false;
        now_[farm] = farm;
        if (farm < count_before_) farm_[farm] = farm_before_[farm];
    }
    count_ = count_before_;
    touched_count_ = named_count_ = 0;
}

template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::placed(const Scene& scene, const Open& cities) {
    put_back();
    for (unsigned n = nodes_before_; n < scene.game.now.fields; ++n) farm_of_[n] = none;
    find_joined(scene);
    const bool joined = touched_count_ > 0;
    add_contacts(scene, contacts_before_);
    cities.for_each_touched([&](Index city) {
        const FarmSet& set = beside_[city];
        for (unsigned word = 0; word < set.size(); ++word) {
            for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1) {
                touch(now_[word * 64 + static_cast<unsigned>(std::countr_zero(bits))]);
            }
        }
    });
    settle(scene, cities);
    order_now_ = &order_before_;
    if (joined || count_ != count_before_) {
        put_in_order();
        order_now_ = &order_;
    }
}

/// Of farms that became one, the first in the list goes on.
template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::find_joined(const Scene& scene) {
    const auto& net = scene.net.field;
    for (unsigned i = 0; i < count_before_; ++i) {
        const auto farm = static_cast<Index>(i);
        const Node node = farm_before_[farm].root;
        if (net.is_root(node)) continue;
        const Node root = net.root(node);
        touch(farm);
        const Index other = farm_of_[root];
        if (other == none || other > farm) name(root, farm);
        if (other == none) continue;
        touch(other);
        const Index first = std::min(farm, other), second = std::max(farm, other);
        now_[second] = first;
        for (unsigned word = 0; word < farm_[first].contacts.size(); ++word) {
            farm_[first].contacts[word] |= farm_[second].contacts[word];
        }
    }
}

template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::add_contacts(const Scene& scene, unsigned first) {
    for (unsigned i = first; i < scene.game.now.contacts; ++i) {
        const auto [field, city] = scene.net.contact[i];
        const Index farm = farm_at(scene.net.field.root(field));
        farm_[farm].contacts[i / 64] |= std::uint64_t{1} << (i % 64);
        touch(farm);
    }
}

template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::settle(const Scene& scene, const Open& cities) {
    for (unsigned i = 0; i < touched_count_; ++i) {
        if (now_[touched_list_[i]] != touched_list_[i]) continue;
        Farm& farm = farm_[touched_list_[i]];
        meet_cities(scene, cities, farm);
        farm.held = field::is_occupied(scene.net.field.word[farm.root]);
        if (farm.held) farm.points = points_of(scene, farm.root, farm.meets);
    }
}

/// Each city once, in the order of the contacts.
template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::meet_cities(const Scene& scene, const Open& cities, Farm& farm) const {
    std::array<std::uint64_t, Areas::limits.features / 64 + 1> seen = {};
    farm.meets = {};
    for (unsigned word = 0; word < farm.contacts.size(); ++word) {
        for (std::uint64_t bits = farm.contacts[word]; bits != 0; bits &= bits - 1) {
            const unsigned i = word * 64 + static_cast<unsigned>(std::countr_zero(bits));
            const Node city = scene.net.feature.root(scene.net.contact[i].city);
            const std::uint64_t bit = std::uint64_t{1} << (city % 64);
            if ((seen[city / 64] & bit) != 0) continue;
            seen[city / 64] |= bit;
            const bool complete = feature::is_complete(scene.net.feature.word[city]);
            farm.meets.meet(complete, complete ? 0 : cities.chance(cities.at(city)));
        }
    }
}

template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::put_in_order() {
    Order& order = order_;
    order.all = 0;
    for (unsigned i = 0; i < count_; ++i) {
        if (now_[i] != i || !farm_[i].held) continue;
        unsigned at = order.all++;
        for (; at > 0 && farm_[order.farm[at - 1]].root > farm_[i].root; --at) {
            order.farm[at] = order.farm[at - 1];
        }
        order.farm[at] = static_cast<Index>(i);
    }
    order.held = order.all;
    for (unsigned i = 0; i < count_; ++i) {
        if (now_[i] == i && !farm_[i].held) order.farm[order.all++] = static_cast<Index>(i);
    }
}

template <class Areas, unsigned lanes>
Lanes<lanes> Farms<Areas, lanes>::points_of(const Scene& scene, Node root,
                                            const learned::Farm& meets) const {
    return held_points<lanes>(scene.terms, Holding::field, field::held(scene.net.field.word[root]),
                              learned::points_of(scene.terms, meets, each_of(scene)),
                              scene.players);
}

template <class Areas, unsigned lanes>
void Farms<Areas, lanes>::add_to(Lanes<lanes>& sum, const Scene& scene, const Ending<lanes>& ending,
                                 Node token) const {
    const Order& order = *order_now_;
    Node entered = no_node;
    Lanes<lanes> points;
    if (token != no_node) {
        entered = scene.net.field.root(token);
        const Index farm = farm_of_[entered];
        points = points_of(scene, entered, farm == none ? learned::Farm() : farm_[farm].meets);
    }
    Lanes<lanes> total = sum;
    unsigned k = 0;
    for (; k < order.held && (token == no_node || farm_[order.farm[k]].root < entered); ++k) {
        total.add(farm_[order.farm[k]].points);
    }
    total.add(points);
    if (k < order.held && farm_[order.farm[k]].root == entered) ++k; // held before, too
    for (; k < order.held; ++k) total.add(farm_[order.farm[k]].points);
    const float each = each_of(scene);
    for (; k < order.all; ++k) {
        const Farm& farm = farm_[order.farm[k]];
        if (farm.meets.complete == 0 || farm.root == entered) continue;
        const float gift = each * farm.meets.complete;
        const float next = scene.terms.farm_gift[0] * gift;
        const float others = scene.terms.farm_gift[1] * gift;
        for (unsigned i = 0; i < lanes; ++i) {
            total.of[i] += next * ending.next.of[i] + others * ending.others.of[i];
        }
    }
    sum = total;
}

} // namespace bastide::siblings
