#pragma once
// Accepts connections on one port or several, for HTTP and WebSocket alike.

#include "server/base/loop.h"
#include "server/http/site.h"

#include <expected>
#include <memory>
#include <string>
#include <vector>

namespace bastide::server {

class Listener {
  public:
    Listener(Loop& loop, Site& site);
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// Port 0 chooses a free one. The port it listens on, or why it cannot.
    std::expected<unsigned short, std::string> listen(const std::string& address,
                                                      unsigned short port);
    /// A socket that listens already, opened by whoever started us (systemd): ports below 1024
    /// without a privilege, and nobody is refused while we restart.
    std::expected<unsigned short, std::string> adopt(int descriptor);
    /// Accepts nobody any more.
    void stop();

  private:
    struct Door;
    Loop& loop_;
    Site& site_;
    std::vector<std::shared_ptr<Door>> doors_;
};

} // namespace bastide::server
