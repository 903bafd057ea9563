// Bytes decide the edition, the options, the draws, the moves (illegal ones too, which check() must
// refuse), undo and copies; after every few steps everything is worked out again.

#include "rules/deck.h"
#include "rules/playout.h"
#include "support/any_game.h"
#include "support/recompute.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace {

using namespace bastide;
using namespace bastide::testing_support;

void require(bool holds, std::string_view what) {
    if (holds) return;
    std::cerr << "play_fuzz: " << what << '\n';
    std::abort();
}

class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size)
        : data_(data)
        , left_(size) {}
    bool empty() const { return left_ == 0; }
    unsigned next() {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }
    unsigned below(unsigned bound) { return (next() * 256 + next()) % bound; }

  private:
    const std::uint8_t* data_;
    std::size_t left_;
};

class Session {
  public:
    Session(const GameSpec& spec, Bytes& bytes)
        : setup_(setup_of(spec))
        , game_(*setup_->box, spec.players, spec.first % spec.players)
        , bytes_(bytes) {}

    void run() {
        for (unsigned steps = 0; !bytes_.empty() && steps < 400; ++steps) {
            step(bytes_.next());
            if (steps % 32 == 31) verify();
        }
        verify();
        if (!game_.over()) play_out();
        while (!changes_.empty()) take_back();
        verify();
    }

  private:
    struct Done {
        std::unique_ptr<Change> change;
        std::uint64_t hash;
    };

    void step(unsigned choice) {
        if (choice % 16 == 0) return take_back();
        if (choice % 16 == 1) return copy();
        if (choice % 16 == 2) return any_draw();
        if (choice % 16 < 6) return any_move();
        if (game_.now.phase == Phase::draw) return draw_next();
        if (game_.now.phase == Phase::place) return legal_move();
    }

    Change& record() {
        changes_.push_back({std::make_unique<Change>(), hash(game_)});
        return *changes_.back().change;
    }

    void take_back() {
        if (changes_.empty()) return;
        undo(game_, *changes_.back().change);
        require(hash(game_) == changes_.back().hash, "undo changed the position");
        changes_.pop_back();
    }

    void copy() {
        const Game other = game_;
        require(other == game_, "a copy differs");
        Game third(*setup_->box, 1, 0);
        third = other;
        game_ = third;
    }

    /// Any tile, drawable or not.
    void any_draw() {
        const auto tile = static_cast<TileIndex>(bytes_.next());
        if (!check_draw(game_, tile)) return;
        draw(game_, tile, record());
    }

    void draw_next() {
        auto tile = static_cast<TileIndex>(bytes_.below(setup_->box->tile_count));
        while (!may_draw(game_, tile)) {
            tile = static_cast<TileIndex>((tile + 1u) % setup_->box->tile_count);
        }
        draw(game_, tile, record());
    }

    void legal_move() {
        legal_moves(game_, *moves_);
        require(moves_->size() > 0, "a tile in hand that fits nowhere");
        require(moves_->size() == count_legal_moves(game_), "count of moves");
        Random random(bytes_.next());
        const Move move = with_random_man(game_, (*moves_)[bytes_.below(moves_->size())], random);
        require(check(game_, move).has_value(), "a listed move is refused");
        play(move);
    }

    /// Any move at all: refused, or one of the list.
    void any_move() {
        Move move;
        const auto coordinate = [&] {
            const unsigned byte = bytes_.next();
            return static_cast<std::int8_t>(byte < 224 ? static_cast<int>(byte % 16) - 8
                                                       : static_cast<int>(byte) - 256);
        };
        move.placement.cell = {coordinate(), coordinate()};
        move.placement.rotation = static_cast<Rotation>(bytes_.next() % 5);
        move.deployment.action = static_cast<Deployment::Action>(bytes_.next() % 3);
        move.deployment.token = static_cast<Token>(bytes_.next() % 4);
        move.deployment.segment = static_cast<std::uint8_t>(bytes_.next() % 16);
        move.man_move_count = static_cast<std::uint8_t>(bytes_.next() % 3);
        for (unsigned i = 0; i < move.man_move_count; ++i) {
            move.man_moves[i] = {{coordinate(), coordinate()},
                                 static_cast<std::uint8_t>(bytes_.next() % 16)};
        }
        const bool passes = check(game_, move).has_value();
        if (!passes) return;
        // What nothing and recall say of token and segment is not read.
        if (move.deployment.action == Deployment::Action::none) move.deployment = {};
        if (move.deployment.action == Deployment::Action::recall) {
            move.deployment = Deployment::recall_abbot();
        }
        legal_moves(game_, *moves_);
        bool listed = false;
        for (unsigned i = 0; i < moves_->size(); ++i) {
            const Move known = (*moves_)[i];
            listed |= known.placement == move.placement && known.deployment == move.deployment;
        }
        require(listed, "check() passes a move that is not listed");
        play(move);
    }

    void play(const Move& move) {
        Game silent = game_;
        Change& change = record();
        const Points before = game_.now.score;
        apply(game_, move, change);
        apply(silent, move);
        require(silent == game_, "silent play differs");
        Points points = before;
        for (const ScoreEvent& event : change.events()) {
            points[event.player] = static_cast<std::int16_t>(points[event.player] + event.points);
        }
        require(points == game_.now.score, "points without an event");
    }

    void play_out() const {
        for (const PlayoutForm form : {PlayoutForm::full, PlayoutForm::sampling}) {
            Game copy = game_;
            Deck deck(copy, 1);
            Random random(2);
            playout(copy, deck, random, form);
            require(copy.over(), "a playout that does not end");
            const std::string wrong = disagreement(copy);
            require(wrong.empty(), wrong);
            const auto events = std::make_unique<FinalEvents>();
            require(final_scores(copy, *events) == final_scores(copy), "final scores");
        }
    }

    void verify() const {
        const std::string wrong = disagreement(game_);
        require(wrong.empty(), wrong);
    }

    std::shared_ptr<const Setup> setup_;
    Game game_;
    Bytes& bytes_;
    std::vector<Done> changes_;
    std::unique_ptr<MoveList> moves_ = std::make_unique<MoveList>();
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    GameSpec spec;
    spec.edition = bytes.next() % static_cast<unsigned>(Catalog::embedded().editions().size());
    spec.mix = bytes.below(mix_count());
    spec.players = 1 + bytes.next() % most_players(Width::own);
    spec.first = bytes.next();
    Session(spec, bytes).run();
    return 0;
}
