#pragma once
// What goes: tables that nobody wants, lines that the host takes away, sessions and guests that
// were not seen for long; who may not come; and the trail that says who did what.

#include "server/storage/sql_part.h"

namespace bastide::server {

class Keeping : public SqlPart {
  public:
    using SqlPart::SqlPart;

    Done put(const RemoveGame& w);
    Done put(const RemoveChat& w);
    Done put(const AddBan& w);
    Done put(const LiftBan& w);
    Done put(const AddAudit& w);
    Done put(const Tidy& w);

    Stored<std::vector<std::string>> open_before(std::int64_t time, unsigned limit);
    Stored<std::vector<BanRow>> bans();
    Stored<std::vector<AuditRow>> audit(const AuditQuery& query);
};

} // namespace bastide::server
