// What is typed wrong: named with what was meant, refused with the rule it breaks.

#include "support/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Flags, help_is_a_command_too) {
    EXPECT_EQ(printed({"help"}), printed({"--help"}));
    EXPECT_THAT(printed({"--help"}), HasSubstr("\n  bastide help db check\n"));
    EXPECT_THAT(printed({"db", "check", "--help"}), Not(HasSubstr("bastide help")));
    EXPECT_EQ(printed({"help", "replay"}), printed({"replay", "--help"}));
    EXPECT_THAT(printed({"help", "replay"}), HasSubstr("Examples:\n  bastide replay"));
    EXPECT_EQ(printed({"help", "db", "check"}), printed({"db", "check", "--help"}));
    EXPECT_EQ(printed({"help", "--", "db", "check"}), printed({"db", "check", "--help"}));
    EXPECT_EQ(printed({"help", "--"}), printed({"--help"}));
    EXPECT_EQ(run_bastide({"help", "rply"}).status, 2);
    EXPECT_THAT(printed({"help", "--help"}),
                HasSubstr("Usage: bastide help [OPTIONS] [COMMAND...]"));
}

TEST(Flags, an_unknown_command_is_named_with_the_nearest) {
    const auto answer = [](const std::vector<std::string>& arguments) {
        const Finished done = run_bastide(arguments);
        EXPECT_EQ(done.status, 2);
        return done.err;
    };
    EXPECT_EQ(answer({"repaly"}), "bastide: there is no command \"repaly\"; did you mean "
                                  "\"replay\"? (see bastide --help)\n");
    EXPECT_EQ(answer({"simul"}), "bastide: there is no command \"simul\"; did you mean "
                                 "\"simulate\"? (see bastide --help)\n");
    EXPECT_EQ(answer({"foo"}), "bastide: there is no command \"foo\" (see bastide --help)\n");
    EXPECT_EQ(answer({"db", "bakcup"}), "bastide: there is no command \"bakcup\"; did you mean "
                                        "\"backup\"? (see bastide db --help)\n");
    EXPECT_EQ(answer({"--foo"}),
              "bastide: there is no option --foo without a command (see bastide --help)\n");
    EXPECT_EQ(answer({}), "bastide: a command is missing (see bastide --help)\n");
    EXPECT_EQ(answer({"db"}), "bastide: a command is missing (see bastide db --help)\n");
    EXPECT_EQ(answer({"hlep"}), "bastide: there is no command \"hlep\"; did you mean \"help\"? "
                                "(see bastide --help)\n");
    EXPECT_EQ(answer({"--", "play"}), "bastide: a command is missing (see bastide --help)\n");
}

TEST(Flags, an_unknown_option_is_named_with_the_nearest) {
    const auto answer = [](const std::vector<std::string>& arguments) {
        const Finished done = run_bastide(arguments);
        EXPECT_EQ(done.status, 2);
        return done.err;
    };
    EXPECT_EQ(answer({"simulate", "--gmaes", "3"}),
              "bastide: there is no option --gmaes; did you mean --games? (see bastide simulate "
              "--help)\n");
    EXPECT_EQ(answer({"serve", "--prot=3"}),
              "bastide: there is no option --prot; did you mean --port? (see bastide serve "
              "--help)\n");
    // Not the file that is missing too.
    EXPECT_EQ(answer({"replay", "--jsn"}),
              "bastide: there is no option --jsn; did you mean --json? (see bastide replay "
              "--help)\n");
    EXPECT_EQ(answer({"replay", "-", "-json"}),
              "bastide: there is no option -json; did you mean --json? (see bastide replay "
              "--help)\n");
    EXPECT_EQ(answer({"replay", "-", "-x"}),
              "bastide: there is no option -x (see bastide replay --help)\n");
    EXPECT_EQ(answer({"--verison"}), "bastide: there is no option --verison without a command; did "
                                     "you mean --version? (see bastide --help)\n");
    EXPECT_EQ(answer({"simulate", "--games"}),
              "bastide: --games needs a value (see bastide simulate --help)\n");
    EXPECT_EQ(answer({"simulate", "--games="}),
              "bastide: --games needs a value (see bastide simulate --help)\n");
    EXPECT_EQ(answer({"render", "-", "-o"}),
              "bastide: -o needs a value (see bastide render --help)\n");
    // A value is a value, whatever it begins with.
    EXPECT_THAT(answer({"simulate", "--edition", "--json"}),
                HasSubstr("there is no edition \"--json\""));
    EXPECT_EQ(run_bastide({"replay", "--", "-none"}).err,
              "bastide: -none: cannot be read: No such file or directory\n");
    EXPECT_EQ(printed({"-V"}), printed({"--version"}));
}

