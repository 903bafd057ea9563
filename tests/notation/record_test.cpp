// The record: the same bytes again, the same game again, and nothing else accepted.

#include "notation/record.h"

#include "notation/json.h"
#include "notation/utf8.h"
#include "notation/words.h"
#include "support/property.h"
#include "support/record_play.h"

#include <gmock/gmock.h>

namespace bastide {
namespace {

using namespace testing_support;
using ::testing::HasSubstr;

bool same(const Record& a, const Record& b) {
    return a.setup->edition == b.setup->edition && a.setup->options == b.setup->options &&
           a.players == b.players && a.turns == b.turns && a.result == b.result;
}

PROPERTY(Record, is_written_read_and_written_again_to_the_same_bytes, 400) {
    const Record record = play_record(*any_game());
    const std::string text = write_record(record);
    RC_ASSERT(text.find('\n') == std::string::npos);
    const auto read = parse_record(text);
    if (!read) RC_FAIL(read.error().text() + "\n" + text);
    RC_ASSERT(same(*read, record));
    RC_ASSERT(write_record(*read) == text);
}

PROPERTY(Record, replays_to_the_same_game_at_any_length, 100) {
    const GameSpec spec = *any_game();
    const Record record = play_record(spec);
    const auto length = *rc::gen::inRange<std::size_t>(0, record.turns.size() + 1);
    GameSpec shorter = spec;
    shorter.turns = static_cast<unsigned>(length);
    Play play(shorter);
    for (std::size_t i = 0; i < length; ++i) play.turn();

    Record prefix = record;
    prefix.turns.resize(length);
    if (length < record.turns.size()) prefix.result.reset();
    const auto read = parse_record(write_record(prefix));
    RC_ASSERT(read.has_value());
    const auto done = replay(*read);
    if (!done) RC_FAIL(done.error().text());
    const Game& game = (*done)->game;
    if (length > 0) {
        RC_ASSERT(hash(game) == hash(play.game()));
        RC_ASSERT(game.now.score == play.game().now.score);
        RC_ASSERT(game.now.phase == play.game().now.phase);
    }
    RC_ASSERT((*done)->final == final_scores(game));
    for (unsigned player = 0; player < spec.players; ++player) {
        int sum = 0;
        for (const int points : (*done)->breakdown[player]) sum += points;
        RC_ASSERT(sum == (*done)->final[player]);
    }
}

PROPERTY(Record, tells_every_turn_as_it_was_played, 60) {
    const GameSpec spec = *any_game();
    const Record record = play_record(spec);
    std::size_t turns = 0;
    Points points = {};
    const auto done = replay(record, [&](const ReplayedTurn& played) {
        RC_ASSERT(played.turn == record.turns[turns]);
        ++turns;
        RC_ASSERT(played.before.now.hand == played.turn.tile);
        RC_ASSERT(played.before.now.player == played.turn.player);
        for (const ScoreEvent& event : played.events) {
            points[event.player] = static_cast<std::int16_t>(points[event.player] + event.points);
        }
        RC_ASSERT(played.after.now.score == points);
    });
    RC_ASSERT(done.has_value());
    RC_ASSERT(turns == record.turns.size());
}

/// One turn changed: it is refused there, or it is another legal game.
PROPERTY(Record, a_changed_turn_is_legal_or_refused_by_number, 200) {
    const GameSpec spec = *any_game();
    Record record = play_record(spec);
    record.result.reset();
    RC_PRE(!record.turns.empty());
    const auto at = *rc::gen::inRange<std::size_t>(0, record.turns.size());
    RecordTurn& turn = record.turns[at];
    switch (*rc::gen::inRange(0, 7)) {
    case 0:
        turn.player = (turn.player + 1) % spec.players;
        break;
    case 1:
        turn.tile = static_cast<TileIndex>((turn.tile + 1u) % record.setup->tile_ids.size());
        break;
    case 2:
        turn.move.placement.cell.x = static_cast<std::int8_t>(turn.move.placement.cell.x + 1);
        break;
    case 3:
        turn.move.placement.rotation = (turn.move.placement.rotation + 1) & 3;
        break;
    case 4:
        turn.move.deployment = Deployment::put(Token::follower, 1);
        break;
    case 5:
        turn.skipped.push_back(turn.tile);
        break;
    default:
        turn.bonus = !turn.bonus;
        break;
    }
    const auto done = replay(record);
    if (!done) RC_ASSERT(done.error().turn > at && done.error().turn <= record.turns.size());
}

// ------------------------------------------------------------------- what is not a record

constexpr const char* good =
    R"({"format": "bastide/1", "edition": "new", "options": {"abbot": true},
 "players": [{"name": "Ada"}, {"name": "Bo"}],
 "turns": [
  {"player": 0, "tile": "base/E", "x": 0, "y": -1, "rot": 2,
   "deploy": {"token": "follower", "segment": 0}},
  {"player": 1, "tile": "base/U", "x": -1, "y": 0, "rot": 1}
 ]})";

