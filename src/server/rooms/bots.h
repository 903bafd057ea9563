#pragma once
// Computer players think on a few threads of their own with lower priority, so that people's moves
// never wait for them. Whoever used less thinking time comes first: one slow bot costs another
// owner's table the rest of the thought that is going on, however many wait.

#include "ai/agent.h"
#include "catalog/catalog.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace bastide::server {

struct BotTask {
    std::string owner;                  // of the table: whose thinking time it is
    std::shared_ptr<const Setup> setup; // keeps the game's box
    std::unique_ptr<Game> game;
    std::string agent;
    std::function<void(const Move&)> on_move; // on a bot's thread
};

struct BotEvents {
    std::function<void(double seconds)> on_thought;
    /// This description names nobody; `random` plays instead. Told once for each.
    std::function<void(const std::string& agent)> on_replaced;
};

class Bots {
  public:
    Bots(unsigned threads, BotEvents events);
    ~Bots();
    Bots(const Bots&) = delete;
    Bots& operator=(const Bots&) = delete;

    void think(BotTask task);
    std::size_t waiting() const;
    /// Forgets what was not begun and cuts short what was.
    void stop();

  private:
    /// Fair queueing: `used` is the owner's thinking time so far, or the time of the one served
    /// last if that is more, so that nobody saves up a claim by waiting.
    struct Queue {
        double used = 0;
        unsigned thinking = 0; // of this owner, now
        std::deque<BotTask> tasks;
    };
    void run();
    BotTask next_task();
    void charge(const std::string& owner, double seconds);
    Move choose(const BotTask& task);
    void tell_replaced(const std::string& agent);

    BotEvents events_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<std::string, Queue> queues_; // by owner
    double served_ = 0;                   // `used` of the owner served last
    std::size_t waiting_ = 0;
    std::set<std::string> replaced_; // already told
    bool stopping_ = false;
    std::atomic<bool> cancel_ = false;
    std::vector<std::thread> threads_;
};

} // namespace bastide::server
