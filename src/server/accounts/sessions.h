#pragma once
// Who a token belongs to. Tokens are 256 random bits; only their hash is stored.

#include "server/storage/writer.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace bastide::server {

struct Authenticated {
    UserRow user;
    std::string token_hash;
};

class Sessions {
  public:
    Sessions(StoreWriter& writer, StoreReader& reader)
        : writer_(writer)
        , reader_(reader) {}

    /// Nobody is not the same as a store that could not be asked: who is told that they are nobody
    /// begins a new session, and their games are lost to them.
    using Found = std::expected<std::optional<Authenticated>, StoreError>;
    using OnFound = std::function<void(const Found&)>;
    /// Text from a cookie or an Authorization header; empty or wrong text is nobody.
    void find(const std::string& token, OnFound on_found);

    /// Whether a session that was found before is still one. A store that cannot be asked says yes.
    void check(const std::string& token_hash, std::function<void(bool)> on_checked);

    /// A user and their new token; nothing if the store failed.
    struct Begun {
        UserRow user;
        std::string token;
    };
    using OnBegun = std::function<void(std::optional<Begun>)>;
    /// A new guest.
    void begin(const std::string& name, OnBegun on_begun);
    /// One more session of somebody who gave their password.
    void begin_for(const UserRow& user, OnBegun on_begun);
    void rename(const Authenticated& who, const std::string& name, std::function<void(bool)> done);
    void end(const Authenticated& who, std::function<void(bool)> done);
    /// A token that takes the place of another one; the caller writes its hash.
    struct Fresh {
        std::string token, hash;
    };
    static Fresh fresh_token();
    /// Their tokens changed in the store.
    void forget(const std::string& user);

  private:
    using Clock = std::chrono::steady_clock;
    struct Known {
        UserRow user;
        Clock::time_point until; // then the store is asked again: another node may know better
        Clock::time_point noted; // in the store, that it was used
    };
    /// Stores the session's token by `write`; then it is one.
    void begin_by(Write write, Begun begun, std::string hash, OnBegun on_begun);
    void remember(const std::string& hash, const UserRow& user);
    std::optional<UserRow> recall(const std::string& hash);
    void note_use(const std::string& hash);

    StoreWriter& writer_;
    StoreReader& reader_;
    std::mutex mutex_;
    std::unordered_map<std::string, Known> known_; // by token hash
};

} // namespace bastide::server
