// The commands as docs/record.md describes them, run as programs.

#include "catalog/json_reader.h"
#include "cli/console.h"
#include "cli/engine/program.h"
#include "notation/replay.h"
#include "server/storage/file_lock.h"
#include "support/process.h"
#include "support/record_play.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Json parsed(const std::string& text) {
    Json json;
    std::string error;
    EXPECT_TRUE(parse_json(text, json, error)) << error << ": " << text.substr(0, 200);
    return json;
}

const std::string example =
    R"({"format": "bastide/1", "edition": "new", "options": {"abbot": true},
 "players": [{"name": "Ada"}, {"name": "Bo"}],
 "turns": [
  {"player": 0, "tile": "base/E", "x": 0, "y": -1, "rot": 2, "deploy": {"token": "follower", "segment": 0}},
  {"player": 1, "tile": "base/U", "x": -1, "y": 0, "rot": 1}
 ]})";

// ------------------------------------------------------------------- replay

TEST(Replay, of_the_contracts_example) {
    const Json json = parsed(printed({"replay", "-", "--json"}, example));
    EXPECT_EQ(json["edition"], "new");
    ASSERT_EQ(json["turns"].size(), 2u);
    const Json& turn = json["turns"][0];
    EXPECT_EQ(turn["player"], 0);
    EXPECT_EQ(turn["tile"], "base/E");
    EXPECT_EQ(turn["scores"], Json({4, 0}));
    ASSERT_EQ(turn["events"].size(), 1u);
    const Json wanted = parsed(
        R"({"kind": "score", "area": "city", "reason": "completed", "player": 0, "points": 4,
            "tiles": 2, "shields": 0, "x": 0, "y": -1, "segment": 0})");
    for (const auto& [key, value] : wanted.items()) EXPECT_EQ(turn["events"][0][key], value);
    EXPECT_FALSE(turn.contains("moves"));
    EXPECT_EQ(json["turns"][1]["scores"], Json({4, 0}));
    EXPECT_TRUE(json["turns"][1]["events"].empty());
    EXPECT_EQ(json["final"]["scores"], Json({4, 0}));
    EXPECT_EQ(json["final"]["breakdown"], parsed(R"([{"city": 4}, {}])"));
    EXPECT_EQ(json["final"]["over"], false);
}

TEST(Replay, counts_and_lists_the_legal_moves) {
    const Json json = parsed(printed({"replay", "-", "--json", "--legal"}, example));
    for (const Json& turn : json["turns"]) {
        EXPECT_EQ(turn["legal"], turn["moves"].size());
        EXPECT_GT(turn["moves"].size(), 0u);
    }
    // E fits north (one way), west, east and south of the start tile with a field there.
    EXPECT_EQ(json["turns"][0]["legal"], 12);
    const Json played =
        parsed(R"({"x": 0, "y": -1, "rot": 2, "deploy": {"token": "follower", "segment": 0}})");
    const Json& moves = json["turns"][0]["moves"];
    EXPECT_EQ(std::count(moves.begin(), moves.end(), played), 1);
    EXPECT_EQ(moves[0], parsed(R"({"x": 0, "y": -1, "rot": 2})"));
}

TEST(Replay, reads_files_and_many_records) {
    const Folder folder;
    const std::string file = folder.file("two.jsonl", example + "\n" + example);
    const auto documents = lines(printed({"replay", file, "--json"}));
    ASSERT_EQ(documents.size(), 2u);
    EXPECT_EQ(documents[0], documents[1]);
    EXPECT_EQ(documents[0] + "\n", printed({"replay", "-", "--json"}, example));
}

TEST(Replay, tells_the_game_in_words) {
    const std::string text = printed({"replay", "-"}, example);
    EXPECT_THAT(text, HasSubstr("record 1: new\n"));
    EXPECT_THAT(text, HasSubstr("Ada 4 points for a city (completed)\n"));
    EXPECT_THAT(text, HasSubstr("if it ended now: Ada 4 Bo 0\n"));
    // A name cannot reach the terminal with more than itself.
    std::string loud = example;
    loud.replace(loud.find("Ada"), 3, "A\\u001b[31m\\n");
    EXPECT_EQ(printed({"replay", "-"}, loud).find('\x1b'), std::string::npos);
}

