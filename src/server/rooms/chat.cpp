#include "server/rooms/chat.h"

#include <algorithm>

namespace bastide::server {
namespace {

constexpr std::size_t chat_bytes = 32 * 1024; // of all lines that are kept, as they are told

std::size_t size_of(const ChatRow& row) {
    return row.text.size() + row.user.id.size() + row.user.name.size() + 80;
}

} // namespace

void Chat::say(Line line, Task fail) {
    const int seat = line.seat ? static_cast<int>(*line.seat) : -1;
    ChatRow row{next_++, frame_.time().now_ms(), line.user, seat, line.text};
    AddChat write{frame_.id(), row};
    frame_.write(std::move(write), [this, row = std::move(row), line = std::move(line),
                                    fail = std::move(fail)](WriteOutcome outcome) {
        if (outcome == WriteOutcome::done) return add(row);
        if (outcome == WriteOutcome::conflict) return catch_up_and_say(line, fail);
        fail();
    });
}

/// Another node gave this number to another line: that one comes first. Or who said it is gone.
void Chat::catch_up_and_say(Line line, Task fail) {
    struct Found {
        Stored<std::vector<ChatRow>> lines;
        Stored<bool> is_gone;
    };
    const std::string user = line.user.id;
    frame_.read(
        [this, user](GameStore& store) {
            return Found{store.load_chat(frame_.id(), chat_lines), store.is_gone(user)};
        },
        [this, line = std::move(line), fail = std::move(fail)](const Found& found) {
            if (!found.lines || found.is_gone.value_or(true)) return fail();
            take(*found.lines);
            say(line, fail);
        });
}

void Chat::forget_where(const std::function<bool(const ChatRow&)>& goes) {
    std::vector<int> gone;
    for (const ChatRow& row : lines_) {
        if (goes(row)) gone.push_back(row.n);
    }
    if (gone.empty()) return;
    std::erase_if(lines_, goes);
    presence_.tell(chat_gone_message(frame_.id(), gone));
}

void Chat::forget(int n) {
    forget_where([n](const ChatRow& row) { return row.n == n; });
}

void Chat::forget_lines_of(const std::string& user) {
    forget_where([&](const ChatRow& row) { return row.user.id == user; });
}

void Chat::take(const std::vector<ChatRow>& lines) {
    for (const ChatRow& line : lines) add(line);
}

/// A line may be heard of twice: from the store and from another node.
void Chat::add(const ChatRow& row) {
    const bool too_old = row.n <= forgotten_;
    if (too_old || std::ranges::find(lines_, row.n, &ChatRow::n) != lines_.end()) return;
    next_ = std::max(next_, row.n + 1);
    if (row.text.empty()) return; // the host took it away
    lines_.insert(std::ranges::upper_bound(lines_, row.n, {}, &ChatRow::n), row);
    bytes_ += size_of(row);
    while (lines_.size() > chat_lines || bytes_ > chat_bytes) {
        bytes_ -= size_of(lines_.front());
        forgotten_ = lines_.front().n;
        lines_.erase(lines_.begin());
    }
    if (presence_.followers().empty()) return;
    const Text text = make_text(chat_message(frame_.id(), row));
    for (const Presence::Follower& follower : presence_.followers()) {
        if (follower.peer->hears(row.user.id)) follower.peer->send(text);
    }
}

std::vector<const ChatRow*> Chat::heard_by(const Peer& peer) const {
    std::vector<const ChatRow*> heard;
    for (const ChatRow& row : lines_) {
        if (peer.hears(row.user.id)) heard.push_back(&row);
    }
    return heard;
}

} // namespace bastide::server
