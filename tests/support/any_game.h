#pragma once
// Random games of every edition and option mix, described by a few numbers so that a test that
// fails can say which game it was.

#include "catalog/catalog.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bastide::testing_support {

/// What a box of the catalog is built for: its own width, or the wide one, with a big follower for
/// each of up to six players. Hunters & Gatherers has no wide one.
enum class Width : std::uint8_t { own, wide };
unsigned most_players(Width width);
Width width_of(unsigned edition, Width wanted);

struct GameSpec {
    unsigned edition = 0; // index in Catalog::editions()
    unsigned mix = 0;     // below mix_count(): the value of each option, 0 is the edition's default
    unsigned players = 1;
    unsigned first = 0; // taken modulo players
    std::uint64_t seed = 0;
    unsigned turns = 0; // to play
    Width width = Width::own;
};

/// The most option mixes an edition has, "as the edition has it" being one value of each option.
unsigned mix_count();
Options options_of(const Edition& edition, unsigned mix);

/// Boxes are built once and kept for a while.
std::shared_ptr<const Setup> setup_of(const GameSpec& spec);
/// The same tiles and rules in a wide box, with what only that one can have.
std::shared_ptr<const Setup> widened(const Setup& setup, unsigned players, unsigned big_followers);
std::shared_ptr<const Setup> setup_of(const std::string& edition, const Options& options);
/// With options as "key=value,key=value".
std::shared_ptr<const Setup> setup_of(const std::string& edition, std::string_view options);
std::shared_ptr<const Setup> setup_of(const std::string& edition);

std::string text_of(const GameSpec& spec);
std::string text_of(const Move& move);

/// A game played at random, one step at a time.
class Play {
  public:
    explicit Play(const GameSpec& spec);

    const Setup& setup() const { return *setup_; }
    std::shared_ptr<const Setup> shared_setup() const { return setup_; }
    Game& game() { return game_; }
    Random& random() { return random_; }
    const std::vector<TileIndex>& skipped() const { return skipped_; }

    /// One of the tiles that may come, each copy as likely as any other.
    TileIndex any_tile();
    /// Draws until a tile fits; false if the game ends before.
    bool draw_tile();
    /// A legal move, the Gingerbread Man's moves included. Half of the moves prefer cells with many
    /// neighbours: dense boards close and join more, and leave tiles that fit nowhere.
    Move choose();
    /// draw_tile, choose, apply.
    bool turn();

  private:
    std::shared_ptr<const Setup> setup_;
    Game game_;
    Random random_;
    std::vector<TileIndex> skipped_;
    std::unique_ptr<MoveList> moves_ = std::make_unique<MoveList>();
};

} // namespace bastide::testing_support
