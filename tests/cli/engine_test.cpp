// `bastide engine`: what docs/engine-protocol.md shows is what it says, whatever it is told.

#include "ai/agent.h"
#include "catalog/catalog.h"
#include "cli/engine/info.h"
#include "cli/engine/program.h"
#include "notation/move_word.h"
#include "rules/rules.h"
#include "rules/tokens.h"
#include "support/documentation.h"
#include "support/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace bastide {
namespace {

using namespace testing_support;
using cli::Program;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Program::Wait soon() {
    return {std::chrono::steady_clock::now() + std::chrono::minutes(2)};
}

/// Line by line, as a program at the other end would talk to it.
class Talk {
  public:
    Talk()
        : program_(std::move(*Program::start(BASTIDE_BINARY " engine", nullptr))) {}

    void say(const std::string& line) { EXPECT_TRUE(program_->send(line, soon())) << line; }
    std::string hear() {
        auto line = program_->read_line(soon());
        EXPECT_TRUE(line.has_value());
        return line.value_or("");
    }
    Program& program() { return *program_; }

  private:
    std::unique_ptr<Program> program_;
};

const std::string game = R"(newgame {"edition":"new","players":2})";

TEST(Engine, says_what_its_page_shows) {
    Talk talk;
    unsigned heard = 0;
    for (const Block& block : blocks("docs/engine-protocol.md")) {
        if (block.name != "transcript") continue;
        for (const std::string& line : lines(block.text)) {
            if (line.starts_with("> ")) {
                talk.say(line.substr(2));
                continue;
            }
            ASSERT_TRUE(line.starts_with("< ")) << line;
            ++heard;
            std::string wanted = line.substr(2);
            const std::string more = " ...";
            if (wanted.ends_with(more)) { // a version, a list: not all of it is on the page
                wanted.resize(wanted.size() - more.size());
                EXPECT_THAT(talk.hear(), StartsWith(wanted));
            } else {
                EXPECT_EQ(talk.hear(), wanted);
            }
        }
    }
    EXPECT_GE(heard, 15u);
}

TEST(Engine, the_same_nodes_and_seed_give_the_same_answer) {
    std::vector<std::string> answers;
    for (const std::string seed : {"7", "7", "8"}) {
        answers.push_back(run_bastide({"engine"}, "setoption name Seed value " + seed + "\n" +
                                                      game +
                                                      "\nposition hand base/U\n"
                                                      "go nodes 300\n")
                              .out);
        EXPECT_THAT(answers.back(), HasSubstr("bestmove "));
    }
    EXPECT_EQ(answers[0], answers[1]);
    EXPECT_NE(answers[0], answers[2]);
}

/// All of the budget goes into the choice, not half of it into what the other moves are worth.
TEST(Engine, plays_as_the_agent_does_that_is_built_in) {
    constexpr unsigned seed = 7;
    constexpr std::uint64_t nodes = 6000; // enough for the last choice by rollouts
    const Edition& edition = *Catalog::embedded().find("new");
    const auto setup = Catalog::embedded().setup(edition, edition.defaults);
    Game board(*setup->box, 2, 0);
    draw(board, *setup->find_tile("base/E"));
    const auto agent = make_agent(*parse_agent("bastide"));
    Random random(mix_seed(seed, hash(board)));
    const Move move = (*agent)->choose(board, {.nodes = nodes}, random);
    const Finished done = run_bastide(
        {"engine"}, "setoption name Seed value " + std::to_string(seed) + "\n" + game +
                        "\nposition hand base/E\ngo nodes " + std::to_string(nodes) + "\n");
    const std::string info = cli::info_line((*agent)->thought(), move_word(move));
    EXPECT_EQ(done.out, info + "\nbestmove " + move_word(move) + "\n");
}

TEST(Engine, stops_a_search_that_has_no_end) {
    Talk talk;
    talk.say(game);
    talk.say("position hand base/U");
    for (const std::string go : {"go infinite", "go ponder"}) {
        talk.say(go);
        talk.say("isready");
        EXPECT_EQ(talk.hear(), "readyok");
        talk.say("position hand base/D");
        EXPECT_EQ(talk.hear(), "error a search is running; stop it first");
        talk.say("stop");
        EXPECT_THAT(talk.hear(), StartsWith("info nodes "));
        EXPECT_THAT(talk.hear(), StartsWith("bestmove "));
    }
    talk.say("go infinite");
    talk.say("quit");
    EXPECT_TRUE(talk.program().ends_by(soon().until));
    EXPECT_EQ(talk.program().how_it_ended(), "exit status 0");
}

/// An agent that has its move at once keeps it until somebody asks.
TEST(Engine, says_nothing_of_an_endless_search_before_it_is_stopped) {
    Talk talk;
    talk.say("setoption name Agent value random");
    talk.say(game);
    talk.say("position hand base/U");
    for (const std::string go : {"go infinite", "go ponder"}) {
        talk.say(go);
        std::this_thread::sleep_for(std::chrono::milliseconds(200)); // far more than it needs
        talk.say("isready");
        EXPECT_EQ(talk.hear(), "readyok");
        talk.say("stop");
        EXPECT_THAT(talk.hear(), StartsWith("bestmove "));
    }
    talk.say("go infinite");
    talk.say("quit");
    EXPECT_TRUE(talk.program().ends_by(soon().until));
    EXPECT_EQ(talk.program().how_it_ended(), "exit status 0");
}

TEST(Engine, cancels_analyses_by_their_ids) {
    Talk talk;
    talk.say(game);
    talk.say("position hand base/U");
    talk.say(R"(analyze {"id":"first","time":80000000})");
    talk.say(R"(analyze {"id":2,"nodes":20,"moves":1})");
    talk.say(R"(analyze {"id":3,"nodes":20})");
    talk.say("cancel 3");
    EXPECT_EQ(talk.hear(), R"({"id":3,"cancelled":true})"); // whatever is worked on
    talk.say(R"(cancel "first")");
    EXPECT_EQ(talk.hear(), R"({"id":"first","cancelled":true})");
    EXPECT_THAT(talk.hear(), StartsWith(R"({"id":2,"player":0,"tile":"base/U","nodes":)"));
}

TEST(Engine, goes_on_after_whatever_it_is_told) {
    const std::string bad = "bep\nbep x\nsetoption\nsetoption name Threads value 0\n"
                            "setoption name Agent value nobody\nsetoption name Florble value 1\n"
                            "newgame\nnewgame {}\nnewgame {\"edition\":\"new\",\"players\":9}\n"
                            "position hand base/U\ngo nodes 5\nmoves\nanalyze\nanalyze {}\n"
                            "cancel {\n";
    const std::string in_game =
        game + "\ngo nodes 5\nposition\nposition hand\nposition hand base/U hand base/U\n"
               "position turn base/U 0,0,0 hand base/U\nposition turn base/U 0,-1 hand base/U\n"
               "position skip base/U hand base/U\nposition hand nothing\nposition florble x\n"
               "position hand base/U\ngo\ngo nodes\ngo nodes 0\ngo time -1\ngo clock\n"
               "go clock 100 x\ngo clock 100 100 inc\ngo florble\ngo nodes "
               "99999999999999999999999\n";
    const std::string unknown =
        "\n   \nflorble\n\x01\x02\xff\xfe\nstop\nponderhit\nmoves 1,1,1\ncancel 9\n";
    const auto count = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    };
    const Finished done =
        run_bastide({"engine"}, bad + unknown + in_game + std::string(3'000'000, 'x') + "\n" +
                                    unknown + "isready\ngo nodes 5\n");
    EXPECT_EQ(done.status, 0) << done.err;
    const std::vector<std::string> said = lines(done.out);
    std::ptrdiff_t errors = 0;
    for (const std::string& line : said) errors += line.starts_with("error ") ? 1 : 0;
    // Every bad line but the two that begin and show a game, and the huge one.
    EXPECT_EQ(errors, count(bad) + count(in_game) - 2 + 1) << done.out;
    EXPECT_THAT(done.out, HasSubstr("error a line is longer than 1048576 bytes\nreadyok\n"));
    EXPECT_THAT(said.back(), StartsWith("bestmove "));
}