TEST(Replay, agrees_with_the_library_on_games_of_every_edition) {
    const Folder folder;
    std::string records;
    std::vector<Record> played;
    const auto editions = static_cast<unsigned>(Catalog::embedded().editions().size());
    for (unsigned edition = 0; edition < editions; ++edition) {
        for (unsigned mix = 0; mix < mix_count(); mix += 1621) {
            played.push_back(play_record({edition, mix, 1 + mix % 5, mix % 3, mix, 40 + mix % 70}));
            records += write_record(played.back()) + "\n";
        }
    }
    const std::string file = folder.file("games.jsonl", records);
    const auto documents = lines(printed({"replay", file, "--json"}));
    ASSERT_EQ(documents.size(), played.size());
    for (std::size_t i = 0; i < played.size(); ++i) {
        const Json json = parsed(documents[i]);
        const auto done = replay(played[i]);
        ASSERT_TRUE(done.has_value());
        ASSERT_EQ(json["turns"].size(), played[i].turns.size());
        EXPECT_EQ(json["final"]["over"], (*done)->game.over());
        int sum = 0, told = 0;
        for (std::size_t p = 0; p < played[i].players.size(); ++p) {
            EXPECT_EQ(json["final"]["scores"][p], (*done)->final[p]);
            int whole = 0;
            for (const auto& [kind, points] : json["final"]["breakdown"][p].items()) {
                whole += points.get<int>();
            }
            EXPECT_EQ(whole, (*done)->final[p]);
            sum += whole;
        }
        for (const Json& turn : json["turns"]) {
            for (const Json& event : turn["events"]) told += event.value("points", 0);
        }
        for (const Json& event : json["final"]["events"]) told += event["points"].get<int>();
        EXPECT_EQ(told, sum);
    }
}

// ------------------------------------------------------------------- moves

TEST(Moves, of_a_tile_at_the_end_of_a_record) {
    const Json json = parsed(printed({"moves", "-", "--tile", "base/B", "--json"}, example));
    EXPECT_EQ(json["player"], 0);
    EXPECT_EQ(json["tile"], "base/B");
    EXPECT_EQ(json["legal"], json["moves"].size());
    EXPECT_GT(json["moves"].size(), 0u);
    const auto text = lines(printed({"moves", "-", "--tile", "base/B"}, example));
    ASSERT_EQ(text.size(), json["moves"].size());
    for (std::size_t i = 0; i < text.size(); ++i) EXPECT_EQ(parsed(text[i]), json["moves"][i]);
}

TEST(Moves, of_a_record_without_turns_are_player_0s) {
    const std::string empty =
        R"({"format":"bastide/1","edition":"classic-1","players":[{"name":""},{"name":""}],"turns":[]})";
    const Json json = parsed(printed({"moves", "-", "--tile", "base/D", "--json"}, empty));
    EXPECT_EQ(json["player"], 0);
    EXPECT_EQ(json["legal"], 30); // six placements, four segments or nothing
}

TEST(Moves, of_a_tile_that_cannot_come_are_an_error) {
    const auto refused = [](const std::string& tile, const std::string& record) {
        const Finished done = run_bastide({"moves", "-", "--tile", tile, "--json"}, record);
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(lines(done.err).size(), 1u);
        return done.err;
    };
    EXPECT_THAT(refused("base/Z", example), HasSubstr("not in this game"));
    EXPECT_THAT(refused("hg/01", example), HasSubstr("not in this game"));
    std::string river = example;
    river.replace(river.find("\"abbot\""), 7, "\"river\"");
    river = river.substr(0, river.find("\"turns\"")) + "\"turns\": []}";
    EXPECT_THAT(refused("base/U", river), HasSubstr("record 1: tile base/U: "));
    const std::string used =
        R"({"format":"bastide/1","edition":"new","players":[{"name":""}],"turns":[)"
        R"({"player":0,"tile":"base/C","x":0,"y":-1,"rot":0}]})";
    EXPECT_THAT(refused("base/C", used), HasSubstr("tile base/C: "));
    const Record over = play_record({0, 0, 2, 0, 5, max_tiles});
    EXPECT_THAT(refused("base/U", write_record(over)), HasSubstr("over"));
}

// ------------------------------------------------------------------- simulate

Json simulated(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "simulate");
    arguments.push_back("--json");
    Json json = parsed(printed(arguments));
    json.erase("seconds");
    json.erase("games_per_second");
    return json;
}

