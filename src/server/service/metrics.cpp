#include "server/service/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <mutex>
#include <vector>

namespace bastide::server {

namespace pm = prometheus;

struct Metrics::Inside {
    struct Watched {
        pm::Gauge* gauge;
        std::function<double()> value;
    };

    pm::Histogram::BucketBoundaries latency = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05,
                                               0.1,   0.2,   0.5,   1,    2};
    pm::Histogram::BucketBoundaries sizes = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
    pm::Registry registry;

    pm::Histogram& histogram(const char* name, const char* help,
                             const pm::Histogram::BucketBoundaries& buckets) {
        return pm::BuildHistogram().Name(name).Help(help).Register(registry).Add({}, buckets);
    }
    pm::Counter& counter(const char* name, const char* help) {
        return pm::BuildCounter().Name(name).Help(help).Register(registry).Add({});
    }

    pm::Histogram& durable = histogram("bastide_move_durable_seconds",
                                       "From a move's arrival until it is durable", latency);
    pm::Histogram& told = histogram("bastide_move_told_seconds",
                                    "From a move's arrival until everybody was told", latency);
    pm::Histogram& commit_seconds =
        histogram("bastide_commit_seconds", "Time of one commit to the store", latency);
    pm::Histogram& commit_writes =
        histogram("bastide_commit_writes", "Writes that shared one commit", sizes);
    pm::Histogram& think =
        histogram("bastide_bot_think_seconds", "Time of a bot for one move", latency);
    pm::Counter& commit_failures = counter("bastide_commit_failures_total", "Commits that failed");
    pm::Counter& resumes = counter("bastide_resumes_total", "Games followed again from a ply");
    pm::Counter& slow = counter("bastide_slow_consumers_total", "Sockets cut off: did not read");
    pm::Counter& troubles = counter("bastide_troubles_total", "Things only we can have caused");
    pm::Family<pm::Counter>& answers =
        pm::BuildCounter().Name("bastide_answers_total").Help("Answers by kind").Register(registry);
    pm::Family<pm::Counter>& limited = pm::BuildCounter()
                                           .Name("bastide_rate_limited_total")
                                           .Help("Requests refused for coming too fast")
                                           .Register(registry);
    pm::Family<pm::Counter>& notices = pm::BuildCounter()
                                           .Name("bastide_notices_total")
                                           .Help("Notices to absent players by what became of them")
                                           .Register(registry);
    std::mutex mutex;
    std::vector<Watched> watched;
};

Metrics::Metrics()
    : inside_(std::make_unique<Inside>()) {}

Metrics::~Metrics() = default;

void Metrics::move(double durable_seconds, double told_seconds) {
    inside_->durable.Observe(durable_seconds);
    inside_->told.Observe(told_seconds);
}

void Metrics::answer(std::string_view kind) {
    inside_->answers.Add({{"kind", std::string(kind)}}).Increment();
}

void Metrics::commit(std::size_t writes, double seconds, bool failed) {
    inside_->commit_seconds.Observe(seconds);
    inside_->commit_writes.Observe(static_cast<double>(writes));
    if (failed) inside_->commit_failures.Increment();
}

void Metrics::bot_thought(double seconds) {
    inside_->think.Observe(seconds);
}

void Metrics::resumed() {
    inside_->resumes.Increment();
}

void Metrics::rate_limited(std::string_view what) {
    inside_->limited.Add({{"what", std::string(what)}}).Increment();
}

void Metrics::slow_consumer() {
    inside_->slow.Increment();
}

void Metrics::notice(std::string_view outcome) {
    inside_->notices.Add({{"outcome", std::string(outcome)}}).Increment();
}

void Metrics::trouble() {
    inside_->troubles.Increment();
}

void Metrics::watch(const std::string& name, const std::string& help,
                    std::function<double()> value) {
    const std::lock_guard lock(inside_->mutex);
    pm::Gauge& gauge = pm::BuildGauge().Name(name).Help(help).Register(inside_->registry).Add({});
    inside_->watched.push_back({&gauge, std::move(value)});
}

std::string Metrics::text() const {
    const std::lock_guard lock(inside_->mutex);
    for (const auto& [gauge, value] : inside_->watched) gauge->Set(value());
    return pm::TextSerializer().Serialize(inside_->registry.Collect());
}

} // namespace bastide::server
