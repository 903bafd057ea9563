#pragma once
// A game as its log tells it: the position, who plays each seat, and every entry as it was or will
// be published. Pure: no clock, no disk, no sockets.

#include "notation/json.h"
#include "rules/rules.h"
#include "server/dealer/chain.h"
#include "server/dealer/dealer.h"
#include "server/rooms/entry.h"
#include "server/rooms/pause.h"
#include "server/rooms/table_rules.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bastide::server {

enum class EndReason : std::uint8_t { complete, resign, time };

struct MatchResult {
    std::vector<int> scores;
    std::vector<unsigned> ranks;
    EndReason reason = EndReason::complete;
};
Json result_json(const MatchResult& result);

/// What the log says about a seat.
struct SeatState {
    std::optional<std::string> agent; // who plays it, if not its person
    bool resigned = false;
    bool flagged = false;
    bool forfeited() const { return resigned || flagged; }
};

/// An entry that can come next; for a turn also the position after it and what it scored, so that
/// a move is checked and played once on its way to the disk.
struct NextEntry {
    Entry entry;
    std::unique_ptr<Game> after = nullptr; // turns only, before the next draw
    Json events = nullptr;                 // turns only
};

class Match {
  public:
    Match(TableRules rules, std::shared_ptr<const Setup> setup, const Bytes32& secret);

    const TableRules& rules() const { return rules_; }
    const Setup& setup() const { return *setup_; }
    const Dealer& dealer() const { return dealer_; }
    const SeatState& seat(unsigned index) const { return seats_[index]; }

    int ply() const { return static_cast<int>(published_.size()) - 1; }
    bool started() const { return game_ != nullptr; }
    /// The last entry is `end`.
    bool over() const { return result_.has_value(); }
    /// Nothing can be played any more, but the log does not say so yet.
    bool needs_end() const { return started() && !over() && decided(); }
    const std::optional<MatchResult>& result() const { return result_; }
    /// The result, once nothing can be played any more.
    MatchResult outcome() const;
    unsigned turns() const { return static_cast<unsigned>(line_.size()); }
    /// Needs started().
    const Game& game() const { return *game_; }
    /// Whose turn it is, while the game goes on.
    std::optional<unsigned> to_move() const;
    const std::vector<std::int64_t>& remaining_ms() const { return remaining_ms_; }
    const Pause& pause() const { return pause_; }
    std::int64_t last_at() const { return last_at_; }

    /// The ply at which this seat's move of that id was played.
    std::optional<int> find_move(unsigned seat, const std::string& move_id) const;

    /// By seat: names, and the tips of the players' chains.
    Entry start_entry(std::vector<std::string> names, PlayersPart::Tips tips) const;
    /// A move of whoever is to move, checked and played on a copy. Needs to_move().
    Result<NextEntry> play(const Move& move) const;
    /// Whether this link may go with this seat's move now.
    bool link_fits(unsigned seat, const Bytes32& link) const;
    /// The player sat down with a chain and plays without it by now.
    bool chain_lost(unsigned seat) const;
    /// Turns that would remain if this seat took its last one back.
    std::optional<unsigned> turns_before_last_of(unsigned seat) const;

    /// Takes an entry that the log has. False if it cannot be: the log is damaged.
    [[nodiscard]] bool add(const Entry& entry);
    /// Takes what play() gave for this very ply, once it is durable.
    [[nodiscard]] bool add(NextEntry next);

    /// Somebody is called otherwise from now on, in what was published too.
    void rename(unsigned seat, const std::string& name);
    /// The entries from this ply on as everybody sees them, each as JSON text.
    std::span<const std::string> published_from(int ply) const {
        return std::span(published_).subspan(static_cast<std::size_t>(ply));
    }
    /// The record so far; with the dealer's secret once the game is over.
    Record record() const;

  private:
    bool decided() const;
    bool may_come(const Entry& entry) const;
    /// What an entry changes besides the position of a turn, and how everybody sees it.
    bool publish(const Entry& entry, Json events);
    bool add_start(const Entry& entry, Json& json);
    void add_turn(const Entry& entry, Json events, Json& json);
    void add_link(const Entry& entry, Json& json);
    bool take_back(const Entry& entry, Json& json);
    void add_end(Json& json);
    unsigned who_begins(const PlayersPart& part) const;
    PlayersProof players_proof() const;
    void draw_next(Json& json);
    Json scores_json() const;

    TableRules rules_;
    std::shared_ptr<const Setup> setup_;
    Dealer dealer_;
    std::optional<PlayersPart> part_; // without: draws of version 1
    std::vector<SeatState> seats_;
    std::unique_ptr<Game> game_;
    std::vector<TileIndex> skipped_; // before the tile in hand
    std::vector<RecordTurn> line_;   // the turns that count
    std::vector<std::string> names_;
    unsigned first_ = 0;
    std::vector<std::int64_t> remaining_ms_;
    std::int64_t last_at_ = 0;
    Pause pause_;
    std::map<std::pair<unsigned, std::string>, int> moves_;
    std::vector<std::string> published_;
    std::optional<MatchResult> result_;
};

} // namespace bastide::server
