// Broken, truncated, hostile and huge input: one clear line on stderr, exit status 2, never a
// crash, little memory, little time.

#include "cli/engine/program.h"
#include "notation/json.h"
#include "server/dealer/dealer.h"
#include "support/process.h"
#include "support/sanitizer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr long most_kib = 64 * 1024;
constexpr double most_seconds = sanitized ? 60 : 10;

void expect_refused(const Finished& done, const std::string& reason) {
    EXPECT_EQ(done.status, 2) << done.err;
    EXPECT_THAT(done.err, StartsWith("bastide: "));
    EXPECT_THAT(done.err, HasSubstr(reason));
    ASSERT_FALSE(done.err.empty());
    EXPECT_EQ(done.err.find('\n'), done.err.size() - 1) << "one line: " << done.err;
    EXPECT_LT(done.err.size(), 1000u);
    for (const char c : done.err) {
        EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << "control character";
    }
    EXPECT_LT(done.worked_seconds, most_seconds);
    if (!sanitized) {
        EXPECT_LT(done.peak_kib, most_kib);
    }
}

const std::string head = R"({"format":"bastide/1","edition":"new","players":[{"name":"A"}],)";
const std::string good = head + R"("turns":[{"player":0,"tile":"base/U","x":-1,"y":0,"rot":1}]})";

struct Bad {
    const char* name;
    std::string text;
    std::string reason;
};

std::ostream& operator<<(std::ostream& out, const Bad& bad) {
    return out << bad.name;
}

std::string times(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

const Bad bad_inputs[] = {
    {"empty", "", "holds no record"},
    {"blank", " \n\t\r\n ", "holds no record"},
    {"word", "hello", "record 1: "},
    {"array", "[]", "record 1: "},
    {"number", "3", "record 1: "},
    {"null_bytes", std::string(100, '\0'), "record 1: "},
    {"utf16", std::string("{\0\"\0", 4), "record 1: "},
    {"garbage",
     "\x7f"
     "ELF\x02\x01\x01\x80\xff\xfe{{{\"\\",
     "record 1: "},
    {"garbage_in_braces", "{\x80\xff\x01}", "record 1: not JSON"},
    {"truncated", good.substr(0, good.size() - 1),
     "record 1: it begins in line 1, and the file ends"},
    {"truncated_early", good.substr(0, 20), "record 1: it begins in line 1, and the file ends"},
    {"truncated_in_string", good.substr(0, 13), "record 1: it begins in line 1, and the file ends"},
    {"open_string", "{\"a", "record 1: it begins in line 1, and the file ends"},
    {"escape_at_end", "{\"a\\", "record 1: it begins in line 1, and the file ends"},
    {"wrong_bracket", "{]", "record 1: not JSON"},
    {"closing", "}", "record 1: "},
    {"empty_object", "{}", "record 1: the record has no \"format\""},
    {"deep", "{\"a\":" + times("[", 1000) + times("]", 1000) + "}", "nested too deep"},
    {"deep_objects", times("{\"a\":", 1000) + "1" + times("}", 1000), "nested too deep"},
    {"twice", R"({"format":"bastide/1","format":"bastide/1"})", "appears twice"},
    {"nan", head + R"("turns":NaN})", "not JSON"},
    {"infinite", head + R"("turns":1e999})", "not JSON"},
    {"range", head + R"("turns":[{"player":99999999999999999999}]})", "record 1: turn 1: "},
    {"negative", head + R"("turns":[{"player":-9223372036854775809}]})", "record 1: turn 1: "},
    {"unknown_key", R"({"format":"bastide/1","secret":1})", "unknown key \"secret\""},
    {"invalid_utf8",
     R"({"format":"bastide/1","edition":")"
     "\xc3\x28\"}",
     "not JSON"},
    {"line_in_edition", R"({"format":"bastide/1","edition":"a\nb\u001b[31m\u0000"})",
     "record 1: the edition"},
    {"long_edition", R"({"format":"bastide/1","edition":")" + times("x", 200000) + "\"}",
     "record 1: the edition"},
    {"line_in_key", R"({"format":"bastide/1","a\nb":1})", "record 1: the record has the unknown"},
    {"line_in_tile", head + R"("turns":[{"player":0,"tile":"\n\r\u001b"}]})", "record 1: turn 1: "},
    {"line_in_option", R"({"format":"bastide/1","edition":"new","options":{"\n":1}})",
     "record 1: the edition has no option"},
    {"long_tile", head + R"("turns":[{"player":0,"tile":")" + times("ü", 100000) + "\"}]}",
     "record 1: turn 1: the tile"},
    {"second_record", good + "\n" + head.substr(0, head.size() - 1) + "}",
     "record 2: the record has no \"turns\""},
    {"third_record_cut", good + "\n" + good + "\n" + good.substr(0, 50),
     "record 3: it begins in line 3"},
    {"text_between", good + "\nhello\n" + good, "record 2: what begins in line 2 is not a record"},
    {"comma_between", good + ",\n" + good, "record 2: "},
    {"illegal_turn", head + R"("turns":[{"player":0,"tile":"base/U","x":0,"y":1,"rot":0}]})",
     "record 1: turn 1: the edges do not match"},
    {"illegal_turn_of_second",
     good + head +
         R"("turns":[{"player":0,"tile":"base/U","x":-1,"y":0,"rot":1},)"
         R"({"player":0,"tile":"base/U","x":-1,"y":0,"rot":1}]})",
     "record 2: turn 2: "},
    {"false_result", head + R"("turns":[],"result":{"scores":[3]}})", "record 1: it has a result"},
};

