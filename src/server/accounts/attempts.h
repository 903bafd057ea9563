#pragma once
// How often passwords may be tried. A stranger's wrong tries count against the stranger's address;
// all of them together count against the login only slowly, and never against somebody who comes
// from where its owner had a session.

#include "server/base/limits.h"

#include <deque>
#include <map>
#include <string>

namespace bastide::server {

class Attempts {
  public:
    explicit Attempts(Rate rate)
        : of_pair_(rate)
        , of_address_({4 * rate.per_second, 4 * rate.burst})
        , of_who_({rate.per_second / 4, 20 * rate.burst}) {}

    struct Try {
        std::string who, address; // a user's id, or what was given for a login
    };
    /// False: too many failed. One that may be made counts until it proved right.
    bool begin(const Try& tried) {
        const bool known = is_known(tried);
        return of_address_.take(tried.address) && of_pair_.take(key(tried)) &&
               (of_who_.take(tried.who) || known);
    }
    void was_right(const Try& tried) {
        of_address_.give_back(tried.address);
        of_pair_.give_back(key(tried));
        of_who_.give_back(tried.who);
        remember(tried);
    }
    /// A session of this user was used from this address.
    void remember(const Try& seen);

  private:
    static std::string key(const Try& tried) { return tried.who + " " + tried.address; }
    bool is_known(const Try& tried) const;

    Limits of_pair_, of_address_, of_who_;
    mutable std::mutex mutex_;
    std::map<std::string, std::deque<std::string>> known_; // addresses by user, latest last
};

} // namespace bastide::server
