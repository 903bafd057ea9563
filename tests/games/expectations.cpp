#include "notation/words.h"
#include "stage.h"

#include <algorithm>
#include <numeric>

namespace bastide::games {
namespace {

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string joined(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers) text += (text.empty() ? "" : " ") + std::to_string(number);
    return text;
}

SegmentRef segment_at(const std::vector<int>& place) {
    return {{static_cast<std::int8_t>(place[0]), static_cast<std::int8_t>(place[1])},
            static_cast<std::uint8_t>(place[2])};
}

} // namespace

const std::map<std::string, Stage::Expectation>& Stage::expectations() {
    static const std::map<std::string, Expectation> table = {
        {"gets", &Stage::gets},
        {"takes", &Stage::takes},
        {"again", &Stage::again},
        {"goods", &Stage::goods},
        {"finally", &Stage::finally},
        {"scores", &Stage::scores},
        {"final", &Stage::final},
        {"breakdown", &Stage::breakdown},
        {"winners", &Stage::winners},
        {"supply", &Stage::supply},
        {"abbots", &Stage::abbots},
        {"huts", &Stage::huts},
        {"bigs", &Stage::bigs},
        {"builders", &Stage::builders},
        {"pigs", &Stage::pigs},
        {"table", &Stage::table},
        {"next", &Stage::next},
        {"stack", &Stage::stack},
        {"drawable", &Stage::drawable},
        {"fits", &Stage::fits},
        {"stuck", &Stage::stuck},
        {"moves", &Stage::moves},
        {"choices", &Stage::choices},
        {"legal", &Stage::legal},
        {"refused", &Stage::refused},
        {"area", &Stage::area},
        {"token", &Stage::token},
        {"man", &Stage::man},
        {"man-choices", &Stage::man_choices},
        {"over", &Stage::over},
        {"running", &Stage::running},
    };
    return table;
}

void Stage::same(const Words& words, const std::string& what, const std::string& expected,
                 const std::string& actual) {
    if (expected != actual) on_failure_(words.line(), what + " is " + actual);
}

void Stage::numbers(Words& words, const std::string& what, const std::vector<int>& actual) {
    std::vector<int> expected;
    while (!words.done()) expected.push_back(words.number("number"));
    same(words, what, joined(expected), joined(actual));
}

// --- points

void Stage::gets(Words& words) {
    if (turn_line_ == 0) words.fail("nobody has played yet");
    read_told(words, told_, "");
}

void Stage::takes(Words& words) {
    if (turn_line_ == 0) words.fail("nobody has played yet");
    read_taken(words);
}

void Stage::finally(Words& words) {
    about_the_end_ = true;
    if (!words.skip("nothing")) read_told(words, told_finally_, "final");
}

void Stage::scores(Words& words) {
    numbers(words, "scores", both_->reference().scores());
}

void Stage::final(Words& words) {
    numbers(words, "final", both_->reference().final_scores());
}

// PLAYER [AREA POINTS]...
void Stage::breakdown(Words& words) {
    const unsigned player = read_player(words);
    std::map<std::string, int> expected;
    while (!words.done()) {
        const std::string& kind = words.word("area");
        expected[kind] = words.number("points");
    }
    std::string text;
    const std::map<std::string, int> actual = both_->reference().breakdown().at(player);
    for (const auto& [kind, points] : actual) text += " " + kind + " " + std::to_string(points);
    if (expected != actual) on_failure_(words.line(), "the breakdown is" + text);
}

void Stage::winners(Words& words) {
    const std::vector<int> points = both_->reference().final_scores();
    std::vector<std::string> best;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points[i] == *std::ranges::max_element(points)) best.push_back(scenario_.players[i]);
    }
    same(words, "the winner", joined(words.rest()), joined(best));
}

// --- supplies and whose turn it is

void Stage::supply(Words& words) {
    numbers(words, "supply", both_->supply(Token::follower));
}

