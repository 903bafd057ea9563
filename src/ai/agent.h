#pragma once
// A computer player. It sees the board and the counts of undrawn tiles, never their order.

#include "notation/thought.h"
#include "rules/game.h"
#include "rules/move.h"
#include "rules/random.h"

#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bastide {

/// A system that cannot start as many would end the program.
inline constexpr unsigned most_threads = 256;
/// For a move; beyond it clocks overflow.
inline constexpr unsigned longest_thought = 1'000'000;

/// How long to think. With `nodes` alone a choice depends on position and seed only.
struct Budget {
    double seconds = 0;      // 0: no limit by time
    std::uint64_t nodes = 0; // 0: no limit by nodes
    unsigned threads = 1;
    const std::atomic<bool>* cancel = nullptr; // set by another thread: answer at once
};

class Agent {
  public:
    virtual ~Agent() = default;

    /// A legal move for the tile in hand (Phase::place), the Gingerbread Man's moves included.
    virtual Move choose(const Game& game, const Budget& budget, Random& random) = 0;
    /// Of the move it chose last, by its own judgement.
    virtual Thought thought() const { return {}; }
};

/// An agent by its description: `name` or `name:key=value;key=value`, such as
/// `bastide:time=0.25;threads=1`. Keys `time`, `nodes` and `threads` set the budget it brings.
struct AgentSpec {
    std::string name;
    Budget budget;
    std::string text;                                     // as given
    std::vector<std::pair<std::string, double>> settings; // other keys, for the agent to know

    /// The value of a setting, and the agent's own if it is not given.
    double setting(std::string_view key, double otherwise) const;
};
std::expected<AgentSpec, std::string> parse_agent(std::string_view text);
/// The reason names what is wrong with the description.
std::expected<std::unique_ptr<Agent>, std::string> make_agent(const AgentSpec& spec);
/// Every name that make_agent() knows.
std::vector<std::string_view> agent_names();
/// What the agent of that name can be told, its budget first.
std::vector<std::string_view> agent_settings(std::string_view name);

} // namespace bastide
