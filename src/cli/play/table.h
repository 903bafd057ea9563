#pragma once
// A game at one terminal: its seats, its draws by a seed, what has been played. The same seed deals
// the same tiles, so that a game taken back or read from its file goes on as it would have.

#include "ai/agent.h"
#include "notation/record.h"
#include "rules/deck.h"
#include "rules/rules.h"

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace bastide::cli {

struct TableSeat {
    std::string name;
    std::optional<AgentSpec> agent; // without: a person
};

struct TableSettings {
    std::shared_ptr<const Setup> setup;
    std::vector<TableSeat> seats;
    std::uint64_t seed = 1;
    unsigned first = 0; // who begins
};

class Table {
  public:
    explicit Table(TableSettings settings);

    const TableSettings& settings() const { return settings_; }
    const Setup& setup() const { return *settings_.setup; }
    const Record& record() const { return record_; }
    const Game& game() const { return *game_; }
    /// Whose turn it is; nobody's when the game is over.
    const TableSeat& seat() const { return settings_.seats[game_->now.player]; }
    /// Tiles that fitted nowhere when the tile in hand was drawn.
    const std::vector<TileIndex>& skipped() const { return turn_.skipped; }
    /// The points that each turn gave.
    const std::vector<std::vector<ScoreEvent>>& events() const { return events_; }

    /// A legal move with the tile in hand; then the next tile is drawn.
    void play(const Move& move);
    /// A turn from a file: refused if this game deals another tile or the rules say no.
    std::expected<void, std::string> play(const RecordTurn& turn);
    /// Back to the latest turn of a person. False: there is none.
    bool take_back();

  private:
    void begin();
    void draw_tile();

    TableSettings settings_;
    Record record_;
    std::unique_ptr<Game> game_;
    std::optional<Deck> deck_;
    RecordTurn turn_; // the one that is being played
    std::vector<std::vector<ScoreEvent>> events_;
};

} // namespace bastide::cli
