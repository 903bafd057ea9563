#pragma once
// Who a token belongs to. Tokens are 256 random bits; only their hash is stored.

#include "server/storage/writer.h"

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

    using OnUser = std::function<void(std::optional<Authenticated>)>;
    /// Text from a cookie or an Authorization header; empty or wrong text is nobody.
    void find(const std::string& token, OnUser on_user);

    /// A new guest and their token; nothing if the store failed.
    struct Begun {
        UserRow user;
        std::string token;
    };
    void begin(const std::string& name, std::function<void(std::optional<Begun>)> on_begun);
    void rename(const Authenticated& who, const std::string& name, std::function<void(bool)> done);
    void end(const Authenticated& who, std::function<void(bool)> done);

  private:
    void remember(const std::string& hash, const UserRow& user);

    StoreWriter& writer_;
    StoreReader& reader_;
    std::mutex mutex_;
    std::unordered_map<std::string, UserRow> known_; // by token hash
};

} // namespace bastide::server