TEST(Flags, a_wrong_choice_is_answered_with_the_right_ones) {
    const auto answer = [](const std::vector<std::string>& arguments) {
        return run_bastide(arguments).err;
    };
    EXPECT_EQ(answer({"simulate", "--option", "abbot=maybe"}),
              "bastide: option abbot has no value \"maybe\" (it may be false, true)\n");
    EXPECT_EQ(answer({"simulate", "--option", "abbot"}),
              "bastide: option abbot needs a value (it may be false, true)\n");
    std::string abbot = printed({"simulate", "--games", "1", "--records", "-"});
    abbot.replace(abbot.find("{"), 1, R"({"options":{"abbot":"maybe"},)");
    EXPECT_THAT(run_bastide({"replay", "-"}, abbot).err,
                HasSubstr("the option \"abbot\" has no such value (it may be false, true)"));
    EXPECT_EQ(answer({"bench", "--only", "bass"}),
              "bastide: there is no mix \"bass\"; did you mean \"base\"?\n");
    EXPECT_THAT(answer({"bench", "--isa", "neon"}), HasSubstr("no kernel \"neon\" (it has scalar"));
    EXPECT_EQ(answer({"manual", "man", "db", "chek"}),
              "bastide: there is no command \"db chek\"; did you mean \"db check\"?\n");
    EXPECT_EQ(answer({"manual", "man", "--into", "x"}), "bastide: --into is for manual install\n");
    EXPECT_THAT(answer({"simulate", "--option", "dragon=true"}),
                HasSubstr("edition new has no option \"dragon\" (it has river, "));
    EXPECT_EQ(answer({"simulate", "--edition", "hunters", "--option", "river=true"}),
              "bastide: edition hunters has no option \"river\" (it has none)\n");
    EXPECT_THAT(answer({"simulate", "--agents", "gredy"}),
                HasSubstr("no agent \"gredy\"; did you mean \"greedy\"? (there are beginner, "));
    // Not its settings, which nobody knows.
    EXPECT_THAT(answer({"simulate", "--agents", "foo:bar"}), HasSubstr("no agent \"foo\" (there"));
    EXPECT_EQ(answer({"simulate", "--agents", "greedy:bar"}),
              "bastide: agent \"greedy:bar\": \"bar\" is not KEY=VALUE\n");
    const std::string nines(400, '9');
    for (const std::string& time : {std::string("."), nines, std::string("1000001")}) {
        EXPECT_THAT(answer({"simulate", "--agents", "bastide:time=" + time}),
                    HasSubstr("time is a number of seconds from 0 to 1000000, not \""));
    }
    const std::string game = printed({"simulate", "--games", "1", "--records", "-"});
    const Finished moves = run_bastide({"moves", "-", "--tile", "base/ZZ"}, game);
    EXPECT_EQ(moves.status, 2);
    EXPECT_THAT(moves.err, HasSubstr("the tile \"base/ZZ\" is not in this game; did you mean"));
    EXPECT_THAT(run_bastide({"moves", "-", "--tile", "17"}, game).err,
                HasSubstr("is not in this game, whose tiles are called such as \"base/"));
}

TEST(Flags, an_empty_text_is_no_choice) {
    for (const std::vector<std::string>& words :
         std::vector<std::vector<std::string>>{{"arena", "--shard"},
                                               {"arena", "--sprt"},
                                               {"bench", "--only"},
                                               {"play", "--seed"},
                                               {"play", "--edition"},
                                               {"simulate", "--edition"}}) {
        const Finished done = run_bastide({words[0], words[1], ""});
        EXPECT_EQ(done.status, 2) << words[0];
        EXPECT_THAT(done.err, StartsWith("bastide: " + words[1] + ": it is empty")) << words[0];
    }
}

