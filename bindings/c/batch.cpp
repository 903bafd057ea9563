#include "bindings/c/batch.h"

#include "ai/arena/play.h"
#include "bindings/c/observation.h"
#include "bindings/c/sight.h"
#include "rules/playout.h"

#include <algorithm>
#include <cstring>

namespace bastide::c {
namespace {

/// The scores that count: while a game runs those on the track, then those of the end.
Points points_of(const Game& game) {
    return game.over() ? final_scores(game) : game.now.score;
}

void add_options(Slot& slot, Placement placement) {
    choices_after(slot.game, placement).for_each([&](Deployment deployment) {
        if (slot.count == BASTIDE_MAX_ACTIONS) {
            slot.left_out = true;
        } else {
            slot.options[slot.count++] = {placement, deployment};
        }
    });
}

void list(Slot& slot) {
    if (slot.listed) return;
    slot.listed = true;
    slot.left_out = false;
    slot.count = 0;
    if (slot.game.now.phase == Phase::man) {
        slot.men = man_targets(slot.game);
        slot.count = static_cast<unsigned>(slot.men.size()); // fewer than there are nodes
        return;
    }
    PlacementList placements;
    legal_placements(slot.game, placements);
    for (unsigned i = 0; i < placements.count; ++i) add_options(slot, placements.placement[i]);
}

bool is_option(const Move& move, const Slot::Option& option) {
    return move.placement == option.placement && move.deployment == option.deployment;
}

/// The city that was meant when the turn began, while it can be told.
unsigned planned_city(const Slot& slot, Random& random) {
    if (slot.planned && slot.man_moves < slot.planned->man_move_count) {
        const NodeRef meant = node_of(slot.game, slot.planned->man_moves[slot.man_moves]);
        const Node city = feature_root(slot.game, meant.node);
        for (unsigned k = 0; k < slot.count; ++k) {
            if (slot.men[k].city == city) return k;
        }
    }
    return random.below(slot.count);
}

void write_actions(const Slot& slot, std::int8_t* out) {
    constexpr std::size_t columns = BASTIDE_ACTION_COLUMNS;
    std::memset(out, 0, BASTIDE_MAX_ACTIONS * columns);
    for (unsigned k = 0; k < slot.count; ++k, out += columns) {
        if (slot.game.now.phase == Phase::man) {
            const SegmentRef where = slot.men[k].where;
            out[0] = where.cell.x;
            out[1] = where.cell.y;
            out[3] = BASTIDE_MOVE_MAN;
            out[5] = static_cast<std::int8_t>(where.segment);
            continue;
        }
        const auto& [placement, deployment] = slot.options[k];
        out[0] = placement.cell.x;
        out[1] = placement.cell.y;
        out[2] = static_cast<std::int8_t>(placement.rotation);
        out[3] = static_cast<std::int8_t>(deployment.action);
        out[4] = static_cast<std::int8_t>(deployment.token);
        out[5] = static_cast<std::int8_t>(deployment.segment);
    }
}

std::uint8_t phase_of(const Slot& slot) {
    if (slot.game.over()) return BASTIDE_OVER;
    return slot.game.now.phase == Phase::man ? BASTIDE_MAN : BASTIDE_PLACE;
}

void fetch(const void* from, std::size_t bytes) {
    constexpr std::size_t line = 64;
    const auto* begin = static_cast<const char*>(from);
    for (std::size_t at = 0; at < bytes; at += line) __builtin_prefetch(begin + at);
}

/// Many games do not fit the cache: while one is played, what the middle of the next will need is
/// on its way.
void fetch(const Slot& slot) {
    const Position& p = slot.game.now;
    fetch(&p, sizeof(Header));
    fetch(&p.open.code, 128);
    fetch(&p.open.cell, 128);
    fetch(&p.tile, 256);
    fetch(&p.feature.word, 512);
    fetch(&p.feature.parent, 64);
    fetch(&p.field.word, 256);
    fetch(&p.field.parent, 64);
    fetch(&slot.deck, 192);
    if (slot.tokens_at == nullptr) return;
    slot.areas.for_each_used([](const void* from, std::size_t bytes) { fetch(from, bytes); });
    fetch(slot.tokens_at, slot.rows * sizeof(std::int16_t) * BASTIDE_TOKEN_COLUMNS);
}

bool wants_options(const bastide_buffers& to) {
    return to.counts != nullptr || to.masks != nullptr || to.actions != nullptr ||
           to.overflows != nullptr;
}

} // namespace

Batch::Batch(std::shared_ptr<const Setup> setup, const BatchPlan& plan)
    : setup_(std::move(setup))
    , plan_(plan)
    , start_(*setup_->box, plan.players, plan.first_player)
    , workers_(std::max(1u, std::min(plan.threads, plan.count))) {
    slots_.reserve(plan.count);
    for (unsigned i = 0; i < plan.count; ++i) {
        slots_.emplace_back(start_);
        begin(slots_.back(), i);
    }
}

template <class Visit>
void Batch::for_each_slot(const Visit& visit) {
    const std::size_t parts = workers_.threads();
    workers_.run([&](unsigned part) {
        const std::size_t end = size() * std::size_t{part + 1} / parts;
        for (std::size_t i = size() * std::size_t{part} / parts; i < end; ++i) {
            if (i + 1 < end) fetch(slots_[i + 1]);
            visit(static_cast<unsigned>(i));
        }
    });
}

void Batch::begin(Slot& slot, std::uint64_t number) const {
    slot.number = number;
    slot.game = start_;
    slot.areas.clear();
    slot.deck = Deck(slot.game, deck_seed_of(plan_.seed, number));
    slot.random = Random(move_seed_of(plan_.seed, number));
    slot.before = {};
    slot.listed = false;
    slot.planned.reset();
    draw_from(slot.deck, slot.game, nullptr);
}

void Batch::act(Slot& slot, unsigned action) const {
    slot.before = slot.game.now.score;
    slot.listed = false;
    if (slot.game.now.phase == Phase::man) {
        move_man(slot.game, slot.men[action].city);
        ++slot.man_moves;
    } else {
        const auto& [placement, deployment] = slot.options[action];
        if (slot.planned && !is_option(*slot.planned, slot.options[action])) slot.planned.reset();
        slot.man_moves = 0;
        place(slot.game, placement);
        deploy(slot.game, deployment);
    }
    draw_from(slot.deck, slot.game, nullptr);
}

unsigned Batch::random_turns(Slot& slot, unsigned turns) const {
    unsigned played = 0;
    slot.before = slot.game.over() ? Points{} : slot.game.now.score;
    slot.listed = false;
    while (played < turns) {
        if (slot.game.over()) begin(slot, slot.number + size());
        // A game may end here without a turn: nothing that is left fits.
        played += playout(slot.game, slot.deck, slot.random, PlayoutForm::full, 1).placed;
    }
    draw_from(slot.deck, slot.game, nullptr);
    return played;
}

void Batch::write(unsigned i, const bastide_buffers& to) {
    Slot& slot = slots_[i];
    const Game& game = slot.game;
    if (wants_options(to)) list(slot);
    unsigned overflow = slot.listed && slot.left_out ? BASTIDE_ACTIONS_LEFT_OUT : 0;
    if (to.players != nullptr) to.players[i] = game.now.player;
    if (to.phases != nullptr) to.phases[i] = phase_of(slot);
    if (to.counts != nullptr) to.counts[i] = static_cast<std::uint16_t>(slot.count);
    if (to.masks != nullptr) {
        std::uint8_t* mask = to.masks + std::size_t{i} * BASTIDE_MAX_ACTIONS;
        std::memset(mask, 1, slot.count);
        std::memset(mask + slot.count, 0, BASTIDE_MAX_ACTIONS - slot.count);
    }
    if (to.actions != nullptr) {
        write_actions(slot,
                      to.actions + std::size_t{i} * BASTIDE_MAX_ACTIONS * BASTIDE_ACTION_COLUMNS);
    }
    if (to.rewards != nullptr) {
        const Points points = points_of(game);
        for (unsigned player = 0; player < plan_.players; ++player) {
            to.rewards[std::size_t{i} * plan_.players + player] =
                static_cast<float>(points[player] - slot.before[player]);
        }
    }
    if (to.ends != nullptr) to.ends[i] = game.over();
    if (to.games != nullptr) to.games[i] = slot.number;
    if (to.tokens != nullptr) {
        std::int16_t* at = to.tokens + std::size_t{i} * BASTIDE_TOKEN_ROWS * BASTIDE_TOKEN_COLUMNS;
        const unsigned before = slot.tokens_at == at ? slot.rows : BASTIDE_TOKEN_ROWS;
        const TokenRows done = write_tokens<FiveSeats>(game, slot.areas, before, at);
        slot.tokens_at = at;
        slot.rows = done.rows;
        if (done.left_out) overflow |= BASTIDE_ROWS_LEFT_OUT;
        if (to.rows != nullptr) to.rows[i] = static_cast<std::uint16_t>(done.rows);
    }
    if (to.tables != nullptr) {
        write_table<FiveSeats>(game, to.tables + std::size_t{i} * BASTIDE_TABLE_COLUMNS);
    }
    if (to.overflows != nullptr) to.overflows[i] = static_cast<std::uint8_t>(overflow);
}

void Batch::reset(const bastide_buffers& buffers) {
    for_each_slot([&](unsigned i) {
        begin(slots_[i], i);
        write(i, buffers);
    });
}

std::optional<unsigned> Batch::step(std::span<const std::int32_t> actions,
                                    const bastide_buffers& buffers) {
    for_each_slot([&](unsigned i) { list(slots_[i]); });
    for (unsigned i = 0; i < size(); ++i) {
        const bool offered =
            actions[i] >= 0 && static_cast<std::uint32_t>(actions[i]) < slots_[i].count;
        if (!offered && actions[i] != BASTIDE_WAIT && !slots_[i].game.over()) return i;
    }
    for_each_slot([&](unsigned i) {
        Slot& slot = slots_[i];
        if (actions[i] == BASTIDE_WAIT) {
            slot.before = points_of(slot.game);
        } else if (slot.game.over()) {
            begin(slot, slot.number + size());
        } else {
            act(slot, static_cast<unsigned>(actions[i]));
        }
        write(i, buffers);
    });
    return std::nullopt;
}

void Batch::see(const bastide_sight& sight) {
    for_each_slot([&](unsigned i) { write_sight(slots_[i].game, i, sight); });
}

void Batch::see(const bastide_wide_sight& sight) {
    for_each_slot([&](unsigned i) { write_wide_sight(slots_[i].game, i, sight); });
}

std::optional<unsigned> Batch::choose(unsigned i, Agent& agent, const Budget& budget,
                                      Random& random) {
    Slot& slot = slots_[i];
    list(slot);
    if (slot.game.now.phase == Phase::man) return planned_city(slot, random);
    slot.planned = agent.choose(slot.game, budget, random);
    for (unsigned k = 0; k < slot.count; ++k) {
        if (is_option(*slot.planned, slot.options[k])) return k;
    }
    return std::nullopt;
}

std::uint64_t Batch::play_at_random(unsigned turns, const bastide_buffers& buffers) {
    std::vector<std::uint64_t> played(size());
    for_each_slot([&](unsigned i) {
        played[i] = random_turns(slots_[i], turns);
        write(i, buffers);
    });
    std::uint64_t sum = 0;
    for (const std::uint64_t some : played) sum += some;
    return sum;
}

} // namespace bastide::c