class BadInput : public ::testing::TestWithParam<Bad> {};

TEST_P(BadInput, is_refused_in_one_line) {
    const Bad& bad = GetParam();
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"replay", "-"}, {"replay", "-", "--json"}, {"moves", "-", "--tile", "base/U"}}) {
        const Finished done = run_bastide(arguments, bad.text);
        expect_refused(done, bad.reason);
    }
    const Folder folder;
    const std::string file = folder.file("record.json", bad.text);
    const Finished done = run_bastide({"replay", file, "--json", "--legal"});
    expect_refused(done, bad.reason);
    EXPECT_THAT(done.err, HasSubstr(file));
}

INSTANTIATE_TEST_SUITE_P(When, BadInput, ::testing::ValuesIn(bad_inputs),
                         [](const auto& param_info) { return std::string(param_info.param.name); });

// ------------------------------------------------------------------- huge

constexpr std::size_t huge = 100'000'000;

/// First this, then a lot of that.
Input after(std::string begin, Input rest) {
    return [begin = std::move(begin), rest = std::move(rest),
            first = true](std::string& piece) mutable {
        if (!first) return rest(piece);
        first = false;
        piece = begin;
        return true;
    };
}

TEST(Huge, brackets) {
    expect_refused(run_bastide({"replay", "-"}, repeated("[", huge)), "record 1: ");
    expect_refused(run_bastide({"replay", "-"}, repeated("{", huge)),
                   "record 1: longer than any record");
    expect_refused(run_bastide({"replay", "-"}, after("{\"a\":", repeated("[", huge))),
                   "record 1: longer than any record");
}

TEST(Huge, blanks) {
    expect_refused(run_bastide({"replay", "-"}, repeated(" ", huge)), "holds no record");
    expect_refused(run_bastide({"replay", "-"}, repeated("\n", huge)), "holds no record");
    expect_refused(run_bastide({"replay", "-"}, after("{", repeated(" ", huge))),
                   "longer than any record");
}

TEST(Huge, one_string) {
    expect_refused(run_bastide({"replay", "-"}, after("{\"format\":\"", repeated("x", huge))),
                   "longer than any record");
    expect_refused(run_bastide({"replay", "-"}, after("{\"", repeated("\\", huge))),
                   "longer than any record");
}

TEST(Huge, zeros) {
    expect_refused(run_bastide({"replay", "-"}, repeated(std::string(1, '\0'), huge)),
                   "record 1: ");
    expect_refused(run_bastide({"replay", "/dev/zero"}), "record 1: ");
}

