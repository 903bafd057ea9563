#include "server/accounts/sessions.h"

#include "server/base/time.h"

namespace bastide::server {
namespace {

constexpr std::size_t most_known = 200'000;
constexpr std::chrono::seconds known_for{60};
constexpr std::chrono::hours noted_every{1}; // sessions end by days

} // namespace

void Sessions::remember(const std::string& hash, const UserRow& user) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= most_known) known_.clear(); // the store still knows them
    Known& known = known_[hash];
    known.user = user;
    known.until = Clock::now() + known_for;
}

/// So that a session that is used does not end.
void Sessions::note_use(const std::string& hash) {
    {
        const std::lock_guard lock(mutex_);
        const auto it = known_.find(hash);
        const auto now = Clock::now();
        if (it == known_.end() || now - it->second.noted < noted_every) return;
        it->second.noted = now;
    }
    writer_.write(UseToken{hash, now_ms()}, nullptr);
}

Sessions::Fresh Sessions::fresh_token() {
    const Bytes32 token = random_secret();
    return {to_hex(token), to_hex(sha256(token))};
}

std::optional<UserRow> Sessions::recall(const std::string& hash) {
    const std::lock_guard lock(mutex_);
    const auto it = known_.find(hash);
    if (it == known_.end() || it->second.until < Clock::now()) return std::nullopt;
    return it->second.user;
}

void Sessions::forget(const std::string& user) {
    const std::lock_guard lock(mutex_);
    std::erase_if(known_, [&](const auto& known) { return known.second.user.id == user; });
}

void Sessions::find(const std::string& token, OnFound on_found) {
    const auto bytes = from_hex(token);
    if (!bytes) return on_found(std::nullopt);
    const std::string hash = to_hex(sha256(*bytes));
    if (const auto user = recall(hash)) return on_found(Authenticated{*user, hash});
    reader_.read([this, hash, on_found = std::move(on_found)](GameStore& store) {
        const auto user = store.find_user(hash);
        if (!user) return on_found(std::unexpected(user.error()));
        if (!*user) return on_found(std::nullopt);
        remember(hash, **user);
        note_use(hash);
        on_found(Authenticated{**user, hash});
    });
}

void Sessions::check(const std::string& token_hash, std::function<void(bool)> on_checked) {
    if (recall(token_hash)) return on_checked(true);
    reader_.read([this, token_hash, on_checked = std::move(on_checked)](GameStore& store) {
        const auto user = store.find_user(token_hash);
        if (user && *user) {
            remember(token_hash, **user);
            note_use(token_hash);
        }
        on_checked(!user || *user);
    });
}

void Sessions::begin_for(const UserRow& user, OnBegun on_begun) {
    const auto [token, hash] = fresh_token();
    begin_by(AddToken{user.id, hash, now_ms()}, {user, token}, hash, std::move(on_begun));
}

void Sessions::begin(const std::string& name, OnBegun on_begun) {
    const auto [token, hash] = fresh_token();
    const UserRow user{random_id(), name};
    begin_by(AddUser{user, hash, now_ms()}, {user, token}, hash, std::move(on_begun));
}

void Sessions::begin_by(Write write, Begun begun, std::string hash, OnBegun on_begun) {
    writer_.write(std::move(write), [this, begun = std::move(begun), hash = std::move(hash),
                                     on_begun = std::move(on_begun)](WriteOutcome outcome) {
        if (outcome != WriteOutcome::done) return on_begun(std::nullopt);
        remember(hash, begun.user);
        on_begun(begun);
    });
}

void Sessions::rename(const Authenticated& who, const std::string& name,
                      std::function<void(bool)> done) {
    const UserRow user{who.user.id, name};
    writer_.write(RenameUser{user}, [this, user, hash = who.token_hash,
                                     done = std::move(done)](WriteOutcome outcome) {
        if (outcome == WriteOutcome::done) remember(hash, user);
        done(outcome == WriteOutcome::done);
    });
}

void Sessions::end(const Authenticated& who, std::function<void(bool)> done) {
    writer_.write(DropToken{who.token_hash},
                  [this, hash = who.token_hash, done = std::move(done)](WriteOutcome outcome) {
                      {
                          const std::lock_guard lock(mutex_);
                          known_.erase(hash);
                      }
                      done(outcome != WriteOutcome::failed);
                  });
}

} // namespace bastide::server