TEST(Flags, a_value_is_one_word) {
    EXPECT_EQ(run_bastide({"arena", "--agents", "random,random", "greedy"}).status, 2);
    EXPECT_THAT(run_bastide({"simulate", "--option", "river=true", "extra"}).err,
                HasSubstr("there is a word too many: \"extra\""));
    EXPECT_THAT(run_bastide({"simulate", "--option", "[river=true,abbot=true]"}).err,
                HasSubstr("has no option \"[river\""));
    for (const char* command : {"simulate", "learn"}) {
        EXPECT_THAT(run_bastide({command, "--games", "1", "--option", "river=true,abbot=true"}).err,
                    HasSubstr("option river has no value \"true,abbot=true\" (it may be "))
            << command;
    }
    EXPECT_EQ(printed({"simulate", "--games", "1", "--option", "river=true", "--option",
                       "abbot=true", "--records", "-"}),
              printed({"simulate", "--games", "1", "--records", "-", "--option=abbot=true",
                       "--option=river=true"}));
}

TEST(Flags, zeros_before_a_number_change_nothing) {
    const auto games = [](const char* number) {
        return printed({"simulate", "--games", number, "--seed", "3", "--records", "-"});
    };
    EXPECT_EQ(games("010"), games("10"));
    EXPECT_EQ(games("08"), games("8"));
}

TEST(Flags, a_servers_settings_say_what_they_want) {
    EXPECT_THAT(run_bastide({"serve", "--port", "99999"}).err,
                HasSubstr("--port: \"99999\" is not a whole number from 0 to 65535"));
    EXPECT_THAT(run_bastide({"serve", "--address", "foo"}).err,
                HasSubstr("--address: \"foo\" is not an address, such as 127.0.0.1 or ::"));
    EXPECT_EQ(run_bastide({"serve", "--address", "foo"}).status, 2);
    EXPECT_EQ(run_bastide({"serve", "--config", "-"}).err, "bastide: --config needs a file\n");
    EXPECT_THAT(run({"/usr/bin/env", "BASTIDE_PORT=abc", BASTIDE_BINARY, "serve"}).err,
                StartsWith("bastide: BASTIDE_PORT: \"abc\" is not a whole number"));
    EXPECT_THAT(printed({"serve", "--address", "::1", "--check-config"}),
                HasSubstr("address = ::1\n"));
    EXPECT_THAT(run_bastide({"serve", "--database", "mysql:games"}).err, HasSubstr("sqlite:FILE"));
    EXPECT_THAT(run_bastide({"serve", "--trust-proxy", "maybe"}).err,
                HasSubstr("--trust-proxy: \"maybe\" is not true or false"));
    EXPECT_THAT(run_bastide({"serve", "--trusted-proxies", "foo"}).err,
                HasSubstr("\"foo\" is not addresses and networks, such as 127.0.0.1"));
    EXPECT_THAT(run_bastide({"serve", "--imprint", std::string(5000, 'x')}).err,
                HasSubstr("--imprint: this is not lines of plain text, at most 4000 bytes"));
    EXPECT_THAT(run_bastide({"serve", "--web-root", "/none"}).err,
                HasSubstr("--web-root: \"/none\" is not a folder"));
    // Nothing is a value too, where it means something.
    EXPECT_THAT(printed({"serve", "--check-config", "--push-services", ""}),
                HasSubstr("\npush-services = \n"));
    EXPECT_THAT(run_bastide({"serve", "--port", ""}).err, HasSubstr("--port: \"\" is not a whole"));
}

