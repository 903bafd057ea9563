#include "ai/agent.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/learning/learner.h"
#include "ai/learning/sibling_learner.h"
#include "cli/columns.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/game_arguments.h"
#include "cli/output_file.h"

#include <fmt/core.h>

#include <fstream>

namespace bastide::cli {
namespace {

struct LearnArguments {
    std::string edition = default_edition();
    std::vector<std::string> options;
    std::string start;
    std::string out;
    unsigned rounds = 100;
    unsigned compare = 200;
    LearnSettings settings;
    float siblings = 0; // share of the decisions at which siblings are compared
};

/// What was learned with a narrow box begins with rough numbers for what only wide ones have.
TermTable read_terms(const std::string& file) {
    std::ifstream in = open_to_read(file);
    std::vector<float> numbers;
    float number = 0;
    for (std::string mark; in >> number && std::getline(in, mark, ',') && mark == "f";) {
        numbers.push_back(number);
    }
    const std::size_t count = numbers.size() / term_knots.size();
    const bool known = count == narrow_term_count || count == term_count;
    if (!in.eof() || !known || numbers.size() % term_knots.size() != 0) {
        bad_input(fmt::format("{}: {} or {} numbers, each with \"f,\", are expected",
                              one_line(file), term_knots.size() * narrow_term_count,
                              term_knots.size() * term_count));
    }
    TermTable table = first_terms();
    for (std::size_t knot = 0; knot < table.size(); ++knot) {
        std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(knot * count), count,
                    as_floats(table[knot]).begin());
    }
    return table;
}

void write_terms(const std::string& file, const TermTable& table) {
    OutputFile out(file);
    for (const Terms& terms : table) {
        unsigned column = 0;
        for (const float term : as_floats(terms)) {
            // A whole number is written with a point too: it stays a float where it is included.
            out.write(fmt::format("{:.4f}f,{}", static_cast<double>(term),
                                  ++column % 10 == 0 ? "\n" : " "));
        }
        out.write("\n");
    }
    out.close();
}

SiblingSettings sibling_settings(const LearnArguments& arguments) {
    SiblingSettings settings;
    settings.players = arguments.settings.players;
    settings.threads = arguments.settings.threads;
    settings.games_per_round = arguments.settings.games_per_round;
    settings.seats = arguments.settings.seats;
    settings.share = arguments.siblings;
    settings.memory = arguments.settings.memory;
    settings.caution = arguments.settings.caution;
    settings.seed = arguments.settings.seed;
    return settings;
}

void learn(const LearnArguments& arguments) {
    if (arguments.out == "-") bad_input("--out needs a file: standard output has the report");
    if (!arguments.out.empty()) expect_new_file(arguments.out);
    const auto setup = setup_from(arguments.edition, arguments.options);
    expect_room_for(arguments.settings.players, *setup);
    const Box& box = *setup->box;
    const LearnSettings& settings = arguments.settings;
    const TermTable start = arguments.start.empty() ? first_terms() : read_terms(arguments.start);
    const PlainEvaluation plain(box, settings.players);
    const LearnedEvaluation before(box, settings.players, start);
    // Judgements that err less do not always choose better: what is kept is what plays best.
    TermTable best = start;
    double best_margin = -1e9;
    const auto tell = [&](const char* name, const TermTable& terms, std::uint64_t seed) {
        double margin = 0;
        const LearnedEvaluation learned(box, settings.players, terms);
        for (const Evaluation* other :
             {static_cast<const Evaluation*>(&plain), static_cast<const Evaluation*>(&before)}) {
            const OnePlyResult result = compare_one_ply(box, settings.players, learned, *other,
                                                        arguments.compare, settings.threads, seed);
            margin += result.margin;
            print("{}\n",
                  folded(fmt::format("  {} against {}, one ply: {:+.2f} points (standard error "
                                     "{:.2f}), {:.1f} % of games",
                                     name, other == &plain ? "the formula" : "the start",
                                     result.margin, result.error, 100 * result.wins),
                         {.indent = 4}));
        }
        flush_out();
        if (margin <= best_margin) return;
        best_margin = margin;
        best = terms;
        if (!arguments.out.empty()) write_terms(arguments.out, best); // rounds take long
    };
    const std::uint64_t draws = mix_seed(settings.seed, 1),
                        fresh_draws = mix_seed(settings.seed, 2);
    tell("start", start, draws);
    if (arguments.siblings > 0) {
        SiblingLearner learner(box, start, sibling_settings(arguments));
        for (unsigned round = 1; round <= arguments.rounds; ++round) {
            const SiblingReport report = learner.round();
            print("round {}: {} decisions, error {:.2f} points\n", round, report.decisions,
                  std::sqrt(report.error));
            tell("terms", learner.terms(), draws);
        }
    } else {
        Learner learner(box, start, settings);
        for (unsigned round = 1; round <= arguments.rounds; ++round) {
            const RoundReport report = learner.round();
            print("round {}: error {:.2f} points, {:.1f} points per player\n", round,
                  std::sqrt(report.error), report.points);
            tell("terms", learner.terms(), draws);
            if (round > 1) tell("average", learner.average(), draws);
        }
    }
    const TermTable kept = best;
    print("kept, on fresh draws:\n");
    tell("kept", kept, fresh_draws);
}

} // namespace

