#include "server/rooms/match.h"

#include "notation/hex.h"
#include "notation/replay.h"
#include "notation/turn.h"
#include "server/protocol/server_message.h"

#include <array>

namespace bastide::server {

namespace {

/// Plays a move that was checked; what it scored.
Json apply_for_events(Game& game, const Move& move) {
    Change change;
    apply(game, move, change);
    Json events = Json::array();
    for (const ScoreEvent& event : change.events()) events.push_back(event_json(event));
    return events;
}

} // namespace

Json result_json(const MatchResult& result) {
    constexpr std::array reasons = {"complete", "resign", "time"};
    Json json;
    json["scores"] = result.scores;
    json["ranks"] = result.ranks;
    json["reason"] = reasons[static_cast<unsigned>(result.reason)];
    return json;
}

Match::Match(TableRules rules, std::shared_ptr<const Setup> setup, const Bytes32& secret)
    : rules_(std::move(rules))
    , setup_(std::move(setup))
    , dealer_(secret)
    , seats_(rules_.players())
    , pause_(rules_.pause_ms) {
    for (unsigned i = 0; i < rules_.players(); ++i) seats_[i].agent = rules_.seats[i].agent;
    if (rules_.clock.kind != ClockRule::Kind::none) {
        remaining_ms_.assign(rules_.players(), rules_.clock.initial_ms);
    }
}

bool Match::decided() const {
    if (game_->over()) return true;
    unsigned players = 0, forfeits = 0;
    for (const SeatState& seat : seats_) {
        ++players;
        if (seat.forfeited()) ++forfeits;
    }
    return forfeits > 0 && players - forfeits <= 1;
}

std::optional<unsigned> Match::to_move() const {
    if (!started() || over() || decided()) return std::nullopt;
    return game_->now.player;
}

std::optional<int> Match::find_move(unsigned seat, const std::string& move_id) const {
    const auto it = moves_.find({seat, move_id});
    return it == moves_.end() ? std::nullopt : std::optional(it->second);
}

Entry Match::start_entry(std::vector<std::string> names, PlayersPart::Tips tips) const {
    Entry entry;
    entry.kind = Entry::Kind::start;
    entry.first = who_begins(PlayersPart(tips));
    entry.names = std::move(names);
    entry.tips = std::move(tips);
    entry.remaining_ms = remaining_ms_;
    return entry;
}

Result<NextEntry> Match::play(const Move& move) const {
    if (const auto legal = check(*game_, move); !legal) return std::unexpected(legal.error());
    NextEntry next;
    Entry& entry = next.entry;
    entry.kind = Entry::Kind::turn;
    entry.seat = game_->now.player;
    entry.turn.player = game_->now.player;
    entry.turn.tile = game_->now.hand;
    entry.turn.move = move;
    entry.turn.skipped = skipped_;
    entry.turn.bonus = game_->now.bonus_turn;
    next.after = std::make_unique<Game>(*game_);
    next.events = apply_for_events(*next.after, move);
    return next;
}

unsigned Match::who_begins(const PlayersPart& part) const {
    return rules_.first.value_or(dealer_.first_player(rules_.players(), part.mix(0)));
}

bool Match::link_fits(unsigned seat, const Bytes32& link) const {
    return part_ && part_->fits(seat, turns(), link);
}

bool Match::chain_lost(unsigned seat) const {
    return part_ && part_->tips()[seat] && !part_->has_chain(seat);
}

std::optional<unsigned> Match::turns_before_last_of(unsigned seat) const {
    for (std::size_t i = line_.size(); i-- > 0;) {
        if (line_[i].player == seat) return static_cast<unsigned>(i);
    }
    return std::nullopt;
}

Json Match::scores_json() const {
    Json scores = Json::array();
    for (unsigned i = 0; i < rules_.players(); ++i) {
        scores.push_back(result_ ? result_->scores[i] : game_->now.score[i]);
    }
    return scores;
}

/// Deals, and tells what came.
void Match::draw_next(Json& json) {
    if (game_->over()) return;
    Json draw;
    draw["player"] = game_->now.player;
    const bool bonus = game_->now.bonus_turn;
    DrawOf next{line_.size()};
    if (part_) next.mix = part_->mix(turns());
    skipped_ = dealer_.deal(*game_, next);
    if (!game_->over()) draw["tile"] = setup_->tile_id(game_->now.hand);
    if (bonus) draw["bonus"] = true;
    if (!skipped_.empty()) {
        draw["skipped"] = Json::array();
        for (const TileIndex tile : skipped_) draw["skipped"].push_back(setup_->tile_id(tile));
    }
    json["draw"] = std::move(draw);
}

bool Match::add_start(const Entry& entry, Json& json) {
    if (entry.tips) {
        PlayersPart part(*entry.tips);
        if (entry.first != who_begins(part)) return false;
        part_.emplace(std::move(part));
    }
    first_ = entry.first;
    names_ = entry.names;
    game_ = std::make_unique<Game>(*setup_->box, rules_.players(), first_);
    json["first"] = first_;
    json["names"] = names_;
    if (part_) {
        json["commitment"] = dealer_.commitment();
        json["tips"] = tips_json(part_->tips());
    }
    draw_next(json);
    return true;
}

/// Before the turn counts. A bot gives no link, and leaves the player's chain as it is.
void Match::add_link(const Entry& entry, Json& json) {
    if (!part_) return;
    if (entry.link) {
        json["link"] = to_hex(*entry.link);
    } else if (part_->has_chain(entry.seat) && !seats_[entry.seat].agent) {
        part_->lose(entry.seat);
        json["chain_lost"] = true;
    }
    part_->played(entry.seat, turns(), entry.link);
}

void Match::add_turn(const Entry& entry, Json events, Json& json) {
    json["turn"] = turn_json(*setup_, entry.turn);
    json["events"] = std::move(events);
    add_link(entry, json);
    line_.push_back(entry.turn);
    if (!entry.move_id.empty()) moves_[{entry.seat, entry.move_id}] = ply() + 1;
    draw_next(json);
}

bool Match::take_back(const Entry& entry, Json& json) {
    if (entry.turns >= line_.size()) return false;
    line_.resize(entry.turns);
    *game_ = Game(*setup_->box, rules_.players(), first_);
    Change change;
    for (const RecordTurn& turn : line_) {
        if (!play_turn(*game_, turn, change, nullptr)) return false;
    }
    json["turns"] = entry.turns;
    draw_next(json);
    return true;
}

MatchResult Match::outcome() const {
    const bool complete = game_->over();
    MatchResult result;
    const Points points = complete ? final_scores(*game_) : game_->now.score;
    for (unsigned i = 0; i < rules_.players(); ++i) result.scores.push_back(points[i]);
    const auto better = [&](unsigned a, unsigned b) {
        if (seats_[a].forfeited() != seats_[b].forfeited()) return seats_[b].forfeited();
        return result.scores[a] > result.scores[b];
    };
    for (unsigned i = 0; i < rules_.players(); ++i) {
        unsigned rank = 1;
        for (unsigned other = 0; other < rules_.players(); ++other)
            rank += better(other, i) ? 1u : 0u;
        result.ranks.push_back(rank);
        if (!complete && seats_[i].resigned) result.reason = EndReason::resign;
        if (!complete && seats_[i].flagged) result.reason = EndReason::time;
    }
    return result;
}

void Match::add_end(Json& json) {
    const bool complete = game_->over();
    json["events"] = Json::array();
    if (complete) {
        const auto events = std::make_unique<FinalEvents>();
        final_scores(*game_, *events);
        for (const ScoreEvent& event : *events) json["events"].push_back(event_json(event));
    }
    result_ = outcome();
    json["result"] = result_json(*result_);
    json["secret"] = dealer_.secret();
}

/// Whether an entry of this kind can come now.
bool Match::may_come(const Entry& entry) const {
    if (over() || started() == (entry.kind == Entry::Kind::start)) return false;
    switch (entry.kind) {
    case Entry::Kind::turn:
    case Entry::Kind::takeback:
        return !decided();
    case Entry::Kind::pause:
        return !decided() && !pause_.on() && !remaining_ms_.empty();
    case Entry::Kind::resume:
        return pause_.on();
    case Entry::Kind::end:
        return decided();
    default:
        return true;
    }
}

bool Match::add(const Entry& entry) {
    if (!may_come(entry)) return false;
    if (entry.kind != Entry::Kind::turn) return publish(entry, nullptr);
    const RecordTurn& turn = entry.turn;
    const bool dealt = game_->now.phase == Phase::place && turn.tile == game_->now.hand &&
                       turn.skipped == skipped_ && turn.player == game_->now.player;
    if (!dealt || !check(*game_, turn.move)) return false;
    if (entry.link && !link_fits(entry.seat, *entry.link)) return false;
    return publish(entry, apply_for_events(*game_, turn.move));
}

bool Match::add(NextEntry next) {
    if (!may_come(next.entry)) return false;
    if (next.after) game_ = std::move(next.after);
    return publish(next.entry, std::move(next.events));
}

bool Match::publish(const Entry& entry, Json events) {
    Json json;
    json["ply"] = ply() + 1;
    json["kind"] = std::string(name(entry.kind));
    json["at"] = entry.at;
    switch (entry.kind) {
    case Entry::Kind::start:
        if (!add_start(entry, json)) return false;
        break;
    case Entry::Kind::turn:
        add_turn(entry, std::move(events), json);
        break;
    case Entry::Kind::takeback:
        if (!take_back(entry, json)) return false;
        break;
    case Entry::Kind::resign:
    case Entry::Kind::flag:
        (entry.kind == Entry::Kind::flag ? seats_[entry.seat].flagged
                                         : seats_[entry.seat].resigned) = true;
        if (!seats_[entry.seat].agent) seats_[entry.seat].agent = rules_.substitute();
        break;
    case Entry::Kind::substitute:
        seats_[entry.seat].agent = entry.agent;
        if (entry.agent) json["agent"] = *entry.agent;
        break;
    case Entry::Kind::pause:
    case Entry::Kind::resume:
        break;
    case Entry::Kind::end:
        add_end(json);
        break;
    }
    pause_.add(entry);
    if (entry.kind != Entry::Kind::start && entry.kind != Entry::Kind::end &&
        entry.kind != Entry::Kind::turn && !entry.by_time) {
        json["seat"] = entry.seat;
    }
    json["hash"] = hex_of(hash(*game_));
    json["scores"] = scores_json();
    if (!remaining_ms_.empty()) {
        if (entry.remaining_ms.size() == remaining_ms_.size()) remaining_ms_ = entry.remaining_ms;
        ClockView clock{remaining_ms_, to_move(), entry.at};
        if (pause_.on()) {
            clock.running.reset();
            clock.paused_until = pause_.until();
        }
        json["clock"] = clock_json(clock);
    }
    last_at_ = entry.at;
    published_.push_back(text_of(json));
    return true;
}

PlayersProof Match::players_proof() const {
    PlayersProof proof;
    proof.first = rules_.first;
    for (const auto& tip : part_->tips()) {
        proof.tips.push_back(tip ? std::optional(to_hex(*tip)) : std::nullopt);
    }
    for (std::size_t i = 0; i < line_.size(); ++i) {
        const auto& given = part_->links()[i];
        proof.links.push_back(given ? std::optional(RevealedLink{given->seat, to_hex(given->link)})
                                    : std::nullopt);
    }
    return proof;
}

void Match::rename(unsigned seat, const std::string& name) {
    if (seat >= names_.size() || published_.empty()) return;
    names_[seat] = name;
    Json start = Json::parse(published_.front(), nullptr, false);
    if (!start.is_object() || !start.contains("names")) return;
    start["names"] = names_;
    published_.front() = text_of(start);
}

Record Match::record() const {
    Record record = new_record(setup_, names_);
    record.turns = line_;
    if (over() && game_->over()) record.result = result_->scores;
    record.dealer = DealerProof{dealer_.commitment(), std::nullopt, std::nullopt};
    if (over()) record.dealer->secret = dealer_.secret();
    if (part_) record.dealer->players = players_proof();
    return record;
}

} // namespace bastide::server
