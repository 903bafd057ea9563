#pragma once
// The engine's side of the engine protocol (docs/engine-protocol.md): lines in, lines out. It knows
// no files, so that tests and other programs can talk to it.

#include "ai/analyst.h"
#include "catalog/json_reader.h"
#include "cli/engine/position.h"
#include "cli/engine/worker.h"

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace bastide::cli {

/// What an analysis is asked for.
struct AnalysisRequest {
    Json id;
    std::shared_ptr<const Setup> setup;
    std::shared_ptr<const Game> game;
    Budget budget;
    Random random = Random(0); // that of when it was asked: options may change before its turn
    unsigned moves = 10;       // to tell
};

class EngineSession {
  public:
    /// Is given whole lines without their ends, by one thread at a time.
    using Say = std::function<void(const std::string& line)>;

    /// `agent` is a description that parse_agent() and make_agent() take.
    EngineSession(std::string agent, Say say);
    ~EngineSession();

    enum class Next : std::uint8_t { listen, quit };
    Next take(std::string_view line);
    void refuse_long_line();
    /// Nothing more will come: what has an end is answered, the rest is stopped.
    void finish();

  private:
    struct Command;
    struct Limits {
        Budget budget;
        bool endless = false; // until `stop`
    };
    void identify(std::string_view rest);
    void set_option(std::string_view rest);
    void new_game(std::string_view rest);
    void position(std::string_view rest);
    void tell_moves(std::string_view rest);
    void go(std::string_view rest);
    void analyze(std::string_view rest);
    void cancel(std::string_view rest);
    std::expected<Limits, std::string> limits_from(std::string_view rest) const;
    std::expected<AnalysisRequest, std::string> request_from(const Json& json) const;
    std::string search(const Game& game, const Budget& budget);
    void answer(const AnalysisRequest& request, const Worker::Cancel& cancelled);
    bool refuse_while_searching();
    void say(const std::string& line);
    void complain_of(const std::string& reason);
    Random chance_for(const Game& game) const;

    Say say_;
    std::mutex saying_;
    std::string agent_text_;
    Budget own_limits_; // that the agent's description brings
    std::uint64_t seed_ = 1;
    unsigned threads_ = 1;
    std::optional<GameTerms> terms_;
    std::shared_ptr<const Game> game_; // with a tile in hand; not changed any more
    std::unique_ptr<Agent> agent_;     // of the searches
    std::unique_ptr<Analyst> analyst_; // of the analyses
    std::atomic<bool> searching_ = false;
    bool endless_ = false; // the search, if there is one
    Worker searches_, analyses_;
};

} // namespace bastide::cli