void Stage::abbots(Words& words) {
    numbers(words, "abbots", both_->supply(Token::abbot));
}

void Stage::huts(Words& words) {
    numbers(words, "huts", both_->supply(Token::hut));
}

void Stage::bigs(Words& words) {
    numbers(words, "bigs", both_->supply(Token::big));
}

void Stage::builders(Words& words) {
    numbers(words, "builders", both_->supply(Token::builder));
}

void Stage::pigs(Words& words) {
    numbers(words, "pigs", both_->supply(Token::pig));
}

// PLAYER none, or PLAYER KIND COUNTERS...
void Stage::goods(Words& words) {
    const unsigned player = read_player(words);
    std::map<std::string, int> expected = {{"wine", 0}, {"grain", 0}, {"cloth", 0}};
    if (!words.skip("none")) {
        while (!words.done()) {
            const std::string& kind = words.word("kind");
            if (!expected.contains(kind)) words.fail("unknown: " + kind);
            expected[kind] = words.number("counters");
        }
    }
    same(words, "the goods", goods_text(expected), goods_text(both_->reference().goods()[player]));
}

void Stage::again(Words& words) {
    if (turn_line_ == 0) words.fail("nobody has played yet");
    told_again_ = true;
}

// EDITION [key=value]... players N allowed|refused: whether such a game can be set up at all
void Stage::table(Words& words) {
    reference::Options options;
    options.edition = words.word("edition");
    std::string json =
        R"({"format":"bastide/1","edition":")" + options.edition + R"(","options":{)";
    std::string separator;
    while (!words.skip("players")) {
        const std::string& pair = words.word("option");
        options.inns |= pair == "inns=true";
        options.traders |= pair == "traders=true";
        if (pair != "inns=true" && pair != "traders=true") words.fail("unknown: " + pair);
        json += separator + '"' + pair.substr(0, pair.find('=')) + "\":true";
        separator = ",";
    }
    const int players = words.number("players");
    json += R"(},"turns":[],"players":[)";
    for (int i = 0; i < players; ++i) {
        json += i == 0 ? "" : ",";
        json += R"({"name":"P)" + std::to_string(i) + R"("})";
    }
    const bool ours = parse_record(json + "]}").has_value();
    bool theirs = true;
    try {
        const reference::Game game(BASTIDE_SOURCE_DIR "/data/tiles", options, players, 0);
    } catch (const std::runtime_error&) {
        theirs = false;
    }
    require(ours == theirs, "engine and reference do not agree about the table");
    same(words, "the table", words.word("answer"), ours ? "allowed" : "refused");
}

void Stage::next(Words& words) {
    const Game& game = both_->engine();
    std::vector<std::string> actual = {scenario_.players[game.now.player]};
    if (game.now.bonus_turn) actual.push_back("bonus");
    same(words, "next", joined(words.rest()), joined(actual));
}

void Stage::over(Words& words) {
    same(words, "the game", "over", both_->engine().over() ? "over" : "running");
}

void Stage::running(Words& words) {
    same(words, "the game", "running", both_->engine().over() ? "over" : "running");
}

// --- what may come and go

void Stage::stack(Words& words) {
    int sum = 0;
    for (const auto& [id, count] : both_->reference().drawable()) sum += count;
    same(words, "the stack", std::to_string(words.number("count")), std::to_string(sum));
}

// TILE COPIES
void Stage::drawable(Words& words) {
    const std::string& id = words.word("tile");
    both_->tile(id);
    const auto tiles = both_->reference().drawable();
    const auto found = tiles.find(id);
    const int copies = found == tiles.end() ? 0 : found->second;
    same(words, id, std::to_string(words.number("copies")), std::to_string(copies));
}

void Stage::fits(Words& words) {
    const std::string& id = words.word("tile");
    const bool ours = fits_somewhere(both_->engine(), both_->tile(id));
    require(ours == both_->reference().fits_somewhere(id), "only one side says that it fits");
    if (!ours) on_failure_(words.line(), id + " fits nowhere");
}

