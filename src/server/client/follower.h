#pragma once
// A game as a client follows it: entries of the protocol applied to its own engine, hash by hash.

#include "notation/record.h"
#include "rules/rules.h"
#include "server/rooms/table_rules.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bastide::server {

class Follower {
  public:
    /// From the `table` of a state message. Nothing if it cannot be understood.
    static std::unique_ptr<Follower> of_table(const Json& table, Setups& setups);

    /// Why the entry does not agree with the own engine; empty if it does. Known plies are skipped.
    std::string add(const Json& entry);

    int ply() const { return ply_; }
    bool started() const { return game_ != nullptr; }
    bool over() const { return over_; }
    const Game& game() const { return *game_; }
    /// Whose move the server waits for; nothing before the start and when nothing can be played.
    std::optional<unsigned> to_move() const;
    const Json& last() const { return last_; }
    const std::vector<RecordTurn>& turns() const { return turns_; }
    unsigned players() const { return players_; }
    const Setup& setup() const { return *setup_; }

  private:
    std::string add_turn(const Json& entry);
    std::string add_draw(const Json& entry);
    std::string take_back(unsigned turns);

    std::shared_ptr<const Setup> setup_;
    unsigned players_ = 0;
    unsigned first_ = 0;
    std::unique_ptr<Game> game_;
    std::vector<RecordTurn> turns_;
    int ply_ = -1;
    bool over_ = false;
    Json last_;
};

} // namespace bastide::server
