#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/output_file.h"
#include "cli/play/luck.h"
#include "cli/play/saved_table.h"
#include "cli/play/terminal.h"
#include "notation/record.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <random>

namespace bastide::cli {
namespace {

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
    std::vector<std::string> people = arguments.people, agents = arguments.against;
    if (people.empty()) people.push_back("You");
    if (agents.empty() && people.size() < 2) agents.push_back("regular");
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

Table open_table(const PlayArguments& arguments, const std::string& file) {
    if (arguments.anew || !std::filesystem::exists(file)) return new_table(arguments);
    Table table = read_table(file);
    if (table.game().over()) return new_table(arguments);
    if (arguments.describes_a_game()) {
        bad_input(fmt::format("{}: a game is not finished: without these options it goes on, with "
                              "--new another begins in its place",
                              file));
    }
    return table;
}

void write_finished(const Table& table, const std::string& file) {
    OutputFile out(file);
    out.add_line(write_record(table.record()));
    out.close();
}

void play(const PlayArguments& arguments) {
    if (arguments.record == "-") {
        bad_input("--record needs a file: standard output shows the board");
    }
    expect_terminal();
    const std::string file = arguments.game.empty() ? default_table_file() : arguments.game;
    if (!arguments.record.empty()) expect_new_file(arguments.record);
    Session session(open_table(arguments, file),
                    [&](const Table& table) { save_table(table, file); });
    save_table(session.table(), file);
    play_on_terminal(session, arguments.ascii ? SignChoice::ascii : SignChoice::by_locale);
    const Table& table = session.table();
    if (!arguments.record.empty()) write_finished(table, arguments.record);
    if (!table.game().over()) {
        print("The game waits in {}\n`bastide play` goes on with it.\n", file);
        return;
    }
    for (std::size_t i = 0; i < table.settings().seats.size(); ++i) {
        print("{} {}\n", one_line(table.settings().seats[i].name),
              counted((*table.record().result)[i], "point"));
    }
    const std::vector<TableSeat>& seats = table.settings().seats;
    const auto is_person = [](const TableSeat& seat) { return !seat.agent; };
    if (std::ranges::all_of(seats, is_person)) return;
    for (unsigned i = 0; i < seats.size(); ++i) {
        if (!is_person(seats[i])) continue;
        print("{}: {}\n", one_line(seats[i].name), luck_line(table.record(), i));
    }
}

} // namespace

void add_play(Command app) {
    auto arguments = std::make_shared<PlayArguments>();
    Command command = app.add_subcommand("play", "Play in the terminal");
    command.in_group("Games").without_defaults_in_help().with_examples(
        "  bastide play\n"
        "  bastide play --against master\n"
        "  bastide play --new --people Ada,Bo --against casual --option river=true");
    command
        .add_option("--against", arguments->against,
                    "levels or agents to play against (bastide agents lists them; regular, if "
                    "nobody is named)")
        .takes("A,B,...")
        .separated_by(',');
    command.add_option("--people", arguments->people, "names of people at this terminal")
        .takes("A,B,...")
        .separated_by(',');
    command
        .add_option("--edition", arguments->edition,
                    fmt::format("the rulebook ({})", default_edition()))
        .takes("NAME");
    command.add_option("--option", arguments->options, "of the rulebook; may be given often")
        .takes("KEY=VALUE");
    command.add_option("--seed", arguments->seed, "of the draws; otherwise nobody knows it")
        .takes("N");
    command.add_flag("--new", arguments->anew, "begin another game in place of the one that waits");
    command
        .add_option("--game", arguments->game,
                    "the file in which the game is kept after every turn")
        .takes("FILE");
    command
        .add_option("--record", arguments->record,
                    "write the record into this new file when you leave")
        .takes("FILE");
    command.add_flag("--ascii", arguments->ascii, "draw with plain letters");
    command.when_called([arguments] { play(*arguments); });
}

} // namespace bastide::cli
