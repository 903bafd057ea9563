#include "cli/play/table.h"

#include "cli/sentences.h"
#include "rules/playout.h"

namespace bastide::cli {

Table::Table(TableSettings settings)
    : settings_(std::move(settings)) {
    begin();
}

void Table::begin() {
    std::vector<std::string> names;
    for (const TableSeat& seat : settings_.seats) names.push_back(seat.name);
    record_ = new_record(settings_.setup, std::move(names));
    game_ = std::make_unique<Game>(*settings_.setup->box,
                                   static_cast<unsigned>(settings_.seats.size()), settings_.first);
    deck_.emplace(*game_, settings_.seed);
    events_.clear();
    draw_tile();
}

void Table::draw_tile() {
    turn_ = {};
    turn_.player = game_->now.player;
    turn_.bonus = game_->now.bonus_turn;
    if (!game_->over()) draw_from(*deck_, *game_, &turn_.skipped);
    if (!game_->over()) {
        turn_.tile = game_->now.hand;
        return;
    }
    const Points points = final_scores(*game_);
    record_.result.emplace(points.begin(),
                           points.begin() + static_cast<std::ptrdiff_t>(settings_.seats.size()));
}

void Table::play(const Move& move) {
    Change change;
    turn_.move = move;
    apply(*game_, move, change);
    events_.emplace_back(change.events().begin(), change.events().end());
    record_.turns.push_back(turn_);
    draw_tile();
}

std::expected<void, std::string> Table::play(const RecordTurn& turn) {
    RecordTurn dealt = turn_;
    dealt.move = turn.move;
    if (game_->over() || dealt != turn) return std::unexpected("its seed deals other tiles");
    if (const auto ok = check(*game_, turn.move); !ok) {
        return std::unexpected(std::string(sentence(ok.error())));
    }
    play(turn.move);
    return {};
}

bool Table::take_back() {
    std::vector<RecordTurn> turns = record_.turns;
    const auto by_person = [&](const RecordTurn& turn) {
        return !settings_.seats[turn.player].agent.has_value();
    };
    while (!turns.empty() && !by_person(turns.back())) turns.pop_back();
    if (turns.empty()) return false;
    turns.pop_back();
    begin();
    for (const RecordTurn& turn : turns) play(turn.move);
    return true;
}

} // namespace bastide::cli
