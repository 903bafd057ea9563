// What a careless command would have written over, left out or passed over in silence.

#include "notation/json.h"
#include "support/process.h"
#include "support/sanitizer.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What it says of bad input, without its name before it.
std::string objection(const std::vector<std::string>& arguments, const std::string& input = "") {
    const Finished done = run_bastide(arguments, input);
    EXPECT_EQ(done.status, 2) << done.err;
    EXPECT_EQ(done.out, "");
    EXPECT_EQ(lines(done.err).size(), 1u) << done.err;
    EXPECT_THAT(done.err, StartsWith("bastide: "));
    return done.err.substr(std::string("bastide: ").size());
}

/// The program with arguments for a shell, which can do more with files and limits.
Finished in_shell(const std::string& before, const std::string& arguments) {
    return run({"/bin/sh", "-c", before + " '" BASTIDE_BINARY "' " + arguments});
}

std::vector<std::string> match_of(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"arena", "--agents", "random,random", "--luck", "none"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(Careful, a_tuning_goes_on_with_nothing_but_its_own_log) {
    const Folder folder;
    const std::vector<std::string> tune = {
        "tune",    "--agent", "random", "--param", "time=0.5,0.1,0,1", "--iterations", "1",
        "--pairs", "1",       "--seed", "3",       "--resume",         "--log"};
    const auto resumed = [&](const std::string& log) {
        std::vector<std::string> words = tune;
        words.push_back(log);
        return words;
    };
    for (const std::string text : {"hello", "{\"format\":\"bastide-tune/1\"", "\xff"}) {
        const std::string notes = folder.file("notes.txt", text);
        EXPECT_EQ(objection(resumed(notes)), notes + ": is no log of a tuning\n");
        EXPECT_EQ(content(notes), text);
    }
    const std::string notes = folder.file("notes.txt", "hello\nthere");
    EXPECT_EQ(objection(resumed(notes)), notes + ": is of another tuning\n");
    EXPECT_EQ(content(notes), "hello\nthere");
    // Nothing is lost of an empty one.
    const std::string empty = folder.file("empty.jsonl", "");
    EXPECT_EQ(run_bastide(resumed(empty)).status, 0);
    EXPECT_EQ(lines(content(empty)).size(), 2u);
    EXPECT_EQ(run_bastide(resumed(empty)).status, 0);
}

TEST(Careful, every_output_of_a_match_has_a_file_of_its_own) {
    const Folder folder;
    const std::string file = folder.path() + "/m.jsonl";
    const std::string around = folder.path() + "/../" +
                               std::filesystem::path(folder.path()).filename().string() +
                               "/./m.jsonl";
    EXPECT_EQ(objection(match_of({"--pairs", "2", "--out", file, "--records", file})),
              file + ": --out and --records need a file each\n");
    EXPECT_EQ(objection(match_of({"--pairs", "2", "--out", file, "--records", around})),
              around + ": --out and --records need a file each\n");
    EXPECT_EQ(objection(match_of({"--pairs", "2", "--out", file, "--engine-log", around})),
              around + ": --out and --engine-log need a file each\n");
    EXPECT_EQ(objection(match_of({"--pairs", "2", "--records", file, "--engine-log", file})),
              file + ": --records and --engine-log need a file each\n");
    EXPECT_FALSE(std::filesystem::exists(file));
    folder.file("there.jsonl", "");
    std::filesystem::create_symlink(folder.path() + "/there.jsonl", folder.path() + "/link");
    EXPECT_THAT(objection(match_of({"--pairs", "2", "--records", folder.path() + "/there.jsonl",
                                    "--engine-log", folder.path() + "/link"})),
                HasSubstr("/link: --records and --engine-log need a file each\n"));
    // Nor are two one that nobody can look at.
    EXPECT_THAT(objection(match_of({"--pairs", "2", "--out", std::string(300, 'a'), "--records",
                                    std::string(300, 'b')})),
                HasSubstr("cannot be written: File name too long\n"));
    // What keeps nothing takes everything.
    printed(match_of({"--pairs", "1", "--out", "/dev/null", "--records", "/dev/null"}));
}

TEST(Careful, a_last_line_without_its_newline_counts_or_is_told) {
    const Folder folder;
    const std::string match = folder.path() + "/m.jsonl";
    printed(match_of({"--pairs", "4", "--out", match}));
    const std::string whole = content(match);
    const std::string told = printed({"arena", "--json", "--merge", match});
    const std::string bare = folder.file("bare.jsonl", whole.substr(0, whole.size() - 1));
    EXPECT_EQ(printed({"arena", "--json", "--merge", bare}), told);
    EXPECT_EQ(printed({"arena", "--json", "--merge", "-"}, content(bare)), told);

    const std::string cut = folder.file("cut.jsonl", whole.substr(0, whole.size() - 5));
    const Finished less = run_bastide({"arena", "--json", "--merge", cut});
    EXPECT_EQ(less.status, 0);
    EXPECT_EQ(less.err, "bastide: " + cut + ": line 5 is cut off and was left out\n");
    EXPECT_EQ(Json::parse(less.out, nullptr, false)["pairs"], 3);
    // A run that goes on plays it again.
    EXPECT_EQ(run_bastide(match_of({"--pairs", "4", "--out", cut, "--resume"})).err, "");
    EXPECT_EQ(lines(content(cut)).size(), 5u);
}

TEST(Careful, a_match_is_no_list_of_its_pairs_before_it_is_played) {
    // A program that does not start ends it at once. A list of all pairs would take 64 GiB; a
    // sanitizer takes more than any limit by itself.
    const std::string limit = sanitized ? "" : "ulimit -v 600000 && ";
    const Finished done = in_shell(
        limit + "exec", "arena --agents 'cmd:/nowhere/bot,random' --pairs 4294967296 --threads 1");
    EXPECT_EQ(done.status, 1);
    EXPECT_THAT(done.err, HasSubstr("/nowhere/bot"));
    if (!sanitized) {
        EXPECT_LT(done.peak_kib, 300'000);
    }
}

TEST(Careful, a_part_of_a_match_has_pairs) {
    EXPECT_EQ(objection(match_of({"--pairs", "3", "--shard", "4/4"})),
              "--shard 4/4: that part has no pairs\n");
    EXPECT_EQ(objection(match_of(
                  {"--pairs", "1", "--shard", "18446744073709551615/18446744073709551615"})),
              "--shard 18446744073709551615/18446744073709551615: that part has no pairs\n");
    EXPECT_THAT(printed(match_of({"--pairs", "3", "--shard", "3/4", "--json"})),
                HasSubstr("\"pairs\":1,"));
    // Where all meet all, there are more parts than draw orders.
    printed({"arena", "--agents", "random,greedy,bastide:nodes=2", "--round-robin", "--pairs", "1",
             "--luck", "none", "--shard", "3/3"});
}

TEST(Careful, a_match_goes_on_with_records_only_if_it_has_them) {
    const Folder folder;
    const std::string match = folder.path() + "/m.jsonl", records = folder.path() + "/r.jsonl";
    printed(match_of({"--pairs", "1", "--out", match}));
    const std::string before = content(match);
    EXPECT_EQ(
        objection(match_of({"--pairs", "2", "--out", match, "--resume", "--records", records})),
        records + ": is not there: it was moved, or the match in " + match +
            " was begun without --records\n");
    EXPECT_EQ(content(match), before);
    EXPECT_FALSE(std::filesystem::exists(records));
}

TEST(Careful, a_file_is_no_name_of_a_database) {
    const Folder folder;
    const std::string url = "sqlite:" + folder.file("games.db", "");
    const std::string start = "cd '" + folder.path() + "' && exec";
    for (const std::string command : {"backup", "restore"}) {
        const std::string call = "db " + command + " --database '" + url + "' ";
        const Finished done = in_shell(start, call + "sqlite:copy.db");
        EXPECT_EQ(done.status, 2);
        EXPECT_EQ(done.err, "bastide: db " + command +
                                " needs a file, such as backup.db, not the database "
                                "\"sqlite:copy.db\"\n");
        const Finished other = in_shell(start, call + "postgresql://ada:secret@host/x");
        EXPECT_EQ(other.status, 2);
        EXPECT_THAT(other.err, HasSubstr("needs a file"));
        EXPECT_THAT(other.err, Not(HasSubstr("secret")));
        EXPECT_EQ(in_shell(start, call + "-").err,
                  "bastide: db " + command + " needs a file: a database is not a stream\n");
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() + "/sqlite:copy.db"));
}

TEST(Careful, a_database_that_cannot_be_is_told_with_the_reason) {
    const Folder folder;
    const std::string backup = folder.file("backup.db", "");
    const std::string longest = folder.path() + "/" + std::string(300, 'a');
    const std::vector<std::vector<std::string>> commands = {{"db", "check"},
                                                            {"db", "migrate"},
                                                            {"db", "restore", backup, "--database"},
                                                            {"db", "copy", "sqlite:" + backup},
                                                            {"serve", "--port", "0", "--database"}};
    for (const auto& [url, why] : std::vector<std::pair<std::string, std::string>>{
             {"sqlite:" + folder.path(), folder.path() + ": Is a directory\n"},
             {"sqlite:", "\"sqlite:\" names no file\n"},
             {"sqlite:/nosuch/x.db", "/nosuch/x.db: No such file or directory\n"},
             {"sqlite:" + longest, longest + ": File name too long\n"},
             {"sqlite:" + backup + "/x.db", backup + "/x.db: Not a directory\n"}}) {
        for (std::vector<std::string> words : commands) {
            words.push_back(url);
            EXPECT_EQ(objection(words), why) << words[0] << " " << words[1];
        }
    }
    EXPECT_FALSE(std::filesystem::exists(folder.path() + ".lock"));
}

TEST(Careful, standard_input_is_told_by_its_name) {
    EXPECT_EQ(objection({"replay", "-"}), "standard input: holds no record\n");
    EXPECT_EQ(objection({"render", "-", "-o", "-"}), "standard input: holds no record\n");
    EXPECT_THAT(objection({"replay", "-"}, "x"), StartsWith("standard input: record 1: "));
    EXPECT_THAT(objection({"replay", "-"}, "{}"), StartsWith("standard input: record 1: "));
    const std::string game = printed({"simulate", "--games", "1", "--records", "-"});
    EXPECT_THAT(objection({"moves", "-", "--tile", "base/D"}, game),
                StartsWith("standard input: record 1: tile base/D: "));
    EXPECT_EQ(objection({"arena", "--merge", "-", "--merge", "-"}),
              "standard input: holds no match\n");
    EXPECT_THAT(objection({"arena", "--merge", "-"}, "x\n"),
                StartsWith("standard input: line 1: "));
}

TEST(Careful, what_is_no_file_of_data_is_told_with_its_whole_path) {
    const Folder folder;
    std::filesystem::copy(BASTIDE_SOURCE_DIR "/data", folder.path(),
                          std::filesystem::copy_options::recursive);
    const std::string file = folder.path() + "/tiles/x.json";
    std::filesystem::create_directory(file);
    EXPECT_EQ(objection({"check-data", folder.path()}),
              file + ": cannot be read: Is a directory\n");
    std::filesystem::remove(file);
    folder.file("tiles/x.json", "x");
    EXPECT_THAT(objection({"check-data", folder.path()}), StartsWith(file + ": not JSON"));
    EXPECT_THAT(objection({"check-data", folder.path() + "/"}), StartsWith(file + ": not JSON"));
    std::filesystem::remove(file);
    // What only a mix of options shows.
    const std::string edition = folder.path() + "/editions/new.json";
    const std::string river = "[\"river_c3\"]";
    std::string text = content(edition);
    ASSERT_NE(text.find(river), std::string::npos);
    folder.file("editions/new.json", text.replace(text.find(river), river.size(), "[\"none\"]"));
    EXPECT_EQ(objection({"check-data", folder.path()}), edition + ": no tile file none\n");
}

TEST(Careful, an_engine_that_cannot_be_told_anything_says_so) {
    const Folder folder;
    const Finished done = in_shell("exec", "engine < '" + folder.path() + "'");
    EXPECT_EQ(done.status, 2);
    EXPECT_EQ(done.err, "bastide: standard input cannot be read: Is a directory\n");
    EXPECT_EQ(run_bastide({"engine"}).status, 0);
}

TEST(Careful, a_hosts_numbers_are_numbers) {
    const auto admin = [](std::vector<std::string> words) {
        words.insert(words.begin(), "admin");
        words.insert(words.end(), {"--socket", "/nosuch.sock"});
        return words;
    };
    for (const std::string hours : {"-1", "abc", "0", "87601", "0x18"}) {
        EXPECT_THAT(objection(admin({"ban", "192.0.2.7", "--hours", hours})),
                    HasSubstr("--hours: \"" + hours + "\" is not a whole number from 1 to 87600"));
    }
    for (const std::string line : {"abc", "2147483648", "1.5", "0x1"}) {
        EXPECT_THAT(objection(admin({"remove-chat", "x", line})),
                    HasSubstr("N: \"" + line + "\" is not a whole number from 0 to 2147483647"));
    }
    // These get as far as the server.
    EXPECT_EQ(run_bastide(admin({"ban", "192.0.2.7", "--hours", "24"})).status, 1);
    EXPECT_EQ(run_bastide(admin({"ban", "192.0.2.7"})).status, 1);
    EXPECT_EQ(run_bastide(admin({"remove-chat", "x", "0"})).status, 1);
    EXPECT_EQ(run_bastide(admin({"ban", "192.0.2.7", "--hours", "08"})).status, 1);
    EXPECT_EQ(run_bastide(admin({"remove-chat", "x", "08"})).status, 1);
}

TEST(Careful, a_load_is_refused_before_it_is_put_on_a_server) {
    EXPECT_EQ(objection({"load", "--json", "--moves", "-"}),
              "--json and --moves - would both go to standard output\n");
    EXPECT_EQ(objection({"load", "--url", "foo"}),
              "--url: \"foo\": a server's address is http://HOST:PORT\n");
}

} // namespace
} // namespace bastide
