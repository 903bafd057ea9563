#pragma once
// All legal moves of a position, each distinct outcome once.

#include "rules/choices.h"
#include "rules/game.h"
#include "rules/result.h"

#include <cassert>
#include <cstddef>
#include <memory>
#include <new>

namespace bastide {

/// Room for plain values that is not written before it is used: to clear a list as long as the
/// largest box may need takes longer than to fill it as far as a position does.
template <typename Value, unsigned room>
class Unwritten {
  public:
    Value* data() { return std::launder(reinterpret_cast<Value*>(bytes_)); }
    const Value* data() const { return std::launder(reinterpret_cast<const Value*>(bytes_)); }
    Value& operator[](unsigned i) { return data()[i]; }
    const Value& operator[](unsigned i) const { return data()[i]; }

  private:
    alignas(Value) std::byte bytes_[room * sizeof(Value)];
};

/// At most every open cell in four rotations with every deployment: nothing, a follower or a big
/// one on each feature and field, or a hut on its water, one of three on a site, recall.
inline constexpr unsigned max_moves =
    max_frontier * 4 * (1 + 2 * (max_tile_features + max_tile_fields) + 3 + 1);

/// Moves in the fixed order: cell by x, then y; rotation; then as Choices::at() has
/// them. The Gingerbread Man's moves are not part of it.
class MoveList {
  public:
    /// Too large for a stack that is shared with others.
    static std::unique_ptr<MoveList> make() { return std::make_unique_for_overwrite<MoveList>(); }
    unsigned size() const { return count_; }
    Move operator[](unsigned i) const { return {placements_[i], deployments_[i]}; }
    void clear() { count_ = 0; }
    void add(Placement placement, Deployment deployment) {
        assert(count_ < max_moves);
        placements_[count_] = placement;
        deployments_[count_++] = deployment;
    }

  private:
    unsigned count_ = 0;
    Unwritten<Placement, max_moves> placements_;
    Unwritten<Deployment, max_moves> deployments_;
};

/// Placements of the tile in hand, by cell and rotation.
struct PlacementList {
    unsigned count = 0;
    Unwritten<Placement, max_frontier * 4> placement;
};
void legal_placements(const Game& game, PlacementList& list);

/// What may be done with tokens after this legal placement, without placing it.
Choices choices_after(const Game& game, Placement placement);

/// Needs a drawn tile (Phase::place); else the list is empty.
void legal_moves(const Game& game, MoveList& list);
unsigned count_legal_moves(const Game& game);

/// Why a placement of the tile in hand is refused.
Result<void> check_placement(const Game& game, Placement placement);

} // namespace bastide
