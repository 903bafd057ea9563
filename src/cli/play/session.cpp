#include "cli/play/session.h"

#include "cli/console.h"
#include "cli/play/told.h"
#include "cli/sentences.h"
#include "notation/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

namespace bastide::cli {
namespace {

constexpr int most_zoom = 2, least_zoom = -1;

int distance(Cell a, Cell b) {
    return std::abs(a.x - b.x) + std::abs(a.y - b.y);
}

std::vector<Placement> placements_of(const Game& game) {
    PlacementList list;
    legal_placements(game, list);
    return {list.placement.data(), list.placement.data() + list.count};
}

bool is_arrow(PlayKey key) {
    return key == PlayKey::left || key == PlayKey::right || key == PlayKey::up ||
           key == PlayKey::down;
}

Cell last_cell(const Game& game) {
    return game.now.tile[game.now.placed - 1u].cell;
}

/// What a move does for its player: the area that changes most, goods, a second turn.
std::string told_why(const std::vector<MoveReason>& reasons, unsigned player) {
    std::string area, besides;
    for (const MoveReason& reason : reasons) {
        if (reason.player != player) continue;
        switch (reason.code) {
        case ReasonCode::scores:
        case ReasonCode::gains:
        case ReasonCode::loses:
            if (!area.empty()) break;
            area = fmt::format("; {:+.1f} for the {}", reason.points, word(reason.kind));
            if (reason.raised) {
                area += reason.kind == AreaKind::road ? " with an inn" : " with a cathedral";
            }
            break;
        case ReasonCode::goods:
            besides += "; goods";
            break;
        case ReasonCode::again:
            besides += "; plays again";
            break;
        case ReasonCode::reserve:
            break;
        }
    }
    return area + besides;
}

} // namespace

const std::vector<KeyHelp>& key_help() {
    static const std::vector<KeyHelp> keys = {
        {PlayKey::left, "h", "arrows, hjkl", "move the tile; go through a list"},
        {PlayKey::right, "l", "", ""},
        {PlayKey::up, "k", "", ""},
        {PlayKey::down, "j", "", ""},
        {PlayKey::next_place, "\tn", "Tab, n", "to the next place where it fits"},
        {PlayKey::previous_place, "p", "Shift-Tab, p", "to the one before"},
        {PlayKey::turn, " r", "Space, r", "turn the tile clockwise"},
        {PlayKey::turn_back, "R", "R", "turn it back"},
        {PlayKey::accept, "\n\r", "Enter", "lay the tile; take what is chosen"},
        {PlayKey::none, "", "0-9", "choose from the list by its number"},
        {PlayKey::back, "\x1b\x7f\b", "Esc, Backspace", "take the tile up again"},
        {PlayKey::undo, "u", "u", "take your last turn back"},
        {PlayKey::hint, "i", "i", "ask for a hint"},
        {PlayKey::log, "g", "g", "what was played, and all points; arrows, PageUp scroll"},
        {PlayKey::larger, "+=", "+, -", "larger or smaller tiles"},
        {PlayKey::smaller, "-", "", ""},
        {PlayKey::help, "?", "?", "keys and signs, on a page"},
        {PlayKey::quit, "q\x03", "q, Ctrl-C", "leave; the game is kept"},
    };
    return keys;
}

PlayKey key_of(char letter) {
    for (const KeyHelp& key : key_help()) {
        if (key.letters.find(letter) != std::string_view::npos) return key.key;
    }
    return PlayKey::none;
}

Session::Session(Table table, std::function<void(const Table&)> changed)
    : table_(std::move(table))
    , changed_(std::move(changed)) {
    for (const TableSeat& seat : table_.settings().seats) {
        agents_.push_back(seat.agent ? std::move(*make_agent(*seat.agent)) : nullptr);
    }
    tell(0);
    begin_turn();
}

void Session::begin_turn() {
    const Game& game = table_.game();
    after_.reset();
    figures_.clear();
    cities_.clear();
    placements_.clear();
    advised_.reset();
    asked_ = false;
    message_.clear();
    stage_ = game.over() ? Stage::over : table_.seat().agent ? Stage::wait : Stage::place;
    held_.cell = last_cell(game);
    if (stage_ == Stage::over) return;
    placements_ = placements_of(game);
    // The tile is held where it fits, near what was laid last.
    held_ = *std::ranges::min_element(
        placements_, {}, [&](const Placement& p) { return distance(p.cell, last_cell(game)); });
}

/// A tile that shows the same turned further is laid by its lowest turn, as records have it.
Placement Session::to_lay() const {
    const Game& game = table_.game();
    const unsigned turns = game.box->rotations[game.now.hand];
    return {held_.cell, static_cast<Rotation>(held_.rotation % turns)};
}

std::string Session::refusal() const {
    if (stage_ == Stage::over) return "";
    const auto ok = check_placement(table_.game(), to_lay());
    return ok ? "" : std::string(sentence(ok.error()));
}

bool Session::fits(Cell cell) const {
    return std::ranges::any_of(placements_, [&](const Placement& p) { return p.cell == cell; });
}

bool Session::look(PlayKey key) {
    if (key == PlayKey::quit) {
        finished_ = true;
        return true;
    }
    if (key == PlayKey::larger) zoom_ = std::min(zoom_ + 1, most_zoom);
    if (key == PlayKey::smaller) zoom_ = std::max(zoom_ - 1, least_zoom);
    if (page_ == Page::log && scroll_log(key)) return true;
    const Page asked = key == PlayKey::help  ? Page::help
                       : key == PlayKey::log ? Page::log
                                             : Page::board;
    if (asked == Page::board && page_ == Page::board) return false;
    page_ = asked == page_ ? Page::board : asked;
    log_below_ = 0;
    return true;
}

void Session::press(PlayKey key) {
    if (look(key)) return;
    if (key == PlayKey::undo) return take_back();
    if (stage_ == Stage::place || (stage_ == Stage::over && is_arrow(key))) {
        press_in_place(key);
    } else if (stage_ == Stage::figure || stage_ == Stage::man) {
        press_in_list(key);
    }
}

/// So far up that the least screen is full.
bool Session::scroll_log(PlayKey key) {
    constexpr int page = 18, least_shown = 20;
    const int lines = key == PlayKey::up          ? 1
                      : key == PlayKey::down      ? -1
                      : key == PlayKey::page_up   ? page
                      : key == PlayKey::page_down ? -page
                                                  : 0;
    const int most = std::max(0, static_cast<int>(log_.size()) - least_shown);
    log_below_ = std::clamp(log_below_ + lines, 0, most);
    return lines != 0;
}

void Session::press_in_place(PlayKey key) {
    switch (key) {
    case PlayKey::left:
        return step(-1, 0);
    case PlayKey::right:
        return step(1, 0);
    case PlayKey::up:
        return step(0, -1);
    case PlayKey::down:
        return step(0, 1);
    case PlayKey::next_place:
        return next_placement(1);
    case PlayKey::previous_place:
        return next_placement(-1);
    case PlayKey::turn:
        return turn(1);
    case PlayKey::turn_back:
        return turn(3);
    case PlayKey::hint:
        asked_ = true;
        message_ = "thinking about a hint ...";
        return;
    case PlayKey::accept:
        return accept_placement();
    default:
        return;
    }
}

void Session::step(int dx, int dy) {
    // One row beyond what lies is enough to look around.
    int low_x = 0, high_x = 0, low_y = 0, high_y = 0;
    const Game& game = table_.game();
    for (unsigned i = 0; i < game.now.placed; ++i) {
        const Cell cell = game.now.tile[i].cell;
        low_x = std::min<int>(low_x, cell.x);
        high_x = std::max<int>(high_x, cell.x);
        low_y = std::min<int>(low_y, cell.y);
        high_y = std::max<int>(high_y, cell.y);
    }
    held_.cell = {static_cast<std::int8_t>(std::clamp(held_.cell.x + dx, low_x - 1, high_x + 1)),
                  static_cast<std::int8_t>(std::clamp(held_.cell.y + dy, low_y - 1, high_y + 1))};
    message_.clear();
}

void Session::next_placement(int direction) {
    const auto count = std::ssize(placements_);
    const auto at = std::ranges::lower_bound(placements_, held_) - placements_.begin();
    const bool here = at < count && placements_[static_cast<std::size_t>(at)] == held_;
    const auto next = direction > 0 ? at + (here ? 1 : 0) : at - 1;
    held_ = placements_[static_cast<std::size_t>((next + count) % count)];
    message_.clear();
}

void Session::turn(unsigned quarter_turns) {
    held_.rotation = static_cast<Rotation>((held_.rotation + quarter_turns) % 4);
    message_.clear();
}

void Session::accept_placement() {
    const Game& game = table_.game();
    const Placement placement = to_lay();
    if (const auto ok = check_placement(game, placement); !ok) {
        message_ = fmt::format("Not there: {}.", sentence(ok.error()));
        return;
    }
    planned_ = {};
    planned_.placement = placement;
    figures_.clear();
    choices_after(game, placement).for_each([&](const Deployment& d) { figures_.push_back(d); });
    chosen_ = 0;
    if (advised_ && advised_->placement == placement) {
        const auto it = std::ranges::find(figures_, advised_->deployment);
        if (it != figures_.end()) chosen_ = static_cast<unsigned>(it - figures_.begin());
    }
    message_.clear();
    stage_ = Stage::figure;
    if (figures_.size() == 1) accept_figure();
}

std::size_t Session::list_size() const {
    return stage_ == Stage::figure ? figures_.size() : cities_.size();
}

void Session::press_in_list(PlayKey key) {
    const auto size = static_cast<unsigned>(list_size());
    switch (key) {
    case PlayKey::down:
    case PlayKey::right:
    case PlayKey::next_place:
    case PlayKey::turn:
        chosen_ = (chosen_ + 1) % size;
        return;
    case PlayKey::up:
    case PlayKey::left:
    case PlayKey::previous_place:
    case PlayKey::turn_back:
        chosen_ = (chosen_ + size - 1) % size;
        return;
    case PlayKey::back:
        return take_up();
    case PlayKey::accept:
        if (stage_ == Stage::figure) return accept_figure();
        planned_.man_moves[planned_.man_move_count++] = cities_[chosen_];
        return ask_for_man();
    default:
        return;
    }
}

/// The tile is in the hand again.
void Session::take_up() {
    after_.reset();
    stage_ = Stage::place;
}

void Session::choose(unsigned number) {
    if (page_ != Page::board) return press(PlayKey::none);
    if (stage_ != Stage::figure && stage_ != Stage::man) return;
    if (number < list_size()) chosen_ = number;
}

void Session::accept_figure() {
    planned_.deployment = figures_[chosen_];
    planned_.man_move_count = 0;
    ask_for_man();
}

/// The Gingerbread Man goes as often as the rules ask, after what was planned so far.
void Session::ask_for_man() {
    after_ = std::make_unique<Game>(table_.game());
    place(*after_, planned_.placement);
    deploy(*after_, planned_.deployment);
    for (unsigned i = 0; i < planned_.man_move_count; ++i) {
        move_man(*after_, *check_man_target(*after_, planned_.man_moves[i]));
    }
    if (after_->now.phase != Phase::man) return play(planned_);
    const ManChoices choices = man_choices(*after_);
    cities_.clear();
    for (unsigned i = 0; i < choices.count; ++i) {
        cities_.push_back(smallest_feature_segment(*after_, choices.root[i]));
    }
    std::ranges::sort(cities_);
    chosen_ = 0;
    stage_ = Stage::man;
}

void Session::play(const Move& move) {
    const std::size_t turns = table_.record().turns.size();
    table_.play(move);
    tell(turns);
    begin_turn();
    changed_(table_);
}

void Session::take_back() {
    if (stage_ == Stage::figure || stage_ == Stage::man) {
        return take_up();
    }
    if (!table_.take_back()) {
        message_ = "There is nothing to take back.";
        return;
    }
    log_.clear();
    tell(0);
    begin_turn();
    message_ = "Taken back.";
    changed_(table_);
}

void Session::tell(std::size_t from_turn) {
    const std::vector<RecordTurn>& turns = table_.record().turns;
    for (std::size_t i = from_turn; i < turns.size(); ++i) {
        log_.push_back(told(table_, turns[i]));
        for (const ScoreEvent& event : table_.events()[i])
            log_.push_back("  " + told(table_, event));
    }
    if (!table_.game().over()) return;
    log_.push_back("The game is over; what still counts:");
    const auto events = std::make_unique<FinalEvents>();
    final_scores(table_.game(), *events);
    for (const ScoreEvent& event : *events) log_.push_back("  " + told(table_, event));
}

Thought Session::think(const std::atomic<bool>& cancel) {
    return stage_ == Stage::wait ? move_of_seat(cancel) : hint(cancel);
}

Thought Session::move_of_seat(const std::atomic<bool>& cancel) {
    const Game& game = table_.game();
    Budget budget = table_.seat().agent->budget;
    budget.cancel = &cancel;
    Random random(mix_seed(table_.settings().seed, game.now.placed));
    return {agents_[game.now.player]->choose(game, budget, random), ""};
}

Thought Session::hint(const std::atomic<bool>& cancel) {
    if (analyst_ == nullptr) analyst_ = make_analyst();
    const Game& game = table_.game();
    Budget budget;
    budget.seconds = 1;
    budget.cancel = &cancel;
    Random random(mix_seed(table_.settings().seed, game.now.placed));
    const RatedMove best = analyst_->rate(game, budget, random).front();
    const Placement& at = best.move.placement;
    std::string line = fmt::format("Hint: {},{}, {}", at.cell.x, at.cell.y,
                                   told(game.tile(game.now.hand), best.move.deployment));
    line += told_why(explain_move(game, best.move, *analyst_), game.now.player);
    return {best.move, line + fmt::format(" ({:.0f} % to win)", 100 * best.win)};
}

void Session::take(const Thought& thought) {
    if (stage_ == Stage::wait) return play(thought.move);
    if (!asked_ || stage_ != Stage::place) return;
    asked_ = false;
    advised_ = thought.move;
    held_ = thought.move.placement;
    message_ = thought.line;
}

} // namespace bastide::cli
