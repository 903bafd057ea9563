#pragma once
// Computer players think on a few threads of their own with lower priority, so that people's moves
// never wait for them.

#include "ai/agent.h"
#include "catalog/catalog.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace bastide::server {

struct BotTask {
    std::shared_ptr<const Setup> setup; // keeps the game's box
    std::unique_ptr<Game> game;
    std::string agent;
    std::function<void(const Move&)> on_move; // on a bot's thread
};

class Bots {
  public:
    /// `on_thought` hears how many seconds each choice took.
    Bots(unsigned threads, std::function<void(double)> on_thought);
    ~Bots();
    Bots(const Bots&) = delete;
    Bots& operator=(const Bots&) = delete;

    void think(BotTask task);
    std::size_t waiting() const;
    /// Forgets what was not begun and cuts short what was.
    void stop();

  private:
    void run();

    std::function<void(double)> on_thought_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<BotTask> tasks_;
    bool stopping_ = false;
    std::atomic<bool> cancel_ = false;
    std::vector<std::thread> threads_;
};

} // namespace bastide::server
