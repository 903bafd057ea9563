#include "server/base/game_time.h"

#include "server/base/time.h"

#include <algorithm>
#include <ctime>
#include <utility>

namespace bastide::server {
namespace {

/// std::chrono's steady clock stands still while the machine is suspended: times of several nodes
/// would not agree afterwards.
std::int64_t since_boot_ms() {
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

} // namespace

GameTime::GameTime()
    : GameTime(Source{server::now_ms, since_boot_ms}) {}

GameTime::GameTime(Source source)
    : source_(std::move(source))
    , begun_(source_.wall_ms() - source_.steady_ms()) {}

std::int64_t GameTime::now_ms() const {
    return begun_ + source_.steady_ms();
}

std::int64_t GameTime::paused_at(std::int64_t now) const {
    if (!ticked_) return 0;
    return paused_ + std::max<std::int64_t>(0, now - *ticked_ - longest_gap_ms);
}

std::int64_t GameTime::awake_ms() const {
    const std::lock_guard lock(mutex_);
    const std::int64_t now = now_ms();
    return now - paused_at(now);
}

std::int64_t GameTime::paused_ms() const {
    const std::lock_guard lock(mutex_);
    return paused_at(now_ms());
}

std::optional<GameTime::Pause> GameTime::tick() {
    const std::lock_guard lock(mutex_);
    const std::int64_t now = now_ms();
    paused_ = paused_at(now);
    const auto before = std::exchange(ticked_, now);
    if (!before || now - *before < pause_ms) return std::nullopt;
    return Pause{*before, now};
}

} // namespace bastide::server
