#pragma once
// What people are told about themselves and each other, as JSON. data/protocol/schema.json is the
// source.

#include "catalog/json_reader.h"
#include "server/storage/store.h"

namespace bastide::server {

Json ratings_json(const std::vector<RatingRow>& ratings);
Json best_json(const BestRow& row);
Json profile_json(const ProfileRow& profile);
/// Everything that is kept about a user.
Json data_json(const UserData& data);
/// Where a user is signed in; one of these sessions asks.
Json sessions_json(const std::vector<TokenRow>& tokens, const std::string& own_hash);

} // namespace bastide::server
