#pragma once
// A server in this process and clients that talk to it through real sockets.

#include "server/client/client.h"
#include "server/client/follower.h"
#include "server/schema.h"
#include "server/service/service.h"
#include "server/temporary.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace bastide::server::test {

/// What is told a moment later, on another thread or node; false when it never came.
template <class IsSo>
bool waits_until(const IsSo& is_so) {
    for (int i = 0; i < 1500; ++i) {
        if (is_so()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
}

/// Where players come to.
class TestHost {
  public:
    virtual ~TestHost() = default;
    virtual ServerAddress address() const = 0;
    virtual Loop& loop() = 0; // of the clients
};

class TestServer final : public TestHost {
  public:
    explicit TestServer(Config config = patient());
    /// Limits that no test meets by accident.
    static Config patient();

    ServerAddress address() const override { return {"127.0.0.1", std::to_string(port_), ""}; }
    /// Drains and starts again on the same database; the port may be another one.
    void restart();
    void drain() { service_->drain(); }
    const TemporaryFolder& folder() const { return folder_; }
    Loop& loop() override { return loop_; }

  private:
    TemporaryFolder folder_;
    Config config_;
    std::unique_ptr<Service> service_;
    unsigned short port_ = 0;
    Loop loop_{1};
};

/// A person with a session, HTTP calls and at most one socket.
class TestPlayer {
  public:
    TestPlayer(TestHost& host, const std::string& name);
    /// A spectator without a session.
    explicit TestPlayer(TestHost& host);
    /// The same person in another window.
    TestPlayer(TestHost& host, const TestPlayer& person);
    ~TestPlayer();

    /// Deletes the account that sign_up() made, or a guest's data.
    HttpReply delete_data();
    /// The guest becomes an account, with the password `a long password`.
    void sign_up(const std::string& login);

    Json get(const std::string& target, unsigned status = 200);
    Json post(const std::string& target, const Json& body, unsigned status = 200);
    HttpReply raw(const std::string& method, const std::string& target, const std::string& body);

    void connect();
    /// Tries to connect; true if the server closed before it welcomed anybody.
    bool turned_away();
    void drop();
    /// The same person talks to another node from now on.
    void go_to(TestHost& host);
    void say(const Json& message);
    void say_text(const std::string& text);
    /// Waits for the next message of this type; others are kept in all().
    Json hear(const std::string& type);
    /// hello, and the state that answers it.
    Json follow(const std::string& game, int since = -1);
    bool closed() const;
    std::vector<std::string> all() const;

    const std::string& token() const { return token_; }
    const std::string& id() const { return id_; }

  private:
    void open_socket();

    TestHost* host_;
    std::unique_ptr<HttpClient> http_;
    std::string token_, id_;
    std::unique_ptr<ClientSocket> socket_;
    mutable std::mutex mutex_;
    std::condition_variable heard_;
    std::deque<Json> inbox_;
    std::vector<std::string> all_;
    bool closed_ = false;
};

const Schema& schema();

/// A table for these players in order; all sit.
std::string table_of(const std::vector<TestPlayer*>& players, Json rules);
/// A game that two bots played to its end while this player, an account, looked on.
std::string game_of_bots(TestPlayer& onlooker);
Json rules_of(const std::string& edition, unsigned persons,
              const std::vector<std::string>& bots = {});

/// A legal move for the tile in hand.
Json some_move(const Follower& follower, std::uint64_t seed);

} // namespace bastide::server::test
