// The pages about the server are run: their requests get the answers they show, their settings and
// commands are taken, and the example program plays a game.

#include "server/players.h"

#include "notation/json.h"
#include "server/protocol/message.h"
#include "support/documentation.h"
#include "support/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace bastide::server::test {
namespace {

using testing_support::Block;
using testing_support::blocks;
using testing_support::Finished;
using testing_support::Folder;

std::string of_repository(const std::string& file) {
    return testing_support::content(std::string(BASTIDE_SOURCE_DIR) + "/" + file);
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += by.size()) {
        text.replace(at, word.size(), by);
    }
    return text;
}

/// Whether `said` has everything that `shown` has.
bool shows(const Json& said, const Json& shown) {
    if (!shown.is_object()) return said == shown;
    if (!said.is_object()) return false;
    return std::ranges::all_of(shown.items(), [&](const auto& item) {
        return said.contains(item.key()) && shows(said[item.key()], item.value());
    });
}

/// "METHOD PATH [BODY]", then "STATUS [DEFINITION]".
void run_http(TestPlayer& player, const std::string& text, std::string& game) {
    std::istringstream in(text);
    for (std::string line, wanted; std::getline(in, line) && std::getline(in, wanted);) {
        SCOPED_TRACE(line);
        line = replaced(line, "GAME", game);
        std::istringstream words(line), answer(wanted);
        std::string method, path, body, definition;
        unsigned status = 0;
        words >> method >> path;
        std::getline(words, body);
        answer >> status >> definition;
        const HttpReply reply = player.raw(method, path, body);
        EXPECT_EQ(reply.status, status) << reply.body;
        if (definition.empty()) continue;
        const Json json = Json::parse(reply.body, nullptr, false);
        EXPECT_EQ(schema().mismatch(json, definition), "");
        if (definition == "TableAnswer") game = json["table"]["game"];
    }
}

/// "> what the client says", "< what the answer has, among other things".
void run_websocket(TestPlayer& player, const std::string& text, const std::string& game) {
    std::istringstream in(replaced(text, "GAME", game));
    player.connect();
    for (std::string line; std::getline(in, line);) {
        SCOPED_TRACE(line);
        const Json shown = Json::parse(line.substr(2), nullptr, false);
        ASSERT_TRUE(shown.is_object());
        if (line.starts_with("> ")) {
            EXPECT_TRUE(parse_client_message(line.substr(2)).has_value());
            player.say(shown);
        } else {
            const Json said = player.hear(shown["type"]);
            EXPECT_TRUE(shows(said, shown)) << text_of(said);
        }
    }
}

TEST(Documentation, the_protocols_examples_are_answered_as_shown) {
    TestServer server;
    TestPlayer player(server, "Reader");
    std::string game;
    unsigned http = 0, sockets = 0, messages = 0;
    for (const Block& block : blocks("docs/protocol.md")) {
        if (block.language == "http") {
            run_http(player, block.text, game);
            ++http;
        } else if (block.language == "websocket") {
            run_websocket(player, block.text, game);
            ++sockets;
        } else if (block.language == "json") {
            const Json json = Json::parse(block.text, nullptr, false);
            EXPECT_EQ(schema().mismatch(json, block.name), "");
            ++messages;
        }
    }
    EXPECT_GE(http, 1u);
    EXPECT_GE(sockets, 1u);
    EXPECT_GE(messages, 1u);
}

TEST(Documentation, every_call_of_the_page_is_in_openapi) {
    const Json document = Json::parse(of_repository("data/protocol/openapi.json"), nullptr, false);
    const std::string page = of_repository("docs/protocol.md");
    for (const auto& [path, item] : document["paths"].items()) {
        std::string shown = replaced(replaced(path, "{game}", "ID"), "{id}", "ID");
        shown = replaced(replaced(shown, "{name}", "NAME"), "{edition}/{kind}", "EDITION/KIND");
        const std::string last = shown.substr(shown.rfind('/'));
        EXPECT_TRUE(page.find(shown) != std::string::npos ||
                    page.find("…" + last) != std::string::npos)
            << path;
    }
}

