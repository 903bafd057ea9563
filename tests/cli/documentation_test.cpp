// docs/record.md is run: its records are files, its commands print what it says.

#include "notation/replay.h"
#include "support/documentation.h"
#include "support/process.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

namespace bastide {
namespace {

using namespace testing_support;

const std::string page = "docs/record.md";

/// Every command of a block with what follows it, up to the next command.
void run_console(const std::string& text, const Folder& folder) {
    std::istringstream in(text);
    std::string command, wanted;
    const auto compare = [&] {
        if (command.empty()) return;
        const std::string call = "cd '" + folder.path() + "' && " + BASTIDE_BINARY +
                                 command.substr(std::string("bastide").size());
        const Finished done = run({"/bin/sh", "-c", call});
        EXPECT_EQ(done.out + done.err, wanted) << command;
    };
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("$ ")) {
            compare();
            command = line.substr(2);
            wanted.clear();
            EXPECT_TRUE(command.starts_with("bastide "));
        } else {
            wanted += line + "\n";
        }
    }
    compare();
}

TEST(Documentation, of_the_record_shows_what_the_program_prints) {
    const Folder folder;
    unsigned records = 0, consoles = 0;
    for (const Block& block : blocks(page)) {
        if (block.language == "json") {
            ++records;
            ASSERT_FALSE(block.name.empty()) << block.text;
            folder.file(block.name, block.text);
            const auto record = parse_record(block.text);
            ASSERT_TRUE(record.has_value()) << block.name << ": " << record.error().text();
            EXPECT_EQ(replay(*record).has_value(), block.name != "illegal.json") << block.name;
        } else {
            ++consoles;
            ASSERT_EQ(block.language, "console") << block.text;
            run_console(block.text, folder);
        }
    }
    EXPECT_GE(records, 5u);
    EXPECT_GE(consoles, 6u);
}

/// The words of the contract stand on the page.
TEST(Documentation, names_every_option_edition_and_field) {
    std::ifstream in(BASTIDE_SOURCE_DIR "/" + page);
    std::ostringstream text;
    text << in.rdbuf();
    std::vector<std::string> words = {"player",  "tile",  "rot",         "deploy", "recall",
                                      "skipped", "bonus", "gingerbread", "result", "format"};
    for (const Edition& edition : Catalog::embedded().editions()) words.push_back(edition.id);
    std::vector<GameOption> options;
    for (const auto& rows : Catalog::embedded().options().of_family) {
        options.insert(options.end(), rows->begin(), rows->end());
    }
    for (const GameOption& option : options) {
        if (!option.label.empty()) continue; // a house rule tells of itself
        words.emplace_back(option.key);
        for (const std::string_view value : option.values) {
            const bool boolean = value == "true" || value == "false";
            if (boolean) continue;
            EXPECT_NE(text.str().find("\"" + std::string(value) + "\""), std::string::npos)
                << value;
        }
    }
    for (const std::string& word : words) {
        EXPECT_NE(text.str().find("`" + word + "`"), std::string::npos) << word;
    }
}

} // namespace
} // namespace bastide
