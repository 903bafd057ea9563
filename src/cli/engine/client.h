#pragma once
// The asker's side of the engine protocol: a program that plays, started at need and timed.

#include "ai/arena/play.h"
#include "cli/engine/position.h"
#include "cli/engine/program.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bastide::cli {

/// A program as an agent: `cmd:COMMAND` or `cmd:COMMAND;key=value;key=value`. The keys `time`,
/// `nodes` and `threads` are its budget, `start` and `grace` how long it is waited for; all others
/// are options of the program itself.
struct ProgramSpec {
    std::string text; // as given
    std::string command;
    Budget budget;
    double start = 10;  // seconds to start, and to get ready
    double grace = 0.5; // seconds beyond its time before a move is late
    std::vector<std::pair<std::string, std::string>> options;
};
inline constexpr std::string_view program_prefix = "cmd:";
std::expected<ProgramSpec, std::string> parse_program(std::string_view text);

/// What a program says of itself.
struct EngineProfile {
    std::string name, author;
    std::vector<std::string> editions; // none: it does not say
    std::vector<std::string> options;
    bool wants_moves = false;
};

class EngineClient final : public OutsidePlayer {
  public:
    /// `errors` and `cancel` may be nullptr. Nobody is waited for once `cancel` is set.
    EngineClient(const ProgramSpec& spec, ErrorFile* errors, const std::atomic<bool>* cancel)
        : spec_(spec)
        , errors_(errors)
        , cancel_(cancel) {}

    /// Starts it if it does not run, greets it and sets its options.
    std::expected<void, Fault> start();
    /// A new game; starts it at need. A fault is kept for choose(), too.
    std::expected<void, Fault> begin(const Setup& setup, unsigned players);
    std::expected<Answer, Fault> choose(const Game& game, std::span<const RecordTurn> turns,
                                        const RecordTurn& now, const Budget& budget) override;

    bool runs() const { return program_ != nullptr; }
    /// Whether the last start came to nothing.
    bool failed_to_start() const { return failed_to_start_; }
    const EngineProfile& profile() const { return profile_; }

    // For tests of a program, line by line.

    std::expected<void, Fault> send(std::string_view line);
    /// The words of a line that is waited through, of which there is one at least.
    using Overhear = std::function<void(std::span<const std::string_view> words)>;
    /// The words after `word` of the next line that begins with it; other lines are passed over.
    std::expected<std::string, Fault> wait_for(std::string_view word, double seconds,
                                               const Overhear& overhear = nullptr);
    /// After this nothing that it said before is still on its way.
    std::expected<void, Fault> wait_until_ready();
    std::expected<void, Fault> show(const Setup& setup, const Game& game,
                                    std::span<const RecordTurn> turns, const RecordTurn& now);
    Program* program() { return program_.get(); }
    void stop() { program_.reset(); }

  private:
    std::expected<void, Fault> greet();
    std::expected<void, Fault> set_options();
    /// What it is called to account for; the program is ended.
    Fault fault_from(Program::Trouble trouble, double seconds);
    Program::Wait for_seconds(double seconds) const;

    ProgramSpec spec_;
    ErrorFile* errors_;
    const std::atomic<bool>* cancel_;
    std::unique_ptr<Program> program_;
    EngineProfile profile_;
    const Setup* setup_ = nullptr;
    std::optional<Fault> kept_;
    bool failed_to_start_ = false;
};

/// The limits of `go`, by a budget.
std::string go_line(const Budget& budget);

} // namespace bastide::cli
