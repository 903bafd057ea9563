#include "ai/agent.h"
#include "ai/arena/play.h"
#include "cli/columns.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/game_arguments.h"
#include "cli/interrupt.h"
#include "cli/output_file.h"
#include "notation/json.h"

#include <fmt/core.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace bastide::cli {
namespace {

struct SimulateArguments {
    GameArguments game;
    std::uint64_t games = 100;
    std::string agents = "random";
    std::uint64_t seed = 1;
    unsigned threads = 1;
    std::string records;
    bool json = false;
};

struct Totals {
    std::uint64_t games = 0;
    std::uint64_t turns = 0;
    std::array<std::int64_t, max_players> points = {};
    std::array<double, max_players> wins = {}; // tied leaders share one win

    void add(const PlayedGame& game, unsigned players) {
        ++games;
        turns += game.turns;
        int best = 0;
        unsigned leaders = 0;
        for (unsigned i = 0; i < players; ++i) {
            points[i] += game.scores[i];
            if (leaders == 0 || game.scores[i] > best) {
                best = game.scores[i];
                leaders = 0;
            }
            if (game.scores[i] == best) ++leaders;
        }
        for (unsigned i = 0; i < players; ++i) {
            if (game.scores[i] == best) wins[i] += 1.0 / leaders;
        }
    }
};

/// Plays games from several threads; results are taken in the order of the games.
class Simulation {
  public:
    explicit Simulation(const SimulateArguments& arguments)
        : arguments_(arguments)
        , setup_(arguments.game.setup()) {
        std::vector<std::string> names = split(arguments.agents, ',');
        if (names.size() == 1) names.resize(arguments.game.players, names[0]);
        if (names.size() != arguments.game.players) {
            bad_input(fmt::format("{} for {}", counted(names.size(), "agent"),
                                  counted(arguments.game.players, "player")));
        }
        for (const std::string& text : names) {
            auto spec = parse_agent(text);
            if (!spec) bad_input(spec.error());
            if (auto agent = make_agent(*spec); !agent) bad_input(agent.error());
            specs_.push_back(*spec);
        }
        if (arguments.records.empty()) return;
        expect_new_file(arguments.records);
        out_.open(arguments.records);
    }

    /// Until all games are played, or the first Ctrl-C.
    void run() {
        const CatchInterrupt from_here;
        Progress progress("simulating", arguments_.games);
        const auto begin = std::chrono::steady_clock::now();
        std::vector<std::thread> threads;
        for (unsigned t = 1; t < arguments_.threads; ++t) {
            threads.emplace_back([this] { work(nullptr); });
        }
        work(&progress);
        for (std::thread& thread : threads) thread.join();
        seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        // Behind a game that was not played to its end.
        for (const auto& [index, record] : waiting_) out_.write(record + '\n');
        out_.close();
    }

    std::string progress_told() const {
        return fmt::format("interrupted after {} of {}", totals_.games,
                           counted(arguments_.games, "game"));
    }

    void report() const {
        if (to_stdout() || totals_.games == 0) return; // the records are there
        const auto games = static_cast<double>(totals_.games);
        const double rate = games / seconds_;
        if (arguments_.json) {
            Json json;
            json["edition"] = arguments_.game.edition;
            json["games"] = totals_.games;
            json["turns"] = totals_.turns;
            json["seconds"] = seconds_;
            json["games_per_second"] = rate;
            json["players"] = Json::array();
            for (unsigned i = 0; i < arguments_.game.players; ++i) {
                Json player;
                player["agent"] = specs_[i].text;
                player["points"] = totals_.points[i];
                player["mean_score"] = static_cast<double>(totals_.points[i]) / games;
                player["wins"] = totals_.wins[i];
                json["players"].push_back(std::move(player));
            }
            print("{}\n", text_of(json));
            return;
        }
        print("{} of {}, {:.2f} turns per game, {:.1f} games/s\n", counted(totals_.games, "game"),
              arguments_.game.edition, static_cast<double>(totals_.turns) / games, rate);
        for (unsigned i = 0; i < arguments_.game.players; ++i) {
            print_seat(i, fmt::format("mean score {:7.2f}   wins {:5.1f} %",
                                      static_cast<double>(totals_.points[i]) / games,
                                      100 * totals_.wins[i] / games));
        }
    }