/// Just within the limit: many small values, many keys.
TEST(Huge, records_of_the_largest_size) {
    std::string numbers = "{\"turns\":[0";
    while (numbers.size() < 250'000) numbers += ",0";
    expect_refused(run_bastide({"replay", "-"}, numbers + "]}"), "record 1: ");
    std::string objects = "{\"turns\":[{}";
    while (objects.size() < 250'000) objects += ",{}";
    expect_refused(run_bastide({"replay", "-"}, objects + "]}"), "record 1: ");
    std::string keys = "{\"a\":0";
    for (int i = 0; keys.size() < 250'000; ++i) keys += ",\"" + std::to_string(i) + "\":0";
    expect_refused(run_bastide({"replay", "-"}, keys + "}"), "record 1: ");
    std::string skipped = head + R"("turns":[{"player":0,"tile":"base/U","skipped":["base/U")";
    while (skipped.size() < 250'000) skipped += ",\"base/U\"";
    expect_refused(run_bastide({"replay", "-"}, skipped + "]}]}"), "record 1: turn 1");
}

/// A long file of good records needs no more memory than a short one.
TEST(Huge, many_records) {
    const std::size_t count = sanitized ? 2000 : 20000;
    const std::string line = good + "\n";
    const Finished done = run_bastide({"replay", "-"}, repeated(line, line.size() * count));
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_LT(done.worked_seconds, 60);
    if (!sanitized) {
        EXPECT_LT(done.peak_kib, most_kib);
    }
}

// ------------------------------------------------------------------- files

TEST(Files, that_cannot_be_read) {
    const Folder folder;
    expect_refused(run_bastide({"replay", folder.path() + "/none.json"}),
                   "cannot be read: No such file or directory");
    expect_refused(run_bastide({"replay", folder.path()}), "cannot be read: Is a directory");
    for (const std::string command : {"replay -", "arena --merge -"}) {
        expect_refused(
            run({"/bin/sh", "-c", BASTIDE_BINARY " " + command + " < '" + folder.path() + "'"}),
            "standard input cannot be read: Is a directory");
    }
    expect_refused(run_bastide({"replay", ""}), "FILE: \"\" names no file");
    expect_refused(run_bastide({"moves", folder.path() + "/none", "--tile", "base/D"}),
                   "cannot be read");
    expect_refused(run_bastide({"replay", folder.path() + "/a\nb\x1b[31m"}), "cannot be read");
}

TEST(Files, a_byte_order_mark_is_skipped) {
    const Folder folder;
    const std::string file = folder.file("windows.json", "\xEF\xBB\xBF" + good + "\r\n");
    EXPECT_EQ(run_bastide({"replay", file}).out, run_bastide({"replay", "-"}, good).out);
    // At the beginning of the file only.
    expect_refused(run_bastide({"replay", "-"}, good + "\n\xEF\xBB\xBF" + good), "record 2");
}

TEST(Files, a_record_that_does_not_end_is_told_by_its_line) {
    std::string broken = good;
    broken.pop_back();
    expect_refused(run_bastide({"replay", "-"}, good + "\n" + broken + "\n" + good + "\n"),
                   "record 2: it begins in line 2, and the file ends in the middle of it");
}

/// Commands that write a file of that name, which is to stand after them; the one that writes
/// several is given their folder.
std::vector<std::pair<std::string, std::vector<std::string>>>
writing_commands(const std::string& record) {
    return {
        {"games.jsonl", {"simulate", "--games", "1", "--records"}},
        {"match.jsonl", {"arena", "--agents", "random,greedy", "--pairs", "1", "--records"}},
        {"terms.inc", {"learn", "--rounds", "1", "--games", "1", "--compare", "1", "--out"}},
        {"1-0.tokens", {"network", "generate", "--games", "1", "--threads", "1", "--out"}},
        {"moves", {"load", "--url", "http://127.0.0.1:1", "--moves"}},
        {"plot.svg", {"analyze", record, "--nodes", "1", "--svg"}},
        {"board.svg", {"render", record, "-o"}},
        {"board.png", {"render", record, "-o"}},
    };
}

TEST(Files, nothing_is_written_over_silently) {
    const Folder folder;
    const std::string record = folder.file("record.json", good);
    for (const auto& [name, command] : writing_commands(record)) {
        const std::string file = folder.file(name, "precious\n");
        auto arguments = command;
        arguments.push_back(name.starts_with("1-0") ? folder.path() : file);
        expect_refused(run_bastide(arguments), file + ": exists already");
        EXPECT_EQ(content(file), "precious\n") << command[0];
    }
}

TEST(Files, that_cannot_be_written_are_told_with_the_systems_reason) {
    const Folder folder;
    const std::string record = folder.file("record.json", good);
    for (const auto& [name, command] : writing_commands(record)) {
        auto arguments = command;
        // A file where a folder should be.
        arguments.push_back(record + (name.starts_with("1-0") ? "" : "/" + name));
        expect_refused(run_bastide(arguments), ": cannot be written: Not a directory");
    }
}

/// As "$unset" gives it: everything would be played and nothing kept.
TEST(Files, an_empty_name_is_refused) {
    const Folder folder;
    const std::string record = folder.file("record.json", good);
    for (auto [name, command] : writing_commands(record)) {
        const std::string what = name.starts_with("1-0") ? "folder" : "file";
        command.emplace_back("");
        expect_refused(run_bastide(command), ": \"\" names no " + what + " (see bastide ");
    }
    expect_refused(run_bastide({"simulate", "--games", "1", "--records="}), "--records");
    expect_refused(run_bastide({"arena", "--merge", ""}), "--merge: \"\" names no file");
    expect_refused(run_bastide({"serve", "--config", "", "--check-config"}),
                   "--config: \"\" names no file");
    EXPECT_EQ(run_bastide({"serve", "--key-file", "", "--check-config"}).status, 0);
}

TEST(Files, that_cannot_be_made_are_told_before_the_work) {
    const Folder folder;
    const std::string record = folder.file("record.json", good);
    for (const auto& [name, command] : writing_commands(record)) {
        if (name.starts_with("1-0")) continue; // which makes its folder
        auto arguments = command;
        arguments.push_back(folder.path() + "/none/" + name);
        const Finished missing = run_bastide(arguments);
        expect_refused(missing, ": cannot be written: No such file or directory");
        EXPECT_EQ(missing.out, "") << command[0];
        std::filesystem::create_directories(folder.path() + "/taken/" + name);
        arguments.back() = folder.path() + "/taken/" + name;
        expect_refused(run_bastide(arguments), ": cannot be written: Is a directory");
    }
}

/// Run as somebody who may not write there: root may everywhere. The program lies where all may
/// read it.
Finished run_as_nobody(const std::string& program, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), program);
    if (geteuid() == 0) {
        const char* const nobody[] = {"/usr/bin/env", "setpriv", "--reuid=65534", "--regid=65534",
                                      "--clear-groups"};
        arguments.insert(arguments.begin(), std::begin(nobody), std::end(nobody));
    }
    return run(arguments);
}

/// As long as it lives, nobody but root may write into the folder.
class ReadOnly {
  public:
    explicit ReadOnly(const Folder& folder)
        : path_(folder.path()) {
        std::filesystem::permissions(path_, std::filesystem::perms{0555});
    }
    ~ReadOnly() {
        std::error_code ignored;
        std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    }
    ReadOnly(const ReadOnly&) = delete;
    ReadOnly& operator=(const ReadOnly&) = delete;

  private:
    std::string path_;
};

TEST(Files, that_may_not_be_made_are_told_as_that) {
    const Folder folder;
    const std::string record = folder.file("record.json", good);
    const std::string program = folder.path() + "/bastide";
    std::filesystem::copy_file(BASTIDE_BINARY, program);
    const ReadOnly closed(folder);
    ASSERT_EQ(run_as_nobody(program, {"--version"}).status, 0);
    for (const auto& [name, command] : writing_commands(record)) {
        auto arguments = command;
        arguments.push_back(folder.path() + (name.starts_with("1-0") ? "" : "/" + name));
        expect_refused(run_as_nobody(program, arguments), ": cannot be written: Permission denied");
    }
    expect_refused(run_as_nobody(program, {"arena", "--agents", "random,random", "--pairs", "1",
                                           "--engine-log", folder.path() + "/log"}),
                   ": cannot be written: Permission denied");
    expect_refused(run_as_nobody(program, {"manual", "install", "--into", folder.path()}),
                   ": cannot be written: Permission denied");
}

TEST(Files, a_database_to_read_is_missing_where_none_could_be_made) {
    const Folder folder;
    const std::string program = folder.path() + "/bastide";
    const std::string games = folder.file("games.db", ""), file = folder.path() + "/typo.db";
    std::filesystem::copy_file(BASTIDE_BINARY, program);
    const ReadOnly closed(folder);
    for (const char* command : {"check", "audit", "migrate", "forget-key"}) {
        expect_refused(run_as_nobody(program, {"db", command, "sqlite:" + file}),
                       file + ": there is no such database");
    }
    expect_refused(run_as_nobody(program, {"db", "copy", "sqlite:" + games, "sqlite:" + file}),
                   file + ": Permission denied");
}

TEST(Files, a_dash_that_makes_no_sense_is_refused) {
    expect_refused(run_bastide({"play", "--record", "-"}), "--record needs a file");
    expect_refused(run_bastide({"learn", "--out", "-"}), "--out needs a file");
    expect_refused(run_bastide({"arena", "--agents", "random,greedy", "--out", "-"}),
                   "--out needs a file");
    expect_refused(
        run_bastide({"tune", "--agent", "greedy", "--param", "follower=2,1,0,9", "--log", "-"}),
        "--log needs a file");
    expect_refused(run_bastide({"analyze", "-", "--json", "--svg", "-"}, good),
                   "--json and --svg - would both go to standard output");
    const std::vector<std::string> arena = {"arena", "--agents", "random,greedy", "--records", "-"};
    auto twice = arena;
    twice.emplace_back("--json");
    expect_refused(run_bastide(twice), "--json and --records - would both go to standard output");
    auto again = arena;
    again.insert(again.end(), {"--resume", "--out", "match.jsonl"});
    expect_refused(run_bastide(again), "--resume needs a file of records");
}

TEST(Files, a_picture_goes_to_standard_output_for_a_dash) {
    const Folder folder;
    const std::string file = folder.path() + "/plot.svg";
    ASSERT_EQ(run_bastide({"analyze", "-", "--nodes", "1", "--svg", file}, good).status, 0);
    const Finished streamed = run_bastide({"analyze", "-", "--nodes", "1", "--svg", "-"}, good);
    EXPECT_EQ(streamed.status, 0) << streamed.err;
    EXPECT_THAT(streamed.out, StartsWith("<svg"));
    EXPECT_EQ(streamed.out, content(file));
}

TEST(Files, records_of_a_match_go_to_standard_output_for_a_dash) {
    const Folder folder;
    std::vector<std::string> match = {"arena", "--agents", "random,greedy", "--pairs", "3"};
    match.insert(match.end(), {"--threads", "2", "--records"});
    const auto into = [&](const std::string& file) {
        auto arguments = match;
        arguments.push_back(file);
        return run_bastide(arguments);
    };
    const Finished streamed = into("-");
    EXPECT_EQ(streamed.status, 0) << streamed.err;
    EXPECT_EQ(into(folder.path() + "/out.jsonl").status, 0);
    EXPECT_EQ(streamed.out, content(folder.path() + "/out.jsonl"));
    EXPECT_EQ(std::ranges::count(streamed.out, '\n'), 6);
}

TEST(Files, records_go_to_standard_output_for_a_dash) {
    const Folder folder;
    const std::vector<std::string> games = {"simulate", "--games", "3", "--threads", "2"};
    auto into = games;
    into.insert(into.end(), {"--records", "-"});
    const Finished streamed = run_bastide(into);
    EXPECT_EQ(streamed.status, 0) << streamed.err;
    auto kept = games;
    const std::string file = folder.path() + "/out.jsonl";
    kept.insert(kept.end(), {"--records", file});
    EXPECT_EQ(run_bastide(kept).status, 0);
    std::ifstream in(file, std::ios::binary);
    EXPECT_EQ(streamed.out, std::string(std::istreambuf_iterator<char>(in), {}));
    EXPECT_EQ(std::ranges::count(streamed.out, '\n'), 3);
    // Whatever files there are.
    folder.file("-", "precious\n");
    EXPECT_EQ(run({"/bin/sh", "-c",
                   "cd " + folder.path() + " && " + std::string(BASTIDE_BINARY) +
                       " simulate --games 3 --records -"})
                  .out,
              streamed.out);
}

TEST(Files, that_cannot_be_written) {
    const Folder folder;
    const std::vector<std::string> simulate = {"simulate", "--games", "200", "--records"};
    auto into = [&](const std::string& file) {
        auto arguments = simulate;
        arguments.push_back(file);
        return run_bastide(arguments);
    };
    expect_refused(into(folder.path()), "cannot be written");
    expect_refused(into(folder.path() + "/none/out.jsonl"), "cannot be written");
    const Finished full = into("/dev/full");
    EXPECT_EQ(full.status, 1) << full.err;
    EXPECT_EQ(full.err, "bastide: /dev/full: could not be written: No space left on device\n");
}

/// What is written by several threads, or line by line, is told with the system's reason too, and
/// nothing more is played for a file that takes no more.
TEST(Files, that_become_too_large_are_told_with_the_systems_reason) {
    const Folder folder;
    const std::string file = folder.path() + "/file";
    for (const std::string& command : std::vector<std::string>{
             "simulate --games 1099511627776 --threads 2 --records " + file,
             "arena --agents random,greedy --pairs 100000 --records " + file,
             "arena --agents random,greedy --pairs 100000 --out " + file,
             "tune --agent greedy --param follower=2,1,0,9 --pairs 1 --iterations 1000000 --log " +
                 file,
             "learn --rounds 1 --games 1 --compare 1 --out " + file,
             "network generate --games 4294967295 --threads 2 --out " + folder.path(),
             "manual install --into " + folder.path()}) {
        // As on a full disk, but for any file: no block more than one.
        const Finished done =
            run({"/bin/sh", "-c",
                 "trap '' XFSZ; ulimit -f 1; exec " + std::string(BASTIDE_BINARY) + " " + command});
        EXPECT_EQ(done.status, 1) << command;
        EXPECT_THAT(done.err, ::testing::MatchesRegex(
                                  "bastide: /[^ ]*: could not be written: File too large\n"))
            << command;
        EXPECT_LT(done.worked_seconds, most_seconds) << command;
        std::filesystem::remove(file);
    }
}

/// Into a full disk; ends the program with a line, after what it said `before`, not with a crash.
void expect_told_of_full_output(const std::string& command, const std::string& input = "",
                                const std::string& before = "") {
    const Finished done =
        run({"/bin/sh", "-c", std::string(BASTIDE_BINARY) + " " + command + " >/dev/full"}, input);
    EXPECT_EQ(done.status, 1) << command << done.err;
    EXPECT_EQ(done.err,
              before + "bastide: standard output cannot be written: No space left on device\n")
        << command;
}

std::string quoted(const std::string& text) {
    return "'" + text + "'";
}

/// Nothing was drawn, and there is the secret to prove it by.
std::string verifiable() {
    Json json = Json::parse(head + R"("turns":[]})");
    const server::Dealer dealer(server::Bytes32{});
    json["dealer"] = {{"commitment", dealer.commitment()}, {"secret", dealer.secret()}};
    return json.dump();
}

TEST(Files, standard_output_that_is_full) {
    const Folder folder;
    std::string lines;
    for (int i = 0; i < 200; ++i) lines += good + "\n";
    const std::string file = folder.file("records.jsonl", lines);
    const std::string one = folder.file("one.json", good);
    const std::string proved = folder.file("proved.json", verifiable());
    const std::string database = "sqlite:" + folder.file("games.db", ""); // empty, as a new one is
    ASSERT_EQ(run_bastide({"verify", proved}).status, 0);
    for (const std::string& command : std::vector<std::string>{
             "replay " + quoted(file) + " --json",
             "replay " + quoted(file),
             "moves " + quoted(one) + " --tile base/D",
             "moves " + quoted(one) + " --tile base/D --json",
             "verify " + quoted(proved),
             "editions --json",
             "editions",
             "check-data",
             "check-data --json",
             "agents",
             "agents --json",
             "manual man play",
             "manual markdown",
             "manual bash",
             "manual zsh",
             "manual fish",
             "--help",
             "--version",
             "perft --depth 1",
             "simulate --games 1",
             "simulate --games 1 --records -",
             "analyze " + quoted(one) + " --nodes 1",
             "analyze " + quoted(one) + " --nodes 1 --json",
             "render " + quoted(one) + " -o -",
             "render --tiles base -o -",
             "bench --seconds 0.01 --only base",
             "bench --seconds 0.01 --only base --json",
             "arena --agents random,random --pairs 1",
             "arena --agents random,random --pairs 1 --json",
             "tune --agent greedy --param follower=2,1,0,9 --iterations 1 --pairs 1",
             "tune --agent greedy --param follower=2,1,0,9 --iterations 1 --pairs 1 --json",
             "learn --rounds 1 --games 1 --compare 1",
             "network terms",
             "network compare --pairs 1",
             "network generate --games 1 --share 0.01 --out " + quoted(folder.path() + "/shards"),
             "engine-check 'cat' --start 0.1",
             "db migrate " + quoted(database),
             "db check " + quoted(database),
             "db copy " + quoted(database) + " " + quoted("sqlite:" + folder.path() + "/copy.db"),
             "db restore --database " + quoted("sqlite:" + folder.path() + "/restored.db") + " " +
                 quoted(folder.path() + "/games.db"),
             "serve --check-config"}) {
        expect_told_of_full_output(command);
    }
    expect_told_of_full_output("engine", "isready\nisready\n");
}

/// What prints about a server, while one runs.
TEST(Files, standard_output_that_is_full_beside_a_server) {
    const Folder folder;
    const std::string database = quoted("sqlite:" + folder.path() + "/games.db");
    const std::string socket = quoted(folder.path() + "/admin");
    const auto serving =
        cli::Program::start(std::string(BASTIDE_BINARY) + " serve --port 0 --database " + database +
                                " --admin-socket " + socket,
                            nullptr);
    ASSERT_TRUE(serving.has_value());
    const auto said =
        (*serving)->read_line({std::chrono::steady_clock::now() + std::chrono::minutes(1)});
    ASSERT_TRUE(said.has_value());
    const std::string url = said->substr(said->find("http"));
    // More than waits in a buffer for the end of the program.
    for (int i = 1; i <= 30; ++i) {
        const Finished done =
            run_bastide({"admin", "ban", "192.0.2." + std::to_string(i), "--socket",
                         folder.path() + "/admin", "--reason", std::string(150, 'x')});
        ASSERT_EQ(done.status, 0) << done.err;
    }
    EXPECT_GT(run_bastide({"admin", "bans", "--socket", folder.path() + "/admin"}).out.size(),
              5000u);
    EXPECT_GT(run_bastide({"db", "audit", "sqlite:" + folder.path() + "/games.db"}).out.size(),
              5000u);
    for (const std::string& command :
         {"admin bans --socket " + socket, "admin lift-ban 192.0.2.1 --socket " + socket,
          "db audit " + database}) {
        expect_told_of_full_output(command);
    }
    for (const char* form : {"", " --json"}) {
        expect_told_of_full_output("load --games 1 --rate 5 --seconds 0.2 --url " + url + form, "",
                                   "bastide: 1 game is ready\n");
    }
}

} // namespace
} // namespace bastide
