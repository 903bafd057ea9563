#include "server/http/account_json.h"

#include "server/protocol/server_message.h"

#include <cmath>

namespace bastide::server {

namespace {

Json rating_json(const RatingRow& row) {
    Json json;
    json["pool"] = row.pool;
    json["rating"] = std::llround(row.rating.rating);
    json["deviation"] = std::llround(row.rating.deviation);
    json["games"] = row.games;
    return json;
}

Json rated_result_json(const RatedResultRow& row) {
    Json json;
    json["pool"] = row.pool;
    json["at"] = row.at;
    json["before"] = std::llround(row.before);
    json["after"] = std::llround(row.after);
    if (row.game.empty()) return json;
    json["game"] = row.game;
    json["players"] = users_json(row.players);
    Json result = Json::parse(row.result, nullptr, false);
    if (!result.is_discarded()) json["result"] = std::move(result);
    return json;
}

} // namespace

Json ratings_json(const std::vector<RatingRow>& ratings) {
    Json list = Json::array();
    for (const RatingRow& row : ratings) list.push_back(rating_json(row));
    return list;
}

Json best_json(const BestRow& row) {
    Json json = rating_json(row.rating);
    json["user"] = user_json(row.user);
    return json;
}

Json profile_json(const ProfileRow& profile) {
    Json json;
    json["user"] = user_json(profile.user);
    if (profile.since > 0) json["since"] = profile.since;
    json["ratings"] = ratings_json(profile.ratings);
    json["results"] = Json::array();
    for (const RatedResultRow& row : profile.results)
        json["results"].push_back(rated_result_json(row));
    return json;
}

Json data_json(const UserData& data) {
    Json json;
    json["user"] = user_json(data.user);
    json["created_at"] = data.created_at;
    if (!data.login.empty()) json["login"] = data.login;
    json["sessions"] = data.tokens;
    json["games"] = data.games;
    json["chat"] = Json::array();
    for (const auto& [game, row] : data.chat) {
        Json line;
        line["game"] = game;
        line["at"] = row.at;
        line["text"] = row.text;
        json["chat"].push_back(std::move(line));
    }
    json["ratings"] = ratings_json(data.ratings);
    json["muted"] = users_json(data.muted);
    json["notices"] = Json::array();
    for (const SubscriptionRow& row : data.subscriptions) json["notices"].push_back(row.endpoint);
    json["audit"] = Json::array();
    for (const AuditRow& row : data.audit) {
        Json entry;
        entry["at"] = row.at;
        entry["event"] = row.event;
        if (!row.address.empty()) entry["address"] = row.address;
        if (!row.detail.empty()) entry["detail"] = row.detail;
        json["audit"].push_back(std::move(entry));
    }
    json["rating_changes"] = Json::array();
    for (const RatingChangeRow& row : data.changes) {
        Json change;
        change["game"] = row.game;
        change["pool"] = row.pool;
        change["before"] = std::llround(row.before);
        change["after"] = std::llround(row.after);
        json["rating_changes"].push_back(std::move(change));
    }
    return json;
}

Json sessions_json(const std::vector<TokenRow>& tokens, const std::string& own_hash) {
    Json json;
    json["sessions"] = Json::array();
    for (const TokenRow& row : tokens) {
        Json one;
        one["id"] = row.id;
        one["created_at"] = row.created_at;
        one["used_at"] = row.used_at > 0 ? row.used_at : row.created_at;
        one["current"] = own_hash.starts_with(row.id);
        json["sessions"].push_back(std::move(one));
    }
    return json;
}

} // namespace bastide::server