struct Bad {
    const char* name;
    const char* from; // this part of the good record …
    const char* to;   // … becomes this
    const char* reason;
};

std::ostream& operator<<(std::ostream& out, const Bad& bad) {
    return out << bad.name;
}

const Bad bad_records[] = {
    {"format", "bastide/1", "bastide/3", "\"format\" is neither \"bastide/1\" nor \"bastide/2\""},
    {"thought_in_version_1", "\"rot\": 1", "\"rot\": 1, \"thought\": {\"nodes\": 3}",
     "turn 2: the turn has the unknown key \"thought\""},
    {"format_number", "\"bastide/1\"", "1", "\"format\" of the record is not a string"},
    {"no_format", "\"format\": \"bastide/1\", ", "", "the record has no \"format\""},
    {"edition", "\"new\"", "\"old\"", "the edition \"old\" is unknown"},
    {"no_edition", "\"edition\": \"new\", ", "", "the record has no \"edition\""},
    {"record_key", "\"edition\"", "\"seed\": 3, \"edition\"", "unknown key \"seed\""},
    {"record_key_twice", "\"edition\"", "\"edition\": \"new\", \"edition\"", "appears twice"},
    {"option_key", "\"abbot\"", "\"bishop\"", "the edition has no option \"bishop\""},
    {"option_value", "\"abbot\": true", "\"abbot\": 1", "the option \"abbot\""},
    {"option_null", "\"abbot\": true", "\"abbot\": null", "the option \"abbot\""},
    {"option_text", "\"abbot\": true", "\"abbot\": \"true\"", "the option \"abbot\""},
    {"option_list", "\"abbot\": true", "\"abbot\": [true]", "the option \"abbot\""},
    {"option_river", "\"abbot\": true", "\"river\": 2021", "the option \"river\""},
    {"options", R"({"abbot": true})", "[]", "\"options\" is not an object"},
    {"option_twice", "\"abbot\": true", "\"abbot\": true, \"abbot\": true", "appears twice"},
    {"hunters_option", "\"edition\": \"new\"", "\"edition\": \"hunters\"", "has no option"},
    {"no_players", R"("players": [{"name": "Ada"}, {"name": "Bo"}],)", "", "has no \"players\""},
    {"players_none", R"([{"name": "Ada"}, {"name": "Bo"}])", "[]", "there must be 1 to 5 players"},
    {"players_six", R"({"name": "Bo"})",
     R"({"name": "Bo"}, {"name": "C"}, {"name": "D"}, {"name": "E"}, {"name": "F"})",
     "there must be 1 to 5 players"},
    {"player_key", R"({"name": "Bo"})", R"({"name": "Bo", "elo": 1})", "unknown key \"elo\""},
    {"player_text", R"({"name": "Bo"})", "\"Bo\"", "a player is not an object"},
    {"player_name", R"({"name": "Bo"})", R"({"name": 7})", "is not a string"},
    {"player_nameless", R"({"name": "Bo"})", "{}", "a player has no \"name\""},
    {"turns", "\"turns\": [", "\"turns\": 3, \"result\": [", "\"turns\" of the record is not"},
    {"turn_key", "\"rot\": 1", "\"rot\": 1, \"clock\": 3", "turn 2: the turn has the unknown key"},
    {"turn_key_twice", "\"rot\": 1", "\"rot\": 1, \"rot\": 1", "appears twice"},
    {"turn_null", R"({"player": 1, "tile": "base/U", "x": -1, "y": 0, "rot": 1})", "null",
     "turn 2: the turn is not an object"},
    {"turn_player", "\"player\": 1", "\"player\": 2", "turn 2: \"player\" of the turn is not"},
    {"turn_player_negative", "\"player\": 1", "\"player\": -1", "turn 2: \"player\""},
    {"turn_player_float", "\"player\": 1", "\"player\": 1.0", "turn 2: \"player\""},
    {"turn_player_missing", "\"player\": 1, ", "", "turn 2: the turn has no \"player\""},
    {"tile", "base/U", "base/Z", "turn 2: the tile \"base/Z\" is not in this game"},
    {"tile_number", "\"base/U\"", "5", "turn 2: \"tile\" of the turn is not a string"},
    {"x_far", "\"x\": -1", "\"x\": 121", "turn 2: \"x\" of the turn is not a whole number"},
    {"x_huge", "\"x\": -1", "\"x\": 99999999999999999999999", "turn 2: \"x\""},
    {"x_int64", "\"x\": -1", "\"x\": 18446744073709551615", "turn 2: \"x\""},
    {"x_exponent", "\"x\": -1", "\"x\": 1e3", "turn 2: \"x\""},
    {"x_infinite", "\"x\": -1", "\"x\": 1e999", "not JSON"},
    {"x_nan", "\"x\": -1", "\"x\": NaN", "not JSON"},
    {"x_text", "\"x\": -1", "\"x\": \"1\"", "turn 2: \"x\""},
    {"x_missing", "\"x\": -1, ", "", "turn 2: the turn has no \"x\""},
    {"y", "\"y\": 0", "\"y\": true", "turn 2: \"y\""},
    {"rot", "\"rot\": 1", "\"rot\": 4", "turn 2: \"rot\" of the turn is not"},
    {"deploy", R"({"token": "follower", "segment": 0})", "true", "\"deploy\" is not an object"},
    {"deploy_key", "\"segment\": 0", "\"segment\": 0, \"x\": 0", "unknown key \"x\""},
    {"deploy_half", ", \"segment\": 0", "", "has no \"segment\""},
    {"token", "\"follower\"", "\"cow\"", "turn 1: the token \"cow\" is unknown"},
    {"token_none", "\"follower\"", "\"none\"", "turn 1: the token \"none\" is unknown"},
    {"segment", "\"segment\": 0", "\"segment\": 12", "turn 1: \"segment\""},
    {"recall", "\"rot\": 1", "\"rot\": 1, \"recall\": 1", "turn 2: \"recall\""},
    {"deploy_and_recall", "\"rot\": 2,", "\"rot\": 2, \"recall\": true,",
     "turn 1: the turn has both \"deploy\" and \"recall\""},
    {"bonus", "\"rot\": 1", "\"rot\": 1, \"bonus\": 0", "turn 2: \"bonus\""},
    {"skipped", "\"rot\": 1", "\"rot\": 1, \"skipped\": \"base/U\"", "turn 2: \"skipped\""},
    {"skipped_number", "\"rot\": 1", "\"rot\": 1, \"skipped\": [3]", "turn 2: \"skipped\""},
    {"skipped_tile", "\"rot\": 1", "\"rot\": 1, \"skipped\": [\"hg/01\"]",
     "turn 2: the tile \"hg/01\" is not in this game"},
    {"gingerbread", "\"rot\": 1", "\"rot\": 1, \"gingerbread\": {}", "turn 2: \"gingerbread\""},
    {"gingerbread_three", "\"rot\": 1", "\"rot\": 1, \"gingerbread\": [{}, {}, {}]",
     "turn 2: \"gingerbread\""},
    {"gingerbread_key", "\"rot\": 1",
     "\"rot\": 1, \"gingerbread\": [{\"x\": 0, \"y\": 0, \"segment\": 0, \"z\": 0}]",
     "turn 2: a gingerbread target has the unknown key"},
    {"gingerbread_half", "\"rot\": 1", "\"rot\": 1, \"gingerbread\": [{\"x\": 0}]", "turn 2: "},
    {"result", " ]}", " ], \"result\": []}", "\"result\" is not an object"},
    {"result_key", " ]}", " ], \"result\": {\"scores\": [0, 0], \"winner\": 0}}", "unknown key"},
    {"result_short", " ]}", " ], \"result\": {\"scores\": [0]}}", "must have one score per player"},
    {"result_text", " ]}", " ], \"result\": {\"scores\": [\"a\", 0]}}", "a score is not"},
    {"result_null", " ]}", " ], \"result\": null}", "\"result\" is not an object"},
    {"comma", "\"rot\": 1", "\"rot\": 1,", "not JSON"},
    {"comment", "\"rot\": 1", "\"rot\": 1 /* ok */", "not JSON"},
    {"quotes", "\"new\"", "'new'", "not JSON"},
    {"control", "Ada", "A\nda", "not JSON"},
    {"bytes", "Ada", "A\xff\xfe", "not JSON"},
    {"overlong", "Ada", "A\xc0\x80", "not JSON"},
    {"half_a_surrogate", "Ada", "\\ud800", "not JSON"},
    {"after", " ]}", " ]} {}", "not JSON"},
    {"cut", " ]}", " ]", "not JSON"},
};

