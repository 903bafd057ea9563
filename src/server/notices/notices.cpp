#include "server/notices/notices.h"

#include "server/base/time.h"

namespace bastide::server {
namespace {

constexpr std::size_t most_turns = 100'000; // that wait at once
constexpr std::chrono::milliseconds look_every{1000};

} // namespace

Notices::Notices(Services services, Settings settings)
    : services_(std::move(services))
    , settings_(std::move(settings))
    , strand_(services_.loop)
    , timer_(strand_) {
    if (settings_.services.empty()) return;
    vapid_ = std::make_unique<Vapid>(services_.seal);
    PushSender::Settings sending;
    sending.ca_file = settings_.ca_file;
    sender_ = std::make_unique<PushSender>(std::move(sending));
}

void Notices::turn(const Turn& turn) {
    if (on()) strand_.post([this, turn] { add(turn); });
}

void Notices::stop() {
    if (on()) sender_->stop();
}

void Notices::add(const Turn& turn) {
    if (waiting_.size() >= most_turns && !waiting_.contains(turn.game)) return;
    waiting_[turn.game] = {turn.user, turn.ply, std::chrono::steady_clock::now() + settings_.after};
    if (!looking_) look();
}

/// Also forgets whom it told long ago. Of several turns that are due at once the store lets one
/// through.
void Notices::look() {
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(told_, [&](const auto& told) { return told.second + quiet() <= now; });
    std::erase_if(waiting_, [&](const auto& one) {
        if (one.second.due > now || told_.contains(one.second.user)) return false;
        tell(one.first, one.second);
        return true;
    });
    looking_ = !waiting_.empty();
    if (looking_) timer_.after(look_every, [this] { look(); });
}

void Notices::tell(const std::string& game, const Waiting& waiting) {
    if (services_.attendance.is_here(waiting.user)) return;
    const std::int64_t now = now_ms();
    services_.reader.read([this, query = NoticeQuery{waiting.user, game, waiting.ply, now,
                                                     now - quiet().count()}](GameStore& store) {
        const auto rows = store.claim_notice(query);
        if (!rows || rows->empty()) return;
        strand_.post([this, user = query.user] { told_[user] = std::chrono::steady_clock::now(); });
        for (const SubscriptionRow& row : *rows) send(row);
    });
}

void Notices::send(const SubscriptionRow& row) {
    const auto to = settings_.services.find(row.endpoint);
    if (!to) return; // the host has taken this service off the list since
    const auto done = [this, endpoint = row.endpoint, host = to->host](PushOutcome outcome,
                                                                       const std::string& why) {
        if (outcome == PushOutcome::gone) {
            services_.writer.write(Unsubscribe{endpoint}, nullptr);
        }
        services_.on_outcome(outcome, host, why);
    };
    sender_->send({*to, vapid_->authorization(*to, row.site, now_ms())}, done);
}

} // namespace bastide::server