void add_learn(Command app) {
    auto arguments = std::make_shared<LearnArguments>();
    arguments->settings.threads = 0;
    Command command = app.add_subcommand("learn", "Learn the evaluation's terms by self-play");
    command.in_group("Computer players")
        .with_examples(
            "  bastide learn --rounds 20 --games 5000 --out terms.inc\n"
            "  bastide learn --players 3 --siblings 0.1 --start terms.inc --out more.inc");
    command.add_option("--edition", arguments->edition, "the rulebook").takes("NAME");
    command.add_option("--option", arguments->options, options_help).takes("KEY=VALUE");
    command.add_option("--players", arguments->settings.players, "players at the table")
        .between(2u, Catalog::embedded().most_players());
    command.add_option("--rounds", arguments->rounds, "rounds of games");
    command.add_option("--games", arguments->settings.games_per_round, "games per round")
        .positive();
    command.add_option("--rate", arguments->settings.rate, "how far a round moves the terms")
        .between(0.0, 1.0);
    command.add_option("--lambda", arguments->settings.lambda, "weight of what comes later")
        .between(0.0, 1.0);
    command.add_option("--noise", arguments->settings.seats.noise, "points of noise in a choice")
        .between(0.0, 1000.0);
    command
        .add_option("--formula", arguments->settings.seats.formula_share,
                    "share of the seats that play by the formula")
        .between(0.0, 1.0);
    command
        .add_option("--wild", arguments->settings.seats.wild_share,
                    "share of the seats that play with much noise")
        .between(0.0, 1.0);
    command.add_option("--memory", arguments->settings.memory, "what earlier rounds still count")
        .between(0.0, 1.0);
    command
        .add_option("--caution", arguments->settings.caution,
                    "how much must speak for a change of a term")
        .between(0.001, 100'000.0);
    command
        .add_option("--siblings", arguments->siblings,
                    "learn to tell moves apart instead: share of the decisions at which some moves "
                    "are played on with the same draws")
        .between(0.0, 1.0);
    command.add_option("--threads", arguments->settings.threads, "games at a time; 0: all cores")
        .between(0u, most_threads);
    command.add_option("--seed", arguments->settings.seed, "seed of the games").not_negative();
    command.add_option("--compare", arguments->compare, "pairs of each comparison on the way")
        .positive();
    command.add_option("--start", arguments->start, "terms to begin with").takes("FILE");
    command.add_option("--out", arguments->out, "new file for what was learned").takes("FILE");
    command.when_called([arguments] {
        arguments->settings.threads = threads_from(arguments->settings.threads);
        learn(*arguments);
    });
}

} // namespace bastide::cli
