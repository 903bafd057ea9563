#pragma once
// Plays the bouts of a match on several threads.

#include "ai/arena/match.h"
#include "cli/console.h"
#include "cli/engine/client.h"
#include "notation/record.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bastide::cli {

/// A bout to play: its draw order and the number of its encounter.
struct BoutTask {
    std::uint64_t pair = 0;
    unsigned encounter = 0;
};

/// The bouts of a match, or a part of them, as numbers: a list of them would fill the memory long
/// before they are played. They are counted through all encounters of one pair, then of the next.
struct BoutTasks {
    unsigned encounters = 1;
    std::uint64_t first = 0; // and from there on
    std::uint64_t step = 1;  // every step-th of them,
    std::uint64_t size = 0;  // so many in all

    BoutTask operator[](std::uint64_t i) const {
        const std::uint64_t number = first + i * step;
        return {number / encounters, static_cast<unsigned>(number % encounters)};
    }
    /// Those that are left when so many are played.
    BoutTasks after(std::uint64_t played) const {
        return {encounters, first + played * step, step, size - played};
    }
};

/// Who plays: an agent of ours, or a program from outside.
struct Contender {
    AgentSpec agent;
    std::optional<ProgramSpec> program;

    const std::string& text() const { return program ? program->text : agent.text; }
    const Budget& budget() const { return program ? program->budget : agent.budget; }
};

/// A match with what it takes to play it.
struct MatchRun {
    Match match;
    std::shared_ptr<const Setup> setup;
    std::vector<Contender> contenders; // as match.agents
    ErrorFile* errors = nullptr;       // of programs, if somebody wants them
    std::vector<DrawOrder> book;       // by pair; empty: draw orders by the seed
    unsigned threads = 1;              // games at a time
    enum class Records : std::uint8_t { drop, keep } records = Records::drop;
    Onlookers::Thoughts thoughts = Onlookers::Thoughts::drop; // in the records
    const std::atomic<bool>* stop = nullptr; // set from outside: end with the bouts that are done
};

/// A bout as it was played.
struct PlayedBout {
    Bout bout;
    std::vector<std::string> records; // of its games, if they are kept
    double luck_seconds = 0;          // that judging the luck of its draws took
};

/// bad_input() if the edition, an option or an agent does not exist.
MatchRun match_run(Match match);
/// As many as there are cores for the agents' own threads.
unsigned default_threads(const MatchRun& run);

/// What to do with a finished bout. False: that is enough.
using TakeBout = std::function<bool(const PlayedBout& played)>;

/// Starts each program once; throws a Failure that names one that does not come up.
void try_programs(const MatchRun& run);

/// Plays the tasks and hands the bouts over in their order, whatever finishes first: a test that
/// stops early must not see quick games before slow ones. An illegal move of an agent throws a
/// Failure that names it; a program loses the game by it, and starts again if it has crashed.
/// `progress`, if given, is told the number of games finished.
void play_bouts(const MatchRun& run, const BoutTasks& tasks, Progress* progress,
                const TakeBout& take);

} // namespace bastide::cli