TEST(Flags, numbers_are_taken_exactly_or_refused) {
    const auto refused = [](const std::vector<std::string>& arguments) {
        const Finished done = run_bastide(arguments);
        EXPECT_EQ(done.status, 2) << arguments[0] << " " << arguments[2];
        EXPECT_EQ(done.out, "");
        return done.err;
    };
    // One more than 64 bits hold: it was taken as the largest number, silently.
    for (const char* command : {"simulate", "perft", "arena", "learn"}) {
        EXPECT_THAT(refused({command, "--seed", "18446744073709551616"}),
                    HasSubstr("--seed: \"18446744073709551616\" is out of range"));
        EXPECT_THAT(refused({command, "--seed", "-1"}), HasSubstr("--seed: \"-1\" is not"));
    }
    for (const char* number : {"nan", "inf", "-5", "0", "x"}) {
        EXPECT_THAT(refused({"load", "--rate", number}), HasSubstr("--rate")) << number;
        EXPECT_THAT(refused({"load", "--seconds", number}), HasSubstr("--seconds")) << number;
        EXPECT_THAT(refused({"load", "--threads", number}), HasSubstr("--threads")) << number;
    }
    EXPECT_THAT(refused({"learn", "--rate", "nan"}), HasSubstr("--rate: \"nan\" is not a number"));
    for (const char* flag : {"--rate", "--noise", "--memory", "--caution"}) {
        EXPECT_THAT(refused({"learn", flag, "-1"}), HasSubstr(flag));
    }
    EXPECT_THAT(refused({"tune", "--rate", "-1", "--param", "follower=2,0.5,0,9"}),
                HasSubstr("--rate"));
}

TEST(Flags, that_break_a_rule_are_answered_with_the_rule) {
    const auto answer = [](const std::vector<std::string>& arguments) {
        return run_bastide(arguments).err;
    };
    EXPECT_EQ(
        answer({"perft", "--seed", "-3"}),
        "bastide: --seed: \"-3\" is not a whole number of 0 or more (see bastide perft --help)\n");
    EXPECT_EQ(answer({"learn", "--games", "0"}),
              "bastide: --games: \"0\" is not a number above 0 (see bastide learn --help)\n");
    EXPECT_EQ(
        answer({"arena", "--players", "7"}),
        "bastide: --players: \"7\" is not a whole number from 2 to 6 (see bastide arena --help)\n");
    EXPECT_EQ(answer({"load", "--rate", "-5"}), "bastide: --rate: \"-5\" is not a number from "
                                                "0.001 to 1000000 (see bastide load --help)\n");
    EXPECT_EQ(answer({"simulate", "--players", "6", "--option", "traders=true"}),
              "bastide: 6 players are too many: edition new takes up to 5\n"); // X12
    EXPECT_EQ(answer({"render", "-o", "a.svg", "--overlay", "sky"}),
              "bastide: --overlay: \"sky\" is not one of none, owners, fields (see bastide render "
              "--help)\n");
    EXPECT_EQ(answer({"perft", "--seed", ""}),
              "bastide: --seed: \"\" is not a whole number of 0 or more (see bastide perft "
              "--help)\n");
    EXPECT_EQ(answer({"replay", "a", "b"}),
              "bastide: there is a word too many: \"b\" (see bastide replay --help)\n");
    EXPECT_EQ(answer({"simulate", "--games", "1", "--games", "2"}),
              "bastide: --games is given more than once (see bastide simulate --help)\n");
    EXPECT_EQ(answer({"simulate", "--json=maybe"}),
              "bastide: --json takes no value (see bastide simulate --help)\n");
    EXPECT_EQ(answer({"moves", "-"}), "bastide: --tile is missing (see bastide moves --help)\n");
    EXPECT_EQ(answer({"replay"}), "bastide: FILE is missing (see bastide replay --help)\n");
}