TEST(Engine, keeps_to_its_own_protocol) {
    const Finished done =
        run_bastide({"engine-check", BASTIDE_BINARY " engine", "--time", "0.001", "--grace", "60"});
    EXPECT_EQ(done.status, 0) << done.out << done.err;
    EXPECT_EQ(done.out.find("WRONG"), std::string::npos) << done.out;
    EXPECT_THAT(done.out, HasSubstr("plays a whole game of winter"));
    EXPECT_THAT(done.out, HasSubstr("plays a whole game of new with expansions"));
}

TEST(Engine, its_check_names_what_is_wrong) {
    const Finished silent = run_bastide({"engine-check", "cat", "--start", "0.2"});
    EXPECT_EQ(silent.status, 1);
    EXPECT_THAT(silent.out, HasSubstr("WRONG   says who it is (late: it does not start: "));
    const std::string liar = "sh " BASTIDE_SOURCE_DIR "/tests/cli/hostile_engine.sh far 8";
    const Finished lying = run_bastide({"engine-check", liar});
    EXPECT_EQ(lying.status, 1);
    EXPECT_THAT(lying.out, HasSubstr("ok      says who it is (hostile by nobody)"));
    EXPECT_THAT(lying.out, HasSubstr("WRONG   plays a whole game of new (illegal: "));
}

