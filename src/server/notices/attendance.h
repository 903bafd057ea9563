#pragma once
// Who has a socket to this process, whichever game it is for.

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace bastide::server {

class Attendance {
    struct Sockets {
        std::mutex mutex;
        std::unordered_map<std::string, unsigned> of_user;
    };

  public:
    /// One socket's, for as long as it is kept; that may be longer than the attendance.
    class Stay {
      public:
        Stay() = default;
        Stay(Attendance& at, std::string user)
            : sockets_(at.sockets_)
            , user_(std::move(user)) {
            const std::lock_guard lock(sockets_->mutex);
            ++sockets_->of_user[user_];
        }
        ~Stay() { end(); }
        Stay(const Stay&) = delete;
        Stay& operator=(const Stay&) = delete;
        Stay(Stay&&) = delete;
        Stay& operator=(Stay&& other) noexcept {
            std::swap(sockets_, other.sockets_);
            std::swap(user_, other.user_);
            return *this;
        }
        void end() {
            const auto sockets = std::exchange(sockets_, nullptr);
            if (!sockets) return;
            const std::lock_guard lock(sockets->mutex);
            const auto it = sockets->of_user.find(user_);
            if (--it->second == 0) sockets->of_user.erase(it);
        }

      private:
        std::shared_ptr<Sockets> sockets_;
        std::string user_;
    };

    bool is_here(const std::string& user) const {
        const std::lock_guard lock(sockets_->mutex);
        return sockets_->of_user.contains(user);
    }

  private:
    std::shared_ptr<Sockets> sockets_ = std::make_shared<Sockets>();
};

} // namespace bastide::server
