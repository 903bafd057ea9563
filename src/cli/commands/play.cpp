#include "cli/columns.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/game_arguments.h"
#include "cli/play/luck.h"
#include "cli/play/saved_table.h"
#include "cli/play/session.h"
#include "cli/play/table_lock.h"
#include "cli/play/terminal.h"
#include "notation/record.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <random>

namespace bastide::cli {
namespace {

/// As a shell takes it for one word.
std::string for_shell(const std::string& word) {
    if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "-_./+,:@%") == std::string::npos) {
        return word;
    }
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

struct PlayArguments {
    std::string edition;
    std::vector<std::string> options;
    std::vector<std::string> people;
    std::vector<std::string> against;
    std::string seed;
    std::string game;
    std::string record;
    bool anew = false;
    bool ascii = false;

    bool describes_a_game() const {
        return !edition.empty() || !options.empty() || !people.empty() || !against.empty() ||
               !seed.empty();
    }
    /// What goes on with this game.
    std::string command() const {
        return game.empty() ? "bastide play" : "bastide play --game " + for_shell(game);
    }
};

std::uint64_t some_seed() {
    std::random_device device; // a person's game is not to be foreseen
    return (std::uint64_t{device()} << 21 ^ device()) & ((std::uint64_t{1} << 53) - 1);
}

std::uint64_t seed_from(const std::string& text) {
    if (text.empty()) return some_seed();
    const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits || text.size() > 15) {
        bad_input(fmt::format("--seed: \"{}\" is not a whole number of up to 15 digits", text));
    }
    return std::stoull(text);
}

Table new_table(const PlayArguments& arguments) {
    TableSettings settings;
    settings.setup = setup_from(arguments.edition.empty() ? default_edition() : arguments.edition,
                                arguments.options);
    std::vector<std::string> people = each_of(arguments.people);
    std::vector<std::string> agents = each_of(arguments.against);
    if (people.empty()) people.push_back("You");
    if (agents.empty() && people.size() < 2) agents.push_back("regular");
    for (const std::string& name : people) {
        if (name.find_first_not_of(" \t") == std::string::npos)
            bad_input("--people: a name is empty");
    }
    for (const std::string& name : people) settings.seats.push_back({name, std::nullopt});
    for (const std::string& text : agents) {
        auto spec = parse_agent(text);
        if (!spec) bad_input(spec.error());
        if (auto agent = make_agent(*spec); !agent) bad_input(agent.error());
        settings.seats.push_back({text, std::move(*spec)});
    }
    expect_room_for(settings.seats.size(), *settings.setup);
    settings.seed = seed_from(arguments.seed);
    // By lot, as the books leave it to the players.
    settings.first =
        Random(mix_seed(settings.seed, 0)).below(static_cast<std::uint32_t>(settings.seats.size()));
    return Table(std::move(settings));
}

/// The game that waits in the file. One that is over is looked at where somebody names it, and
/// otherwise makes room for another.
std::optional<Table> waiting_table(const PlayArguments& arguments, const std::string& file) {
    Table table =
        read_table(file, fmt::format(" ({} --new begins another game)", arguments.command()));
    if (table.game().over() && (arguments.game.empty() || arguments.describes_a_game())) {
        return std::nullopt;
    }
    if (arguments.describes_a_game()) {
        bad_input(fmt::format("{}: a game is not finished: without these options it goes on, with "
                              "--new another begins in its place",
                              file));
    }
    return table;
}

struct OpenedTable {
    Table table;
    std::optional<std::string> kept; // where the game lies that was there before
};

OpenedTable open_table(const PlayArguments& arguments, const std::string& file) {
    std::error_code unknown; // then reading it gives the reason
    if (!std::filesystem::exists(file, unknown) && !unknown)
        return {new_table(arguments), std::nullopt};
    if (!arguments.game.empty() && !holds_table(file)) {
        bad_input(fmt::format("{}: holds no game of bastide play; nothing is written over", file));
    }
    if (!arguments.anew) {
        if (auto table = waiting_table(arguments, file)) return {std::move(*table), std::nullopt};
    }
    Table table = new_table(arguments);
    return {std::move(table), keep_beside(file)};
}

