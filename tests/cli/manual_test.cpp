// What is written from the commands themselves: help, man pages, completions, their page.

#include "support/process.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <sstream>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

struct Shown {
    std::vector<std::string> words; // after the program's name
    std::vector<std::string> commands;
    std::set<std::string> flags;
    std::string help;
};

/// Reads a command's --help as a person would: indented names, titles above them.
Shown shown(std::vector<std::string> words) {
    Shown found;
    found.words = words;
    words.push_back("--help");
    found.help = printed(words);
    std::string title;
    for (const std::string& line : lines(found.help)) {
        if (line.ends_with(":") && !line.starts_with(" ")) title = line;
        if (!line.starts_with("  ") || line.starts_with("   ")) continue;
        if (title == "Examples:" || title == "Keys:" || title == "Positionals:") continue;
        std::istringstream first(line);
        std::string name;
        first >> name;
        if (!name.starts_with("-")) {
            found.commands.push_back(name);
            continue;
        }
        std::istringstream names(name);
        for (std::string one; std::getline(names, one, ',');) found.flags.insert(one);
    }
    return found;
}

/// Every command of the program, found through its help.
const std::vector<Shown>& all_shown() {
    static const std::vector<Shown> all = [] {
        std::vector<Shown> known = {shown({})};
        for (std::size_t i = 0; i < known.size(); ++i) {
            const Shown above = known[i]; // the list grows
            for (const std::string& name : above.commands) {
                std::vector<std::string> words = above.words;
                words.push_back(name);
                known.push_back(shown(words));
            }
        }
        return known;
    }();
    return all;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text = "bastide";
    for (const std::string& word : words) text += between + word;
    return text;
}

