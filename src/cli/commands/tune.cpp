#include "ai/agent.h"
#include "ai/arena/spsa.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/game_arguments.h"
#include "cli/interrupt.h"
#include "cli/match_runner.h"
#include "cli/output_file.h"
#include "notation/json.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

namespace bastide::cli {
namespace {

constexpr const char* tune_format = "bastide-tune/1";

struct TuneArguments {
    std::string agent = "bastide";
    std::vector<std::string> parameters;
    GameArguments game;
    std::uint64_t iterations = 100;
    std::uint64_t pairs = 8;
    double rate = 0.2;
    std::uint64_t seed = 1;
    unsigned threads = 0; // 0: all cores
    std::string log;
    bool resume = false;
    bool json = false;
};

class Tuner {
  public:
    explicit Tuner(const TuneArguments& arguments)
        : arguments_(arguments)
        , spsa_(settings(arguments)) {
        if (const auto spec = parse_agent(arguments.agent); !spec) bad_input(spec.error());
        run(start(), start()); // tells what is wrong with the agent before a log is begun
        open_log();
    }

    void tune() {
        const CatchInterrupt from_here;
        Progress progress("iterations", spsa_.settings().iterations);
        while (!spsa_.finished() && !log_.failed()) {
            const Spsa::Versions versions = spsa_.versions();
            const Summary result = play(description(versions.plus), description(versions.minus));
            if (interrupted()) break; // perhaps in the middle of the iteration
            spsa_.learn(result.margin.value);
            Json line;
            line["iteration"] = spsa_.iteration();
            line["plus"] = versions.plus;
            line["minus"] = versions.minus;
            line["margin"] = result.margin.value;
            line["win_rate"] = result.win_rate.value;
            line["values"] = spsa_.values();
            log_.add_line(text_of(line));
            progress.show(spsa_.iteration());
        }
        log_.close();
    }

    /// How an interrupted tuning goes on.
    std::string advice() const {
        const std::string done = fmt::format("interrupted after {} of {}", spsa_.iteration(),
                                             counted(spsa_.settings().iterations, "iteration"));
        if (arguments_.log.empty()) return done + "; with --log FILE a tuning can be gone on with";
        return fmt::format("{}; the same command with --resume goes on with {}", done,
                           arguments_.log);
    }

    void tell() const {
        const std::string tuned = description(spsa_.values());
        if (!arguments_.json) {
            for (std::size_t i = 0; i < spsa_.values().size(); ++i) {
                const TunedParameter& parameter = spsa_.settings().parameters[i];
                print("{} = {:.6g} (from {:.6g})\n", parameter.name, spsa_.values()[i],
                      parameter.value);
            }
            print("to confirm on fresh draws:\n  bastide arena --agents '{},{}' --seed {}\n", tuned,
                  start(), arguments_.seed + 1);
            return;
        }
        Json json;
        json["agent"] = tuned;
        json["start"] = start();
        json["iterations"] = spsa_.iteration();
        for (std::size_t i = 0; i < spsa_.values().size(); ++i) {
            json["values"][spsa_.settings().parameters[i].name] = spsa_.values()[i];
        }
        print("{}\n", text_of(json));
    }

  private:
    static SpsaSettings settings(const TuneArguments& arguments) {
        SpsaSettings settings;
        for (const std::string& text : arguments.parameters) {
            auto parameter = parse_parameter(text);
            if (!parameter) bad_input(parameter.error());
            for (const TunedParameter& before : settings.parameters) {
                if (before.name == parameter->name) {
                    bad_input(fmt::format("--param: {} is there twice", before.name));
                }
            }
            settings.parameters.push_back(std::move(*parameter));
        }
        settings.iterations = arguments.iterations;
        settings.rate = arguments.rate;
        settings.seed = arguments.seed;
        return settings;
    }

    std::string description(const std::vector<double>& values) const {
        std::string agent = arguments_.agent;
        for (std::size_t i = 0; i < values.size(); ++i) {
            agent = with_setting(agent, spsa_.settings().parameters[i].name, values[i]);
        }
        return agent;
    }

    std::string start() const {
        std::vector<double> values;
        for (const TunedParameter& p : spsa_.settings().parameters) values.push_back(p.value);
        return description(values);
    }

    MatchRun run(const std::string& plus, const std::string& minus) const {
        Match match;
        match.edition = arguments_.game.edition;
        match.options = arguments_.game.options;
        match.agents = {plus, minus};
        match.seed = arguments_.seed;
        MatchRun run = match_run(std::move(match));
        if (arguments_.threads > 0) run.threads = arguments_.threads;
        return run;
    }

