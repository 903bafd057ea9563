// Who is there. With several nodes each writes which players are connected to it; a player is away
// when no node that is alive says otherwise.

#include "server/base/time.h"
#include "server/rooms/room.h"

#include <algorithm>
#include <utility>

namespace bastide::server {
namespace {

constexpr std::chrono::milliseconds read_again_after{1000};

} // namespace

bool Room::seat_here(unsigned seat) const {
    return std::ranges::any_of(followers_, [&](const Follower& f) { return f.seat == seat; });
}

bool Room::seat_present(unsigned seat) const {
    return elsewhere_[seat] || seat_here(seat);
}

Json Room::presence_json() const {
    Json json;
    json["seats"] = Json::array();
    for (unsigned i = 0; i < match_->rules().players(); ++i) {
        json["seats"].push_back(seat_present(i) || match_->rules().seats[i].agent.has_value());
    }
    json["watchers"] = std::ranges::count_if(followers_, [](const Follower& f) { return !f.seat; });
    return json;
}

/// Somebody came or went, here or elsewhere.
void Room::presence_changed() {
    for (unsigned i = 0; i < present_.size(); ++i) {
        const bool was_present = std::exchange(present_[i], seat_present(i));
        if (was_present && !present_[i]) away_since_[i] = now_ms();
    }
    write_presence();
    Json json;
    json["type"] = "presence";
    json["game"] = id_;
    json["presence"] = presence_json();
    tell(text_of(json));
    set_timer();
}

/// Writes what the other nodes do not know yet. To say it twice does no harm: the writer keeps the
/// order of one game's writes, so the last word is right.
void Room::write_presence() {
    if (services_.alone) return;
    const auto on_written = [weak = weak_from_this()](WriteOutcome outcome) {
        const auto self = weak.lock();
        if (!self || outcome != WriteOutcome::failed) return;
        self->strand_.post([self] { self->refresh(); }); // compares, and writes it again
    };
    for (unsigned i = 0; i < here_written_.size(); ++i) {
        const bool here = seat_here(i);
        if (std::exchange(here_written_[i], here) == here) continue;
        if (here) {
            services_.writer.write(Arrive{id_, i, services_.node}, on_written);
        } else {
            services_.writer.write(Depart{id_, i, services_.node}, on_written);
        }
    }
}

/// What the store says now, also about this node: others may have taken it for dead.
void Room::take_presence(const std::vector<PresentRow>& rows) {
    here_written_ = elsewhere_ = {};
    for (const PresentRow& row : rows) {
        if (row.seat >= elsewhere_.size()) continue;
        (row.node == services_.node ? here_written_ : elsewhere_)[row.seat] = true;
    }
    for (unsigned i = 0; i < present_.size(); ++i) {
        if (present_[i] != seat_present(i)) return presence_changed();
    }
    write_presence();
}

/// A bot takes the seat of who should move, unless another node has seen its player meanwhile.
void Room::take_over_if_away() {
    if (services_.alone) return substitute_mover();
    services_.reader.read([self = shared_from_this()](GameStore& store) {
        auto present = store.load_present(self->id_, now_ms());
        self->strand_.post([self, present = std::move(present)] {
            if (!present) return self->set_timer_after(read_again_after);
            self->take_presence(*present);
            if (self->mover_is_away()) return self->substitute_mover();
            self->set_timer();
        });
    });
}

} // namespace bastide::server
