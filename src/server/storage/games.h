#pragma once
// Games as rows: the table, its seats, its log, its chat.

#include "server/storage/sql_part.h"

namespace bastide::server {

class Games : public SqlPart {
  public:
    Games(SqlConnection& sql, SealPtr seal)
        : SqlPart(sql)
        , seal_(std::move(seal)) {}

    /// Secrets are sealed and opened with this key from now on.
    void set_seal(SealPtr seal) { seal_ = std::move(seal); }
    /// Seals what lies open, within the caller's transaction; how many there were.
    Stored<std::size_t> seal_open_secrets(const Seal& seal);

    Done put(const AddGame& w);
    Done put(const TakeSeat& w);
    Done put(const LeaveSeat& w);
    /// Ratings are the caller's.
    Done put(const Append& w);
    Done put(const Claim& w);
    Done put(const Rest& w);
    Done put(const AddChat& w);
    Done put(const SetRematch& w);

    Stored<std::optional<GameRow>> load(const std::string& id);
    Stored<std::vector<LogRow>> load_log(const std::string& id, int from_ply);
    Stored<std::vector<ChatRow>> load_chat(const std::string& id, unsigned limit);
    Stored<std::vector<GameRow>> list(const GameQuery& query);
    Stored<std::vector<std::string>> claim_due(const GameStore::DueQuery& query);

  private:
    std::optional<Bytes32> secret_from(const SqlRow& row) const;
    Stored<void> add_seats(GameRow& game);

    SealPtr seal_;
};

} // namespace bastide::server