TEST(Documentation, the_hosting_pages_commands_and_settings_are_taken) {
    const Folder folder;
    unsigned commands = 0, files = 0;
    for (const Block& block : blocks("docs/hosting.md")) {
        if (block.language == "toml") {
            const std::string file = folder.file("bastide.toml", block.text);
            const Finished done =
                testing_support::run_bastide({"serve", "--config", file, "--check-config"});
            EXPECT_EQ(done.status, 0) << done.err;
            ++files;
        }
        std::istringstream in(block.text);
        for (std::string line; std::getline(in, line);) {
            if (!line.starts_with("bastide serve")) continue;
            const std::string call = std::string(BASTIDE_BINARY) +
                                     line.substr(7, line.find('#') - 7) + " --check-config";
            const Finished done = testing_support::run({"/bin/sh", "-c", call});
            EXPECT_EQ(done.status, 0) << line << ": " << done.err;
            ++commands;
        }
    }
    EXPECT_GE(commands, 3u);
    EXPECT_GE(files, 1u);
    const Finished packaged = testing_support::run_bastide(
        {"serve", "--check-config", "--config", BASTIDE_SOURCE_DIR "/packaging/bastide.toml"});
    EXPECT_EQ(packaged.status, 0) << packaged.err;
}

TEST(Documentation, every_setting_named_on_the_hosting_page_exists) {
    std::istringstream page(of_repository("docs/hosting.md"));
    unsigned rows = 0;
    bool table = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("| setting |")) table = true;
        if (!line.starts_with("|")) table = false;
        if (!table || !line.starts_with("| `")) continue;
        const std::string names = line.substr(0, line.find('|', 1));
        for (std::size_t at = 0; (at = names.find('`', at)) != std::string::npos;) {
            const std::size_t end = names.find('`', at + 1);
            const std::string name = names.substr(at + 1, end - at - 1);
            EXPECT_NE(find_setting(name), nullptr) << name;
            at = end + 1;
            ++rows;
        }
    }
    EXPECT_GE(rows, 10u);
}

/// Two of them play each other.
TEST(Documentation, the_example_program_plays_a_game) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    Json body;
    body["rules"] = rules_of("classic-1", 1, {"random"});
    body["sit"] = false;
    const std::string game = ada.post("/api/tables", body, 201)["table"]["game"];
    const std::string link = "http://127.0.0.1:" + server.address().port + "/t/" + game;
    const auto run_example = [&] {
        return testing_support::run({"/usr/bin/env", "BASTIDE=" BASTIDE_BINARY, "/usr/bin/python3",
                                     BASTIDE_SOURCE_DIR "/examples/random_bot.py", link,
                                     "Example"});
    };
    const Finished done = run_example();
    ASSERT_EQ(done.status, 0) << done.err;
    const Json result = Json::parse(done.out, nullptr, false);
    EXPECT_EQ(schema().mismatch(result, "Result"), "");
    EXPECT_EQ(result["reason"], "complete");
    EXPECT_EQ(ada.get("/api/tables/" + game)["table"]["result"], result);
    // Nobody sits down there any more: one line says so.
    const Finished late = run_example();
    EXPECT_EQ(late.status, 1);
    EXPECT_THAT(late.err, testing::StartsWith(link + ": "));
    EXPECT_EQ(std::ranges::count(late.err, '\n'), 1) << late.err;
}

TEST(Documentation, the_example_program_is_as_short_as_the_page_says) {
    const std::string text = of_repository("examples/random_bot.py");
    EXPECT_LE(std::ranges::count(text, '\n'), 70);
}

TEST(Documentation, the_example_program_tells_how_it_is_called) {
    const Finished done =
        testing_support::run({"/usr/bin/python3", BASTIDE_SOURCE_DIR "/examples/random_bot.py"});
    EXPECT_EQ(done.status, 1);
    EXPECT_EQ(done.out, "");
    EXPECT_THAT(done.err, testing::StartsWith("Plays random legal moves"));
}

} // namespace
} // namespace bastide::server::test
