#include "server/accounts/mutes.h"

#include <algorithm>

namespace bastide::server {

bool MuteList::has(const std::string& user) const {
    const std::lock_guard lock(mutex_);
    return names_.contains(user);
}

std::vector<UserRow> MuteList::users() const {
    const std::lock_guard lock(mutex_);
    std::vector<UserRow> users;
    for (const auto& [id, name] : names_) users.push_back({id, name});
    return users;
}

std::size_t MuteList::size() const {
    const std::lock_guard lock(mutex_);
    return names_.size();
}

void MuteList::take(std::uint64_t asked, const std::vector<UserRow>& users) {
    const std::lock_guard lock(mutex_);
    if (asked < taken_) return;
    taken_ = asked;
    names_.clear();
    for (const UserRow& user : users) names_[user.id] = user.name;
}

Mutes::Held Mutes::held(const std::string& user) {
    const std::lock_guard lock(mutex_);
    if (lists_.size() >= prune_at_) {
        std::erase_if(lists_, [](const auto& list) { return list.second.expired(); });
        prune_at_ = std::max<std::size_t>(1024, 2 * lists_.size());
    }
    std::weak_ptr<MuteList>& known = lists_[user];
    Held list = known.lock();
    if (!list) known = list = std::make_shared<MuteList>();
    return list;
}

/// An empty name: of everybody.
std::vector<std::pair<std::string, Mutes::Held>> Mutes::held_by(const std::string& user) {
    std::vector<std::pair<std::string, Held>> found;
    const std::lock_guard lock(mutex_);
    for (const auto& [id, known] : lists_) {
        if (!user.empty() && id != user) continue;
        if (Held list = known.lock()) found.emplace_back(id, std::move(list));
    }
    return found;
}

void Mutes::read(const std::string& user, const Held& list, OnFound then) {
    reader_.read([this, user, list, then = std::move(then)](GameStore& store) {
        std::uint64_t asked = 0;
        {
            const std::lock_guard lock(mutex_);
            asked = ++asked_;
        }
        const auto users = store.muted_by(user);
        if (!users) return then(std::unexpected(users.error()));
        list->take(asked, *users);
        then(MuteListPtr(list));
    });
}

void Mutes::find(const std::string& user, OnFound on_found) {
    read(user, held(user), std::move(on_found));
}

void Mutes::set(const std::string& user, const request::Mute& mute, OnSet on_set) {
    const SetMute write{user, mute.user, mute.on ? SetMute::To::muted : SetMute::To::heard};
    writer_.write(write, [this, user, on_set = std::move(on_set)](WriteOutcome outcome) {
        const Held list = held(user);
        if (outcome == WriteOutcome::failed) return on_set(Code::store_failed);
        if (outcome == WriteOutcome::conflict) {
            return on_set(list->size() >= most_muted ? Code::not_allowed : Code::not_found);
        }
        read(user, list, [on_set](const Stored<MuteListPtr>& found) {
            on_set(found ? std::nullopt : std::optional(Code::store_failed));
        });
    });
}

void Mutes::refresh(const std::string& user) {
    for (const auto& [id, list] : held_by(user)) read(id, list, [](const Stored<MuteListPtr>&) {});
}

} // namespace bastide::server
