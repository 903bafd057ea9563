#include "server/client/load_game.h"

#include "notation/hex.h"
#include "notation/json.h"
#include "rules/playout.h"
#include "server/base/secret.h"

#include <utility>

namespace bastide::server {
namespace {

constexpr std::chrono::milliseconds tick_every{500};
constexpr std::chrono::seconds repeat_after{3};

} // namespace

LoadGame::LoadGame(Loop& loop, std::vector<ServerAddress> servers, Table table, Setups& setups,
                   LoadEvents& events)
    : loop_(loop)
    , servers_(std::move(servers))
    , table_(std::move(table))
    , setups_(setups)
    , events_(events)
    , strand_(loop)
    , timer_(strand_)
    , random_(random_number()) {}

void LoadGame::begin() {
    strand_.post([self = shared_from_this()] {
        for (unsigned seat = 0; seat < self->table_.tokens.size(); ++seat) self->connect(seat);
        self->tick();
    });
}

void LoadGame::stop() {
    strand_.post([self = shared_from_this()] {
        self->stopped_ = true;
        self->timer_.cancel();
        for (Line& line : self->lines_) {
            ++line.number;
            line.socket.reset();
        }
    });
}

void LoadGame::drop() {
    strand_.post([self = shared_from_this()] {
        for (Line& line : self->lines_) {
            if (line.socket) line.socket->drop();
        }
    });
}

void LoadGame::connect(unsigned seat) {
    if (stopped_) return;
    Line& line = lines_[seat];
    const std::uint64_t number = ++line.number;
    line.open = line.closed = line.unanswered = false;
    const auto on_strand = [weak = weak_from_this(), seat, number](auto task) {
        const auto self = weak.lock();
        if (!self) return;
        self->strand_.post([self, seat, number, task] {
            if (self->lines_[seat].number == number) task(*self);
        });
    };
    ClientSocket::Handlers handlers;
    handlers.on_text = [on_strand, seat](std::string_view text) {
        on_strand([seat, text = std::string(text)](LoadGame& self) { self.heard(seat, text); });
    };
    handlers.on_closed = [on_strand, seat] {
        on_strand([seat](LoadGame& self) {
            self.lines_[seat].open = false;
            self.lines_[seat].closed = true;
            self.reconnect(std::chrono::milliseconds(50 + random_number() % 200));
        });
    };
    line.socket = std::make_unique<ClientSocket>(loop_, servers_[(seat + number) % servers_.size()],
                                                 table_.tokens[seat], std::move(handlers));
    hello(seat);
}

/// One timer serves the whole game: the next tick connects every closed line.
void LoadGame::reconnect(std::chrono::milliseconds delay) {
    if (stopped_ || over_) return;
    events_.on_reconnect();
    timer_.after(delay, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

void LoadGame::hello(unsigned seat) {
    Json json;
    json["type"] = "hello";
    json["game"] = table_.game;
    // The first seat follows the game; the others only want their answers.
    if (seat != 0) json["since"] = 1'000'000;
    if (seat == 0 && follower_) json["since"] = follower_->ply();
    lines_[seat].socket->send(text_of(json));
}

void LoadGame::tick() {
    if (stopped_ || over_) return;
    for (unsigned seat = 0; seat < table_.tokens.size(); ++seat) {
        if (lines_[seat].closed) connect(seat);
        if (std::exchange(lines_[seat].unanswered, false)) hello(seat);
    }
    const auto now = std::chrono::steady_clock::now();
    if (pending_ && now - pending_->sent > repeat_after) send_pending();
    timer_.after(tick_every, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->tick();
    });
}

void LoadGame::heard(unsigned seat, const std::string& text) {
    // The other seats hear the same plies: not worth parsing.
    constexpr std::string_view ply = "{\"type\":\"ply\"";
    if (seat != 0 && text.starts_with(ply)) return;
    Json message;
    std::string error;
    if (!parse_json(text, message, error)) return events_.on_wrong("not JSON: " + error);
    const std::string type = message["type"].get<std::string>();
    if (type == "ply") {
        if (!follower_) return; // the state comes first
        add(message["entry"]);
        return after_entries();
    }
    if (type == "state") return heard_state(seat, message);
    if (type == "ack" || type == "stale" || type == "refused") return heard_answer(message, type);
    if (type == "error") {
        const std::string code = message["code"].get<std::string>();
        if (code != "busy" && code != "rate_limited" && code != "store_failed") {
            events_.on_wrong("error " + text);
        }
        lines_[seat].unanswered = !lines_[seat].open;
    }
}

void LoadGame::heard_state(unsigned seat, const Json& message) {
    lines_[seat].open = true;
    if (seat == 0) {
        if (!follower_) follower_ = Follower::of_table(message["table"], setups_);
        if (!follower_) return events_.on_wrong("a table that cannot be read");
        for (const Json& entry : message["plies"]) add(entry);
    }
    if (pending_ && pending_->seat == seat) send_pending();
    if (seat == 0) after_entries();
}

void LoadGame::add(const Json& entry) {
    if (const std::string wrong = follower_->add(entry); !wrong.empty()) {
        events_.on_wrong(wrong + ": " + text_of(entry));
    }
}

void LoadGame::heard_answer(const Json& message, const std::string& type) {
    if (!pending_ || message["move_id"].get<std::string>() != pending_->move_id) return;
    if (type == "ack") {
        acked_.push_back({pending_->seat, pending_->move_id, message["ply"].get<int>()});
        events_.on_acked(pending_->due);
        answered();
        return after_entries();
    }
    if (type == "stale") {
        events_.on_stale();
        answered();
        ready_told_ = -1;
        return hello(0);
    }
    const std::string code = message["code"].get<std::string>();
    if (code == "busy" || code == "store_failed") return; // it is repeated in a while
    events_.on_wrong("refused: " + text_of(message));
    answered();
    after_entries();
}

void LoadGame::answered() {
    pending_.reset();
    waiting_ = false;
}

void LoadGame::after_entries() {
    if (pending_) return; // of the last move, too, the answer comes after the entry
    if (follower_->over() && !over_) {
        over_ = true;
        timer_.cancel();
        return events_.on_over(shared_from_this());
    }
    if (!follower_->to_move() || ready_told_ == follower_->ply()) return;
    ready_told_ = follower_->ply();
    events_.on_ready(shared_from_this());
}

void LoadGame::play(SteadyTime due) {
    waiting_ = true;
    strand_.post([self = shared_from_this(), due] {
        const bool free = !self->stopped_ && !self->pending_ && self->follower_ != nullptr;
        const auto seat = free ? self->follower_->to_move() : std::nullopt;
        if (!seat) {
            self->waiting_ = self->pending_.has_value();
            return self->events_.on_unplayed();
        }
        Pending pending;
        pending.seat = *seat;
        pending.move_id = hex_of(random_number());
        pending.due = due;
        Json json;
        json["type"] = "move";
        json["game"] = self->table_.game;
        json["expect_ply"] = self->follower_->ply();
        json["move_id"] = pending.move_id;
        json["move"] = move_json(random_move(self->follower_->game(), self->random_));
        if (const auto& chains = self->table_.chains; !chains.empty()) {
            const auto turn = static_cast<unsigned>(self->follower_->turns().size());
            json["link"] = to_hex(chains[*seat].link(turn));
        }
        pending.text = text_of(json);
        self->pending_ = std::move(pending);
        self->send_pending();
    });
}

void LoadGame::send_pending() {
    pending_->sent = std::chrono::steady_clock::now();
    Line& line = lines_[pending_->seat];
    if (line.open) line.socket->send(pending_->text);
}

} // namespace bastide::server
