#pragma once
// The host's own door: a socket in the file system that only its owner may open. One question of
// one line of JSON, one answer.

#include "catalog/json_reader.h"
#include "server/base/loop.h"

#include <expected>
#include <functional>
#include <memory>
#include <string>

namespace bastide::server {

class AdminSocket {
  public:
    using Reply = std::function<void(Json)>;
    using OnAsked = std::function<void(const Json& question, const Reply& reply)>;

    AdminSocket(Loop& loop, OnAsked on_asked);
    ~AdminSocket();
    AdminSocket(const AdminSocket&) = delete;
    AdminSocket& operator=(const AdminSocket&) = delete;

    /// Why it cannot.
    std::expected<void, std::string> listen(const std::string& file);
    void stop();

  private:
    struct Inside;
    std::shared_ptr<Inside> inside_;
};

/// Of a ban that ends.
inline constexpr int most_ban_hours = 24 * 3650;

/// Asks a server's socket, for the command line. The answer, or why none came.
std::expected<Json, std::string> ask_admin(const std::string& file, const Json& question);

} // namespace bastide::server
