#include "ai/agent.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/draw_book.h"
#include "cli/game_arguments.h"
#include "cli/interrupt.h"
#include "cli/match_file.h"
#include "cli/match_report.h"
#include "cli/match_runner.h"
#include "cli/output_file.h"
#include "cli/shard.h"
#include "notation/json.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

namespace bastide::cli {
namespace {

struct ArenaArguments {
    std::string agents;
    bool round_robin = false;
    bool gauntlet = false;
    GameArguments game;
    std::uint64_t pairs = 100;
    std::uint64_t seed = 1;
    std::string luck = "quick";
    std::string sprt;
    std::string stop_by;
    unsigned threads = 0; // 0: all cores
    std::string out;
    bool resume = false;
    std::string shard;
    std::string records;
    bool thoughts = false;
    std::string book;
    std::string engine_log;
    std::vector<std::string> merge;
    bool json = false;
};

double number_from(const std::string& text, const std::string& what) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value)) {
        bad_input(fmt::format("{}: \"{}\" is not a number", what, text));
    }
    return value;
}

std::optional<Sprt> sprt_from(const ArenaArguments& arguments) {
    if (arguments.sprt.empty()) return std::nullopt;
    const std::vector<std::string> parts = split(arguments.sprt, ',');
    if (parts.size() < 2 || parts.size() > 4) bad_input("--sprt is elo0,elo1[,alpha,beta]");
    Sprt sprt;
    sprt.elo0 = number_from(parts[0], "--sprt");
    sprt.elo1 = number_from(parts[1], "--sprt");
    if (parts.size() > 2) sprt.alpha = sprt.beta = number_from(parts[2], "--sprt");
    if (parts.size() > 3) sprt.beta = number_from(parts[3], "--sprt");
    const auto chance = [](double p) { return p > 0 && p < 0.5; };
    if (sprt.elo0 >= sprt.elo1) bad_input("--sprt: elo0 must be below elo1");
    if (!chance(sprt.alpha) || !chance(sprt.beta)) {
        bad_input("--sprt: alpha and beta lie between 0 and 0.5");
    }
    if (arguments.game.players != 2) bad_input("--sprt is for two players");
    return sprt;
}

std::optional<LuckJudgement> luck_from(const std::string& text) {
    if (text == "none") return std::nullopt;
    if (text == "quick") return LuckJudgement::quick;
    if (text == "rollouts") return LuckJudgement::rollouts;
    bad_input(fmt::format("--luck is none, quick or rollouts, not \"{}\"", text));
}

/// A test goes by results without luck where luck is judged and nobody wants otherwise.
Counted counted_from(const ArenaArguments& arguments, const Match& match) {
    const std::string& by = arguments.stop_by;
    if (!by.empty() && by != "results" && by != "results_without_luck") {
        bad_input("--stop-by is results or results_without_luck");
    }
    if (!by.empty() && arguments.sprt.empty()) bad_input("--stop-by needs --sprt");
    if (by == "results_without_luck" && !match.luck) bad_input("the luck was not judged");
    return by == "results" || !match.luck ? Counted::results : Counted::results_without_luck;
}

