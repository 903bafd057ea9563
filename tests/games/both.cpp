#include "both.h"

#include "notation/words.h"
#include "reference/translated.h"

#include <stdexcept>

namespace bastide::games {
namespace {

std::map<std::string, int> drawable(const Game& game, const Setup& setup) {
    std::map<std::string, int> tiles;
    for (unsigned i = 0; i < setup.tile_ids.size(); ++i) {
        if (may_draw(game, static_cast<TileIndex>(i))) tiles[setup.tile_ids[i]] = game.now.bag[i];
    }
    return tiles;
}

template <class Array>
std::vector<int> first_of(const Array& values, unsigned count) {
    return {values.begin(), values.begin() + count};
}

reference::Options with_copies(const Setup& setup, const Copies& copies) {
    reference::Options options = translated::options(setup.edition, setup.options);
    options.copies = copies.of;
    options.only_copies = copies.only;
    return options;
}

/// The draws of a turn on a running game, and how to take them back.
class Draws {
  public:
    explicit Draws(Game& game)
        : game_(game) {}
    Result<DrawOutcome> draw(TileIndex tile) {
        if (const auto ok = check_draw(game_, tile); !ok) return std::unexpected(ok.error());
        changes_.push_back(std::make_unique<Change>());
        return bastide::draw(game_, tile, *changes_.back());
    }
    void take_back() {
        for (; !changes_.empty(); changes_.pop_back()) undo(game_, *changes_.back());
    }

