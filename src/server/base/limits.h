#pragma once
// Token buckets: so much at once, so much a second.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>

namespace bastide::server {

struct Rate {
    double per_second = 0;
    double burst = 0;
};

class TokenBucket {
  public:
    using Time = std::chrono::steady_clock::time_point;

    TokenBucket(Rate rate, Time now)
        : tokens_(rate.burst)
        , last_(now) {}

    /// How far beyond the limit it is stays in tokens(): it goes down to minus one burst.
    bool take(Rate rate, Time now) {
        const double passed = std::chrono::duration<double>(now - last_).count();
        last_ = now;
        tokens_ = std::min(rate.burst, tokens_ + passed * rate.per_second);
        if (tokens_ < -rate.burst) return false;
        tokens_ -= 1;
        return tokens_ >= 0;
    }
    void give_back(Rate rate) { tokens_ = std::min(rate.burst, tokens_ + 1); }
    double tokens() const { return tokens_; }
    bool full(Rate rate, Time now) const {
        const double passed = std::chrono::duration<double>(now - last_).count();
        return tokens_ + passed * rate.per_second >= rate.burst;
    }

  private:
    double tokens_;
    Time last_;
};

/// A bucket for each address or account. Full ones are forgotten.
class Limits {
  public:
    explicit Limits(Rate rate)
        : rate_(rate) {}

    bool take(const std::string& who) {
        const auto now = std::chrono::steady_clock::now();
        const std::lock_guard lock(mutex_);
        if (buckets_.size() >= prune_at_) {
            std::erase_if(buckets_, [&](const auto& b) { return b.second.full(rate_, now); });
            prune_at_ = std::max<std::size_t>(1024, 2 * buckets_.size());
        }
        return buckets_.try_emplace(who, rate_, now).first->second.take(rate_, now);
    }
    /// What was taken last did not count.
    void give_back(const std::string& who) {
        const std::lock_guard lock(mutex_);
        const auto it = buckets_.find(who);
        if (it != buckets_.end()) it->second.give_back(rate_);
    }

  private:
    Rate rate_;
    std::mutex mutex_;
    std::unordered_map<std::string, TokenBucket> buckets_;
    std::size_t prune_at_ = 1024;
};

} // namespace bastide::server