TEST(Simulate, a_seed_gives_the_same_games_with_any_number_of_threads) {
    for (const Edition& edition : Catalog::embedded().editions()) {
        const std::vector<std::string> base = {"--edition", edition.id, "--players", "3",
                                               "--games",   "40",       "--seed",    "9"};
        const Json one = simulated(base);
        EXPECT_EQ(one["games"], 40);
        EXPECT_GT(one["turns"].get<int>(), 40 * 60);
        double wins = 0;
        for (const Json& player : one["players"]) wins += player["wins"].get<double>();
        EXPECT_NEAR(wins, 40, 1e-9);
        EXPECT_EQ(simulated(base), one);
        auto two = base;
        two.insert(two.end(), {"--threads", "2"});
        EXPECT_EQ(simulated(two), one);
        auto other = base;
        other.back() = "10";
        EXPECT_NE(simulated(other), one);
    }
}

TEST(Simulate, records_replay_and_change_nothing) {
    const Folder folder;
    const std::vector<std::vector<std::string>> mixes = {
        {"--edition", "classic-1", "--option", "river=true", "--players", "5"},
        {"--edition", "winter", "--option", "gingerbread=true", "--option", "abbot=true"},
        {"--edition", "new", "--option", "river=2021", "--option", "farms=off", "--players", "1"},
        {"--edition", "hunters", "--players", "4"},
    };
    for (const auto& mix : mixes) {
        auto arguments = mix;
        arguments.insert(arguments.end(), {"--games", "12", "--seed", "3"});
        const Json without = simulated(arguments);
        const std::string file = folder.path() + "/games.jsonl";
        std::filesystem::remove(file);
        auto with = arguments;
        with.insert(with.end(), {"--records", file});
        EXPECT_EQ(simulated(with), without);
        const std::string written = content(file);
        EXPECT_EQ(lines(written).size(), 12u);
        auto threads = with;
        threads.insert(threads.end(), {"--threads", "2"});
        std::filesystem::remove(file);
        EXPECT_EQ(simulated(threads), without);
        EXPECT_EQ(content(file), written); // in the order of the games
        std::vector<std::int64_t> points(without["players"].size());
        std::size_t turns = 0;
        for (const std::string& line : lines(printed({"replay", file, "--json"}))) {
            const Json json = parsed(line);
            EXPECT_EQ(json["final"]["over"], true);
            turns += json["turns"].size();
            for (std::size_t i = 0; i < points.size(); ++i) {
                points[i] += json["final"]["scores"][i].get<int>();
            }
        }
        EXPECT_EQ(without["turns"], turns);
        for (std::size_t i = 0; i < points.size(); ++i) {
            EXPECT_EQ(without["players"][i]["points"], points[i]);
        }
        for (const std::string& line : lines(written)) {
            const auto record = parse_record(line);
            ASSERT_TRUE(record.has_value());
            EXPECT_EQ(write_record(*record), line);
        }
    }
}

TEST(Simulate, prints_totals_in_words) {
    const std::string text = printed({"simulate", "--games", "3", "--agents", "random,random"});
    EXPECT_THAT(text, StartsWith("3 games of new, "));
    EXPECT_THAT(text, HasSubstr("seat 1 random"));
}

// ------------------------------------------------------------------- perft, editions, check-data

TEST(PerftCommand, counts_as_pinned) {
    const Json json =
        parsed(printed({"perft", "--edition", "winter", "--seed", "1", "--depth", "3", "--json"}));
    std::ifstream in(BASTIDE_SOURCE_DIR "/tests/perft/perft.txt");
    std::string pinned;
    while (std::getline(in, pinned) && !pinned.starts_with("winter - 2 1 ")) continue;
    std::istringstream counts(pinned.substr(std::string("winter - 2 1 ").size()));
    for (unsigned i = 0; i < 3; ++i) {
        std::uint64_t count = 0;
        counts >> count;
        EXPECT_EQ(json["by_depth"][i], count);
    }
    EXPECT_EQ(json["positions"], json["by_depth"][2]);
    EXPECT_THAT(printed({"perft", "--edition", "hunters", "--depth", "1"}),
                StartsWith("depth 1 20"));
}

TEST(Editions, are_listed_with_their_options) {
    const Json json = parsed(printed({"editions", "--json"}));
    const auto& editions = Catalog::embedded().editions();
    ASSERT_EQ(json.size(), editions.size());
    for (unsigned i = 0; i < editions.size(); ++i) {
        EXPECT_EQ(json[i]["id"], editions[i].id);
        EXPECT_EQ(json[i]["options"].size(), editions[i].defaults.rows().size());
    }
    const std::string text = printed({"editions"});
    for (const Edition& edition : editions) EXPECT_THAT("\n" + text, HasSubstr("\n" + edition.id));
    for (const std::string& line : lines(text)) EXPECT_LE(line.size(), 80u) << line;
}

