#pragma once
// When the players agreed that the clocks stand still, and how much of that a game may have.

#include "server/rooms/entry.h"

#include <cstdint>
#include <optional>

namespace bastide::server {

inline constexpr unsigned most_pauses = 20; // of one game: the log holds them all

class Pause {
  public:
    /// How long the clocks may stand, all pauses together.
    explicit Pause(std::int64_t all_ms)
        : left_ms_(all_ms) {}

    /// The clocks stand still. Whatever happens next ends it.
    bool on() const { return since_.has_value(); }
    /// When it ends by itself. Needs on().
    std::int64_t until() const { return *since_ + left_ms_; }
    /// Without the one that is on.
    std::int64_t left_ms() const { return left_ms_; }
    bool may_begin() const { return begun_ < most_pauses && left_ms_ > 0; }

    /// What the log has next.
    void add(const Entry& entry);

  private:
    std::optional<std::int64_t> since_;
    std::int64_t left_ms_;
    unsigned begun_ = 0;
};

} // namespace bastide::server
