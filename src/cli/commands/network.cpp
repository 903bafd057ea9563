#include "ai/agent.h"
#include "ai/evaluation/plain_evaluation.h"
#include "ai/learning/sibling_shards.h"
#include "ai/network/area_network.h"
#include "ai/network/network_evaluation.h"
#include "ai/parallel.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/output_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

namespace bastide::cli {
namespace {

struct NetworkArguments {
    std::string edition = default_edition();
    std::string weights; // none: the evaluation alone
    std::string out;
    std::string shard;
    std::string against = "first"; // or a file of weights
    unsigned games = 1000;
    unsigned pairs = 200;
    unsigned positions = 300;
    unsigned threads = 0; // 0: all cores
    std::uint64_t seed = 1;
    SiblingPlan plan;
};

std::string content_of(const std::string& file) {
    std::ifstream in = open_to_read(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

std::unique_ptr<const NetworkWeights> weights_of(const std::string& file) {
    WeightsRead read = read_weights(content_of(file));
    if (read.weights == nullptr) {
        constexpr const char* reasons[] = {
            "is no file of weights", "holds weights of another version of the network",
            "is cut short or too long", "has a wrong checksum: it is damaged"};
        bad_input(fmt::format("{} {}", one_line(file), reasons[static_cast<unsigned>(read.error)]));
    }
    return std::move(read.weights);
}

/// The evaluations that a table of two can be judged by.
struct Judges {
    explicit Judges(const NetworkArguments& arguments)
        : setup(setup_from(arguments.edition, {}))
        , learned(*setup->box, 2, play_terms(setup->box->form, 2))
        , first(*setup->box, 2, first_learned_terms(setup->box->form, 2))
        , formula(*setup->box, 2) {
        if (!TokenReader::reads(*setup->box, 2)) {
            bad_input(fmt::format("the network does not play edition \"{}\"", arguments.edition));
        }
        if (!arguments.weights.empty()) network.emplace(*setup->box, arguments.weights);
    }
    const Evaluation& best() const {
        if (network) return network->evaluation;
        return learned;
    }

    struct Network {
        Network(const Box& box, const std::string& file)
            : weights(weights_of(file))
            , evaluation(box, play_terms(box.form, 2), *weights) {}
        std::unique_ptr<const NetworkWeights> weights;
        NetworkEvaluation evaluation;
    };

    std::shared_ptr<const Setup> setup;
    LearnedEvaluation learned, first;
    PlainEvaluation formula;
    std::optional<Network> network;
};

/// What one thread writes, opened before there are threads: a reason is the system's.
struct ShardFiles {
    explicit ShardFiles(const std::string& shard)
        : positions(opened(shard + ".positions"))
        , tokens(opened(shard + ".tokens")) {
        positions.write(SiblingShards::positions_header());
        tokens.write(SiblingShards::tokens_header());
    }

    OutputFile positions, tokens;

  private:
    static OutputFile opened(const std::string& file) {
        expect_new_file(file);
        return OutputFile(file);
    }
};

void generate(const NetworkArguments& arguments) {
    const Judges judges(arguments);
    const Box& box = *judges.setup->box;
    const SiblingGames games(box, arguments.plan,
                             {judges.best(), judges.learned, judges.best(), judges.formula});
    make_folder(arguments.out);
    std::vector<std::uint64_t> decisions(arguments.threads);
    std::vector<ShardFiles> files;
    for (unsigned t = 0; t < arguments.threads; ++t) {
        files.emplace_back(fmt::format("{}/{}-{}", arguments.out, arguments.seed, t));
    }
    in_parallel(arguments.threads, [&](unsigned t) {
        auto& [positions, tokens] = files[t];
        const auto wanted = [&] { return !positions.failed() && !tokens.failed(); };
        SiblingShards shards(box, judges.learned);
        for (unsigned g = t; g < arguments.games && wanted(); g += arguments.threads) {
            games.play(mix_seed(arguments.seed, g),
                       [&](const Game& game, std::span<const Sibling> siblings) {
                           shards.add(game, siblings);
                       });
            positions.write(shards.take_positions());
            tokens.write(shards.take_tokens());
        }
        decisions[t] = shards.decisions();
    });
    for (ShardFiles& shard : files) {
        shard.positions.close();
        shard.tokens.close();
    }
    std::uint64_t all = 0;
    for (const std::uint64_t count : decisions) all += count;
    print("{} of {} in {}\n", counted(all, "decision"), counted(arguments.games, "game"),
          arguments.out);
}

void compare(const NetworkArguments& arguments) {
    const Judges judges(arguments);
    const Box& box = *judges.setup->box;
    std::optional<Judges::Network> weights;
    const auto other = [&]() -> const Evaluation& {
        if (arguments.against == "first") return judges.first;
        if (arguments.against == "learned") return judges.learned;
        if (arguments.against == "formula") return judges.formula;
        return weights.emplace(box, arguments.against).evaluation;
    };
    const OnePlyResult result = compare_one_ply(box, 2, judges.best(), other(), arguments.pairs,
                                                arguments.threads, arguments.seed);
    print("one ply against {}: {:+.2f} points (standard error {:.2f}), {:.1f} % of games\n",
          arguments.against, result.margin, result.error, 100 * result.wins);
}

/// The records of one file of a shard.
template <class Record>
std::vector<Record> records_of(const std::string& file, const std::string& header) {
    const std::string content = content_of(file);
    if (!content.starts_with(header) || (content.size() - header.size()) % sizeof(Record) != 0) {
        bad_input(fmt::format("{}: not a shard of this version", one_line(file)));
    }
    std::vector<Record> records((content.size() - header.size()) / sizeof(Record));
    if (!records.empty()) {
        std::memcpy(records.data(), content.data() + header.size(),
                    records.size() * sizeof(Record));
    }
    return records;
}

AreaTokens tokens_of(const SiblingShards::Position& position,
                     std::span<const SiblingShards::Token> tokens) {
    AreaTokens out;
    out.count = static_cast<unsigned>(tokens.size());
    out.globals = network::most_globals;
    out.global = position.global;
    bool sound = std::ranges::all_of(out.global, [](auto r) { return r < network::global_rows; });
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        AreaToken& token = out.token[i];
        const unsigned kind = tokens[i].kind_and_whose / network::relations;
        token.whose = static_cast<network::Whose>(tokens[i].kind_and_whose % network::relations);
        token.kind = static_cast<network::Kind>(kind);
        token.row = tokens[i].row;
        const auto end = std::ranges::find(token.row, network::token_rows);
        token.count = static_cast<std::uint8_t>(end - token.row.begin());
        sound = sound && kind < network::kinds && token.count > 0 &&
                std::all_of(token.row.begin(), end, [](auto r) { return r < network::token_rows; });
    }
    if (!sound) bad_input("the shard has rows that no token has");
    return out;
}

/// What the network says of a shard's positions, as whole numbers.
void run(const NetworkArguments& arguments) {
    const auto weights = weights_of(arguments.weights);
    const auto positions = records_of<SiblingShards::Position>(arguments.shard + ".positions",
                                                               SiblingShards::positions_header());
    const auto tokens = records_of<SiblingShards::Token>(arguments.shard + ".tokens",
                                                         SiblingShards::tokens_header());
    std::size_t at = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(positions.size(), arguments.positions); ++i) {
        const std::size_t count = positions[i].tokens;
        if (count > network::most_tokens || at + count > tokens.size()) {
            bad_input("the shard's positions and tokens do not belong together");
        }
        const AreaTokens seen = tokens_of(positions[i], std::span(tokens).subspan(at, count));
        print("{}\n", run_network(*weights, seen, best_isa()));
        at += count;
    }
}

} // namespace

void add_network(Command app) {
    auto arguments = std::make_shared<NetworkArguments>();
    Command command =
        app.add_subcommand("network", "Make data for the area network, and try its weights");
    command.in_group("Computer players")
        .needs_subcommand()
        .with_examples("  bastide network generate --games 1000 --out shards\n"
                       "  bastide network compare --weights better.net --pairs 500");

    const auto edition_and_seed = [&](Command& sub) {
        sub.add_option("--edition", arguments->edition, "the rulebook").takes("NAME");
        sub.add_option("--weights", arguments->weights, "weights to play by; none: terms alone")
            .takes("FILE");
        sub.add_option("--threads", arguments->threads, "games at a time; 0: all cores")
            .between(0u, most_threads);
        sub.add_option("--seed", arguments->seed, "seed of the games").not_negative();
    };
    Command making = command.add_subcommand(
        "generate", "Write moves that were played on with the same draws, for training/train.py");
    edition_and_seed(making);
    making.add_option("--games", arguments->games, "games to play").positive();
    making.add_option("--share", arguments->plan.share, "of the decisions").between(0.0, 1.0);
    making.add_option("--tiles", arguments->plan.tiles, "tiles that a move is played on for")
        .positive();
    making.add_option("--out", arguments->out, "folder for the shards").takes("FOLDER").required();
    making.when_called([arguments] {
        arguments->threads = threads_from(arguments->threads);
        generate(*arguments);
    });

    Command comparing =
        command.add_subcommand("compare", "Play weights against other judgements, without search");
    edition_and_seed(comparing);
    comparing.add_option("--pairs", arguments->pairs, "pairs of games with the same draws")
        .positive();
    comparing
        .add_option("--against", arguments->against,
                    "first (bastide-1's terms), learned (today's), formula, or a file of weights")
        .takes("WHAT")
        .suggests({"first", "learned", "formula"});
    comparing.when_called([arguments] {
        arguments->threads = threads_from(arguments->threads);
        compare(*arguments);
    });

    Command running =
        command.add_subcommand("run", "Print what weights say of a shard's positions");
    running.add_option("WEIGHTS", arguments->weights, "file of weights").takes("FILE").required();
    running.add_option("SHARD", arguments->shard, "shard, without its suffix")
        .takes("FILE")
        .required();
    running.add_option("--positions", arguments->positions, "at most").positive();
    running.when_called([arguments] { run(*arguments); });

    Command terms = command.add_subcommand(
        "terms", "Print the checksum of the terms that a network of this program corrects");
    terms.when_called([] { print("{:016x}\n", checksum_of_play_terms()); });
}

} // namespace bastide::cli
