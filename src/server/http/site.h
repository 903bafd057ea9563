#pragma once
// What every connection may use, and the answers that are not the API's: health, metrics, files.

#include "server/accounts/bans.h"
#include "server/base/address.h"
#include "server/base/limits.h"
#include "server/http/assets.h"
#include "server/http/exchange.h"
#include "server/rooms/peer.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace bastide::server {

class Api;
struct Talk;
class Sessions;
class Metrics;

/// A socket that can be told that the server goes.
class Closable {
  public:
    virtual ~Closable() = default;
    virtual void say_goodbye() = 0;
    /// Sessions of this user ended; who has one of them goes.
    virtual void check_session_of(const std::string& user) = 0;
    /// Bans changed; who is banned goes.
    virtual void check_address() = 0;
};

/// Who is connected: how many there are, from where, and a way to reach them at the end.
class Connections {
  public:
    struct Limits {
        std::size_t all = 20'000;
        std::size_t of_address = 256;
    };
    explicit Connections(Limits limits)
        : limits_(limits) {}

    /// False: there are too many. Each admitted one is dismissed once. Behind a proxy the address
    /// is empty until the client's is known: then it is charged.
    bool admit(const std::string& address);
    bool charge(const std::string& from, const std::string& to);
    void dismiss(const std::string& address);

    void add(const std::shared_ptr<Closable>& socket);
    void remove(Closable* socket);
    std::size_t connections() const;
    std::size_t sockets() const;
    void say_goodbye();
    void check_sessions_of(const std::string& user);
    void check_addresses();

  private:
    bool count(const std::string& address);
    void discount(const std::string& address);
    std::vector<std::shared_ptr<Closable>> all() const;

    Limits limits_;
    mutable std::mutex mutex_;
    std::size_t count_ = 0;
    std::map<std::string, std::size_t> by_address_;
    std::map<Closable*, std::weak_ptr<Closable>> sockets_;
};

struct Site {
    struct Settings {
        std::string version;
        std::string web_root;          // a folder instead of the built-in client, for development
        bool trust_proxy = false;      // whoever connects is one
        Networks trusted_proxies;      // or those from here
        std::set<std::string> origins; // besides the own one
    };

    Api& api;
    Sessions& sessions;
    Talk& talk;
    Metrics& metrics;
    Bans& bans;
    std::shared_ptr<Connections> connections;
    Limits address_limits;
    Settings settings;
    std::atomic<bool> draining = false;
    std::function<bool()> ready; // the store can be written

    /// Everything but the WebSocket.
    void handle(HttpRequest request, Respond respond);
    bool may_connect(const HttpRequest& request) const;
    /// Whether what this address says about its clients is believed.
    bool is_proxy(const std::string& address) const;
};

/// The file behind a path: pages of the client have no dot in their last part and are all one file,
/// those of the documents under /docs are one each.
std::string file_of(std::string_view path);
/// Whether the documents were there when this was built.
bool has_documents();
/// By the end of the path; files of no known kind are octets.
std::string_view media_type(std::string_view path);
/// A file that is built in, packed for whoever takes that, or 304 for whoever has it.
HttpResponse asset_response(const Asset& asset, const HttpRequest& request);

} // namespace bastide::server
