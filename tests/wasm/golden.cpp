// Golden numbers: the same natively and in WebAssembly, today and tomorrow. A plain program, since
// the browser's build has no test framework. With the argument --print it writes the table anew,
// for golden_values.h; a change there is a change in play or in the hash, and the commit says
// which.

#include "ai/agent.h"
#include "ai/evaluation/learned_evaluation.h"
#include "ai/network/area_network.h"
#include "ai/search/exact_exp.h"
#include "ai/search/moves.h"
#include "catalog/catalog.h"
#include "notation/replay.h"
#include "rules/deck.h"
#include "rules/perft.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include "golden_values.h"

#include <bit>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace bastide {
namespace {

std::vector<Golden> measured;
std::vector<std::string> names; // measured[i].name is names[i]

void measure(const std::string& name, std::uint64_t value) {
    names.push_back(name);
    measured.push_back({nullptr, value});
}

std::uint64_t fnv(std::string_view text) {
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return hash;
}

std::uint64_t packed(const Points& points) {
    constexpr unsigned seats = 5; // the values were written down so
    std::uint64_t value = 0;
    for (unsigned i = 0; i < seats; ++i) {
        value = value * 1000 + static_cast<std::uint64_t>(points[i]);
    }
    return value;
}

/// A byte for each of x, y, rotation, action, token and segment.
std::uint64_t packed(const Move& move) {
    const auto& [cell, rotation] = move.placement;
    const auto& [action, token, segment] = move.deployment;
    std::uint64_t value = 0;
    for (const auto part : {static_cast<std::uint8_t>(cell.x), static_cast<std::uint8_t>(cell.y),
                            static_cast<std::uint8_t>(rotation), static_cast<std::uint8_t>(action),
                            static_cast<std::uint8_t>(token), segment}) {
        value = value << 8 | part;
    }
    return value;
}

void measure_random() {
    Random random(1);
    std::uint64_t below = 0;
    for (int i = 0; i < 1000; ++i) below = below * 31 + random.below(1 + static_cast<unsigned>(i));
    measure("random below", below);
    measure("random state", random.state());
    measure("random unit", static_cast<std::uint64_t>(random.unit() * 0x1.0p53));
    measure("random mix", mix_seed(20260101, 7));
}

struct Mix {
    const char* edition;
    const char* options; // key=value,key=value
    unsigned players;
};

constexpr Mix mixes[] = {
    {"classic-1", "", 2},
    {"classic-1", "river=true", 5},
    {"classic-1", "unplaceable=remove,farms=farm-3-once,abbot=true", 3},
    {"classic-2", "", 3},
    {"classic-2", "river=2021,gingerbread=true,abbot=true", 4},
    {"winter", "", 2},
    {"winter", "gingerbread=true", 4},
    {"winter", "gingerbread=true,river=true,gingerbread_double=false", 2},
    {"new", "", 1},
    {"new", "abbot=true,river=true", 2},
    {"new", "farms=off,small_city=half,unplaceable=return", 5},
    {"classic-1", "inns=true,traders=true,river=true,abbot=true", 4},
    {"winter", "traders=true,gingerbread=true", 2},
    {"new", "inns=true,traders=true", 5},
    {"hunters", "", 2},
    {"hunters", "", 5},
};

bool setup_of(const Mix& mix, Setup& setup) {
    const Edition* edition = Catalog::embedded().find(mix.edition);
    if (edition == nullptr) return false;
    Options options = edition->defaults;
    if (!set_options(options, mix.options)) return false;
    auto made = Catalog::embedded().setup(*edition, options);
    if (!made) return false;
    setup = std::move(*made);
    return true;
}

void measure_playout(const std::string& name, const Game& start, PlayoutForm form) {
    Game game = start;
    Deck deck(game, 5);
    Random random(6);
    playout(game, deck, random, form);
    measure(name + " hash", hash(game));
    measure(name + " scores", packed(final_scores(game)));
}

/// A whole game by random moves, written down, read, and played again.
bool measure_record(const std::string& name, std::shared_ptr<const Setup> setup, unsigned players) {
    Game game(*setup->box, players, 0);
    Deck deck(game, 7);
    Random random(8);
    Record record = new_record(setup, std::vector<std::string>(players, "Zoë"));
    while (!game.over()) {
        RecordTurn turn;
        turn.player = game.now.player;
        turn.bonus = game.now.bonus_turn;
        draw_from(deck, game, &turn.skipped);
        if (game.over()) break;
        turn.tile = game.now.hand;
        turn.move = random_move(game, random);
        if (!check(game, turn.move)) return false;
        apply(game, turn.move);
        record.turns.push_back(turn);
    }
    const Points points = final_scores(game);
    record.result.emplace(points.data(), points.data() + players);
    const std::string text = write_record(record);
    measure(name + " record", fnv(text));
    const auto read = parse_record(text);
    if (!read || write_record(*read) != text) return false;
    const auto done = replay(*read);
    return done && (*done)->final == points;
}

/// Every move of every decision of a random game, judged by difference; false if a look at the
/// whole position says anything else.
bool measure_judgement(const std::string& name, const Setup& setup, unsigned players) {
    Game game(*setup.box, players, 0);
    Deck deck(game, 10);
    Random random(11);
    const LearnedEvaluation evaluation(*setup.box, players, play_terms(setup.box->form, players));
    MoveJudge judge(evaluation);
    std::vector<JudgedMove> judged;
    std::uint64_t all = 0xCBF29CE484222325u;
    for (;;) {
        draw_from(deck, game, nullptr);
        if (game.over()) break;
        judge.judge(game, judged);
        for (const JudgedMove& move : judged) {
            Game after = game;
            apply(after, move.move);
            if (evaluation(after) != move.value) return false;
            for (const float points : move.value) {
                all = (all ^ std::bit_cast<std::uint32_t>(points)) * 0x100000001B3u;
            }
        }
        apply(game, random_move(game, random));
    }
    measure(name + " judgement", all);
    return true;
}

bool measure_games() {
    for (const Mix& mix : mixes) {
        auto setup = std::make_shared<Setup>();
        if (!setup_of(mix, *setup)) return false;
        const std::string name =
            std::string(mix.edition) + "/" + mix.options + "/" + std::to_string(mix.players);
        const Game start(*setup->box, mix.players, 0);
        measure(name + " start", hash(start));
        measure_playout(name + " full", start, PlayoutForm::full);
        measure_playout(name + " sampling", start, PlayoutForm::sampling);
        if (!measure_record(name, setup, mix.players)) return false;
        if (!measure_judgement(name, *setup, mix.players)) return false;
        const Deck deck(start, 9);
        measure(name + " perft", perft(start, deck, 3));
    }
    return true;
}

void print_table() {
    for (std::size_t i = 0; i < measured.size(); ++i) {
        std::printf("    {\"%s\", 0x%016llXu},\n", names[i].c_str(),
                    static_cast<unsigned long long>(measured[i].value));
    }
}

int compare() {
    int wrong = 0;
    const std::size_t wanted = sizeof golden_values / sizeof golden_values[0];
    if (measured.size() != wanted) {
        std::printf("%zu values measured, %zu wanted\n", measured.size(), wanted);
        ++wrong;
    }
    for (std::size_t i = 0; i < measured.size() && i < wanted; ++i) {
        const bool same =
            names[i] == golden_values[i].name && measured[i].value == golden_values[i].value;
        if (same) continue;
        ++wrong;
        std::printf("%s: %016llX, wanted %016llX\n", names[i].c_str(),
                    static_cast<unsigned long long>(measured[i].value),
                    static_cast<unsigned long long>(golden_values[i].value));
    }
    std::printf("%zu golden values, %d wrong\n", measured.size(), wrong);
    return wrong == 0 ? 0 : 1;
}

/// What the area network says in a random game, by the kernel of this build.
void measure_network() {
    const Catalog& catalog = Catalog::embedded();
    const Edition& edition = *catalog.find("new");
    const auto setup = catalog.setup(edition, edition.defaults);
    const WeightsRead read = read_weights(embedded_weights());
    const TokenReader reader(*setup->box);
    const auto tokens = std::make_unique<AreaTokens>();
    Game game(*setup->box, 2, 0);
    Deck deck(game, 11);
    Random random(11);
    std::uint64_t rows = 0, results = 0;
    while (!game.over()) {
        playout(game, deck, random, PlayoutForm::full, 1);
        if (game.over()) break;
        reader.read(game, *tokens);
        for (unsigned t = 0; t < tokens->count; ++t) {
            const AreaToken& token = tokens->token[t];
            for (unsigned i = 0; i < token.count; ++i) rows = rows * 31 + token.row[i];
        }
        const std::int32_t result = run_network(*read.weights, *tokens, best_isa());
        results = results * 31 + static_cast<std::uint32_t>(result);
    }
    measure("network rows", rows);
    measure("network results", results);
}

struct Player {
    Mix mix;
    const char* agent;
};

// By the tree and by rollouts, with the network and without.
constexpr Player players[] = {
    {{"new", "", 2}, "bastide:nodes=200;rollouts=0"},
    {{"new", "", 2}, "bastide:nodes=1920"},
    {{"winter", "gingerbread=true", 3}, "bastide:nodes=200;rollouts=0"},
    {{"hunters", "", 2}, "bastide:nodes=200;rollouts=0"},
    {{"hunters", "", 2}, "bastide:nodes=1000"},
    {{"new", "inns=true,traders=true", 2}, "bastide:nodes=1000"},
    {{"new", "inns=true,traders=true", 2}, "bastide-1:nodes=200"},
};

/// What a player chooses in some positions of a random game, and how far ahead it then sees itself.
bool measure_moves(const Player& player) {
    constexpr unsigned apart = 12; // turns
    Setup setup;
    const auto spec = parse_agent(player.agent);
    if (!setup_of(player.mix, setup) || !spec) return false;
    const auto agent = make_agent(*spec);
    if (!agent) return false;
    Game game(*setup.box, player.mix.players, 0);
    Deck deck(game, 12);
    Random random(13);
    const std::string name = std::string(player.mix.edition) + "/" + player.mix.options + "/" +
                             std::to_string(player.mix.players) + " " + player.agent;
    for (unsigned turn = 1;; ++turn) {
        draw_from(deck, game, nullptr);
        if (game.over()) return true;
        if (turn % apart == 5) {
            Random thinking(turn);
            const Move move = (*agent)->choose(game, spec->budget, thinking);
            const double margin = (*agent)->thought().margin.value_or(0);
            const std::string at = name + ", turn " + std::to_string(turn);
            measure(at + " move", packed(move));
            measure(at + " margin", std::bit_cast<std::uint64_t>(margin));
        }
        apply(game, random_move(game, random));
    }
}

bool measure_players() {
    for (const Player& player : players) {
        if (!measure_moves(player)) return false;
    }
    return true;
}

/// By which the tree weighs its moves.
void measure_exp() {
    std::uint64_t all = 0xCBF29CE484222325u;
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(-0x1.0p-9f);
         bits < std::bit_cast<std::uint32_t>(-105.0f); bits += 101) {
        const float power = exact_exp(std::bit_cast<float>(bits));
        all = (all ^ std::bit_cast<std::uint32_t>(power)) * 0x100000001B3u;
    }
    measure("exact exp", all);
}

} // namespace
} // namespace bastide

int main(int argc, char** argv) {
    bastide::measure_random();
    if (!bastide::measure_games()) {
        std::printf("a game could not be played, judged, written or read\n");
        return 1;
    }
    bastide::measure_network();
    bastide::measure_exp();
    if (!bastide::measure_players()) {
        std::printf("a player could not be made\n");
        return 1;
    }
    if (argc > 1 && std::strcmp(argv[1], "--print") == 0) {
        bastide::print_table();
        return 0;
    }
    return bastide::compare();
}
