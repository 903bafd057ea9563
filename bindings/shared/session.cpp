#include "bindings/shared/session.h"

#include "rules/playout.h"

namespace bastide::binding {
namespace {

unsigned first_player(const Record& record, const SessionOptions& options) {
    if (!record.turns.empty()) return record.first_player();
    return options.first_player % static_cast<unsigned>(record.players.size());
}

} // namespace

Session::Session(Record record, SessionOptions options)
    : record_(std::move(record))
    , options_(options)
    , game_(record_.box(), players(), bastide::binding::first_player(record_, options)) {
    options_.first_player = game_.now.player; // also when the first turn is taken back
}

std::expected<std::unique_ptr<Session>, RecordError> Session::open(std::string_view text,
                                                                   SessionOptions options) {
    auto record = parse_record(text);
    if (!record) return std::unexpected(record.error());
    // The whole record must be playable before anybody looks at a part of it.
    if (auto played = replay(*record); !played) return std::unexpected(played.error());
    std::unique_ptr<Session> session(new Session(std::move(*record), options));
    session->seek(session->turns());
    return session;
}

std::unique_ptr<Session> Session::begin(Record record, SessionOptions options) {
    return std::unique_ptr<Session>(new Session(std::move(record), options));
}

void Session::seek(unsigned ply) {
    game_ = Game(record_.box(), players(), bastide::binding::first_player(record_, options_));
    skipped_.clear();
    Change change;
    ply_ = 0;
    while (ply_ < ply && ply_ < turns()) {
        if (!play_turn(game_, record_.turns[ply_], change, nullptr)) return;
        ++ply_;
    }
}

void Session::deal() {
    if (!at_end() || game_.now.phase != Phase::draw) return;
    if (deck_) {
        before_deals_.push_back(*deck_);
        draw_from(*deck_, game_, &skipped_);
    } else if (deals()) {
        Deck deck(game_, mix_seed(*options_.seed, 2 * ply_));
        draw_from(deck, game_, &skipped_);
    }
    if (game_.over()) set_result();
}

void Session::set_result() {
    const Points points = final_scores(game_);
    record_.result.emplace(points.data(), points.data() + players());
}

Result<DrawOutcome> Session::draw(TileIndex tile) {
    if (auto ok = check_draw(game_, tile); !ok) return std::unexpected(ok.error());
    const DrawOutcome outcome = bastide::draw(game_, tile);
    if (outcome != DrawOutcome::fits) skipped_.push_back(tile);
    return outcome;
}

Result<void> Session::play(const Move& move, Change& change) {
    if (!at_end()) return std::unexpected(RuleViolation::no_tile_drawn);
    if (auto ok = check(game_, move); !ok) return ok;
    RecordTurn turn;
    turn.player = game_.now.player;
    turn.tile = game_.now.hand;
    turn.bonus = game_.now.bonus_turn;
    turn.move = move;
    turn.skipped = std::move(skipped_);
    skipped_.clear();
    apply(game_, move, change);
    record_.turns.push_back(std::move(turn));
    ++ply_;
    if (game_.over()) set_result();
    return {};
}

void Session::use_deck(std::uint64_t seed) {
    deck_.emplace(game_, seed);
    before_deals_.clear();
    options_.seed = seed;
}

Undone Session::undo() {
    if (!at_end()) return Undone::nothing;
    const bool drawn = game_.now.phase == Phase::place || !skipped_.empty();
    if (!drawn && ply_ == 0) return Undone::nothing;
    record_.result.reset();
    if (drawn) {
        undo_draw();
        return Undone::draw;
    }
    undo_move();
    return Undone::move;
}

void Session::undo_draw() {
    seek(ply_);
    if (!deck_) return;
    if (before_deals_.empty()) { // the tile was drawn before there was a deck
        deck_.emplace(game_, seed());
        return;
    }
    deck_ = before_deals_.back();
    before_deals_.pop_back();
}

/// The deck is what it was: a move draws nothing.
void Session::undo_move() {
    RecordTurn turn = std::move(record_.turns.back());
    record_.turns.pop_back();
    seek(turns());
    for (const TileIndex tile : turn.skipped) bastide::draw(game_, tile);
    bastide::draw(game_, turn.tile);
    skipped_ = std::move(turn.skipped);
}

} // namespace bastide::binding