  private:
    Game& game_;
    std::vector<std::unique_ptr<Change>> changes_;
};

} // namespace

void require(bool condition, const std::string& text) {
    if (!condition) throw std::runtime_error(text);
}

Both::Both(std::shared_ptr<const Setup> setup, const Copies& copies,
           std::vector<std::string> players, unsigned first)
    : record_(new_record(std::move(setup), std::move(players)))
    , engine_(record_.box(), static_cast<unsigned>(record_.players.size()), first)
    , reference_(BASTIDE_SOURCE_DIR "/data/tiles", with_copies(*record_.setup, copies),
                 static_cast<int>(record_.players.size()), static_cast<int>(first)) {
    compare_positions();
}

TileIndex Both::tile(const std::string& id) const {
    const auto found = setup().find_tile(id);
    require(found.has_value(), "no tile " + id + " in this game");
    return *found;
}

std::string Both::refusal(const BothTurn& turn) {
    const Game before = engine_;
    const std::string refused = [&]() -> std::string {
        Game copy = engine_;
        Change change;
        const auto ok = play_turn(copy, turn.engine, change, nullptr);
        return ok ? "" : std::string(code(ok.error()));
    }();
    // Once more on the game itself, with undo in place of a copy.
    Draws draws(engine_);
    bool drawn = true;
    for (const TileIndex tile : turn.engine.skipped) {
        const auto outcome = draws.draw(tile);
        drawn = drawn && outcome && *outcome == DrawOutcome::set_aside;
        if (!drawn) break;
    }
    if (drawn) {
        const auto outcome = draws.draw(turn.engine.tile);
        if (outcome && *outcome == DrawOutcome::fits) {
            const bool legal = check(engine_, turn.engine.move).has_value();
            require(legal || !refused.empty(), "check() refuses what play_turn() takes");
        }
    }
    draws.take_back();
    require(engine_ == before, "asking changed the game");

    reference::Game other = reference_;
    std::string theirs;
    try {
        other.play(turn.reference);
    } catch (const std::runtime_error& error) {
        theirs = error.what();
    }
    require(refused.empty() == theirs.empty(),
            "the engine says \"" + refused + "\", the reference \"" + theirs + "\"");
    return refused;
}

std::vector<reference::LegalMove> Both::legal_moves(const std::string& id) const {
    Game copy = engine_;
    const auto ok = check_draw(copy, tile(id));
    require(ok.has_value(), id + ": " + (ok ? "" : std::string(code(ok.error()))));
    if (draw(copy, tile(id)) == DrawOutcome::fits) compare_legal_moves(copy, id);
    const auto moves = reference_.legal_moves(id);
    return {moves.begin(), moves.end()};
}

void Both::compare_legal_moves(const Game& drawn, const std::string& id) const {
    auto list = std::make_unique<MoveList>();
    bastide::legal_moves(drawn, *list);
    std::set<reference::LegalMove> ours;
    for (unsigned i = 0; i < list->size(); ++i) ours.insert(translated::move((*list)[i]));
    require(ours.size() == list->size(), "a legal move is listed twice");
    require(ours == reference_.legal_moves(id), "legal moves differ for " + id);
}

std::vector<std::array<int, 3>> Both::man_choices(const BothTurn& turn) const {
    Game copy = engine_;
    for (const TileIndex tile : turn.engine.skipped) draw(copy, tile);
    draw(copy, turn.engine.tile);
    const Move& move = turn.engine.move;
    place(copy, move.placement);
    deploy(copy, move.deployment);
    for (unsigned i = 0; i < move.man_move_count; ++i) {
        const auto city = check_man_target(copy, move.man_moves[i]);
        require(city.has_value(), "the man cannot go there");
        move_man(copy, *city);
    }
    std::set<std::array<int, 3>> ours, theirs;
    const ManChoices choices = bastide::man_choices(copy);
    for (unsigned i = 0; i < choices.count; ++i) {
        ours.insert(translated::place(smallest_feature_segment(copy, choices.root[i])));
    }
    for (const auto& city : reference_.gingerbread_choices(turn.reference)) theirs.insert(city);
    require(ours == theirs, "the man's choices differ");
    return {ours.begin(), ours.end()};
}

std::vector<reference::Event> Both::play(const BothTurn& turn) {
    Game before = engine_;
    const auto ok = play_turn(engine_, turn.engine, change_, &before);
    require(ok.has_value(), std::string("refused: ") + (ok ? "" : std::string(code(ok.error()))));
    compare_legal_moves(before, turn.reference.tile);
    Game back = engine_;
    undo(back, change_);
    require(back == before, "undo does not restore the position");
    reference_.play(turn.reference);
    const auto events = translated::events(change_.events());
    require(events == reference_.last_events(),
            "events differ, engine:" + translated::text(events) +
                "\nreference:" + translated::text(reference_.last_events()));
    record_.turns.push_back(turn.engine);
    compare_positions();
    return events;
}

std::vector<int> Both::supply(Token token) const {
    return first_of(engine_.now.supplies[static_cast<unsigned>(token)], players());
}

void Both::compare_positions() const {
    const unsigned n = players();
    require(engine_.over() == reference_.over(), "one side says that the game is over");
    require(first_of(engine_.now.score, n) == reference_.scores(), "scores differ");
    for (unsigned i = 1; i < token_count; ++i) {
        const auto token = static_cast<Token>(i);
        const std::string name(word(token));
        require(supply(token) == reference_.supply(name), "the supply differs: " + name);
    }
    require(translated::goods(engine_) == reference_.goods(), "goods differ");
    require(engine_.now.second_part == reference_.again(),
            "only one side says that it plays again");
    if (!engine_.over()) {
        require(engine_.now.player == reference_.player(), "the player to move differs");
        require(engine_.now.bonus_turn == reference_.bonus_turn(), "the bonus turn differs");
        require(drawable(engine_, setup()) == reference_.drawable(), "what may be drawn differs");
    }
    final_events();
}

std::vector<reference::Event> Both::final_events() const {
    FinalEvents events;
    const Points points = final_scores(engine_, events);
    const auto list = translated::events(events);
    require(list == reference_.final_events(),
            "final events differ, engine:" + translated::text(list) +
                "\nreference:" + translated::text(reference_.final_events()));
    require(first_of(points, players()) == reference_.final_scores(), "final scores differ");
    return list;
}

void Both::check_record() const {
    Record record = record_;
    if (engine_.over()) record.result = reference_.final_scores();
    const std::string bytes = write_record(record);
    const auto again = parse_record(bytes);
    require(again.has_value(), "the record is not read again");
    require(again->turns == record.turns, "the record's turns change on the way");
    require(write_record(*again) == bytes, "the record's bytes change on the way");
    const auto replayed = replay(*again);
    require(replayed.has_value(), "the record is not replayed");
    require((*replayed)->final == final_scores(engine_), "the replay ends with other scores");
    require(record.turns.empty() || hash((*replayed)->game) == hash(engine_),
            "the replay ends elsewhere");
}

} // namespace bastide::games