TEST(CheckData, passes_what_is_shipped) {
    EXPECT_EQ(parsed(printed({"check-data", "--json"}))["ok"], true);
    EXPECT_EQ(printed({"check-data", BASTIDE_SOURCE_DIR "/data", "--json"}),
              printed({"check-data", "--json"}));
    EXPECT_THAT(printed({"check-data"}), HasSubstr("are sound"));
}

TEST(CheckData, names_file_tile_and_reason) {
    const Folder folder;
    std::filesystem::copy(BASTIDE_SOURCE_DIR "/data", folder.path(),
                          std::filesystem::copy_options::recursive);
    const std::string file = folder.path() + "/tiles/base.json";
    std::string text = content(file);
    const std::string from = R"({"id": "base/W", "count": 4)";
    ASSERT_NE(text.find(from), std::string::npos);
    text.replace(text.find(from), from.size(), R"({"id": "base/W", "count": 0)");
    folder.file("tiles/base.json", text);
    const Finished done = run_bastide({"check-data", folder.path()});
    EXPECT_EQ(done.status, 2);
    EXPECT_EQ(lines(done.err).size(), 1u);
    EXPECT_THAT(done.err, HasSubstr("tiles/base.json: tile base/W: "));
    EXPECT_EQ(run_bastide({"check-data", folder.path() + "/none"}).status, 2);
    EXPECT_EQ(run_bastide({"check-data", file}).status, 2);
}

// ------------------------------------------------------------------- the others

TEST(Help, of_the_program_and_of_every_command) {
    const std::string help = printed({"--help"});
    for (const char* command : {"replay", "moves", "simulate", "perft", "editions", "check-data"}) {
        EXPECT_THAT(help, HasSubstr(command));
        EXPECT_THAT(printed({command, "--help"}), HasSubstr("--help")) << command;
    }
    const std::vector<std::string> version = lines(printed({"--version"}));
    ASSERT_EQ(version.size(), 4u);
    EXPECT_THAT(version[0], ::testing::MatchesRegex("bastide [0-9]+\\.[0-9]+\\.[0-9]+"));
    EXPECT_THAT(version[1], StartsWith("commit "));
    EXPECT_THAT(version[2], StartsWith("compiler "));
    EXPECT_THAT(version[3], HasSubstr("(used)"));
}

TEST(Serve, a_file_of_settings_that_cannot_be_read_is_told) {
    const Folder folder;
    for (const auto& [file, reason] : std::map<std::string, std::string>{
             {folder.path(), "Is a directory"},
             {folder.path() + "/none.toml", "No such file or directory"}}) {
        const Finished done = run_bastide({"serve", "--config", file, "--check-config"});
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.err, "bastide: " + file + ": cannot be read: " + reason + "\n");
    }
    const std::string bad = folder.file("bad.toml", "port = 1\nprot = 2\n");
    EXPECT_EQ(run_bastide({"serve", "--config", bad, "--check-config"}).err,
              "bastide: " + bad + ": line 2: there is no setting prot; did you mean port?\n");
    // As some editors write it.
    const std::string file = folder.file("windows.toml", "\xEF\xBB\xBFport = 18099\r\n");
    EXPECT_THAT(printed({"serve", "--config", file, "--check-config"}),
                HasSubstr("port = 18099\n"));
}

TEST(Db, what_a_database_says_is_one_line) {
    EXPECT_THAT(run_bastide({"db", "check", "postgresql://127.0.0.1:1/x"}).err,
                HasSubstr("Connection refused Is the server running"));
}

