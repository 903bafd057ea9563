#include "server/accounts/passwords.h"

#include "server/base/secret.h"

#include <sodium.h>

#include <array>

namespace bastide::server {
namespace {

constexpr std::size_t most_waiting = 32;

std::optional<std::string> argon2id(const std::string& password) {
    std::array<char, crypto_pwhash_STRBYTES> out{};
    const int status = crypto_pwhash_str_alg(
        out.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
        crypto_pwhash_MEMLIMIT_INTERACTIVE, crypto_pwhash_ALG_ARGON2ID13);
    if (status != 0) return std::nullopt;
    return std::string(out.data());
}

} // namespace

Passwords::Passwords()
    : thread_([this] { run(); }) {}

Passwords::~Passwords() {
    stop();
}

bool Passwords::add(std::function<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_ || tasks_.size() >= most_waiting) return false;
        tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
    return true;
}

bool Passwords::hash(std::string password,
                     std::function<void(std::optional<std::string>)> on_hash) {
    return add([password = std::move(password), on_hash = std::move(on_hash)] {
        on_hash(argon2id(password));
    });
}

bool Passwords::verify(std::string hash, std::string password,
                       std::function<void(bool)> on_checked) {
    return add([this, hash = std::move(hash), password = std::move(password),
                on_checked = std::move(on_checked)] {
        if (nobody_.empty()) nobody_ = argon2id(to_hex(random_secret())).value_or("");
        const std::string& known = hash.empty() ? nobody_ : hash;
        const bool fits =
            crypto_pwhash_str_verify(known.c_str(), password.data(), password.size()) == 0;
        on_checked(fits && !hash.empty());
    });
}

void Passwords::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        tasks_.clear();
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void Passwords::run() {
    for (;;) {
        std::function<void()> task;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
            if (stopping_) return;
            task = std::move(tasks_.front());
            tasks_.pop_front();
        }
        task();
    }
}

} // namespace bastide::server