void tell_result(const Table& table) {
    const std::vector<TableSeat>& seats = table.settings().seats;
    for (std::size_t i = 0; i < seats.size(); ++i) {
        print("{}\n", folded(fmt::format("{} {}", one_line(seats[i].name),
                                         counted((*table.record().result)[i], "point"))));
    }
    const auto is_person = [](const TableSeat& seat) { return !seat.agent; };
    if (std::ranges::all_of(seats, is_person)) return;
    if (std::ranges::none_of(seats, is_person)) return;
    flush_out();
    const std::vector<std::string> luck = [&] {
        Progress progress("luck of the draws", table.record().turns.size());
        return luck_lines(table.record(), [&](std::size_t draws) { progress.show(draws); });
    }();
    for (unsigned i = 0; i < seats.size(); ++i) {
        if (!is_person(seats[i])) continue;
        print("{}\n", folded(fmt::format("{}: {}", one_line(seats[i].name), luck[i])));
    }
}

void play(const PlayArguments& arguments) {
    if (arguments.record == "-") {
        bad_input("--record needs a file: standard output shows the board");
    }
    if (arguments.game == "-") bad_input("--game needs a file: the game is kept in it");
    expect_terminal();
    const std::string file = arguments.game.empty() ? default_table_file() : arguments.game;
    if (!arguments.record.empty()) {
        if (is_same_file(arguments.record, file)) {
            bad_input("--game and --record name the same file");
        }
        expect_new_file(arguments.record);
    }
    const TableLock lock(file);
    OpenedTable opened = open_table(arguments, file);
    Session session(std::move(opened.table), [&](const Table& table) { save_table(table, file); });
    save_table(session.table(), file);
    play_on_terminal(session, arguments.ascii ? SignChoice::ascii : SignChoice::by_locale);
    const Table& table = session.table();
    if (!arguments.record.empty()) {
        write_new_file(arguments.record, write_record(table.record()) + "\n");
        print("The record is in {}\n", arguments.record);
    }
    if (opened.kept) print("The game before it is kept in {}\n", *opened.kept);
    if (!table.game().over()) {
        print("The game waits in {}\n`{}` goes on with it.\n", file, arguments.command());
        return;
    }
    tell_result(table);
}

std::string key_lines() {
    std::string lines;
    for (const KeyHelp& key : key_help()) {
        if (key.shown.empty()) continue;
        lines += fmt::format("{}  {:<16}{}", lines.empty() ? "" : "\n", key.shown, key.text);
    }
    return lines;
}

} // namespace

void add_play(Command app) {
    auto arguments = std::make_shared<PlayArguments>();
    Command command = app.add_subcommand("play", "Play in the terminal");
    command.in_group("Games").without_defaults_in_help().with_examples(
        "  bastide play\n"
        "  bastide play --against master\n"
        "  bastide play --new --people Ada,Bo --against casual --option river=true");
    command.with_keys(key_lines());
    command
        .add_option("--against", arguments->against,
                    "levels or agents to play against (bastide agents lists them; regular, if "
                    "nobody is named)")
        .takes("A,B,...");
    command.add_option("--people", arguments->people, "names of people at this terminal")
        .takes("A,B,...");
    command
        .add_option("--edition", arguments->edition,
                    fmt::format("the rulebook ({})", default_edition()))
        .takes("NAME");
    command.add_option("--option", arguments->options, options_help).takes("KEY=VALUE");
    command
        .add_option("--seed", arguments->seed,
                    "of the draws, of at most 15 digits; otherwise nobody knows it")
        .takes("N");
    command.add_flag("--new", arguments->anew,
                     "begin another game; the one before is kept beside it under a number");
    command
        .add_option("--game", arguments->game,
                    "the file in which the game is kept after every turn; otherwise "
                    "~/.local/state/bastide/play.json")
        .takes("FILE");
    command
        .add_option("--record", arguments->record,
                    "write the record into this new file when you leave")
        .takes("FILE");
    command.add_flag("--ascii", arguments->ascii, "draw with plain letters");
    command.when_called([arguments] { play(*arguments); });
}

} // namespace bastide::cli
