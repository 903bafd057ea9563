#pragma once
// A connected client, as rooms see it.

#include "server/storage/store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace bastide::server {

/// One text for many sockets.
using Text = std::shared_ptr<const std::string>;
inline Text make_text(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

class Peer {
  public:
    virtual ~Peer() = default;
    /// From any thread; keeps the order of calls from one thread.
    virtual void send(Text text) = 0;
    /// Their hello was answered: the next one may be read.
    virtual void hello_answered() = 0;
    /// Their socket is gone, or about to go. Whoever is closed stays closed.
    virtual bool closed() const = 0;
    /// Nobody for a spectator without a session.
    virtual const std::optional<UserRow>& user() const = 0;
    /// Whether they want to hear what this user says.
    virtual bool hears(const std::string&) const { return true; }
    /// Time of a message from the client to the server, as measured.
    virtual std::int64_t lag_ms() const = 0;
};
using PeerPtr = std::shared_ptr<Peer>;

} // namespace bastide::server