std::string changed(const Bad& bad) {
    std::string text = good;
    const std::size_t at = text.find(bad.from);
    EXPECT_NE(at, std::string::npos) << bad.from;
    return text.replace(at, std::string_view(bad.from).size(), bad.to);
}

class BadRecord : public ::testing::TestWithParam<Bad> {};

TEST_P(BadRecord, is_refused_with_a_reason) {
    const auto record = parse_record(changed(GetParam()));
    ASSERT_FALSE(record.has_value());
    EXPECT_THAT(record.error().text(), HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(When, BadRecord, ::testing::ValuesIn(bad_records),
                         [](const auto& param_info) { return std::string(param_info.param.name); });

TEST(Record, the_contracts_example_gives_four_points) {
    const auto record = parse_record(good);
    ASSERT_TRUE(record.has_value()) << record.error().text();
    std::vector<ScoreEvent> events;
    const auto done = replay(*record, [&](const ReplayedTurn& played) {
        events.insert(events.end(), played.events.begin(), played.events.end());
    });
    ASSERT_TRUE(done.has_value()) << done.error().text();
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(text_of(event_json(events[0])),
              R"({"kind":"score","area":"city","reason":"completed","player":0,"points":4,)"
              R"("tiles":2,"shields":0,"own":1,"rival":0,"x":0,"y":-1,"segment":0})");
}

TEST(Record, defaults_may_be_given_and_are_left_out) {
    std::string text = good;
    text.replace(text.find(R"({"abbot": true})"), 15,
                 R"({"abbot": false, "farms": "farm-3", "river": "2021"})");
    const auto record = parse_record(text);
    ASSERT_TRUE(record.has_value()) << record.error().text();
    EXPECT_THAT(write_record(*record), HasSubstr(R"("options":{"river":"2021"},)"));
}

TEST(Record, nothing_a_turn_does_without_is_written) {
    const auto record = parse_record(
        R"({"format":"bastide/1","edition":"winter","options":{},"players":[{"name":""}],"turns":[)"
        R"({"player":0,"tile":"base/U","x":-1,"y":0,"rot":1,"recall":false,"bonus":false,)"
        R"("skipped":[],"gingerbread":[]}]})");
    ASSERT_TRUE(record.has_value()) << record.error().text();
    EXPECT_EQ(write_record(*record),
              R"({"format":"bastide/1","edition":"winter","players":[{"name":""}],"turns":[)"
              R"({"player":0,"tile":"base/U","x":-1,"y":0,"rot":1}]})");
}

constexpr const char* thoughtful =
    R"({"format":"bastide/2","edition":"winter","players":[{"name":""}],"turns":[)"
    R"({"player":0,"tile":"base/U","x":-1,"y":0,"rot":1,)"
    R"("thought":{"nodes":1920,"margin":-3.25,"win":0.4375}},)"
    R"({"player":0,"tile":"base/U","x":-2,"y":0,"rot":1,"thought":{"margin":0.0}},)"
    R"({"player":0,"tile":"base/U","x":-3,"y":0,"rot":1}]})";

TEST(Record, what_players_thought_is_read_and_written) {
    auto record = parse_record(thoughtful);
    ASSERT_TRUE(record.has_value()) << record.error().text();
    EXPECT_EQ(record->turns[0].thought, (Thought{.nodes = 1920, .margin = -3.25, .win = 0.4375}));
    EXPECT_EQ(record->turns[1].thought, (Thought{.nodes = {}, .margin = 0.0, .win = {}}));
    EXPECT_EQ(record->turns[2].thought, std::nullopt);
    EXPECT_EQ(write_record(*record), thoughtful);
    // To what is worth telling, and without a thought as ever.
    record->turns[0].thought = Thought{.nodes = {}, .margin = -0.001, .win = 1.0 / 3};
    EXPECT_THAT(write_record(*record), HasSubstr(R"("thought":{"margin":0.0,"win":0.3333}})"));
    for (RecordTurn& turn : record->turns) turn.thought.reset();
    EXPECT_THAT(write_record(*record), HasSubstr(R"({"format":"bastide/1")"));
}

TEST(Record, thoughts_are_read_strictly) {
    const std::pair<const char*, const char*> wrong[] = {
        {"-3.25", "-10000.5"},
        {"-3.25", "\"3\""},
        {"0.4375", "1.01"},
        {"0.4375", "-0.1"},
        {"0.4375", "null"},
        {"1920", "-1"},
        {"1920", "1.5"},
        {"\"nodes\"", "\"depth\""},
        {"1920", "9007199254740993"},
        {R"({"margin":0.0})", "{}"},
        {R"({"margin":0.0})", "3"},
    };
    for (const auto& [from, to] : wrong) {
        std::string text = thoughtful;
        text.replace(text.find(from), std::string_view(from).size(), to);
        const auto record = parse_record(text);
        ASSERT_FALSE(record.has_value()) << text;
        EXPECT_THAT(record.error().text(), HasSubstr("\"thought\"")) << text;
        EXPECT_GT(record.error().turn, 0u) << text;
    }
}

TEST(Record, names_keep_every_character) {
    const std::string name = "Zoë \"Ω\" \\ \t 🏰";
    Record record = new_record(setup_of("new"), {name});
    const auto read = parse_record(write_record(record));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->players[0], name);
    record.players[0] = "broken \xff";
    EXPECT_TRUE(parse_record(write_record(record)).has_value());
}

TEST(Record, limits_hold) {
    EXPECT_EQ(parse_record(std::string(max_record_bytes + 1, ' ')).error().text(),
              "longer than any record");
    std::string name(201, 'x');
    EXPECT_THAT(parse_record(R"({"format":"bastide/1","edition":"new","players":[{"name":")" +
                             name + R"("}],"turns":[]})")
                    .error()
                    .text(),
                HasSubstr("name is too long"));
    std::string turns;
    for (int i = 0; i < 257; ++i) turns += std::string(i > 0 ? "," : "") + "{}";
    EXPECT_THAT(
        parse_record(R"({"format":"bastide/1","edition":"new","players":[{"name":""}],"turns":[)" +
                     turns + "]}")
            .error()
            .text(),
        HasSubstr("too many turns"));
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += "[";
    EXPECT_THAT(parse_record(deep).error().text(), HasSubstr("nested too deep"));
    std::string objects;
    for (int i = 0; i < 30000; ++i) objects += "{\"a\":";
    EXPECT_THAT(parse_record(objects).error().text(), HasSubstr("nested too deep"));
}