class Arena {
  public:
    explicit Arena(const ArenaArguments& arguments)
        : arguments_(arguments)
        , shard_(shard_from(arguments.shard))
        , sprt_(sprt_from(arguments)) {
        Match match;
        match.edition = arguments.game.edition;
        match.options = arguments.game.options;
        match.agents = split(arguments.agents, ',');
        match.players = arguments.game.players;
        match.seed = arguments.seed;
        match.luck = luck_from(arguments.luck);
        match.gauntlet = arguments.gauntlet;
        expect_agents(match.agents);
        if (!arguments.resume) counted_ = counted_from(arguments, match); // before any file
        run_ = match_run(std::move(match));
        tasks_ = tasks_from(run_.match, arguments.pairs, shard_);
        if (tasks_.size == 0) {
            bad_input(fmt::format("--shard {}: that part has no pairs", arguments.shard));
        }
        if (!arguments.book.empty()) open_book();
        if (arguments.threads > 0) run_.threads = arguments.threads;
        if (!arguments.records.empty()) run_.records = MatchRun::Records::keep;
        if (arguments.thoughts && arguments.records.empty())
            bad_input("--thoughts needs --records");
        if (arguments.thoughts) run_.thoughts = Onlookers::Thoughts::keep;
        if (arguments.resume && arguments.out.empty()) bad_input("--resume needs --out FILE");
        if (arguments.records == "-" && arguments.resume) {
            bad_input("--resume needs a file of records to go on with, not --records -");
        }
        if (arguments.records == "-" && arguments.json) {
            bad_input("--json and --records - would both go to standard output");
        }
        if (arguments.out == "-") {
            bad_input("--out needs a file, for --resume and --merge; --json prints the outcome");
        }
        expect_different_files({{"--out", arguments.out},
                                {"--records", arguments.records},
                                {"--engine-log", arguments.engine_log}});
        run_.stop = &interrupted();
        if (!arguments.engine_log.empty()) {
            run_.errors = &errors_.emplace(arguments.engine_log);
        }
    }

    /// How an interrupted match goes on.
    std::string advice(const MatchOutcome& outcome) const {
        const std::string done = fmt::format("interrupted after {} of {}", outcome.bouts.size(),
                                             counted(tasks_.size, "pair"));
        if (arguments_.out.empty()) {
            return done + "; with --out FILE a match can be gone on with";
        }
        return fmt::format("{}; the same command with --resume goes on with {}", done,
                           arguments_.out);
    }

    MatchOutcome play() {
        const auto begin = std::chrono::steady_clock::now();
        open_files();
        const BoutTasks tasks = tasks_.after(bouts_.size());
        counted_ = counted_from(arguments_, run_.match); // the luck is that of what goes on
        // A shard sees a part of the pairs only: the test is for whoever merges them.
        if (sprt_ && shard_.count == 1) test_.emplace(*sprt_, counted_);
        for (const Bout& bout : bouts_) count(bout);
        double luck_seconds = 0;
        if (!decided_) {
            const CatchInterrupt from_here;
            try_programs(run_);
            Progress progress("games", tasks.size * run_.match.players);
            play_bouts(run_, tasks, &progress, [&](const PlayedBout& played) {
                for (const std::string& record : played.records) records_.add_line(record);
                out_.add_line(text_of(bout_json(played.bout, run_.match.players)));
                bouts_.push_back(played.bout);
                luck_seconds += played.luck_seconds;
                count(played.bout);
                return !decided_ && !records_.failed() && !out_.failed();
            });
        }
        records_.close();
        out_.close();
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return {run_.match, std::move(bouts_), sprt_, counted_, seconds, luck_seconds};
    }

  private:
    void open_book() {
        run_.book = read_draw_book(arguments_.book, *run_.setup);
        if (arguments_.pairs > run_.book.size()) {
            bad_input(fmt::format("{}: holds {}, fewer than --pairs {}", arguments_.book,
                                  counted(std::ssize(run_.book), "record"), arguments_.pairs));
        }
        run_.match.book = draw_book_mark(run_.book);
    }

    void expect_agents(const std::vector<std::string>& agents) const {
        if (!arguments_.round_robin && !arguments_.gauntlet) {
            if (agents.size() != 2) {
                bad_input("--agents takes two, or more with --round-robin or --gauntlet");
            }
            return;
        }
        const std::string flag = arguments_.gauntlet ? "--gauntlet" : "--round-robin";
        if (arguments_.round_robin && arguments_.gauntlet) {
            bad_input("it is either --round-robin or --gauntlet");
        }
        if (agents.size() < 2) bad_input(flag + " takes two agents or more");
        if (arguments_.game.players != 2) bad_input(flag + " is for two players");
        if (sprt_) bad_input("--sprt is for one match, not for " + flag);
        for (std::size_t i = 0; i < agents.size(); ++i) {
            if (std::find(agents.begin(), agents.begin() + static_cast<std::ptrdiff_t>(i),
                          agents[i]) != agents.begin() + static_cast<std::ptrdiff_t>(i)) {
                bad_input(fmt::format("agent {} is there twice", agents[i]));
            }
        }
    }

