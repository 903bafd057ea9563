#pragma once
// Accepts connections on one port, for HTTP and WebSocket alike.

#include "server/base/loop.h"
#include "server/http/site.h"

#include <expected>
#include <memory>
#include <string>

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
    /// Accepts nobody any more.
    void stop();

  private:
    struct Inside;
    std::shared_ptr<Inside> inside_;
};

} // namespace bastide::server