TEST(Db, what_is_no_database_is_bad_input) {
    const Folder folder;
    const std::string file = folder.file("one.json", example);
    const std::string good = "sqlite:" + folder.file("games.db", "");
    const auto answer = [](std::vector<std::string> words) {
        words.insert(words.begin(), "db");
        const Finished done = run_bastide(words);
        EXPECT_EQ(done.status, 2) << done.err;
        return done.err;
    };
    EXPECT_EQ(answer({"check", file}),
              "bastide: \"" + file + "\" is not sqlite:FILE or postgresql://…\n");
    for (const char* command : {"check", "migrate", "audit", "forget-key"}) {
        EXPECT_EQ(answer({command, "sqlite:" + file}),
                  "bastide: " + file + ": is not a SQLite database\n");
    }
    EXPECT_FALSE(std::filesystem::exists(file + ".lock"));
    EXPECT_THAT(answer({"restore", "--database", good, folder.path() + "/none"}),
                HasSubstr("/none: cannot be read: No such file or directory"));
    EXPECT_THAT(answer({"backup", "--database", good, folder.path() + "/none/copy.db"}),
                HasSubstr("copy.db: cannot be written: No such file or directory"));
    EXPECT_THAT(answer({"backup", "--database", good, file}), HasSubstr("exists already"));
    EXPECT_THAT(answer({"backup", "--database", good, "-"}), HasSubstr("db backup needs a file"));
    EXPECT_THAT(answer({"check", "mysql://ada:secret@host/x"}), Not(HasSubstr("secret")));
}

TEST(Db, what_is_served_keeps_its_key) {
    const Folder folder;
    const std::string url = "sqlite:" + folder.file("games.db", "");
    EXPECT_EQ(run_bastide({"db", "migrate", url}).status, 0);
    const auto serving = server::FileLock::of(url);
    ASSERT_TRUE(serving.has_value());
    for (const char* command : {"migrate", "forget-key"}) {
        const Finished done = run_bastide({"db", command, url});
        EXPECT_EQ(done.status, 1) << command;
        EXPECT_THAT(done.err, HasSubstr("another process serves this database")) << command;
    }
}

TEST(Db, a_typing_mistake_makes_no_database) {
    const Folder folder;
    const std::string none = folder.path() + "/none.db";
    const std::vector<std::vector<std::string>> commands = {
        {"check"}, {"migrate"}, {"audit"}, {"forget-key"}};
    for (std::vector<std::string> words : commands) {
        words.insert(words.begin(), "db");
        words.push_back("sqlite:" + none);
        EXPECT_EQ(run_bastide(words).err, "bastide: " + none + ": there is no such database\n");
        EXPECT_FALSE(std::filesystem::exists(none)) << words[1];
    }
}

TEST(Load, says_that_nobody_is_there) {
    const auto result = run_bastide({"load", "--url", "http://127.0.0.1:1", "--games", "1"});
    EXPECT_EQ(result.err, "bastide: http://127.0.0.1:1: no server answers there\n");
}

TEST(Load, a_port_that_is_none_is_bad_input) {
    for (const std::string port : {"99999", "0", "", "8o80"}) {
        const Finished done = run_bastide({"load", "--url", "http://127.0.0.1:" + port});
        EXPECT_EQ(done.status, 2) << port;
        EXPECT_EQ(done.err, "bastide: --url: \"" + port + "\" is not a port\n");
    }
    EXPECT_EQ(run_bastide({"engine-check", ""}).err,
              "bastide: COMMAND: it is empty (see bastide engine-check --help)\n");
    EXPECT_EQ(run_bastide({"engine-check", ""}).status, 2);
}

TEST(Agents, are_listed_with_their_levels_and_settings) {
    const std::string text = printed({"agents"});
    for (const char* word : {"master", "greedy", "bastide-1", "uct", "time", "follower_decay"}) {
        EXPECT_THAT(text, HasSubstr(word));
    }
    for (const std::string& line : lines(text)) EXPECT_LE(line.size(), 80u) << line;
    const Json json = parsed(printed({"agents", "--json"}));
    for (const auto& [name, settings] : json["agents"].items()) {
        EXPECT_EQ(settings[0], "time") << name;
        // What is listed can be played.
        EXPECT_EQ(run_bastide({"simulate", "--games", "1", "--agents", name + ":nodes=1"}).status,
                  0);
    }
}

TEST(Agents, have_as_many_threads_as_a_command) {
    for (const std::string threads : {"0", "257", "99999999"}) {
        const Finished done = run_bastide(
            {"simulate", "--games", "1", "--agents", "bastide:nodes=1;threads=" + threads});
        EXPECT_EQ(done.status, 2) << threads;
        EXPECT_THAT(done.err, HasSubstr("threads is a whole number from 1 to 256, not \"" +
                                        threads + "\"\n"));
    }
}

TEST(Arena, a_match_to_add_up_may_come_by_standard_input) {
    const Folder folder;
    const std::string match = folder.path() + "/match.jsonl";
    printed({"arena", "--agents", "random,random", "--pairs", "2", "--out", match});
    EXPECT_EQ(printed({"arena", "--merge", "-"}, content(match)),
              printed({"arena", "--merge", match}));
}