void Stage::stuck(Words& words) {
    const std::string& id = words.word("tile");
    const bool ours = fits_somewhere(both_->engine(), both_->tile(id));
    require(ours == both_->reference().fits_somewhere(id), "only one side says that it fits");
    if (ours) on_failure_(words.line(), id + " fits");
}

// TILE COUNT
void Stage::moves(Words& words) {
    const std::string& id = words.word("tile");
    const std::size_t count = both_->legal_moves(id).size();
    same(words, "the number of moves", std::to_string(words.number("count")),
         std::to_string(count));
}

// TILE X,Y rROT COUNT: what may be done with the tile there, nothing included
void Stage::choices(Words& words) {
    const std::string& id = words.word("tile");
    const std::vector<int> cell = words.coordinates(2);
    const std::string& rotation = words.word("rotation");
    int count = 0;
    for (const reference::LegalMove& move : both_->legal_moves(id)) {
        const bool there = move.x == cell[0] && move.y == cell[1];
        count += there && "r" + std::to_string(move.rot) == rotation ? 1 : 0;
    }
    same(words, "the number of choices", std::to_string(words.number("count")),
         std::to_string(count));
}

void Stage::legal(Words& words) {
    const std::string refusal = both_->refusal(read_turn(words));
    if (!refusal.empty()) on_failure_(words.line(), "refused because " + refusal);
}

// TURN because CODE
void Stage::refused(Words& words) {
    const BothTurn turn = read_turn(words);
    if (!words.skip("because")) words.fail("no because");
    const std::string refusal = both_->refusal(turn);
    same(words, "the reason", words.word("code"), refusal.empty() ? "legal" : refusal);
}

// --- areas and tokens

const reference::AreaView* Stage::find_area(const std::vector<reference::AreaView>& areas,
                                            const std::vector<int>& place, bool system) const {
    const std::array<int, 3> spot = {place[0], place[1], place[2]};
    for (const reference::AreaView& area : areas) {
        if ((area.kind == "river_system") == system && area.segments.contains(spot)) return &area;
    }
    return nullptr;
}

std::string Stage::names(const std::vector<int>& counts) const {
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        for (int k = 0; k < counts[i]; ++k) {
            text += (text.empty() ? "" : " ") + scenario_.players[i];
        }
    }
    return text.empty() ? "nobody" : text;
}

// X,Y,S KIND FACT...
void Stage::area(Words& words) {
    const std::vector<int> place = words.coordinates(3);
    const std::string& kind = words.word("kind");
    const auto areas = both_->reference().areas();
    const reference::AreaView* area = find_area(areas, place, kind == "river_system");
    if (area == nullptr) words.fail("no area at " + place_text(place));
    same(words, "the area", kind, area->kind);
    compare_with_engine(words, *area);
    while (!words.done()) area_fact(words, words.word("fact"), *area);
}

void Stage::area_fact(Words& words, const std::string& fact, const reference::AreaView& area) {
    const std::map<std::string, int> counts = {
        {"open", area.open_edges},
        {"tiles", area.tiles},
        {"segments", static_cast<int>(area.segments.size())},
        {"shields", area.shields},
        {"mushrooms", area.mushrooms},
        {"gold", area.gold},
        {"fish", area.fish},
        {"animals", area.animals},
        {"cities", area.completed_cities},
    };
    if (const auto found = counts.find(fact); found != counts.end()) {
        same(words, fact, std::to_string(words.number(fact)), std::to_string(found->second));
    } else if (fact == "complete" || fact == "incomplete") {
        same(words, "it", fact, area.complete ? "complete" : "incomplete");
    } else if (fact == "joins" || fact == "apart") {
        const std::vector<int> place = words.coordinates(3);
        const bool inside = area.segments.contains({place[0], place[1], place[2]});
        same(words, place_text(place), fact, inside ? "joins" : "apart");
    } else if (fact == "holds") { // to the end of the line, in the players' order
        std::vector<int> held = area.kind == "river_system" ? area.huts : area.followers;
        for (std::size_t i = 0; i < area.abbots.size(); ++i) held[i] += area.abbots[i];
        same(words, "it holds", joined(words.rest()), names(held));
    } else {
        words.fail("unknown: " + fact);
    }
}

