#pragma once
// When a search must answer: by time, by nodes, or because somebody asks.

#include "ai/agent.h"

#include <algorithm>
#include <chrono>

namespace bastide {

class Deadline {
  public:
    explicit Deadline(const Budget& budget)
        : budget_(budget)
        , start_(std::chrono::steady_clock::now()) {}

    /// Nodes are counted by the caller; time is looked at every few of them.
    bool passed(std::uint64_t nodes) const {
        if (budget_.nodes != 0 && nodes >= budget_.nodes) return true;
        return nodes % 8 == 0 && late();
    }

    /// What share of the nodes or of the time is used, whichever is more.
    double used(std::uint64_t nodes) const {
        if (late()) return 1;
        double share = 0;
        if (budget_.nodes != 0) {
            share = static_cast<double>(nodes) / static_cast<double>(budget_.nodes);
        }
        if (budget_.seconds > 0) share = std::max(share, seconds() / budget_.seconds);
        return share;
    }
    /// Whether time is up or somebody asks, however many nodes there were.
    bool late() const {
        if (budget_.cancel != nullptr && budget_.cancel->load(std::memory_order_relaxed))
            return true;
        return budget_.seconds > 0 && seconds() >= budget_.seconds;
    }

    /// How many more nodes there will be, by the pace so far.
    double nodes_to_come(std::uint64_t nodes) const {
        double more = 1e18;
        if (budget_.nodes != 0) more = static_cast<double>(budget_.nodes - nodes);
        if (budget_.seconds > 0) {
            const double pace = static_cast<double>(nodes) / std::max(seconds(), 1e-6);
            more = std::min(more, pace * std::max(0.0, budget_.seconds - seconds()));
        }
        return more;
    }

    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

  private:
    Budget budget_;
    std::chrono::steady_clock::time_point start_;
};

/// What a search takes when nobody says how long.
inline Budget with_default(Budget budget, double seconds) {
    if (budget.seconds <= 0 && budget.nodes == 0) budget.seconds = seconds;
    return budget;
}

} // namespace bastide