TEST(Help, tells_something_of_everything_in_80_columns) {
    EXPECT_GE(all_shown().size(), 25u);
    for (const Shown& command : all_shown()) {
        for (const std::string& line : lines(command.help)) {
            const auto columns = std::ranges::count_if(
                line, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
            EXPECT_LE(columns, 80) << joined(command.words, " ") << ": " << line;
        }
        EXPECT_THAT(command.help, HasSubstr("Usage: " + joined(command.words, " ")));
    }
    // Every command stands under a title of its own choice.
    EXPECT_THAT(all_shown()[0].help, Not(HasSubstr("Subcommands:")));
}

/// The command that the words of an example lead to.
const Shown& command_of(const std::vector<std::string>& example) {
    const Shown* found = &all_shown()[0];
    for (const Shown& command : all_shown()) {
        const bool begins =
            command.words.size() < example.size() &&
            std::equal(command.words.begin(), command.words.end(), example.begin() + 1);
        if (begins && command.words.size() > found->words.size()) found = &command;
    }
    return *found;
}

TEST(Help, shows_examples_of_every_command_with_flags_that_it_has) {
    for (const Shown& command : all_shown()) {
        if (command.words.size() != 1) continue; // those below show the same ones
        EXPECT_THAT(command.help, HasSubstr("\nExamples:\n")) << command.words[0];
        const std::size_t begin = command.help.find("\nExamples:\n");
        if (begin == std::string::npos) continue;
        for (const std::string& line : lines(command.help.substr(begin))) {
            std::istringstream in(line);
            const std::vector<std::string> words(std::istream_iterator<std::string>(in), {});
            if (words.empty() || words[0] != "bastide") continue;
            for (const std::string& word : words) {
                if (!word.starts_with("--")) continue;
                EXPECT_TRUE(command_of(words).flags.contains(word)) << line;
            }
        }
    }
}

TEST(Help, lists_the_keys_of_a_game) {
    const std::string help = printed({"play", "--help"});
    const std::string line = "  Space, r        turn the tile clockwise\n";
    EXPECT_THAT(help, HasSubstr("\nKeys:\n  arrows, hjkl    move the tile"));
    EXPECT_THAT(help, HasSubstr(line));
    EXPECT_LT(help.find(line), help.find("\nExamples:\n  bastide play\n"));
    EXPECT_THAT(printed({"manual", "man", "play"}),
                AllOf(HasSubstr("\n.SH KEYS\n.nf\n"), HasSubstr("\n" + line),
                      HasSubstr("\n.SH EXAMPLES\n.nf\n  bastide play\n")));
    EXPECT_THAT(printed({"manual", "markdown"}), HasSubstr("\n```\n  arrows, hjkl"));
    EXPECT_THAT(printed({"replay", "--help"}), Not(HasSubstr("Keys:")));
}

TEST(Help, says_what_the_manual_says) {
    const std::string help = printed({"simulate", "--help"});
    EXPECT_THAT(help, HasSubstr("\n  --players N "));
    EXPECT_THAT(help, HasSubstr("players at the table (1 to 6; default 2)\n"));
    EXPECT_THAT(printed({"load", "--help"}), HasSubstr("(0.001 to 1000000; default"));
    // What a command does stands above its options and has the whole line.
    EXPECT_THAT(printed({"db", "forget-key", "--help"}),
                ::testing::MatchesRegex("[^\n]{60,80}\n(.|\n)*"));
    EXPECT_THAT(printed({"render", "--help"}),
                HasSubstr("what to show over the board (none, owners,\n"));
    EXPECT_THAT(printed({"--help"}), HasSubstr("Usage: bastide [OPTIONS] COMMAND\n"));
    // What has to be given has no default.
    EXPECT_THAT(printed({"manual", "markdown"}),
                HasSubstr("| `FROM` | sqlite:FILE or postgresql://… |  |"));
    for (const Shown& command : all_shown()) {
        EXPECT_THAT(command.help, Not(HasSubstr("UINT"))) << joined(command.words, " ");
    }
}

TEST(Manual, tells_numbers_from_texts) {
    const std::string page = printed({"manual", "markdown"});
    for (const std::string row :
         {"| `--seed N` | of the draw order | 0 or more; default 1 |",
          "| `--seed N` | of the draws, of at most 15 digits; otherwise nobody knows it |  |",
          "| `--games N` | games per round | above 0; default 256 |",
          "| `--rate NUMBER` | how far a round moves the terms |",
          "| `--lambda NUMBER` | weight of what comes later | 0 to 1;",
          "| `--hours N` | how long; for ever without it |", "| `--agents A,B,...` | one for all,",
          "| `--records FILE` | write a record per game", "| `--edition NAME` | the rulebook |",
          "| `--option KEY=VALUE` | of the rulebook (bastide editions lists them);",
          "| `--admin-socket FILE` | "}) {
        EXPECT_THAT(page, HasSubstr(row));
    }
    EXPECT_THAT(page, HasSubstr("\n| `--port N` | "));
    // The page is the same on whatever machine it is made.
    for (const std::string command : {"learn", "network generate", "network compare", "arena"}) {
        const std::size_t begin = page.find("\n## bastide " + command + "\n");
        EXPECT_THAT(page.substr(begin, page.find("\n## ", begin + 1) - begin),
                    HasSubstr("0: all cores | 0 to 256; default 0 |"))
            << command;
    }
    EXPECT_THAT(printed({"manual", "man", "perft"}), HasSubstr("\\fB\\-\\-seed\\fR N\n"));
}

TEST(Manual, has_a_page_for_every_command_with_every_flag) {
    const Folder folder;
    printed({"manual", "install", "--into", folder.path()});
    for (const Shown& command : all_shown()) {
        const std::string file =
            folder.path() + "/share/man/man1/" + joined(command.words, "-") + ".1";
        ASSERT_TRUE(std::filesystem::exists(file)) << file;
        const Finished read =
            run({"/usr/bin/env", "groff", "-man", "-Tascii", "-ww", "-P-cbou", "-rLL=200n", file});
        EXPECT_EQ(read.status, 0);
        EXPECT_EQ(read.err, "") << file;
        for (const std::string& flag : command.flags)
            EXPECT_THAT(read.out, HasSubstr(flag)) << file;
        for (const std::string& name : command.commands) {
            EXPECT_THAT(read.out, HasSubstr(joined(command.words, "-") + "-" + name + "(1)"));
        }
    }
}

TEST(Manual, names_each_group_once_and_cuts_no_name) {
    const std::string page = printed({"manual", "man"});
    std::set<std::string> titles;
    for (const std::string& line : lines(page)) {
        if (!line.starts_with(".SS ")) continue;
        EXPECT_TRUE(titles.insert(line).second) << line;
    }
    EXPECT_GE(titles.size(), 4u);
    const Folder folder;
    const std::string file = folder.file("a.1", printed({"manual", "man", "serve"}));
    EXPECT_THAT(run({"/usr/bin/env", "groff", "-man", "-Tascii", "-P-cbou", file}).out,
                Not(::testing::ContainsRegex("BASTIDE_[A-Z_]*-\n")));
}

TEST(Manual, has_every_command_and_flag_in_each_shells_completion) {
    const std::string zsh = printed({"manual", "zsh"}), fish = printed({"manual", "fish"});
    const std::string markdown = printed({"manual", "markdown"});
    for (const Shown& command : all_shown()) {
        EXPECT_THAT(markdown, HasSubstr("\n## " + joined(command.words, " ") + "\n"));
        std::string function = "\n_" + joined(command.words, "_");
        std::ranges::replace(function, '-', '_');
        const std::size_t begin = zsh.find(function + "() {\n");
        ASSERT_NE(begin, std::string::npos) << function;
        const std::string body = zsh.substr(begin, zsh.find("\n}\n", begin) - begin);
        for (const std::string& flag : command.flags) {
            EXPECT_THAT(body, ::testing::ContainsRegex("'[*]?" + flag + "=?[[]")) << function;
            EXPECT_THAT(markdown, HasSubstr("`" + flag));
            if (command.words.empty()) continue;
            const std::string spelled =
                flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
            bool there = false;
            for (const std::string& line : lines(fish)) {
                there = there || (line.find("from " + command.words.back()) != std::string::npos &&
                                  line.find(spelled + " ") != std::string::npos);
            }
            EXPECT_TRUE(there) << joined(command.words, " ") << flag;
        }
    }
}

/// The words as bash cuts them: at blanks, and around = and : too.
std::string cut(const std::string& line) {
    std::string words;
    for (const char c : line) {
        const bool cuts = c == '=' || c == ':';
        words += cuts ? std::string(" ") + c + ' ' : std::string(1, c);
    }
    return line.ends_with(' ') ? words + "''" : words;
}

/// What a real bash offers behind a line; of a word that holds = or :, only what is behind that.
std::set<std::string> offered(const std::string& script, const std::string& line) {
    const Finished done =
        run({"/bin/bash", "-uc",
             "source '" + script + "'; COMP_LINE='" + line + "'; COMP_POINT=${#COMP_LINE}; " +
                 "COMP_WORDS=(" + cut(line) +
                 "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _bastide; printf '%s\\n' "
                 "\"${COMPREPLY[@]}\""});
    EXPECT_EQ(done.err, "") << line;
    std::set<std::string> found;
    for (const std::string& one : lines(done.out)) found.insert(one);
    return found;
}

TEST(Manual, completes_in_bash) {
    const Folder folder;
    const std::string script = folder.file("bastide.bash", printed({"manual", "bash"}));
    using Words = std::set<std::string>;
    EXPECT_EQ(offered(script, "bastide pl"), Words{"play"});
    EXPECT_EQ(offered(script, "bastide db ch"), Words{"check"});
    EXPECT_EQ(offered(script, "bastide play --edition w"), Words{"winter"});
    EXPECT_EQ(offered(script, "bastide play --against ma"), Words{"master"});
    EXPECT_EQ(offered(script, "bastide render --overlay o"), Words{"owners"});
    EXPECT_EQ(offered(script, "bastide simulate --see"), Words{"--seed"});
    for (const Shown& command : all_shown()) {
        const Words flags = offered(script, joined(command.words, " ") + " -");
        for (const std::string& flag : command.flags) EXPECT_TRUE(flags.contains(flag)) << flag;
        const Words names = offered(script, joined(command.words, " ") + " ");
        for (const std::string& name : command.commands) EXPECT_TRUE(names.contains(name)) << name;
    }
    // Where a file is wanted, files.
    folder.file("game_one.json", "{}");
    EXPECT_EQ(offered(script, "bastide replay " + folder.path() + "/game_"),
              Words{folder.path() + "/game_one.json"});
    EXPECT_EQ(offered(script, "bastide render --output " + folder.path() + "/game_"),
              Words{folder.path() + "/game_one.json"});
    EXPECT_EQ(offered(script, "bastide arena --merge a.jsonl b.jsonl " + folder.path() + "/game_"),
              Words{folder.path() + "/game_one.json"});
    EXPECT_EQ(offered(script, "bastide arena --merge a.jsonl --js"), Words{"--json"});
    EXPECT_EQ(offered(script, "bastide simulate --seed " + folder.path() + "/game_"), Words{""});
    EXPECT_THAT(printed({"manual", "zsh"}),
                AllOf(HasSubstr("]:FILE:_files' "), HasSubstr("]:N:' ")));
    EXPECT_THAT(printed({"manual", "fish"}),
                AllOf(HasSubstr(" -l output -r "), HasSubstr(" -l seed -x ")));
}

TEST(Manual, completes_words_that_bash_cuts) {
    const Folder folder;
    const std::string script = folder.file("bastide.bash", printed({"manual", "bash"}));
    using Words = std::set<std::string>;
    EXPECT_EQ(offered(script, "bastide play --option abb"), (Words{"abbot=false", "abbot=true"}));
    EXPECT_EQ(offered(script, "bastide play --option abbot="), (Words{"false", "true"}));
    EXPECT_EQ(offered(script, "bastide play --option abbot=t"), Words{"true"});
    EXPECT_EQ(offered(script, "bastide play --option=abbot=t"), Words{"true"});
    EXPECT_EQ(offered(script, "bastide play --option abbot=true riv").count("river=2021"), 0u);
    EXPECT_EQ(offered(script, "bastide play --option abbot=true --option riv").count("river=2021"),
              1u);
    EXPECT_EQ(offered(script, "bastide play --edition=w"), Words{"winter"});
    EXPECT_EQ(offered(script, "bastide play --edition="),
              offered(script, "bastide play --edition "));
    EXPECT_EQ(offered(script, "bastide play --edition=zz"), Words{""});
    // The words that follow are read as before.
    EXPECT_EQ(offered(script, "bastide play --edition=new --option abbot=true --edition w"),
              Words{"winter"});
    folder.file("game_one.json", "{}");
    EXPECT_EQ(offered(script, "bastide render --output=" + folder.path() + "/game_"),
              Words{folder.path() + "/game_one.json"});
    EXPECT_EQ(offered(script, "bastide db check sqlite:" + folder.path() + "/game_"),
              Words{folder.path() + "/game_one.json"});
}

TEST(Manual, completes_lists_of_agents) {
    const Folder folder;
    const std::string script = folder.file("bastide.bash", printed({"manual", "bash"}));
    using Words = std::set<std::string>;
    EXPECT_EQ(offered(script, "bastide arena --agents greedy,mas"), Words{"greedy,master"});
    EXPECT_EQ(offered(script, "bastide arena --agents uct:nodes=9,mas"), Words{"9,master"});
    EXPECT_EQ(offered(script, "bastide engine --agent mas"), Words{"master"});
    EXPECT_EQ(offered(script, "bastide tune --agent mas"), Words{"master"});
    EXPECT_EQ(offered(script, "bastide arena --luck "), (Words{"none", "quick", "rollouts"}));
    EXPECT_EQ(offered(script, "bastide arena --stop-by results_"), Words{"results_without_luck"});
    EXPECT_EQ(offered(script, "bastide network compare --against le"), Words{"learned"});
}

TEST(Manual, completes_what_stands_by_its_place) {
    const Folder folder;
    const std::string script = folder.file("bastide.bash", printed({"manual", "bash"}));
    using Words = std::set<std::string>;
    EXPECT_EQ(offered(script, "bastide manual "),
              (Words{"man", "markdown", "bash", "zsh", "fish", "install"}));
    EXPECT_EQ(offered(script, "bastide manual b"), Words{"bash"});
    EXPECT_EQ(offered(script, "bastide manual man pl"), Words{"play"});
    EXPECT_EQ(offered(script, "bastide manual --i"), Words{"--into"});
    EXPECT_EQ(offered(script, "bastide simulate ").count("--games"), 1u); // there is nothing else
    folder.file("game_one.json", "{}");
    const Finished done = run({"/bin/bash", "-uc",
                               "cd '" + folder.path() + "'; source bastide.bash; " +
                                   "COMP_WORDS=(bastide replay ''); COMP_CWORD=2; _bastide; " +
                                   "printf '%s\\n' \"${COMPREPLY[@]}\" | sort"});
    EXPECT_EQ(done.out, "bastide.bash\ngame_one.json\n");
}

/// Lines that end in the middle of a word, and what they become.
using Completions = std::vector<std::pair<std::string, std::string>>;

/// What every shell knows. Behind the words lies a file game_one.json.
const Completions in_every_shell = {
    {"bastide pl", "bastide play"},
    {"bastide db ch", "bastide db check"},
    {"bastide manual b", "bastide manual bash"},
    {"bastide manual man pl", "bastide manual man play"},
    {"bastide simulate --see", "bastide simulate --seed"},
    {"bastide play --edition w", "bastide play --edition winter"},
    {"bastide play --edition=w", "bastide play --edition=winter"},
    {"bastide play --option abbot=t", "bastide play --option abbot=true"},
    {"bastide arena --agents greedy,mas", "bastide arena --agents greedy,master"},
    {"bastide replay game_o", "bastide replay game_one.json"},
    {"bastide render --output game_o", "bastide render --output game_one.json"},
    {"bastide arena --merge game_one.json game_o",
     "bastide arena --merge game_one.json game_one.json"},
    {"bastide arena --merge game_one.json --js", "bastide arena --merge game_one.json --json"},
    {"bastide simulate --seed game_o", "bastide simulate --seed game_o"}, // a number, no file
};

TEST(Manual, completes_in_zsh) {
    const Folder folder;
    folder.file("_bastide", printed({"manual", "zsh"}));
    folder.file("game_one.json", "{}");
    std::vector<std::string> command = {
        "/usr/bin/zsh", "-f", std::string(BASTIDE_SOURCE_DIR) + "/tests/cli/completed.zsh",
        folder.path()};
    std::string wanted;
    for (const auto& [begun, whole] : in_every_shell) {
        command.push_back(begun);
        wanted += whole + "\n";
    }
    EXPECT_EQ(run(command).out, wanted);
}

TEST(Manual, completes_in_fish) {
    const Folder folder;
    folder.file("bastide.fish", printed({"manual", "fish"}));
    folder.file("game_one.json", "{}");
    for (const auto& [begun, whole] : in_every_shell) {
        const Finished done = run(
            {"/usr/bin/env", "HOME=" + folder.path(), "/usr/bin/fish", "--no-config", "-c",
             "cd '" + folder.path() + "'; source bastide.fish; " + "complete -C '" + begun + "'"});
        EXPECT_EQ(done.err, "") << begun;
        // The last word as it becomes, then a tab and what it is.
        std::string offers = done.out.substr(0, done.out.find_first_of("\t\n"));
        if (offers.empty()) offers = begun.substr(begun.rfind(' ') + 1);
        EXPECT_EQ(begun.substr(0, begun.rfind(' ') + 1) + offers, whole);
        EXPECT_LE(lines(done.out).size(), 1u) << done.out;
    }
}

} // namespace
} // namespace bastide
