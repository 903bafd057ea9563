#include "server/rooms/presence.h"

#include <algorithm>
#include <utility>

namespace bastide::server {
namespace {

constexpr std::chrono::milliseconds tell_every{500};

} // namespace

void Presence::tell(std::string text) const {
    if (followers_.empty()) return;
    const Text shared = make_text(std::move(text));
    for (const Follower& follower : followers_) follower.peer->send(shared);
}

Presence::~Presence() {
    *count_ -= static_cast<std::int64_t>(followers_.size());
}

bool Presence::enter(const PeerPtr& peer) {
    if (peer->closed()) return false;
    if (std::ranges::find(followers_, peer, &Follower::peer) != followers_.end()) return false;
    followers_.push_back({peer, log_.seat_of(peer->user())});
    ++*count_;
    return true;
}

void Presence::leave(const PeerPtr& peer) {
    if (std::erase_if(followers_, [&](const Follower& f) { return f.peer == peer; }) == 0) return;
    --*count_;
    changed();
}

void Presence::seats_changed() {
    for (Follower& follower : followers_) follower.seat = log_.seat_of(follower.peer->user());
    changed();
}

bool Presence::is_here(unsigned seat) const {
    return std::ranges::any_of(followers_, [&](const Follower& f) { return f.seat == seat; });
}

PresenceView Presence::view() const {
    PresenceView view;
    for (unsigned i = 0; i < log_.rules().players(); ++i) {
        view.seats.push_back(is_present(i) || log_.rules().seats[i].agent.has_value());
    }
    view.watchers = static_cast<std::size_t>(
        std::ranges::count_if(followers_, [](const Follower& f) { return !f.seat; }));
    return view;
}

/// Somebody came or went, here or elsewhere.
void Presence::changed() {
    for (unsigned i = 0; i < present_.size(); ++i) {
        const bool was_present = std::exchange(present_[i], is_present(i));
        if (was_present && !present_[i]) away_since_[i] = frame_.time().awake_ms();
    }
    write();
    on_changed_();
    to_tell_ = true;
    if (!just_told_) tell_view();
}

void Presence::tell_view() {
    just_told_ = std::exchange(to_tell_, false);
    if (!just_told_) return;
    tell(presence_message(frame_.id(), view()));
    later_.after(tell_every, frame_.if_alive([this] { tell_view(); }));
}

/// Writes what the other nodes do not know yet. To say it twice does no harm: the writer keeps the
/// order of one game's writes, so the last word is right.
void Presence::write() {
    if (frame_.services().alone) return;
    const auto on_written = [this, room = frame_.weak()](WriteOutcome outcome) {
        const auto kept = room.lock();
        if (!kept || outcome != WriteOutcome::failed) return;
        frame_.post([this] { log_.refresh(); }); // compares, and writes it again
    };
    Writer& writer = frame_.services().writer;
    for (unsigned i = 0; i < here_written_.size(); ++i) {
        const bool here = is_here(i);
        if (std::exchange(here_written_[i], here) == here) continue;
        if (here) {
            writer.write(Arrive{frame_.id(), i, frame_.services().node}, on_written);
        } else {
            writer.write(Depart{frame_.id(), i, frame_.services().node}, on_written);
        }
    }
}

void Presence::start(const std::vector<PresentRow>& rows) {
    away_since_.fill(frame_.time().awake_ms());
    take(rows);
}

void Presence::take(const std::vector<PresentRow>& rows) {
    here_written_ = elsewhere_ = {};
    for (const PresentRow& row : rows) {
        if (row.seat >= elsewhere_.size()) continue;
        (row.node == frame_.services().node ? here_written_ : elsewhere_)[row.seat] = true;
    }
    for (unsigned i = 0; i < present_.size(); ++i) {
        if (present_[i] != is_present(i)) return changed();
    }
    write();
}

} // namespace bastide::server