    /// Of so many games, which were played.
    std::uint64_t bytes_of_records(std::uint64_t games) const {
        const std::string& file = arguments_.records;
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored)) {
            bad_input(fmt::format("{}: is not there: it was moved, or the match in {} was begun "
                                  "without --records",
                                  file, arguments_.out));
        }
        return bytes_of_lines(file, games);
    }

    void open_files() {
        std::uint64_t keep = 0, keep_records = 0;
        std::error_code ignored; // opening it tells
        // What is no plain file, such as /dev/null, holds no match.
        if (!arguments_.out.empty() && std::filesystem::is_regular_file(arguments_.out, ignored)) {
            if (!arguments_.resume) {
                bad_input(fmt::format("{}: exists; --resume goes on with it", arguments_.out));
            }
            SavedMatch saved = read_saved_match(arguments_.out, LastLine::whole_only);
            run_.match.luck = saved.match.luck; // a match goes on as it was begun
            expect_beginning(saved);
            keep = saved.bytes;
            bouts_ = std::move(saved.bouts);
            const std::uint64_t games = bouts_.size() * run_.match.players;
            if (!arguments_.records.empty() && games > 0) {
                keep_records = bytes_of_records(games);
            }
        }
        if (!arguments_.records.empty()) {
            if (keep_records == 0) expect_new_file(arguments_.records);
            records_.open(arguments_.records, keep_records);
        }
        if (arguments_.out.empty()) return;
        out_.open(arguments_.out, keep);
        if (keep == 0) out_.add_line(text_of(match_json(run_.match)));
    }

    void expect_beginning(const SavedMatch& saved) const {
        const auto all = encounters(run_.match);
        bool same = saved.match == run_.match && saved.bouts.size() <= tasks_.size;
        for (std::size_t i = 0; same && i < saved.bouts.size(); ++i) {
            const BoutTask task = tasks_[i];
            same = saved.bouts[i].pair == task.pair && saved.bouts[i].agents == all[task.encounter];
        }
        if (!same) {
            bad_input(fmt::format("{}: is not the beginning of this match", arguments_.out));
        }
    }

    void count(const Bout& bout) {
        if (test_) decided_ = test_->count(bout) != Verdict::open;
    }

    ArenaArguments arguments_;
    Shard shard_;
    std::optional<Sprt> sprt_;
    Counted counted_ = Counted::results;
    MatchRun run_;
    BoutTasks tasks_; // of this match, or of this part of it
    std::optional<ErrorFile> errors_;
    OutputFile out_, records_;
    std::vector<Bout> bouts_;
    std::optional<RunningTest> test_;
    bool decided_ = false;
};

/// What was played is played: only how it is told is asked.
void expect_telling(const Command& command) {
    const std::vector<std::string> telling = {"--merge", "--sprt", "--stop-by", "--json"};
    for (const std::string& name : command.given()) {
        if (std::ranges::find(telling, name) == telling.end()) {
            command.expect_not_given({name}, "--merge");
        }
    }
}

MatchOutcome merge(const ArenaArguments& arguments) {
    SavedMatch saved = merge_saved(arguments.merge);
    const Counted counted = counted_from(arguments, saved.match);
    MatchOutcome outcome{std::move(saved.match), std::move(saved.bouts), sprt_from(arguments),
                         counted};
    if (outcome.sprt && (outcome.match.players != 2 || outcome.match.agents.size() != 2)) {
        bad_input("--sprt is for one match of two players");
    }
    if (outcome.sprt) {
        if (const auto pairs = decided_after(*outcome.sprt, counted, outcome.bouts)) {
            outcome.bouts.resize(*pairs); // where the run would have stopped
        }
    }
    return outcome;
}