TEST(Record, a_result_must_be_what_the_rules_give) {
    GameSpec spec = {0, 0, 2, 0, 5, max_tiles};
    Record record = play_record(spec);
    ASSERT_TRUE(record.result.has_value());
    EXPECT_TRUE(replay(record).has_value());
    Record other = record;
    ++(*other.result)[0];
    EXPECT_EQ(replay(other).error().text(), "its result is not what the rules give");
    Record shorter = record;
    shorter.turns.pop_back();
    EXPECT_EQ(replay(shorter).error().text(), "it has a result but no end");
    Record longer = record;
    longer.turns.push_back(record.turns.back());
    EXPECT_EQ(replay(longer).error().turn, record.turns.size() + 1);
    EXPECT_EQ(replay(longer).error().reason, code(RuleViolation::game_is_over));
}

/// Illegal turns and the reasons they are refused with, on the board after the good record.
TEST(Record, an_illegal_turn_is_refused_with_turn_and_reason) {
    struct Case {
        const char* turn;
        RuleViolation reason;
    };
    const Case cases[] = {
        {R"("player":1,"tile":"base/U","x":1,"y":0,"rot":1)", RuleViolation::wrong_player},
        {R"("player":0,"tile":"base/U","x":0,"y":0,"rot":1)", RuleViolation::cell_not_free},
        {R"("player":0,"tile":"base/U","x":5,"y":5,"rot":1)", RuleViolation::cell_not_adjacent},
        {R"("player":0,"tile":"base/U","x":1,"y":1,"rot":1)", RuleViolation::cell_not_adjacent},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":0)", RuleViolation::edges_do_not_match},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":3)", RuleViolation::rotation_not_lowest},
        {R"("player":0,"tile":"base/B","x":0,"y":1,"rot":1)", RuleViolation::rotation_not_lowest},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":1,"bonus":true)",
         RuleViolation::no_bonus_turn},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":1,"recall":true)",
         RuleViolation::no_abbot_to_recall},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":1,"skipped":["base/V"])",
         RuleViolation::tile_would_fit},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":1,"gingerbread":[{"x":0,"y":0,"segment":0}])",
         RuleViolation::man_may_not_move},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":1,"deploy":{"token":"follower","segment":9})",
         RuleViolation::no_such_segment},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":1,"deploy":{"token":"abbot","segment":0})",
         RuleViolation::token_not_allowed_here},
        {R"("player":0,"tile":"base/U","x":1,"y":0,"rot":1,"deploy":{"token":"hut","segment":0})",
         RuleViolation::token_not_allowed_here},
        {R"("player":0,"tile":"base/E+garden","x":0,"y":1,"rot":1,"deploy":{"token":"follower","segment":1})",
         RuleViolation::token_not_allowed_here},
        {R"("player":0,"tile":"base/E+garden","x":0,"y":1,"rot":1,"deploy":{"token":"abbot","segment":1})",
         RuleViolation::game_is_over}, // stands for: legal
    };
    for (const Case& c : cases) {
        std::string text = good;
        text.replace(text.rfind(" ]}"), 3, ",{" + std::string(c.turn) + "}]}");
        const auto record = parse_record(text);
        ASSERT_TRUE(record.has_value()) << record.error().text() << c.turn;
        const auto done = replay(*record);
        if (c.reason == RuleViolation::game_is_over) {
            EXPECT_TRUE(done.has_value()) << done.error().text();
            continue;
        }
        ASSERT_FALSE(done.has_value()) << c.turn;
        EXPECT_EQ(done.error().turn, 3u);
        EXPECT_EQ(done.error().reason, code(c.reason)) << c.turn;
    }
}

