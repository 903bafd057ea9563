#pragma once
// A person's turn at the table, key by key: where the cursor is, how the tile is turned, which
// figure is chosen. A view draws it, a terminal feeds it; it knows neither.

#include "ai/analysis/explanation.h"
#include "ai/analyst.h"
#include "cli/play/table.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bastide::cli {

enum class PlayKey : std::uint8_t {
    none,
    left,
    right,
    up,
    down,
    next_place,
    previous_place,
    page_up,
    page_down,
    turn,
    turn_back,
    accept,
    back,
    undo,
    hint,
    help,
    log,
    larger,
    smaller,
    quit,
};

/// A key with what it does, for the help page and for whoever reads keys.
struct KeyHelp {
    PlayKey key;
    std::string_view letters; // any of them
    std::string_view shown;
    std::string_view text;
};
const std::vector<KeyHelp>& key_help();
PlayKey key_of(char letter);

enum class Stage : std::uint8_t {
    place,  // where the tile goes
    figure, // what to put on it
    man,    // where the Gingerbread Man goes
    wait,   // a computer's turn
    over,
};

enum class Page : std::uint8_t { board, help, log };

/// What the computer thought about: the move for its seat, or a hint for a person.
struct Thought {
    Move move;
    std::string line; // of a hint
};

class Session {
  public:
    /// `changed` is called after every turn and every turn taken back.
    Session(Table table, std::function<void(const Table&)> changed);

    const Table& table() const { return table_; }
    /// The game as it is shown: with the tile and the figure that the Gingerbread Man waits for.
    const Game& shown() const { return after_ == nullptr ? table_.game() : *after_; }
    Stage stage() const { return stage_; }
    Page page() const { return page_; }
    bool finished() const { return finished_; }
    int zoom() const { return zoom_; }
    const std::string& message() const { return message_; }
    const std::vector<std::string>& log() const { return log_; }
    /// Page::log: lines after the last that is shown.
    int log_below() const { return log_below_; }

    /// Where the tile in hand is held, or where one looks when the game is over; and why it may not
    /// lie there; empty if it may.
    Placement held() const { return held_; }
    std::string refusal() const;
    bool fits(Cell cell) const;
    /// Stage::figure: what may be done, and which is chosen. Stage::man: cities.
    const std::vector<Deployment>& figures() const { return figures_; }
    const std::vector<SegmentRef>& cities() const { return cities_; }
    unsigned chosen() const { return chosen_; }

    void press(PlayKey key);
    /// The part of it that turns pages, enlarges and leaves, and nothing else: whether there is
    /// nothing more to do.
    bool look(PlayKey key);
    /// Stage::figure and man: the n-th of the list. Otherwise a key like any other.
    void choose(unsigned number);

    /// Whether the computer has something to think about: its move, or a hint.
    bool has_to_think() const { return stage_ == Stage::wait || asked_; }
    /// May be called on another thread while nothing but look() is; `cancel` ends it early.
    Thought think(const std::atomic<bool>& cancel);
    void take(const Thought& thought);

  private:
    void begin_turn();
    void take_up();
    bool scroll_log(PlayKey key);
    void press_in_place(PlayKey key);
    void press_in_list(PlayKey key);
    void step(int dx, int dy);
    void next_placement(int direction);
    void turn(unsigned quarter_turns);
    Placement to_lay() const;
    void accept_placement();
    void accept_figure();
    void ask_for_man();
    void play(const Move& move);
    void take_back();
    Thought move_of_seat(const std::atomic<bool>& cancel);
    Thought hint(const std::atomic<bool>& cancel);
    std::size_t list_size() const;
    void tell(std::size_t from_turn);

    Table table_;
    std::function<void(const Table&)> changed_;
    std::vector<std::unique_ptr<Agent>> agents_; // by seat; none for a person
    std::unique_ptr<Analyst> analyst_;
    Stage stage_ = Stage::place;
    Page page_ = Page::board;
    bool finished_ = false;
    bool asked_ = false; // for a hint
    int zoom_ = 0;
    Placement held_;
    std::vector<Placement> placements_; // legal ones
    std::vector<Deployment> figures_;
    std::vector<SegmentRef> cities_;
    unsigned chosen_ = 0;
    Move planned_;
    std::unique_ptr<Game> after_; // Stage::man: what was planned so far
    std::optional<Move> advised_;
    std::string message_;
    std::vector<std::string> log_;
    int log_below_ = 0;
};

} // namespace bastide::cli
