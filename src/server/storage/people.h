#pragma once
// Users and accounts as rows.

#include "server/storage/sql_part.h"

namespace bastide::server {

/// The name of somebody who deleted their data.
inline constexpr const char* deleted_name = "Deleted";

class People : public SqlPart {
  public:
    using SqlPart::SqlPart;

    Done put(const AddUser& w);
    Done put(const RenameUser& w);
    Done put(const AddToken& w);
    Done put(const AddAccount& w);
    Done put(const UseToken& w);
    Done put(const RevokeToken& w);
    Done put(const SetPassword& w);
    Done put(const SetRecovery& w);
    Done put(const Recover& w);
    Done put(const DeleteUser& w);
    Done put(const DropToken& w);
    Done put(const SetMute& w);

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
    Stored<std::optional<std::string>> find_named(const std::string& key);
    /// Without ratings and results.
    Stored<std::optional<ProfileRow>> profile_of(const std::string& user);
    /// Without ratings and the trail.
    Stored<std::optional<UserData>> data_of(const std::string& user);

  private:
    std::expected<void, SqlError> rename_in_games(const std::string& user);
};

} // namespace bastide::server
