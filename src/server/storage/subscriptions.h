#pragma once
// Where people want to be told that it is their turn: addresses at push services, each of one
// session, with which it goes.

#include "server/storage/sql_part.h"

namespace bastide::server {

class Subscriptions : public SqlPart {
  public:
    using SqlPart::SqlPart;

    Done put(const Subscribe& w);
    Done put(const Unsubscribe& w);

    Stored<std::vector<SubscriptionRow>> of(const std::string& user);
    Stored<std::vector<SubscriptionRow>> claim(const NoticeQuery& query);
};

} // namespace bastide::server
