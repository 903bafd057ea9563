#pragma once
// Numbers about the running server, in Prometheus' text form. Labels are few and fixed: no names,
// no games, no tiles.

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace bastide::server {

class Metrics {
  public:
    Metrics();
    ~Metrics();
    Metrics(const Metrics&) = delete;
    Metrics& operator=(const Metrics&) = delete;

    void move(double durable_seconds, double told_seconds);
    void answer(std::string_view kind); // ack, repeat, stale, refused, error
    void commit(std::size_t writes, double seconds, bool failed);
    void bot_thought(double seconds);
    void resumed();
    void rate_limited(std::string_view what); // address, connection, account
    void slow_consumer();
    void notice(std::string_view outcome); // sent, gone, refused, failed, dropped
    void trouble();

    /// A number that is asked for whenever the metrics are read.
    void watch(const std::string& name, const std::string& help, std::function<double()> value);

    std::string text() const;

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

} // namespace bastide::server
