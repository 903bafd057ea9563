#include "stage.h"

#include "notation/words.h"
#include "reference/translated.h"

#include <algorithm>

namespace bastide::games {
namespace {

// What people call a follower, by where it stands.
const std::map<std::string, SegmentKind> roles = {
    {"robber", SegmentKind::road},     {"knight", SegmentKind::city},
    {"monk", SegmentKind::monastery},  {"farmer", SegmentKind::field},
    {"gatherer", SegmentKind::forest}, {"fisher", SegmentKind::stream},
    {"hunter", SegmentKind::meadow},
};

/// The same box with other numbers of copies; of the start tile one is on the table.
void change_copies(Setup& setup, const Copies& copies) {
    std::vector<Tile> tiles;
    std::vector<std::string> ids;
    for (unsigned i = 0; i < setup.box->tile_count; ++i) {
        Tile tile = setup.box->tiles[i];
        const std::string& id = setup.tile_ids[i];
        const unsigned on_table = tile.start ? 1 : 0;
        if (const auto found = copies.of.find(id); found != copies.of.end()) {
            tile.count = static_cast<std::uint8_t>(static_cast<unsigned>(found->second) + on_table);
        } else if (copies.only) {
            tile.count = static_cast<std::uint8_t>(on_table);
        }
        if (tile.count == 0) continue;
        tiles.push_back(tile);
        ids.push_back(id);
    }
    for (const auto& [id, count] : copies.of) {
        if (!setup.find_tile(id)) throw Wrong(0, "no tile " + id);
    }
    auto box = build_box(setup.box->rules, tiles);
    if (!box) throw Wrong(0, name(box.error().error));
    setup.box = std::move(*box);
    setup.tile_ids = ids;
}

std::shared_ptr<const Setup> setup_for(const Variant& variant, const Copies& copies) {
    const Catalog& catalog = Catalog::embedded();
    const Edition* edition = catalog.find(variant.edition);
    if (edition == nullptr) throw Wrong(0, "no edition " + variant.edition);
    Options options = edition->defaults;
    for (const auto& [key, value] : variant.options) {
        if (!set_option(options, key, value)) {
            throw Wrong(0, "no such option or value: " + key);
        }
    }
    auto setup = catalog.setup(*edition, options);
    if (!setup) throw Wrong(0, setup.error().text());
    if (!copies.as_printed()) change_copies(*setup, copies);
    return std::make_shared<const Setup>(std::move(*setup));
}

/// S4: whoever plays the first turn; the first of the list where there is none.
unsigned first_player(const Scenario& scenario, const Variant& variant) {
    for (const Line& line : scenario.lines) {
        if (!line.labels.empty() && !line.labels.contains(variant.label)) continue;
        const auto found = std::ranges::find(scenario.players, line.words.front());
        if (found == scenario.players.end()) continue;
        return static_cast<unsigned>(found - scenario.players.begin());
    }
    return 0;
}

} // namespace

std::string goods_text(const std::map<std::string, int>& goods) {
    std::string text;
    for (const auto& [kind, count] : goods) text += " " + kind + " " + std::to_string(count);
    return text;
}

Stage::Stage(const Scenario& scenario, const Variant& variant, OnFailure on_failure)
    : scenario_(scenario)
    , variant_(variant)
    , on_failure_(std::move(on_failure)) {}

void Stage::play() {
    both_ = std::make_unique<Both>(setup_for(variant_, scenario_.copies), scenario_.copies,
                                   scenario_.players, first_player(scenario_, variant_));
    for (const Line& line : scenario_.lines) {
        if (!line.labels.empty() && !line.labels.contains(variant_.label)) continue;
        try {
            play_line(line);
        } catch (const Wrong&) {
            throw;
        } catch (const std::runtime_error& error) {
            throw Wrong(line.number, error.what());
        }
    }
    settle();
    if (scenario_.copies.as_printed()) both_->check_record();
}

void Stage::play_line(const Line& line) {
    Words words(line);
    if (std::ranges::find(scenario_.players, line.words.front()) != scenario_.players.end()) {
        play_turn(words);
        return;
    }
    const std::string& command = words.word("command");
    const auto found = expectations().find(command);
    if (found == expectations().end()) words.fail("unknown: " + command);
    (this->*found->second)(words);
    words.finish();
}

void Stage::play_turn(Words& words) {
    settle();
    const BothTurn turn = read_turn(words);
    words.finish();
    events_ = both_->play(turn);
    again_ = both_->reference().again();
    turn_line_ = words.line();
}

unsigned Stage::read_player(Words& words) const {
    const std::string& name = words.word("player");
    const auto found = std::ranges::find(scenario_.players, name);
    if (found == scenario_.players.end()) words.fail("no player " + name);
    return static_cast<unsigned>(found - scenario_.players.begin());
}

// PLAYER [bonus] TILE X,Y rN [ROLE SEGMENT | recall] [man X,Y,S...] [skipping TILE...]
BothTurn Stage::read_turn(Words& words) {
    BothTurn turn;
    turn.engine.player = read_player(words);
    turn.engine.bonus = words.skip("bonus");
    turn.reference.player = static_cast<int>(turn.engine.player);
    turn.reference.bonus = turn.engine.bonus;
    turn.reference.tile = words.word("tile");
    turn.engine.tile = both_->tile(turn.reference.tile);

    const std::vector<int> cell = words.coordinates(2);
    const std::string& rotation = words.word("rotation");
    if (rotation.size() != 2 || rotation[0] != 'r' || rotation[1] < '0' || rotation[1] > '3') {
        words.fail("not a rotation: " + rotation);
    }
    turn.reference.x = cell[0];
    turn.reference.y = cell[1];
    turn.reference.rot = rotation[1] - '0';
    turn.engine.move.placement = {
        {static_cast<std::int8_t>(cell[0]), static_cast<std::int8_t>(cell[1])},
        static_cast<Rotation>(turn.reference.rot)};
    read_deployment(words, turn);
    if (words.skip("man")) {
        Move& move = turn.engine.move;
        while (!words.done() && !words.next_is("skipping") && !words.next_is("because") &&
               !words.next_is("to")) {
            const std::vector<int> to = words.coordinates(3);
            if (move.man_move_count == max_man_moves) words.fail("the man moves too often");
            move.man_moves[move.man_move_count++] = {
                {static_cast<std::int8_t>(to[0]), static_cast<std::int8_t>(to[1])},
                static_cast<std::uint8_t>(to[2])};
            turn.reference.gingerbread.push_back({to[0], to[1], to[2]});
        }
    }
    if (words.skip("skipping")) {
        while (!words.done() && !words.next_is("because") && !words.next_is("to")) {
            turn.reference.skipped.push_back(words.word("tile"));
            turn.engine.skipped.push_back(both_->tile(turn.reference.skipped.back()));
        }
    }
    return turn;
}

void Stage::read_deployment(Words& words, BothTurn& turn) {
    if (words.skip("recall")) {
        turn.engine.move.deployment = Deployment::recall_abbot();
        turn.reference.recall = true;
        return;
    }
    if (words.done() || words.next_is("man") || words.next_is("skipping") ||
        words.next_is("because") || words.next_is("to")) {
        return;
    }
    const std::string& name = words.word("token");
    const auto role = roles.find(name);
    const auto token = role != roles.end() ? std::optional(Token::follower) : token_from(name);
    if (!token) words.fail("unknown token: " + name);
    const int segment = words.number("segment");
    const Tile& tile = both_->engine().tile(turn.engine.tile);
    if (role != roles.end() &&
        (segment < 0 || segment >= tile.segment_count ||
         tile.segments[static_cast<unsigned>(segment)].kind != role->second)) {
        words.fail("no place for a " + name + " at segment " + std::to_string(segment));
    }
    turn.engine.move.deployment = Deployment::put(*token, static_cast<unsigned>(segment));
    turn.reference.token = word(*token);
    turn.reference.segment = segment;
}

// PLAYER POINTS AREA [REASON] [tiles N] [extras N] [own N] [rival N] [at X,Y,S] [goods KIND]
// [inn] [cathedral] [pig]
void Stage::read_told(Words& words, std::vector<Told>& list, const std::string& reason) {
    Told told;
    told.line = words.line();
    told.what = std::to_string(read_player(words));
    told.what += " " + std::to_string(words.number("points")); // in one sum g++ reads it first
    told.what += " " + words.word("area");
    told.what += " " + (reason.empty() ? words.word("reason") : reason);
    while (!words.done()) {
        const std::string& detail = words.word("detail");
        if (detail == "at") {
            told.details["at"] = place_text(words.coordinates(3));
        } else if (detail == "tiles" || detail == "extras" || detail == "own" ||
                   detail == "rival") {
            told.details[detail] = std::to_string(words.number("number"));
        } else if (detail == "inn" || detail == "cathedral" || detail == "pig") {
            told.details[detail] = "true";
        } else if (detail == "goods") {
            told.details[detail] = words.word("kind");
        } else {
            words.fail("unknown: " + detail);
        }
    }
    list.push_back(told);
}

// PLAYER [KIND COUNTERS]... [at X,Y,S]
void Stage::read_taken(Words& words) {
    Told told;
    told.line = words.line();
    told.what = std::to_string(read_player(words)) + " takes";
    std::map<std::string, int> goods;
    while (!words.done()) {
        const std::string& detail = words.word("kind");
        if (detail == "at") {
            told.details["at"] = place_text(words.coordinates(3));
        } else {
            goods[detail] = words.number("counters");
        }
    }
    told.what += goods_text(goods);
    told_.push_back(told);
}

void Stage::compare_told(const std::vector<Told>& list,
                         const std::vector<reference::Event>& events) {
    for (std::size_t i = 0; i < list.size() && i < events.size(); ++i) {
        const reference::Event& e = events[i];
        const std::string player = std::to_string(e.player);
        const std::string what = e.kind == "goods" ? player + " takes" + goods_text(e.goods)
                                                   : player + " " + std::to_string(e.points) + " " +
                                                         e.area + " " + e.reason;
        const std::map<std::string, std::string> details = {
            {"tiles", std::to_string(e.tiles)},
            {"extras", std::to_string(e.shields)},
            {"own", std::to_string(e.own)},
            {"rival", std::to_string(e.rival)},
            {"inn", e.inn ? "true" : "false"},
            {"cathedral", e.cathedral ? "true" : "false"},
            {"pig", e.pig ? "true" : "false"},
            {"goods", e.goods.empty() ? "" : e.goods.begin()->first},
            {"at", place_text(std::array{e.x, e.y, e.segment})}};
        bool good = list[i].what == what;
        for (const auto& [key, value] : list[i].details) good = good && details.at(key) == value;
        if (!good) on_failure_(list[i].line, translated::text(e));
    }
    if (list.size() != events.size())
        on_failure_(turn_line_, "the points are:" + translated::text(events));
}

void Stage::settle() {
    compare_told(told_, events_);
    if (again_ != told_again_) {
        on_failure_(turn_line_, again_ ? "it earned a second part" : "it earned no second part");
    }
    again_ = told_again_ = false;
    if (about_the_end_) compare_told(told_finally_, both_->final_events());
    told_.clear();
    told_finally_.clear();
    about_the_end_ = false;
}

} // namespace bastide::games
