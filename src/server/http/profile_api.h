#pragma once
// What everybody may see of players: who they are, how they are rated, who is best.

#include "server/http/call.h"

namespace bastide::server {

class ProfileApi {
  public:
    explicit ProfileApi(StoreReader& reader)
        : reader_(reader) {}

    static bool serves(std::string_view path);
    /// /api/users/ID, /api/names/NAME, /api/ratings/EDITION/KIND
    void handle(const CallPtr& call);

  private:
    void by_id(const CallPtr& call, const std::string& user);
    void by_name(const CallPtr& call, std::string_view name);
    void best(const CallPtr& call, const std::string& pool);

    StoreReader& reader_;
};

} // namespace bastide::server