    /// Every iteration has draws of its own.
    Summary play(const std::string& plus, const std::string& minus) const {
        BoutTasks tasks;
        tasks.first = spsa_.iteration() * arguments_.pairs;
        tasks.size = arguments_.pairs;
        std::vector<Bout> bouts;
        MatchRun iteration = run(plus, minus);
        iteration.stop = &interrupted();
        play_bouts(iteration, tasks, nullptr, [&](const PlayedBout& played) {
            bouts.push_back(played.bout);
            return true;
        });
        return bouts.empty() ? Summary() : summarize(bouts, 2); // none: interrupted
    }

    Json header() const {
        Json json;
        json["format"] = tune_format;
        json["agent"] = arguments_.agent;
        json["parameters"] = arguments_.parameters;
        json["edition"] = arguments_.game.edition;
        json["options"] = arguments_.game.options;
        json["iterations"] = arguments_.iterations;
        json["pairs"] = arguments_.pairs;
        json["rate"] = arguments_.rate;
        json["seed"] = std::to_string(arguments_.seed);
        return json;
    }

    void open_log() {
        if (arguments_.log.empty()) {
            if (arguments_.resume) bad_input("--resume needs --log FILE");
            return;
        }
        if (arguments_.log == "-") {
            bad_input("--log needs a file, for --resume; --json prints the outcome");
        }
        std::uint64_t keep = 0;
        std::error_code ignored; // opening it tells
        if (std::filesystem::is_regular_file(arguments_.log, ignored)) {
            if (!arguments_.resume) {
                bad_input(fmt::format("{}: exists; --resume goes on with it", arguments_.log));
            }
            keep = read_log();
        }
        log_.open(arguments_.log, keep);
        if (keep == 0) log_.add_line(text_of(header()));
    }

    /// Learns again what was measured; the whole lines are what counts.
    std::uint64_t read_log() {
        std::ifstream in = open_to_read(arguments_.log);
        std::string line;
        std::uint64_t bytes = 0;
        while (std::getline(in, line) && !in.eof()) {
            if (bytes == 0) {
                if (line != text_of(header())) {
                    bad_input(fmt::format("{}: is of another tuning", arguments_.log));
                }
            } else {
                learn_again(line);
            }
            bytes += line.size() + 1;
        }
        if (in.bad()) cannot_be_read(arguments_.log);
        // Not ours: what is kept of it is nothing, and the rest is written over.
        if (bytes == 0 && !line.empty()) {
            bad_input(fmt::format("{}: is no log of a tuning", arguments_.log));
        }
        return bytes;
    }

    void learn_again(const std::string& line) {
        Json json;
        std::string error;
        if (!parse_json(line, json, error) || !json.is_object() || !json.contains("margin") ||
            !json["margin"].is_number() || spsa_.finished()) {
            bad_input(fmt::format("{}: iteration {} cannot be read", arguments_.log,
                                  spsa_.iteration() + 1));
        }
        spsa_.learn(json["margin"].get<double>());
    }

    TuneArguments arguments_;
    Spsa spsa_;
    OutputFile log_;
};

} // namespace

void add_tune(Command app) {
    auto arguments = std::make_shared<TuneArguments>();
    Command command = app.add_subcommand("tune", "Tune settings of a computer player by games");
    command.in_group("Computer players")
        .with_examples("  bastide tune --agent greedy --param follower=2,0.5,0,9 --iterations 200\n"
                       "  bastide tune --agent bastide:nodes=500 --param trust=8,2,0,50");
    command.add_option("--agent", arguments->agent, "its description without the parameters")
        .takes("AGENT");
    command.add_option("--param", arguments->parameters, "what to tune; may be repeated")
        .takes("NAME=VALUE,STEP,MIN,MAX")
        .required();
    add_edition_and_options(command, arguments->game);
    command.add_option("--iterations", arguments->iterations, "steps, each of some games")
        .between(std::uint64_t{1}, std::uint64_t{1} << 32);
    command.add_option("--pairs", arguments->pairs, "pairs of games per iteration")
        .between(std::uint64_t{1}, std::uint64_t{1} << 20);
    command.add_option("--rate", arguments->rate, "steps a parameter goes at first")
        .between(0.001, 1000.0);
    command.add_option("--seed", arguments->seed, "of games and steps").not_negative();
    command.add_option("--threads", arguments->threads, "games at a time; 0: all cores")
        .between(0u, most_threads);
    command.add_option("--log", arguments->log, "write every iteration here (.jsonl)")
        .takes("FILE");
    command.add_flag("--resume", arguments->resume, "go on with what --log holds");
    command.add_flag("--json", arguments->json, "the outcome as one JSON document");
    command.when_called([arguments] {
        Tuner tuner(*arguments);
        tuner.tune();
        if (interrupted()) throw Failure(interrupted_status, tuner.advice());
        tuner.tell();
    });
}

} // namespace bastide::cli