TEST(Arena, a_test_has_bounds_that_can_be_reached) {
    for (const std::string bound : {"nan", "inf", "-inf", "1e999"}) {
        const Finished done = run_bastide(
            {"arena", "--agents", "random,random", "--pairs", "1", "--sprt", "0," + bound});
        EXPECT_EQ(done.status, 2) << bound;
        EXPECT_EQ(done.err, "bastide: --sprt: \"" + bound + "\" is not a number\n");
    }
}

TEST(Arena, tells_no_variance_where_there_was_none) {
    const Finished done =
        run_bastide({"arena", "--agents", "greedy,random", "--pairs", "1", "--seed", "1"});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("without the luck of the draw"));
    EXPECT_THAT(done.out, Not(HasSubstr("nan")));
    EXPECT_THAT(done.out, Not(HasSubstr("less variance")));
}

TEST(Arena, tells_more_variance_as_more) {
    // Too few games to know: what is taken out of these is noise.
    const std::string text =
        printed({"arena", "--agents", "random,greedy", "--pairs", "2", "--seed", "6"});
    EXPECT_THAT(text, HasSubstr("times more variance"));
    EXPECT_THAT(text, Not(HasSubstr("less variance")));
}

TEST(Numbers, are_told_as_a_person_would) {
    EXPECT_EQ(cli::counted(0u, "log entry"), "0 log entries");
    EXPECT_EQ(cli::counted(1u, "log entry"), "1 log entry");
    EXPECT_EQ(cli::counted(-1, "point"), "-1 points");
    EXPECT_EQ(cli::counted(std::uint64_t{1000}, "analysis"), "1000 analyses");
    EXPECT_THAT(printed({"arena", "--agents", "random,random", "--pairs", "1"}),
                StartsWith("random against random, new: 1 pair (2 games)\n"));
    EXPECT_THAT(printed({"arena", "--agents", "random,random", "--pairs", "1", "--players", "3"}),
                StartsWith("random against 2 x random, new: 1 draw order (3 games)\n"));
    EXPECT_EQ(run_bastide({"simulate", "--players", "1", "--agents", "random,random"}).err,
              "bastide: 2 agents for 1 player\n");
    EXPECT_EQ(run_bastide({"render", "-", "-o", "-", "--turn", "3"}, example).err,
              "bastide: turn 3: the record has 2 turns\n");
    const Folder folder;
    EXPECT_EQ(printed({"db", "check", "sqlite:" + folder.file("games.db", "")}),
              "0 games, 0 log entries, 0 wrong\n");
}

/// A server with that PATH, and the address it tells.
struct Serving {
    explicit Serving(const std::string& path, const std::string& database)
        : program(std::move(*cli::Program::start(
              "PATH='" + path +
                  "' exec " BASTIDE_BINARY " serve --open --port 0 --database 'sqlite:" + database +
                  "'",
              nullptr))) {
        const std::string line = program->read_line(in(std::chrono::minutes(1))).value_or("");
        url = line.substr(std::min(line.find("http"), line.size()));
    }
    static cli::Program::Wait in(std::chrono::milliseconds time) {
        return {std::chrono::steady_clock::now() + time};
    }
    /// Waits a little, and takes what it writes meanwhile.
    bool becomes_true(const std::function<bool()>& what) {
        for (int i = 0; i < 300 && !what(); ++i) {
            (void)program->read_line(in(std::chrono::milliseconds(100)));
        }
        return what();
    }

    std::unique_ptr<cli::Program> program;
    std::string url;
};

TEST(Serve, opens_a_browser_where_there_is_one) {
    const Folder folder;
    const std::string browser =
        folder.file("xdg-open", "#!/bin/sh\nprintf '%s' \"$1\" >\"" + folder.path() + "/seen\"\n");
    std::filesystem::permissions(browser, std::filesystem::perms::owner_all);
    Serving serving(folder.path(), folder.path() + "/games.db");
    EXPECT_THAT(serving.url, StartsWith("http://"));
    EXPECT_TRUE(
        serving.becomes_true([&] { return content(folder.path() + "/seen") == serving.url; }));
}

TEST(Serve, says_so_where_there_is_no_browser) {
    const Folder folder;
    Serving serving(folder.path(), folder.path() + "/games.db");
    EXPECT_TRUE(serving.becomes_true([&] {
        return serving.program->last_words().find("there is no xdg-open") != std::string::npos;
    })) << serving.program->last_words();
}

} // namespace
} // namespace bastide