  private:
    bool to_stdout() const { return arguments_.records == "-"; }

    /// A long description stands on lines of its own.
    void print_seat(unsigned seat, const std::string& figures) const {
        constexpr std::size_t width = 29;
        const std::string who = fmt::format("  seat {} {}", seat, one_line(specs_[seat].text));
        const std::string line = fmt::format("{:<{}} {}", who, width, figures);
        if (line.size() <= terminal_columns) return print("{}\n", line);
        print("{}\n{:<{}} {}\n", folded(who, {.indent = 9}), "", width, figures);
    }

    void work(Progress* progress) {
        std::vector<std::unique_ptr<Agent>> agents;
        std::vector<Seat> seats;
        for (const AgentSpec& spec : specs_) {
            agents.push_back(std::move(*make_agent(spec)));
            seats.push_back({agents.back().get(), spec.budget});
            seats.back().budget.cancel = &interrupted();
        }
        while (!interrupted()) {
            const std::uint64_t i = next_.fetch_add(1);
            if (i >= arguments_.games) return;
            const bool keep = !arguments_.records.empty();
            Record record;
            if (keep) {
                std::vector<std::string> names;
                for (const AgentSpec& spec : specs_) names.push_back(spec.text);
                record = new_record(setup_, std::move(names));
            }
            const PlayedGame game =
                play_game(*setup_, seats, deck_seed_of(arguments_.seed, i),
                          move_seed_of(arguments_.seed, i), keep ? &record : nullptr);
            if (interrupted()) return; // its last moves were not thought about
            take(i, game, keep ? write_record(record) : std::string());
            if (progress != nullptr) progress->show(i);
        }
    }

    void take(std::uint64_t index, const PlayedGame& game, std::string record) {
        const std::lock_guard lock(mutex_);
        totals_.add(game, arguments_.game.players);
        if (arguments_.records.empty()) return;
        waiting_[index] = std::move(record);
        for (auto it = waiting_.begin(); it != waiting_.end() && it->first == written_;
             it = waiting_.erase(it), ++written_) {
            out_.write(it->second + '\n');
        }
        if (out_.failed()) next_ = arguments_.games; // no more are wanted
    }

    SimulateArguments arguments_;
    std::shared_ptr<const Setup> setup_;
    std::vector<AgentSpec> specs_;
    OutputFile out_;
    std::atomic<std::uint64_t> next_ = 0;
    std::mutex mutex_;
    Totals totals_;
    std::map<std::uint64_t, std::string> waiting_;
    std::uint64_t written_ = 0;
    double seconds_ = 0;
};

} // namespace

void add_simulate(Command app) {
    auto arguments = std::make_shared<SimulateArguments>();
    Command command = app.add_subcommand("simulate", "Play games between computer players");
    command.in_group("Computer players")
        .with_examples("  bastide simulate --agents greedy,random --games 100\n"
                       "  bastide simulate --players 4 --agents greedy --records - > games.jsonl");
    add_edition_and_options(command, arguments->game);
    add_players(command, arguments->game, 1);
    command.add_option("--games", arguments->games, "games to play")
        .between(std::uint64_t{1}, std::uint64_t{1} << 40);
    command
        .add_option("--agents", arguments->agents,
                    "one for all, or one per player (bastide agents lists them)")
        .takes("A,B,...");
    command
        .add_option("--seed", arguments->seed, "of draws and moves: the same seed, the same games")
        .not_negative();
    command.add_option("--threads", arguments->threads, "games at a time")
        .between(1u, most_threads);
    command
        .add_option("--records", arguments->records,
                    "write a record per game here (.jsonl, - for stdout)")
        .takes("FILE");
    command.add_flag("--json", arguments->json, "the totals as one JSON document");
    command.when_called([arguments] {
        if (arguments->records == "-" && arguments->json) {
            bad_input("--json and --records - would both go to standard output");
        }
        Simulation simulation(*arguments);
        simulation.run();
        simulation.report();
        if (!interrupted()) return;
        flush_out();
        throw Failure(interrupted_status, simulation.progress_told());
    });
}

} // namespace bastide::cli
