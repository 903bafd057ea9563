#include "server/http/profile_api.h"

#include "catalog/catalog.h"
#include "server/accounts/names.h"
#include "server/http/account_json.h"

namespace bastide::server {
namespace {

constexpr std::string_view users_path = "/api/users/", names_path = "/api/names/",
                           ratings_path = "/api/ratings/";
constexpr unsigned page_of_the_best = 50;

bool is_pool(std::string_view pool) {
    const std::size_t slash = pool.find('/');
    if (slash == std::string_view::npos) return false;
    const std::string_view kind = pool.substr(slash + 1);
    return (kind == "duel" || kind == "group") &&
           Catalog::embedded().find(pool.substr(0, slash)) != nullptr;
}

void answer_profile(const CallPtr& call, GameStore& store, const std::string& user) {
    const auto profile = store.profile_of(user);
    if (!profile) return call->fail(Code::store_failed);
    if (!*profile) return call->fail(Code::not_found);
    call->respond(json_response(profile_json(**profile)));
}

} // namespace

bool ProfileApi::serves(std::string_view path) {
    return path.starts_with(users_path) || path.starts_with(names_path) ||
           path.starts_with(ratings_path);
}

void ProfileApi::handle(const CallPtr& call) {
    const std::string_view path = call->request.path;
    if (call->request.method != "GET" && call->request.method != "HEAD") {
        return call->fail(Code::method_not_allowed);
    }
    if (path.starts_with(users_path))
        return by_id(call, std::string(path.substr(users_path.size())));
    if (path.starts_with(names_path)) return by_name(call, path.substr(names_path.size()));
    best(call, std::string(path.substr(ratings_path.size())));
}

void ProfileApi::by_id(const CallPtr& call, const std::string& user) {
    if (!is_id(user)) return call->fail(Code::not_found);
    reader_.read([call, user](GameStore& store) { answer_profile(call, store, user); });
}

/// Guests share names; an account's is its own, however it is spelled.
void ProfileApi::by_name(const CallPtr& call, std::string_view name) {
    const auto given = percent_decoded(name);
    const std::string key = given ? name_key(clean_name(*given)) : std::string();
    if (key.empty()) return call->fail(Code::not_found);
    reader_.read([call, key](GameStore& store) {
        const auto user = store.find_named(key);
        if (!user) return call->fail(Code::store_failed);
        if (!*user) return call->fail(Code::not_found);
        answer_profile(call, store, **user);
    });
}

void ProfileApi::best(const CallPtr& call, const std::string& pool) {
    if (!is_pool(pool)) return call->fail(Code::not_found);
    BestQuery query{pool, page_of_the_best};
    if (const auto cursor = parse_cursor(query_value(call->request.query, "before"))) {
        query.below = cursor->time;
        query.below_id = cursor->id;
    }
    reader_.read([call, query](GameStore& store) {
        const auto best = store.best_of(query);
        if (!best) return call->fail(Code::store_failed);
        Json json;
        json["players"] = Json::array();
        for (const BestRow& row : *best) json["players"].push_back(best_json(row));
        if (best->size() == page_of_the_best) {
            json["next"] = cursor_text({best->back().place, best->back().user.id});
        }
        call->respond(json_response(json));
    });
}

} // namespace bastide::server
