#include "art/art.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "cli/png.h"
#include "notation/replay.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

struct RenderArguments {
    std::string record;
    std::string tiles;
    bool tokens = false;
    std::string output;
    std::string overlay = "none";
    std::string theme = "own";
    int turn = -1; // -1: all turns
    unsigned number = 1;
    unsigned pixels = 96;
    unsigned columns = 8;
};

/// Before the work; the drawing library would not even tell why it cannot write.
void expect_room_for_picture(const std::string& file) {
    if (file != "-" && !file.ends_with(".png") && !file.ends_with(".svg")) {
        bad_input(file + ": the picture must end in .svg or .png");
    }
    expect_new_file(file);
}

void save(const std::string& svg, const std::string& file) {
    if (file.ends_with(".png")) return write_png(svg, file);
    write_new_file(file, svg);
}

/// The record as it stood after that many turns.
Record shortened(Record record, int turns) {
    if (turns < 0) return record;
    if (static_cast<std::size_t>(turns) > record.turns.size()) {
        bad_input(
            fmt::format("turn {}: the record has {}", turns, counted(record.turns.size(), "turn")));
    }
    if (static_cast<std::size_t>(turns) == record.turns.size()) return record;
    record.turns.resize(static_cast<std::size_t>(turns));
    record.result.reset();
    return record;
}

void render_record(const RenderArguments& arguments) {
    bool found = false;
    for_each_record(arguments.record, [&](const Record& whole, unsigned number) {
        if (number != arguments.number) return;
        found = true;
        const Record record = shortened(whole, arguments.turn);
        const auto played = replay(record);
        if (!played) bad_record(arguments.record, number, played.error());
        art::BoardPicture picture;
        picture.theme = art::theme_from(arguments.theme);
        picture.overlay = arguments.overlay == "owners"   ? art::Overlay::owners
                          : arguments.overlay == "fields" ? art::Overlay::fields
                                                          : art::Overlay::none;
        picture.pixels = arguments.pixels;
        picture.names = record.players;
        save(render_board(*record.setup, (*played)->game, picture), arguments.output);
    });
    if (!found) {
        bad_input(fmt::format("{}: there is no record {}", arguments.record, arguments.number));
    }
}

/// Tiles are shown in their own look.
art::Theme theme_of_set(const std::string& name) {
    for (const TileSet& set : Catalog::embedded().tile_sets()) {
        if (set.name == name) return art::theme_from(set.theme).value_or(art::Theme::summer);
    }
    return art::Theme::summer;
}

void render_tiles(const RenderArguments& arguments) {
    const auto* tiles = Catalog::embedded().tile_set(arguments.tiles);
    if (tiles == nullptr) {
        bad_input(fmt::format("there is no tile set \"{}\"; there are: {}", arguments.tiles,
                              fmt::join(Catalog::embedded().tile_set_names(), ", ")));
    }
    const art::Theme theme =
        art::theme_from(arguments.theme).value_or(theme_of_set(arguments.tiles));
    save(art::render_sheet(*tiles, {theme, arguments.columns, arguments.pixels}), arguments.output);
}

void render(const RenderArguments& arguments, const Command& command) {
    const int wanted = static_cast<int>(!arguments.record.empty()) +
                       static_cast<int>(!arguments.tiles.empty()) +
                       static_cast<int>(arguments.tokens);
    if (wanted != 1) bad_input("render needs either a record or --tiles SET or --tokens");
    if (arguments.record.empty()) {
        command.expect_not_given({"--overlay", "--turn", "--number"},
                                 arguments.tokens ? "--tokens" : "--tiles");
    }
    if (arguments.tiles.empty()) {
        command.expect_not_given({"--columns"}, arguments.tokens ? "--tokens" : "a record");
    }
    if (arguments.tokens) command.expect_not_given({"--theme"}, "--tokens");
    expect_room_for_picture(arguments.output);
    if (arguments.tokens) return save(art::render_token_sheet(arguments.pixels), arguments.output);
    if (arguments.tiles.empty()) return render_record(arguments);
    render_tiles(arguments);
}

} // namespace

void add_render(Command app) {
    auto arguments = std::make_shared<RenderArguments>();
    Command command =
        app.add_subcommand("render", "Draw a board or a sheet of tiles as SVG or PNG");
    command.in_group("Games").with_examples("  bastide render game.json -o board.png\n"
                                            "  bastide render --tiles base -o - > tiles.svg");
    command.add_option("FILE", arguments->record, "records (.json, .jsonl, - for stdin)");
    command.add_option("--tiles", arguments->tiles, "draw all tiles of this set instead")
        .takes("SET");
    command.add_flag("--tokens", arguments->tokens, "draw the tokens of all players instead");
    command
        .add_option("-o,--output", arguments->output, "a new file that ends in .svg or .png, or -")
        .takes("FILE")
        .required();
    command.add_option("--overlay", arguments->overlay, "what to show over the board")
        .takes("WHAT")
        .one_of({"none", "owners", "fields"});
    std::vector<std::string> looks = {"own"};
    for (unsigned i = 0; i < art::theme_count; ++i) {
        looks.emplace_back(name(static_cast<art::Theme>(i)));
    }
    command.add_option("--theme", arguments->theme, "the look; own: the edition's")
        .takes("NAME")
        .one_of(looks);
    command.add_option("--turn", arguments->turn, "the board after that many turns; -1: all")
        .between(-1, 1000);
    command.add_option("--number", arguments->number, "which record of the file");
    command.add_option("--pixels", arguments->pixels, "the width of a tile").between(8u, 1024u);
    command.add_option("--columns", arguments->columns, "tiles in a row of a sheet")
        .between(1u, 100u);
    command.when_called([arguments, command] { render(*arguments, command); });
}

} // namespace bastide::cli
