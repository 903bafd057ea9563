#pragma once
// Whom each person does not want to hear, wherever they meet. It is kept in the store; sockets of
// one person share what this process knows of it.

#include "server/protocol/code.h"
#include "server/protocol/message.h"
#include "server/storage/writer.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace bastide::server {

class MuteList {
  public:
    bool has(const std::string& user) const;
    std::vector<UserRow> users() const;
    std::size_t size() const;

  private:
    friend class Mutes;
    /// What was asked for later knows more: an older answer that comes last is dropped.
    void take(std::uint64_t asked, const std::vector<UserRow>& users);

    mutable std::mutex mutex_;
    std::map<std::string, std::string> names_; // by user
    std::uint64_t taken_ = 0;
};
using MuteListPtr = std::shared_ptr<const MuteList>;

class Mutes {
  public:
    Mutes(Writer& writer, Reader& reader)
        : writer_(writer)
        , reader_(reader) {}
    Mutes(const Mutes&) = delete;
    Mutes& operator=(const Mutes&) = delete;

    /// The list of this person; it stays right for as long as it is held.
    using OnFound = std::function<void(const Stored<MuteListPtr>&)>;
    void find(const std::string& user, OnFound on_found);
    /// Why it is refused: there is no such person, or too many are muted.
    using OnSet = std::function<void(const std::optional<Code>&)>;
    void set(const std::string& user, const request::Mute& mute, OnSet on_set);
    /// Another node changed it; an empty name: perhaps anybody's.
    void refresh(const std::string& user);

  private:
    using Held = std::shared_ptr<MuteList>;
    Held held(const std::string& user);
    std::vector<std::pair<std::string, Held>> held_by(const std::string& user);
    void read(const std::string& user, const Held& list, OnFound then);

    Writer& writer_;
    Reader& reader_;
    std::mutex mutex_;
    std::unordered_map<std::string, std::weak_ptr<MuteList>> lists_;
    std::size_t prune_at_ = 1024;
    std::uint64_t asked_ = 0;
};

} // namespace bastide::server
