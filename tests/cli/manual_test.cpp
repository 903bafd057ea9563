// What is written from the commands themselves: help, man pages, completions, their page.

#include "support/process.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

std::string printed(const std::vector<std::string>& arguments) {
    const Finished done = run_bastide(arguments);
    EXPECT_EQ(done.status, 0) << done.err;
    return done.out;
}

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
        if (title == "Examples:" || title == "Positionals:") continue;
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
            EXPECT_THAT(body, AnyOf(HasSubstr("'" + flag + "["), HasSubstr("'*" + flag + "[")))
                << function;
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

/// What a real bash offers for the words, the last one being typed.
std::set<std::string> offered(const std::string& script, const std::string& words) {
    const Finished done =
        run({"/bin/bash", "-uc",
             "source '" + script + "'; COMP_WORDS=(" + words +
                 "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _bastide; printf '%s\\n' "
                 "\"${COMPREPLY[@]}\""});
    EXPECT_EQ(done.err, "") << words;
    std::set<std::string> found;
    for (const std::string& line : lines(done.out)) found.insert(line);
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
        const Words all = offered(script, joined(command.words, " ") + " ''");
        for (const std::string& flag : command.flags) EXPECT_TRUE(all.contains(flag)) << flag;
        for (const std::string& name : command.commands) EXPECT_TRUE(all.contains(name)) << name;
    }
    // Where a file is wanted, files.
    folder.file("game_one.json", "{}");
    EXPECT_EQ(offered(script, "bastide replay " + folder.path() + "/game_"),
              Words{folder.path() + "/game_one.json"});
}

} // namespace
} // namespace bastide
