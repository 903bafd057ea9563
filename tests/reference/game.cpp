#include "game.h"

#include <algorithm>
#include <cstdlib>
#include <ranges>
#include <stdexcept>

namespace bastide::reference {
namespace {

template <class Vector>
auto& at(Vector& vector, int index) {
    return vector.at(static_cast<std::size_t>(index));
}

std::map<std::string, int> without(std::map<std::string, int> stack,
                                   const std::vector<std::string>& gone) {
    for (const std::string& tile : gone) {
        const auto found = stack.find(tile);
        if (found != stack.end() && --found->second == 0) stack.erase(found);
    }
    return stack;
}

// T4, H4, H5: what is scored when no edge of it is open.
bool can_be_completed(const Feature& feature, const Rules& rules) {
    if (feature.kind == "river") return rules.hunters();
    return feature.kind == "road" || feature.kind == "city" || feature.kind == "forest";
}

} // namespace

Game::Game(const std::string& data_dir, const Options& options, int players, int first_player)
    : rules_(rules_from(options))
    , tiles_(std::make_shared<TileSet>())
    , players_(players)
    , player_(first_player) {
    if (players < 1 || players > rules_.most_players()) refuse("too few or too many players");
    if (first_player < 0 || first_player >= players) refuse("no such player");
    for (const std::string& file : tile_files(rules_)) add_tiles(data_dir + "/" + file);
    set_up_stacks();

    const auto seats = static_cast<std::size_t>(players);
    const std::map<std::string, int> pieces = {
        {"follower", rules_.hunters() ? 5 : 7}, // S2, H1
        {"hut", rules_.hunters() ? 2 : 0},      // H1
        {"abbot", rules_.abbot ? 1 : 0},        // S2
        {"big", rules_.inns ? 1 : 0},           // I1
        {"builder", rules_.traders ? 1 : 0},    // B1
        {"pig", rules_.traders ? 1 : 0},        // B1
    };
    for (const auto& [token, count] : pieces) supplies_[token].assign(seats, count);
    goods_.assign(seats, {{"wine", 0}, {"grain", 0}, {"cloth", 0}});
    scores_.assign(seats, 0);
    breakdown_.resize(seats);
    if (rules_.gingerbread) {
        man_waits_ = rules_.river != "false";  // G8
        if (!man_waits_) man_ = Spot{0, 0, 0}; // G1: the city of tile D is its first feature
    }
}

void Game::add_tiles(const std::string& path) {
    for (auto& [id, tile] : read_tiles(path)) {
        if (!tiles_->emplace(id, tile).second) refuse("tile twice: " + id);
    }
}

// S3, R1, H1
void Game::set_up_stacks() {
    const bool river = rules_.river != "false";
    for (const auto& [id, tile] : *tiles_) {
        const bool of_river = id.starts_with("river/");
        if (tile.start > 0 && river == of_river) {
            if (!board_.empty()) refuse("two start tiles");
            board_[{0, 0}] = {&tile, 0};
        }
        const int left = copies_in_stack(rules_, tile);
        if (tile.role == "lake") {
            lake_left_ = true;
        } else if (left > 0) {
            (tile.bonus ? bonus_stack_ : of_river ? river_stack_ : stack_)[id] = left;
        }
    }
    if (board_.empty()) refuse("no start tile");
}

const Tile& Game::tile(const std::string& id) const {
    const auto found = tiles_->find(id);
    if (found == tiles_->end()) refuse("no tile " + id + " in this game");
    return found->second;
}

std::vector<std::string> Game::tile_ids() const {
    const auto keys = std::views::keys(*tiles_);
    return {keys.begin(), keys.end()};
}

bool Game::fits_somewhere(const std::string& id) const {
    return reference::fits_somewhere(board_, tile(id), rules_.water());
}

// R1, R5, T2: river tiles first, then the lake, then the normal stack; H7: the bonus stack. Tiles
// set aside in this turn are out of reach whether or not they go back later.
std::map<std::string, int> Game::drawable(const std::vector<std::string>& skipped) const {
    if (bonus_turn_) return without(bonus_stack_, skipped);
    const std::map<std::string, int> river = without(river_stack_, skipped);
    if (!river.empty()) return river;
    if (lake_left_) {
        for (const auto& [id, tile] : *tiles_) {
            const bool aside = std::ranges::find(skipped, id) != skipped.end();
            if (tile.role == "lake" && !aside) return {{id, 1}};
        }
    }
    return without(stack_, skipped);
}

// E1, T2, R5, H8: over when nothing that is left can be placed. The river stack never ends the
// game by itself, as the lake and the normal stack come after it in the same turn.
bool Game::over() const {
    if (bonus_turn_) return false; // only set when one of them fits
    std::vector<std::string> left;
    for (const std::string& id : std::views::keys(river_stack_)) left.push_back(id);
    for (const std::string& id : std::views::keys(stack_)) left.push_back(id);
    for (const auto& [id, tile] : *tiles_) {
        if (lake_left_ && tile.role == "lake") left.push_back(id);
    }
    return std::ranges::none_of(left, [&](const std::string& id) { return fits_somewhere(id); });
}

void Game::check_draw(const Turn& turn) const {
    if (over()) refuse("the game is over");
    if (turn.player != player_) refuse("not this player's turn");
    if (turn.bonus != bonus_turn_) refuse(bonus_turn_ ? "a bonus turn is due" : "no bonus turn");
    std::vector<std::string> aside;
    for (const std::string& id : turn.skipped) {
        if (!drawable(aside).contains(id)) refuse("skipped tile cannot be drawn now: " + id);
        if (fits_somewhere(id)) refuse("skipped tile can be placed: " + id);
        aside.push_back(id);
    }
    if (!drawable(aside).contains(turn.tile)) refuse("tile cannot be drawn now: " + turn.tile);
}

void Game::check_move(const Turn& turn) const {
    const Tile& drawn = tile(turn.tile);
    if (turn.rot < 0 || turn.rot > 3) refuse("rotation out of range");
    if (!fits(board_, drawn, {turn.x, turn.y}, turn.rot, rules_.water())) {
        refuse("the tile does not fit there");
    }
    if (canonical_rotation(drawn, turn.rot) != turn.rot) refuse("a lower rotation looks the same");
    LegalMove placement;
    placement.x = turn.x;
    placement.y = turn.y;
    placement.rot = turn.rot;
    LegalMove wanted = placement;
    wanted.token = turn.token;
    wanted.segment = turn.segment;
    wanted.recall = turn.recall;
    Board after = board_;
    after[{turn.x, turn.y}] = {&drawn, turn.rot};
    const std::vector<LegalMove> allowed = deployments(after, placement);
    if (std::ranges::find(allowed, wanted) == allowed.end()) refuse("illegal deployment");
}

// T2, R5: where the tiles drawn in this turn end up.
void Game::take_from_stacks(const Turn& turn) {
    const std::vector<std::string> placed = {turn.tile};
    const bool back = rules_.unplaceable == "return";
    if (bonus_turn_) {
        bonus_stack_ = without(without(bonus_stack_, turn.skipped), placed);
        return;
    }
    if (river_stack_.contains(turn.tile)) {
        if (!back) river_stack_ = without(river_stack_, turn.skipped);
        river_stack_ = without(river_stack_, placed);
        return;
    }
    river_stack_.clear(); // empty already, or all of them just skipped
    lake_left_ = false;   // placed now or before, or just skipped
    if (tile(turn.tile).role == "lake") return;
    if (!back) stack_ = without(stack_, turn.skipped);
    stack_ = without(stack_, placed);
}

void Game::place(const Turn& turn) {
    board_[{turn.x, turn.y}] = {&tile(turn.tile), turn.rot};
    if (turn.token.empty()) return;
    tokens_[{turn.x, turn.y, turn.segment}] = {player_, turn.token};
    --at(supplies_.at(turn.token), player_);
}

void Game::give(const std::vector<Event>& events) {
    for (const Event& event : events) {
        at(scores_, event.player) += event.points;
        at(breakdown_, event.player)[event.area] += event.points;
        last_events_.push_back(event);
    }
}

void Game::take_back(Spot spot) {
    const Token token = tokens_.at(spot);
    tokens_.erase(spot);
    ++at(supplies_.at(token.kind), token.player);
}

// A4
void Game::recall_abbot() {
    const Spot spot = standing("abbot").value();
    give({site_event(position(), spot, "recall", rules_)});
    take_back(spot);
}

// G8
void Game::receive_man(const Turn& turn) {
    if (!man_waits_) return;
    const Tile& placed = tile(turn.tile);
    for (int i = 0; i < static_cast<int>(placed.features.size()); ++i) {
        if (placed.feature(i).kind != "city") continue;
        man_ = Spot{turn.x, turn.y, i};
        man_waits_ = false;
        return;
    }
}

// T4, G4, H4, H5: areas in the order of their lowest segment on the placed tile.
Game::Outcome Game::score_completed(Cell cell) {
    Outcome outcome;
    const Tile& placed = *board_.at(cell).tile;
    std::set<Spot> seen;
    for (int i = 0; i < static_cast<int>(placed.features.size()); ++i) {
        const Spot spot = {cell.first, cell.second, i};
        if (seen.contains(spot) || !can_be_completed(placed.feature(i), rules_)) continue;
        const Area area = flood(board_, spot);
        seen.insert(area.segments.begin(), area.segments.end());
        if (!area.open.empty()) continue;
        if (man_ && area.segments.contains(*man_)) {
            outcome.man_city_completed = true;
            give(gingerbread_events(position(), area, rules_)); // G3 before the city itself
        }
        give(completed_events(position(), area, rules_));
        take_goods(area);
        for (const Spot segment : area.segments) {
            if (!tokens_.contains(segment)) continue;
            const std::string& kind = tokens_.at(segment).kind;
            if (kind == "hut") continue;
            take_back(segment); // T4, B6
        }
        if (gold_count(board_, area) > 0) outcome.gold_forest_completed = true;
    }
    return outcome;
}

// B7: whoever stands in the city, its goods are for the player who completed it.
void Game::take_goods(const Area& city) {
    Event event = event_for(city, "", "");
    event.kind = "goods";
    event.player = player_;
    event.goods = goods_in(board_, city);
    if (event.goods.empty()) return;
    for (const auto& [kind, count] : event.goods) at(goods_, player_)[kind] += count;
    last_events_.push_back(event);
}

// B5: the tile joined the area of the builder that stood there before it was laid.
bool Game::extends_own_builder(const Turn& turn) const {
    const std::optional<Spot> builder = standing("builder");
    if (!builder || second_part_) return false;
    Board after = board_;
    after[{turn.x, turn.y}] = {&tile(turn.tile), turn.rot};
    return flood(after, *builder).cells().contains({turn.x, turn.y});
}

// F4, A3: monasteries and gardens in and around the placed tile, by x, then y.
void Game::score_sites(Cell cell) {
    std::vector<Spot> completed;
    for (const auto& [spot, token] : tokens_) {
        const bool near =
            std::abs(spot[0] - cell.first) <= 1 && std::abs(spot[1] - cell.second) <= 1;
        if (!near || !is_site(feature_at(board_, spot))) continue;
        if (filled_neighbours(board_, {spot[0], spot[1]}) == 8) completed.push_back(spot);
    }
    for (const Spot spot : completed) {
        give({site_event(position(), spot, "completed", rules_)});
        take_back(spot);
    }
}

std::vector<Area> Game::unfinished_cities() const {
    std::vector<Area> cities = areas_of_kind(board_, "city");
    std::erase_if(cities, [](const Area& city) { return city.open.empty(); });
    return cities;
}

// G2 to G6. Reading: a move is due after the last tile of the game too, with its points; G7 only
// says that the end itself gives none. Returns the choices of the first due move that the turn
// gives no target for.
std::vector<Spot> Game::move_man(const Turn& turn, const Outcome& outcome) {
    const bool symbol = rules_.gingerbread && tile(turn.tile).gingerbread;
    const bool both = !outcome.man_city_completed || rules_.gingerbread_double; // G6
    const int moves = (outcome.man_city_completed ? 1 : 0) + (symbol && both ? 1 : 0);
    if (outcome.man_city_completed) man_.reset(); // its points are given, he needs a new city

    std::size_t given = 0;
    for (int move = 0; move < moves; ++move) {
        std::vector<Area> cities = unfinished_cities();
        std::erase_if(cities, [&](const Area& city) {
            return man_.has_value() && city.segments.contains(*man_);
        });
        if (cities.empty()) continue; // G5: he stays, in his city or beside the board
        if (given == turn.gingerbread.size()) {
            std::vector<Spot> choices;
            for (const Area& city : cities) choices.push_back(city.name());
            return choices;
        }
        const Spot target = turn.gingerbread.at(given++);
        const auto chosen = std::ranges::find_if(
            cities, [&](const Area& city) { return city.segments.contains(target); });
        if (chosen == cities.end()) refuse("the Gingerbread Man cannot go there");
        if (man_) give(gingerbread_events(position(), flood(board_, *man_), rules_)); // G3
        man_ = chosen->name();
    }
    if (given < turn.gingerbread.size()) refuse("the Gingerbread Man does not move that often");
    return {};
}

Game::Outcome Game::play_to_scoring(const Turn& turn) {
    check_draw(turn);
    check_move(turn);
    last_events_.clear();
    take_from_stacks(turn);
    again_ = extends_own_builder(turn);
    place(turn);
    if (turn.recall) recall_abbot();
    receive_man(turn);
    const Cell cell = {turn.x, turn.y};
    const Outcome outcome = score_completed(cell);
    score_sites(cell);
    return outcome;
}

// H7; RECORD.md: a bonus turn that no tile left can fill is lost, and the stack with it.
void Game::end_turn(const Turn& turn, const Outcome& outcome) {
    bonus_turn_ = !turn.bonus && outcome.gold_forest_completed && !bonus_stack_.empty();
    if (bonus_turn_) {
        const auto ids = std::views::keys(bonus_stack_);
        if (std::ranges::none_of(ids, [&](const std::string& id) { return fits_somewhere(id); })) {
            bonus_stack_.clear();
            bonus_turn_ = false;
        }
    }
    second_part_ = again_; // B5, B11: a tile of a second part earns no third
    if (!bonus_turn_ && !second_part_) player_ = (player_ + 1) % players_;
}

void Game::play(const Turn& turn) {
    Game next = *this;
    const Outcome outcome = next.play_to_scoring(turn);
    if (!next.move_man(turn, outcome).empty()) refuse("the Gingerbread Man must move");
    next.end_turn(turn, outcome);
    *this = std::move(next);
}

std::vector<Spot> Game::gingerbread_choices(const Turn& so_far) const {
    Game next = *this;
    const Outcome outcome = next.play_to_scoring(so_far);
    return next.move_man(so_far, outcome);
}

std::optional<Spot> Game::gingerbread_man() const {
    if (!man_) return std::nullopt;
    return flood(board_, *man_).name();
}

std::vector<Event> Game::final_events() const {
    std::vector<Event> events = reference::final_events(position(), rules_);
    append(events, goods_events(goods_, rules_)); // B8
    return events;
}

std::vector<int> Game::final_scores() const {
    std::vector<int> scores = scores_;
    for (const Event& event : final_events()) at(scores, event.player) += event.points;
    return scores;
}

std::vector<std::map<std::string, int>> Game::breakdown() const {
    std::vector<std::map<std::string, int>> breakdown = breakdown_;
    for (const Event& event : final_events()) {
        at(breakdown, event.player)[event.area] += event.points;
    }
    return breakdown;
}

} // namespace bastide::reference
