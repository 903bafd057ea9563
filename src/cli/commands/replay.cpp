#include "notation/replay.h"
#include "catalog/ruleset_fields.h"
#include "cli/columns.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/sentences.h"
#include "notation/json.h"
#include "notation/nearest.h"
#include "notation/words.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

struct ReplayArguments {
    std::string file;
    bool json = false;
    bool legal = false;
};

template <class Numbers>
Json first(const Numbers& numbers, std::size_t count) {
    return Json(std::vector<int>(numbers.begin(), numbers.begin() + static_cast<long>(count)));
}

Json moves_json(const Game& game) {
    const auto moves = MoveList::make();
    legal_moves(game, *moves);
    Json list = Json::array();
    for (unsigned i = 0; i < moves->size(); ++i) list.push_back(move_json((*moves)[i]));
    return list;
}

/// Traders & Builders: whether the turn earned a second part, and what everybody has.
void add_trade(Json& turn, const Game& after) {
    if (after.now.second_part) turn["again"] = true;
    turn["goods"] = Json::array();
    for (unsigned i = 0; i < after.now.players; ++i) {
        turn["goods"].push_back(goods_json(goods_of(after, i), EachKind::always));
    }
}

void print_json(const Record& record, const ReplayArguments& arguments, unsigned number) {
    const std::size_t players = record.players.size();
    Json turns = Json::array();
    const auto done = replay(record, [&](const ReplayedTurn& played) {
        Json turn;
        turn["player"] = played.turn.player;
        turn["tile"] = record.setup->tile_id(played.turn.tile);
        turn["legal"] = count_legal_moves(played.before);
        turn["scores"] = first(played.after.now.score, players);
        if (played.after.box->has_goods) add_trade(turn, played.after);
        turn["events"] = events_json(played.events);
        if (played.turn.thought) turn["thought"] = thought_json(*played.turn.thought);
        if (arguments.legal) turn["moves"] = moves_json(played.before);
        turns.push_back(std::move(turn));
    });
    if (!done) bad_record(arguments.file, number, done.error());
    Json json;
    json["edition"] = record.setup->edition;
    json["turns"] = std::move(turns);
    Json final;
    final["over"] = (*done)->game.over();
    final["scores"] = first((*done)->final, players);
    final["breakdown"] = Json::array();
    for (std::size_t i = 0; i < players; ++i) {
        final["breakdown"].push_back(breakdown_json((*done)->breakdown[i]));
    }
    final["events"] = events_json((*done)->final_events);
    json["final"] = std::move(final);
    print("{}\n", text_of(json));
}

std::string event_text(const Record& record, const ScoreEvent& event) {
    if (event.area == AreaKind::goods) {
        std::string goods;
        for (unsigned kind = 0; kind < goods_count; ++kind) {
            if (event.goods[kind] == 0) continue;
            goods += fmt::format("{}{} {}", goods.empty() ? "" : ", ", event.goods[kind],
                                 word(static_cast<Goods>(kind + 1)));
        }
        const std::string player = one_line(record.players[event.player]);
        if (event.reason != Reason::final) return fmt::format("{} takes {}", player, goods);
        return fmt::format("{} {} for most goods ({})", player, counted(event.points, "point"),
                           goods);
    }
    const std::string what = event.area == AreaKind::gingerbread
                                 ? "the Gingerbread Man"
                                 : fmt::format("a {}", word(event.area));
    return fmt::format("{} {} for {} ({})", one_line(record.players[event.player]),
                       counted(event.points, "point"), what, word(event.reason));
}

constexpr Fold event_fold = {.indent = 8};

std::string event_line(const Record& record, const ScoreEvent& event) {
    return folded("      " + event_text(record, event), event_fold) + '\n';
}

std::string thought_text(const bastide::Thought& thought) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (thought.margin) add(fmt::format("{:+.1f} points", *thought.margin));
    if (thought.win) add(fmt::format("{:.0f} % to win", 100 * *thought.win));
    if (thought.nodes) add(counted(*thought.nodes, "node"));
    return fmt::format("      thought: {}\n", text);
}