TEST(Flags, that_do_nothing_are_refused) {
    const Folder folder;
    const std::string record =
        folder.file("one.json", printed({"simulate", "--games", "1", "--records", "-"}));
    const std::string match = folder.path() + "/match.jsonl";
    printed({"arena", "--agents", "random,random", "--pairs", "1", "--out", match});
    const auto answer = [](const std::vector<std::string>& arguments) {
        const Finished done = run_bastide(arguments);
        EXPECT_EQ(done.status, 2) << arguments[0];
        EXPECT_EQ(done.out, "");
        return done.err;
    };
    EXPECT_EQ(answer({"simulate", "--games", "1", "--records", "-", "--json"}),
              "bastide: --json and --records - would both go to standard output\n");
    EXPECT_EQ(answer({"replay", "--legal", record}), "bastide: --legal needs --json\n");
    for (const std::string flag : {"--agents", "--pairs", "--out", "--edition", "--seed"}) {
        EXPECT_EQ(answer({"arena", "--merge", match, flag, "3"}),
                  "bastide: " + flag + " does nothing with --merge\n");
    }
    const std::vector<std::string> arena = {"arena", "--agents", "random,random", "--pairs", "1"};
    auto by = arena;
    by.insert(by.end(), {"--luck", "none", "--sprt", "0,5", "--stop-by", "foo"});
    EXPECT_EQ(answer(by), "bastide: --stop-by is results or results_without_luck\n");
    by = arena;
    by.insert(by.end(), {"--stop-by", "results"});
    EXPECT_EQ(answer(by), "bastide: --stop-by needs --sprt\n");
    const std::string either = "bastide: render needs either a record or --tiles SET or --tokens\n";
    EXPECT_EQ(answer({"render", "-o", "-", "--tokens", record}), either);
    EXPECT_EQ(answer({"render", "-o", "-", "--tokens", "--tiles", "base"}), either);
    EXPECT_EQ(answer({"render", "-o", "-"}), either);
    EXPECT_EQ(answer({"render", "-o", "-", "--tiles", "base", "--turn", "5"}),
              "bastide: --turn does nothing with --tiles\n");
    EXPECT_EQ(answer({"render", "-o", "-", "--tokens", "--overlay", "owners"}),
              "bastide: --overlay does nothing with --tokens\n");
    EXPECT_EQ(answer({"render", "-o", "-", record, "--columns", "3"}),
              "bastide: --columns does nothing with a record\n");
    EXPECT_EQ(answer({"tune", "--agent", "greedy", "--param", "follower=2,1,0,9", "--param",
                      "follower=3,1,0,9"}),
              "bastide: --param: follower is there twice\n");
}

TEST(Flags, that_are_wrong_end_with_one_line_and_status_2) {
    const std::vector<std::vector<std::string>> wrong = {
        {},
        {"dance"},
        {"--dance"},
        {"replay"},
        {"replay", "a", "b"},
        {"replay", "-", "--loud"},
        {"moves", "-"},
        {"moves", "--tile", "base/D"},
        {"simulate", "extra"},
        {"simulate", "--edition"},
        {"simulate", "--edition", "chess"},
        {"simulate", "--edition", "new\n\x1b[31m"},
        {"simulate", "--players", "0"},
        {"simulate", "--players", "6"},
        {"simulate", "--players", "two"},
        {"simulate", "--players", "-1"},
        {"simulate", "--games", "0"},
        {"simulate", "--games", "-1"},
        {"simulate", "--games", "99999999999999999999"},
        {"simulate", "--seed", "x"},
        {"simulate", "--seed", "-1"},
        {"simulate", "--threads", "0"},
        {"simulate", "--threads", "1000"},
        {"simulate", "--agents", ""},
        {"simulate", "--agents", "genius"},
        {"simulate", "--agents", "random:speed=3"},
        {"simulate", "--agents", "random,random,random"},
        {"simulate", "--option", "river"},
        {"simulate", "--option", "river=maybe"},
        {"simulate", "--option", "=true"},
        {"simulate", "--option", ""},
        {"simulate", "--edition", "hunters", "--option", "river=true"},
        {"perft", "--seed", "-3"},
        {"perft", "--depth", "0"},
        {"perft", "--depth", "21"},
        {"perft", "--depth", "1.5"},
        {"perft", "--edition", ""},
        {"editions", "--yaml"},
        {"check-data", "a", "b"},
        {"network", "compare", "--against", "no such weights"},
    };
    for (const auto& arguments : wrong) {
        const Finished done = run_bastide(arguments);
        std::string text;
        for (const std::string& argument : arguments) text += argument + " ";
        EXPECT_EQ(done.status, 2) << text << done.err;
        EXPECT_EQ(done.out, "") << text;
        EXPECT_EQ(lines(done.err).size(), 1u) << text << done.err;
        EXPECT_THAT(done.err, StartsWith("bastide: ")) << text;
    }
}

} // namespace
} // namespace bastide