void Stage::compare_with_engine(const Words& words, const reference::AreaView& area) {
    if (area.kind == "river_system") return; // the engine keeps it apart from the river
    const std::array<int, 3>& first = *area.segments.begin();
    const AreaView ours = area_at(both_->engine(), segment_at({first[0], first[1], first[2]}));
    same(words, "in the engine it", area.kind, std::string(word(ours.kind)));
    for (unsigned i = 0; i < both_->players() && ours.network != Network::site; ++i) {
        same(words, "in the engine a player's followers", std::to_string(area.followers.at(i)),
             std::to_string(ours.held.of(i)));
    }
    if (ours.network != Network::feature) return;
    const bool by_segment = area.kind == "forest" || area.kind == "river";
    same(words, "in the engine open", std::to_string(area.open_edges), std::to_string(ours.open));
    same(words, "in the engine the size",
         std::to_string(by_segment ? static_cast<int>(area.segments.size()) : area.tiles),
         std::to_string(ours.size));
}

// X,Y,S PLAYER TOKEN, or X,Y,S none
void Stage::token(Words& words) {
    const std::vector<int> place = words.coordinates(3);
    const auto tokens = both_->reference().tokens();
    const auto found = tokens.find({place[0], place[1], place[2]});
    std::string actual = "none";
    if (found != tokens.end()) {
        actual = scenario_.players.at(static_cast<std::size_t>(found->second.player)) + " " +
                 found->second.kind;
    }
    const SegmentRef where = segment_at(place);
    const PlacedTile* tile = tile_at(both_->engine(), where.cell);
    if (tile == nullptr) words.fail("no tile there");
    const TokenView view = token_on(both_->engine(), *tile);
    std::string ours = "none";
    if (view.token != Token::none && view.where == where) {
        ours = scenario_.players.at(view.player) + " " + std::string(word(view.token));
    }
    require(ours == actual, "the engine sees " + ours + ", the reference " + actual);
    same(words, "the token", joined(words.rest()), actual);
}

// --- the Gingerbread Man

// at X,Y,S (any segment of his city), waiting, beside, absent
void Stage::man(Words& words) {
    const Game& game = both_->engine();
    static const std::map<ManPlace, std::string> places = {{ManPlace::absent, "absent"},
                                                           {ManPlace::waiting, "waiting"},
                                                           {ManPlace::beside, "beside"},
                                                           {ManPlace::city, "at"}};
    const auto theirs = both_->reference().gingerbread_man();
    require((game.now.man == ManPlace::city) == theirs.has_value(),
            "engine and reference see the man elsewhere");
    const std::string& place = words.word("place");
    same(words, "the man", place, places.at(game.now.man));
    if (place != "at") return;
    const std::vector<int> where = words.coordinates(3);
    if (!theirs) return;
    const auto areas = both_->reference().areas();
    const reference::AreaView* city = find_area(areas, where, false);
    if (city == nullptr || !city->segments.contains(*theirs)) {
        on_failure_(words.line(), "the man is at " + place_text(*theirs));
    }
}

// TURN to X,Y,S... (smallest segments, in order), or TURN to nowhere
void Stage::man_choices(Words& words) {
    const BothTurn turn = read_turn(words);
    if (!words.skip("to")) words.fail("no to");
    std::vector<std::string> actual;
    for (const auto& city : both_->man_choices(turn)) actual.push_back(place_text(city));
    if (actual.empty()) actual.push_back("nowhere");
    same(words, "the choice", joined(words.rest()), joined(actual));
}

} // namespace bastide::games
