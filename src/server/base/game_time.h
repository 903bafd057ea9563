#pragma once
// Time as games see it. It begins with the wall clock and goes on with a steady one, so that
// setting the system's clock neither costs nor gives anybody time; and it knows how long the
// process was awake, because nobody can move while the machine is suspended or the process stopped.

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

namespace bastide::server {

class GameTime {
  public:
    /// Milliseconds each; tests bring their own.
    struct Source {
        std::function<std::int64_t()> wall_ms;
        std::function<std::int64_t()> steady_ms; // goes on while the machine is suspended
    };
    GameTime();
    explicit GameTime(Source source);

    /// How often tick() has to be called, from the first time on.
    static constexpr std::chrono::milliseconds tick_every{250};
    /// Of the time between two ticks so much counts as awake, at most.
    static constexpr std::int64_t longest_gap_ms = 1000;
    /// From here on a gap is a pause that others have to hear of.
    static constexpr std::int64_t pause_ms = 2000;

    /// Unix time, as it went on since the start.
    std::int64_t now_ms() const;
    /// The same without the time in which nothing ran: for what takes time, not for dates. Never
    /// goes back, and a pause that no tick has seen yet is already left out.
    std::int64_t awake_ms() const;
    std::int64_t paused_ms() const;

    /// In game time.
    struct Pause {
        std::int64_t from = 0, to = 0;
    };
    /// A sign of life; the pause that it ends, if there was one.
    std::optional<Pause> tick();

  private:
    std::int64_t paused_at(std::int64_t now) const;

    Source source_;
    std::int64_t begun_; // what the wall clock was ahead of the steady one
    mutable std::mutex mutex_;
    std::optional<std::int64_t> ticked_; // before the first tick nobody watches for pauses
    std::int64_t paused_ = 0;            // until then
};

} // namespace bastide::server
