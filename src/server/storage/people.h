#pragma once
// Users, accounts and ratings as rows: the store's part that is not about games.

#include "server/storage/sql.h"
#include "server/storage/store.h"

namespace bastide::server {

/// The name of somebody who deleted their data.
inline constexpr const char* deleted_name = "Deleted";

class People {
  public:
    explicit People(SqlConnection& sql)
        : sql_(sql) {}

    /// Within the caller's transaction. False: a conflict.
    using Done = std::expected<bool, SqlError>;
    Done put(const AddUser& w);
    Done put(const RenameUser& w);
    Done put(const AddToken& w);
    Done put(const AddAccount& w);
    Done put(const UseToken& w);
    Done put(const RevokeToken& w);
    Done put(const SetPassword& w);
    Done put(const DeleteUser& w);
    Done put(const DropToken& w);
    Done put(const SetMute& w);
    /// The end of a rated game.
    Done rate_game(const Append& w);

    Stored<std::optional<UserRow>> find(const std::string& token_hash);
    Stored<std::optional<UserRow>> load(const std::string& id);
    Stored<bool> is_gone(const std::string& user);
    Stored<std::optional<AccountRow>> find_account(const std::string& login);
    Stored<std::optional<AccountRow>> account_of(const std::string& user);
    Stored<std::vector<TokenRow>> tokens_of(const std::string& user);
    Stored<std::vector<UserRow>> muted_by(const std::string& user);
    Stored<bool> name_taken(const std::string& key, const std::string& user);
    /// Names of accounts from before they were compared.
    std::expected<void, SqlError> add_missing_keys();
    Stored<std::vector<RatingRow>> ratings_of(const std::string& user);
    Stored<std::optional<UserData>> data_of(const std::string& user);

  private:
    Done change(std::string_view text, std::vector<SqlValue> values);
    Stored<std::vector<SqlRow>> query(std::string_view text, std::vector<SqlValue> values);
    std::expected<void, SqlError> rename_in_games(const std::string& user);

    SqlConnection& sql_;
};

} // namespace bastide::server
