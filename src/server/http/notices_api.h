#pragma once
// Who wants to be told of their turns while no page is open, and who does not any more.

#include "server/http/call.h"
#include "server/notices/notices.h"

namespace bastide::server {

class NoticesApi {
  public:
    NoticesApi(const Notices& notices, Writer& writer)
        : notices_(notices)
        , writer_(writer) {}

    bool on() const { return notices_.on(); }
    std::string key() const { return notices_.key(); }
    /// /api/notices
    void handle(const CallPtr& call);

  private:
    void subscribe(const CallPtr& call, const std::string& endpoint);
    void unsubscribe(const CallPtr& call, const std::string& endpoint);

    const Notices& notices_;
    Writer& writer_;
};

} // namespace bastide::server