TEST(Engine, plays_both_parts_of_a_builders_turn) {
    Talk talk;
    talk.say(R"(newgame {"edition":"new","players":2,"options":{"inns":true,"traders":true}})");
    const auto moves_at = [&](const std::string& position) {
        talk.say("position " + position);
        talk.say("moves");
        return talk.hear() + " ";
    };
    std::string turns = "turn base/A 0,1,3,f0 turn base/B 0,2,0 ";
    const std::string third = moves_at(turns + "hand base/U");
    EXPECT_THAT(third, HasSubstr(" 1,1,1,u0 ")); // the own road goes on
    EXPECT_THAT(third, HasSubstr(" 1,1,1,b1 "));
    turns += "turn base/U 1,1,1,u0 turn base/U 2,1,1 turn base/U 3,1,1 ";
    // The builder's road grew: the same player again, whose builder is on the board.
    EXPECT_THAT(moves_at(turns + "hand base/U"), Not(HasSubstr(",u")));
    talk.say("go nodes 50");
    EXPECT_THAT(talk.hear(), StartsWith("info nodes "));
    EXPECT_THAT(talk.hear(), StartsWith("bestmove "));
    // After the second part it is the other's turn, who has a builder left.
    EXPECT_THAT(moves_at(turns + "turn base/U 4,1,1 hand base/U"), StartsWith("moves "));
    talk.say(R"(analyze {"id":1,"nodes":20,"moves":1})");
    EXPECT_THAT(talk.hear(), StartsWith(R"({"id":1,"player":1,)"));
}

TEST(Engine, its_page_names_the_letter_of_every_token) {
    const std::string protocol = content(BASTIDE_SOURCE_DIR "/docs/engine-protocol.md");
    for (const TokenKind& kind : token_kinds) {
        EXPECT_THAT(protocol, HasSubstr(std::string("`") + kind.letter + "` ")) << kind.word;
    }
}

TEST(MoveWord, is_read_back_as_it_was) {
    for (const std::string word :
         {"0,0,0", "-12,7,3", "0,-1,2,f0", "1,2,3,a11", "1,2,3,h4", "1,2,3,b0", "1,2,3,u3",
          "1,2,3,p11", "1,2,3,r", "0,1,0@0,1,0", "0,1,0,f2@-5,-6,7@3,2,1"}) {
        const auto move = move_from_word(word);
        ASSERT_TRUE(move.has_value()) << word;
        EXPECT_EQ(move_word(*move), word);
    }
    for (const std::string word :
         {"", "0", "0,0", "0,0,", "0,0,4", "0,0,-1", "0,0,0,", "0,0,0,f", "0,0,0,x1", "0,0,0,f12",
          "0,0,0,r1", "121,0,0", "0,0,0@", "0,0,0@1,1", "0,0,0@1,1,1@1,1,1@1,1,1", "0,0,0 ",
          " 0,0,0", "0,0,0f1"}) {
        EXPECT_FALSE(move_from_word(word).has_value()) << word;
    }
}

} // namespace
} // namespace bastide
