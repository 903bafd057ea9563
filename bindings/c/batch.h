#pragma once
// Many games of one setup, a step of each at a time.

#include "ai/agent.h"
#include "bindings/c/area_list.h"
#include "bindings/c/bastide.h"
#include "bindings/c/moves.h"
#include "bindings/c/pages.h"
#include "bindings/c/workers.h"
#include "catalog/catalog.h"
#include "rules/deck.h"
#include "rules/rules.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bastide::c {

/// One place of a batch and the game that is played there now.
struct Slot {
    explicit Slot(const Game& start)
        : game(start)
        , deck(start, 0) {}

    Game game;
    Deck deck;
    Random random{0};
    std::uint64_t number = 0; // of the game in the series
    Points before = {};       // scores when the step began
    // What may be done now, if it was listed.
    bool listed = false;
    bool left_out = false;
    unsigned count = 0;
    struct Option {
        Placement placement;
        Deployment deployment;
    };
    std::array<Option, BASTIDE_MAX_ACTIONS> options;
    std::vector<ManTarget> men; // instead, while the Gingerbread Man is to be moved
    // What an agent meant to do in this turn, and how often he was moved in it.
    std::optional<Move> planned;
    unsigned man_moves = 0;
    // What was listed of them, where they were written last, and how many.
    AreaList areas;
    const std::int16_t* tokens_at = nullptr;
    unsigned rows = 0;
};

struct BatchPlan {
    unsigned players;
    unsigned first_player;
    unsigned count;
    std::uint64_t seed;
    unsigned threads;
};

class Batch {
  public:
    Batch(std::shared_ptr<const Setup> setup, const BatchPlan& plan);

    unsigned size() const { return static_cast<unsigned>(slots_.size()); }
    void reset(const bastide_buffers& buffers);
    /// The first game whose action is not offered, if there is one: then nothing was done.
    std::optional<unsigned> step(std::span<const std::int32_t> actions,
                                 const bastide_buffers& buffers);
    /// The agent's action in a game that is not over; nothing if it is none of those offered.
    std::optional<unsigned> choose(unsigned slot, Agent& agent, const Budget& budget,
                                   Random& random);
    /// What is seen of every game as it stands.
    void see(const bastide_sight& sight);
    void see(const bastide_wide_sight& sight);
    unsigned players() const { return plan_.players; }
    bool is_over(unsigned slot) const { return slots_[slot].game.over(); }
    /// Turns played in all games.
    std::uint64_t play_at_random(unsigned turns, const bastide_buffers& buffers);

  private:
    void begin(Slot& slot, std::uint64_t number) const;
    void act(Slot& slot, unsigned action) const;
    unsigned random_turns(Slot& slot, unsigned turns) const;
    void write(unsigned i, const bastide_buffers& buffers);
    /// Calls with each slot's number, on all threads.
    template <class Visit>
    void for_each_slot(const Visit& visit);

    std::shared_ptr<const Setup> setup_;
    BatchPlan plan_;
    Game start_;
    std::vector<Slot, LargePages<Slot>> slots_;
    Workers workers_;
};

} // namespace bastide::c