/// The lines of one turn. (Nothing is printed from within replay(): what fails there would have to
/// pass through code without exceptions.)
std::string turn_text(const Record& record, const ReplayedTurn& played, unsigned number) {
    const Placement& at = played.turn.move.placement;
    std::string text =
        fmt::format("{:3} {:<12} {:<16} at {:3},{:3} turned {}", number,
                    one_line(record.players[played.turn.player]),
                    record.setup->tile_id(played.turn.tile), at.cell.x, at.cell.y, at.rotation);
    const Deployment& deployment = played.turn.move.deployment;
    if (deployment.action == Deployment::Action::deploy) {
        text += fmt::format(", {} on {}", word(deployment.token), deployment.segment);
    } else if (deployment.action == Deployment::Action::recall) {
        text += ", abbot taken back";
    }
    text = folded(std::move(text), event_fold) + '\n';
    if (played.turn.thought) text += thought_text(*played.turn.thought);
    for (const ScoreEvent& event : played.events) {
        text += event_line(record, event);
    }
    return text;
}

void print_text(const Record& record, const ReplayArguments& arguments, unsigned number) {
    unsigned count = 0;
    std::string turns;
    const auto done = replay(
        record, [&](const ReplayedTurn& played) { turns += turn_text(record, played, ++count); });
    print("record {}: {}\n{}", number, record.setup->edition, turns);
    if (!done) bad_record(arguments.file, number, done.error());
    for (const ScoreEvent& event : (*done)->final_events) {
        print("{}", event_line(record, event));
    }
    std::string scores = (*done)->game.over() ? "final:" : "if it ended now:";
    for (std::size_t i = 0; i < record.players.size(); ++i) {
        scores += fmt::format(" {} {}", one_line(record.players[i]), (*done)->final[i]);
    }
    print("{}\n", folded(std::move(scores)));
}

struct MovesArguments {
    std::string file;
    std::string tile;
    bool json = false;
};

void print_moves(const Record& record, const MovesArguments& arguments, unsigned number) {
    const auto done = replay(record);
    if (!done) bad_record(arguments.file, number, done.error());
    Game& game = (*done)->game;
    const auto tile = record.setup->find_tile(arguments.tile);
    if (!tile) {
        const std::vector<std::string>& known = record.setup->tile_ids;
        const std::string meant = did_you_mean(arguments.tile, known, "\"");
        bad_input(fmt::format(
            "the tile \"{}\" is not in this game{}", arguments.tile,
            meant.empty() ? fmt::format(", whose tiles are called such as \"{}\"", known.front())
                          : meant));
    }
    if (auto ok = check_draw(game, *tile); !ok) {
        bad_input(fmt::format("{}: record {}: tile {}: {}", input_name(arguments.file), number,
                              arguments.tile, sentence(ok.error())));
    }
    Json json;
    json["edition"] = record.setup->edition;
    json["player"] = game.now.player;
    json["tile"] = arguments.tile;
    const bool fits = draw(game, *tile) == DrawOutcome::fits;
    json["legal"] = fits ? count_legal_moves(game) : 0;
    json["moves"] = fits ? moves_json(game) : Json::array();
    if (arguments.json) {
        print("{}\n", text_of(json));
        return;
    }
    for (const Json& move : json["moves"]) print("{}\n", text_of(move));
}

} // namespace

void add_replay(Command app) {
    auto arguments = std::make_shared<ReplayArguments>();
    Command command = app.add_subcommand("replay", "Play records through the rules");
    command.in_group("Games").with_examples("  bastide replay game.json\n"
                                            "  bastide replay --json --legal - < games.jsonl");
    command.add_option("FILE", arguments->file, "records (.json, .jsonl, - for stdin)").required();
    command.add_flag("--json", arguments->json, "one JSON document per record");
    command.add_flag("--legal", arguments->legal, "with --json: list the legal moves of each turn");
    command.when_called([arguments] {
        if (arguments->legal && !arguments->json) bad_input("--legal needs --json");
        for_each_record(arguments->file, [&](const Record& record, unsigned number) {
            if (arguments->json) {
                print_json(record, *arguments, number);
            } else {
                print_text(record, *arguments, number);
            }
        });
    });
}

void add_moves(Command app) {
    auto arguments = std::make_shared<MovesArguments>();
    Command command =
        app.add_subcommand("moves", "The legal moves for a tile at the end of a record");
    command.in_group("Games").with_examples("  bastide moves game.json --tile base/D");
    command.add_option("FILE", arguments->file, "records (.json, .jsonl, - for stdin)").required();
    command.add_option("--tile", arguments->tile, "the tile drawn, such as base/D")
        .takes("TILE")
        .required();
    command.add_flag("--json", arguments->json, "one JSON document per record");
    command.when_called([arguments] {
        for_each_record(arguments->file, [&](const Record& record, unsigned number) {
            print_moves(record, *arguments, number);
        });
    });
}

} // namespace bastide::cli