TEST(Record, tiles_run_out) {
    std::string text = R"({"format":"bastide/1","edition":"new","players":[{"name":""}],"turns":[)";
    text += R"({"player":0,"tile":"base/C","x":0,"y":-1,"rot":0},)";
    text += R"({"player":0,"tile":"base/C","x":0,"y":-2,"rot":0}]})";
    const auto done = replay(*parse_record(text));
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().text(),
              "turn 2: " + std::string(code(RuleViolation::tile_not_in_stack)));
}

TEST(Words, are_those_of_the_record) {
    EXPECT_EQ(word(Token::follower), "follower");
    EXPECT_EQ(word(Token::abbot), "abbot");
    EXPECT_EQ(word(Token::hut), "hut");
    for (const Token token : {Token::follower, Token::abbot, Token::hut}) {
        EXPECT_EQ(token_from(word(token)), token);
    }
    EXPECT_FALSE(token_from("none").has_value());
    EXPECT_EQ(word(AreaKind::gingerbread), "gingerbread");
    EXPECT_EQ(word(AreaKind::meadow), "meadow");
    EXPECT_EQ(word(Reason::left), "left");
    EXPECT_EQ(word(SegmentKind::stream), "river");
    EXPECT_EQ(word(SegmentKind::lake), "lake");
}

TEST(Utf8, knows_the_length_of_a_character_and_what_is_none) {
    EXPECT_EQ(utf8_length("a rest"), 1U);
    EXPECT_EQ(utf8_length("\xC3\xA9"), 2U);
    EXPECT_EQ(utf8_length("\xE2\x82\xAC and more"), 3U);
    EXPECT_EQ(utf8_length("\xF4\x8F\xBF\xBF"), 4U) << "the last there is";
    for (const std::string_view none :
         {"\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"}) {
        EXPECT_EQ(utf8_length(none), 0U) << none.size();
    }
}

} // namespace
} // namespace bastide