void show(const MatchOutcome& outcome, const ArenaArguments& arguments) {
    if (arguments.records == "-") return; // the records are there
    if (arguments.json) {
        print("{}\n", text_of(outcome_json(outcome)));
    } else {
        print_outcome(outcome);
    }
}

} // namespace

void add_arena(Command app) {
    auto arguments = std::make_shared<ArenaArguments>();
    Command command = app.add_subcommand("arena", "Measure computer players against each other");
    command.in_group("Computer players")
        .with_examples(
            "  bastide arena --agents bastide:time=0.1,greedy --pairs 50 --seed 7\n"
            "  bastide arena --agents greedy,random --pairs 1000 --out match.jsonl --resume\n"
            "  bastide arena --agents 'cmd:python3 bot.py;time=0.25,greedy' --pairs 10");
    command
        .add_option(
            "--agents", arguments->agents,
            "who plays (bastide agents lists them); settings of one are separated by ;, and "
            "cmd:COMMAND is a program that speaks the engine protocol")
        .takes("A,B,...");
    command.add_flag("--round-robin", arguments->round_robin,
                     "all against all, with a table of ratings");
    command.add_flag("--gauntlet", arguments->gauntlet,
                     "the first against each other, with a table of ratings");
    add_edition_and_options(command, arguments->game);
    add_players(command, arguments->game, 2, "A against copies of B");
    command.add_option("--pairs", arguments->pairs, "draw orders, each played from every seat")
        .between(std::uint64_t{1}, std::uint64_t{1} << 32);
    command.add_option("--seed", arguments->seed, "of the draw orders").not_negative();
    command
        .add_option("--book", arguments->book,
                    "records: their draw orders, a pair for each, instead of those of the seed")
        .takes("FILE");
    command
        .add_option("--luck", arguments->luck,
                    "how the luck of the draws is judged: none, quick or rollouts (for agents that "
                    "think for long)")
        .takes("WAY")
        .suggests({"none", "quick", "rollouts"});
    command.add_option("--sprt", arguments->sprt, "stop as soon as the match is decided")
        .takes("ELO0,ELO1[,ALPHA,BETA]");
    command
        .add_option("--stop-by", arguments->stop_by,
                    "what --sprt counts: results, or results_without_luck (if they are there)")
        .takes("WHAT")
        .suggests({"results", "results_without_luck"});
    command.add_option("--threads", arguments->threads, "games at a time; 0: all cores")
        .between(0u, most_threads);
    command.add_option("--out", arguments->out, "write finished pairs here (.jsonl)").takes("FILE");
    command.add_flag("--resume", arguments->resume, "go on with what --out holds");
    command.add_option("--shard", arguments->shard, "play the I-th of N parts").takes("I/N");
    command
        .add_option("--records", arguments->records,
                    "write a record per game here (.jsonl, - for stdout instead of the outcome)")
        .takes("FILE");
    command.add_flag("--thoughts", arguments->thoughts,
                     "with --records: also nodes, margin and chance to win of each move, as far as "
                     "its player tells them");
    command
        .add_option("--engine-log", arguments->engine_log,
                    "add to this file what programs write to standard error (4 MiB at most)")
        .takes("FILE");
    command.add_option("--merge", arguments->merge, "print what these files of --out add up to")
        .takes("FILE")
        .takes_more();
    command.add_flag("--json", arguments->json, "the outcome as one JSON document");
    command.when_called([arguments, command] {
        if (arguments->merge.empty() && arguments->agents.empty()) {
            bad_input("arena needs --agents or --merge");
        }
        if (!arguments->merge.empty()) {
            expect_telling(command);
            return show(merge(*arguments), *arguments);
        }
        Arena arena(*arguments);
        const MatchOutcome outcome = arena.play();
        if (!interrupted()) return show(outcome, *arguments);
        if (!outcome.bouts.empty()) show(outcome, *arguments);
        flush_out();
        throw Failure(interrupted_status, arena.advice(outcome));
    });
}

} // namespace bastide::cli
