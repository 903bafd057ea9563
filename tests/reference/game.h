#pragma once

#include "areas.h"
#include "goods.h"
#include "rules.h"
#include "scoring.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

// A second implementation of RULES.md and RULES_EXPANSIONS.md, slow and obvious: it keeps the board
// and the tokens and works everything else out afresh by flood fill. It shares no code with src/
// and is there to be compared with the engine.
namespace bastide::reference {

struct Turn {
    int player = 0;
    std::string tile;
    int x = 0;
    int y = 0;
    int rot = 0;
    std::string token = ""; // "" or the kind of a Token
    int segment = -1;
    bool recall = false;
    std::vector<std::array<int, 3>> gingerbread = {}; // x, y, segment
    std::vector<std::string> skipped = {};
    bool bonus = false;
};

struct LegalMove {
    int x = 0;
    int y = 0;
    int rot = 0;
    std::string token;
    int segment = -1;
    bool recall = false;
    auto operator<=>(const LegalMove&) const = default;
};

// One area of the board. Kinds: road, city, field, monastery, garden; forest, river, meadow,
// river_system. The river of the classic editions is none (R4).
struct AreaView {
    std::string kind;
    std::set<std::array<int, 3>> segments; // x, y, segment
    bool complete = false;                 // open_edges == 0
    int open_edges = 0; // edges that face an empty square, each once; sites: empty squares around
    std::vector<int> followers; // strength per player, a big one is two; no abbots
    std::vector<int> abbots;    // per player; sites only
    std::vector<int> huts;      // per player; river systems only
    std::vector<int> builders;  // per player; roads and cities only
    std::vector<int> pigs;      // per player; fields only
    int tiles = 0;
    int shields = 0;
    bool inn = false;
    bool cathedral = false;
    Goods goods = {}; // city: only the kinds it has
    int gold = 0;
    int mushrooms = 0;
    int fish = 0;                             // river: in the lakes at its ends
    int animals = 0;                          // meadow: those that pay
    std::set<std::array<int, 3>> cities = {}; // field: the smallest segment of each city it touches
    int completed_cities = 0;                 // field
    bool gingerbread = false;                 // city: the man is in it
};

class Game {
  public:
    // 1 to 5 players, 6 with inns. Throws std::runtime_error when an option is unknown or
    // out of place.
    Game(const std::string& data_dir, const Options& options, int players, int first_player);

    // For the player to move, whatever tile of the game it is; lowest equivalent rotations only.
    std::set<LegalMove> legal_moves(const std::string& tile) const;
    bool fits_somewhere(const std::string& tile) const;

    // The tiles that may be drawn once `skipped` were drawn in this turn and set aside. Empty when
    // the stack is used up.
    std::map<std::string, int> drawable(const std::vector<std::string>& skipped = {}) const;

    // Throws std::runtime_error with the reason when the turn is illegal; then nothing changed.
    void play(const Turn& turn);

    // The cities the man may be moved to next, given the targets already in `so_far`, each by its
    // smallest segment; empty when no (further) move is due.
    std::vector<std::array<int, 3>> gingerbread_choices(const Turn& so_far) const;

    std::vector<Event> last_events() const { return last_events_; }
    std::vector<AreaView> areas() const;
    std::vector<int> scores() const { return scores_; }
    std::vector<int> final_scores() const;
    std::vector<Event> final_events() const;
    std::vector<std::map<std::string, int>> breakdown() const; // kinds with points only

    bool over() const;
    int players() const { return players_; }
    int player() const { return player_; }
    bool bonus_turn() const { return bonus_turn_; }
    bool again() const { return again_; } // B5: the latest turn earned a second part
    std::vector<int> supply(const std::string& token) const { return supplies_.at(token); }
    std::vector<Goods> goods() const { return goods_; } // by player, with all three kinds
    Tokens tokens() const { return tokens_; }
    const Rules& rules() const { return rules_; }
    const Tile& tile(const std::string& id) const;
    std::vector<std::string> tile_ids() const;

    // Where the Gingerbread Man is, by the smallest segment of his city; empty beside the board.
    std::optional<std::array<int, 3>> gingerbread_man() const;

    std::map<std::pair<int, int>, std::pair<std::string, int>> board() const;

  private:
    struct Outcome {
        bool man_city_completed = false;
        bool gold_forest_completed = false;
    };

    Position position() const { return {board_, tokens_, players_}; }
    void add_tiles(const std::string& path);
    void set_up_stacks();
    std::vector<LegalMove> deployments(const Board& after, const LegalMove& placement) const;
    bool has(const std::string& token) const; // the player to move, in the supply
    std::optional<Spot> standing(const std::string& token) const; // their only one of that kind
    void check_draw(const Turn& turn) const;
    void check_move(const Turn& turn) const;
    void take_from_stacks(const Turn& turn);
    void place(const Turn& turn);
    void recall_abbot();
    void receive_man(const Turn& turn);
    Outcome score_completed(Cell cell);
    void take_goods(const Area& city);
    bool extends_own_builder(const Turn& turn) const;
    void score_sites(Cell cell);
    void take_back(Spot spot);
    std::vector<Spot> move_man(const Turn& turn, const Outcome& outcome);
    std::vector<Area> unfinished_cities() const;
    void give(const std::vector<Event>& events);
    Outcome play_to_scoring(const Turn& turn);
    void end_turn(const Turn& turn, const Outcome& outcome);

    Rules rules_;
    std::shared_ptr<TileSet> tiles_;
    int players_ = 0;
    int player_ = 0;
    bool bonus_turn_ = false;
    Board board_;
    Tokens tokens_;
    std::map<std::string, int> stack_;
    std::map<std::string, int> river_stack_; // without the lake
    bool lake_left_ = false;
    std::map<std::string, int> bonus_stack_;
    std::map<std::string, std::vector<int>> supplies_; // by kind of token, then by player
    std::vector<Goods> goods_;
    bool again_ = false;
    bool second_part_ = false; // the turn that comes is one
    std::vector<int> scores_;
    std::vector<std::map<std::string, int>> breakdown_;
    std::vector<Event> last_events_;
    std::optional<Spot> man_;
    bool man_waits_ = false; // G8
};

} // namespace bastide::reference
