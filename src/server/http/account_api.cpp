#include "server/http/account_api.h"

#include "notation/json.h"
#include "server/base/time.h"

#include <algorithm>
#include <cmath>

namespace bastide::server {
namespace {

constexpr std::size_t least_password = 8, most_password = 256;

/// Logins are compared without regard to case: 3 to 32 letters, digits and . _ -
std::string clean_login(std::string login) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789._-";
    for (char& c : login) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    const bool fits = login.size() >= 3 && login.size() <= 32 &&
                      login.find_first_not_of(allowed) == std::string::npos;
    return fits ? login : std::string();
}

bool is_password(const std::string& text) {
    return text.size() >= least_password && text.size() <= most_password;
}

Json ratings_json(const std::vector<RatingRow>& ratings) {
    Json list = Json::array();
    for (const RatingRow& row : ratings) {
        Json json;
        json["pool"] = row.pool;
        json["rating"] = std::llround(row.rating.rating);
        json["deviation"] = std::llround(row.rating.deviation);
        json["games"] = row.games;
        list.push_back(std::move(json));
    }
    return list;
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

/// Strings of the body by key; false, and answered, if one is missing or more is there.
bool read_strings(const CallPtr& call,
                  std::initializer_list<std::pair<std::string_view, std::string*>> strings) {
    for (const auto& [key, value] : call->body.items()) {
        const bool known = key == "token" || std::ranges::any_of(strings, [&](const auto& s) {
                               return s.first == key;
                           });
        if (!known) {
            call->fail(Code::bad_message, "there is no key " + key.substr(0, 40));
            return false;
        }
    }
    for (const auto& [key, out] : strings) {
        const auto it = call->body.find(std::string(key));
        if (it == call->body.end() || !it->is_string()) {
            call->fail(Code::bad_message, std::string(key) + " is missing");
            return false;
        }
        *out = it->get<std::string>();
    }
    return true;
}

} // namespace

void AccountApi::handle(const CallPtr& call) {
    const std::string_view path = call->request.path;
    const std::string& method = call->request.method;
    const bool reads = method == "GET" || method == "HEAD";
    if (path.starts_with("/api/users/")) {
        const std::string user(path.substr(11));
        if (!is_id(user)) return call->fail(Code::not_found);
        if (!reads) return call->fail(Code::method_not_allowed);
        return profile(call, user);
    }
    if (path == "/api/login") {
        if (method != "POST") return call->fail(Code::method_not_allowed);
        return login(call);
    }
    if (!call->who) return call->fail(Code::no_session);
    if (path == "/api/account") {
        if (reads) return show(call);
        if (method == "POST") return create(call);
        if (method == "DELETE") return remove(call);
        return call->fail(Code::method_not_allowed);
    }
    if (path == "/api/account/export") {
        if (!reads) return call->fail(Code::method_not_allowed);
        return take_along(call);
    }
    if (path == "/api/account/password") {
        if (method != "POST") return call->fail(Code::method_not_allowed);
        return change_password(call);
    }
    call->fail(Code::not_found);
}

bool AccountApi::may_try(const CallPtr& call, const std::string& login) {
    const bool may =
        attempts_.take("address " + call->request.address) && attempts_.take("login " + login);
    if (!may) call->fail(Code::rate_limited);
    return may;
}

void AccountApi::create(const CallPtr& call) {
    std::string given, password;
    if (!read_strings(call, {{"login", &given}, {"password", &password}})) return;
    const std::string login = clean_login(given);
    if (login.empty()) return call->fail(Code::bad_login);
    if (!is_password(password)) return call->fail(Code::bad_password);
    if (!may_try(call, login)) return;
    const bool taken = passwords_.hash(
        std::move(password), [this, call, login](const std::optional<std::string>& hash) {
            if (!hash) return call->fail(Code::busy);
            writer_.write(AddAccount{call->who->user.id, login, *hash, now_ms()},
                          [this, call](WriteOutcome outcome) {
                              if (outcome == WriteOutcome::done) return show(call);
                              call->fail(outcome == WriteOutcome::conflict ? Code::login_taken
                                                                           : Code::store_failed);
                          });
        });
    if (!taken) call->fail(Code::busy);
}

void AccountApi::show(const CallPtr& call) {
    reader_.read([call](GameStore& store) {
        const std::string& id = call->who->user.id;
        const auto account = store.account_of(id);
        const auto ratings = store.ratings_of(id);
        if (!account || !ratings) return call->fail(Code::store_failed);
        Json json;
        json["user"] = user_json(call->who->user);
        if (*account) json["login"] = (*account)->login;
        json["ratings"] = ratings_json(*ratings);
        call->respond(json_response(json));
    });
}

void AccountApi::profile(const CallPtr& call, const std::string& user) {
    reader_.read([call, user](GameStore& store) {
        const auto row = store.load_user(user);
        const auto ratings = store.ratings_of(user);
        if (!row || !ratings) return call->fail(Code::store_failed);
        if (!*row) return call->fail(Code::not_found);
        Json json;
        json["user"] = user_json(**row);
        json["ratings"] = ratings_json(*ratings);
        call->respond(json_response(json));
    });
}

void AccountApi::take_along(const CallPtr& call) {
    reader_.read([call](GameStore& store) {
        const auto data = store.data_of(call->who->user.id);
        if (!data) return call->fail(Code::store_failed);
        if (!*data) return call->fail(Code::not_found);
        HttpResponse response = json_response(data_json(**data));
        response.headers.emplace_back("Content-Disposition",
                                      "attachment; filename=\"bastide-my-data.json\"");
        call->respond(std::move(response));
    });
}

void AccountApi::remove(const CallPtr& call) {
    const std::string user = call->who->user.id;
    writer_.write(DeleteUser{user}, [this, call, user](WriteOutcome outcome) {
        sessions_.forget(user);
        if (outcome == WriteOutcome::failed) return call->fail(Code::store_failed);
        HttpResponse response;
        response.status = 204;
        response.headers.emplace_back("Set-Cookie", session_cookie("", call->request.secure));
        call->respond(std::move(response));
    });
}

void AccountApi::login(const CallPtr& call) {
    std::string given, password;
    if (!read_strings(call, {{"login", &given}, {"password", &password}})) return;
    std::string error;
    JsonReader reader(error);
    const bool wants_token = reader.boolean(call->body, "token", "the body", false);
    if (reader.failed()) return call->fail(Code::bad_message, error);
    const std::string login = clean_login(given);
    if (!may_try(call, login)) return;
    if (password.size() > most_password) return call->fail(Code::wrong_password);
    reader_.read([this, call, login, password, wants_token](GameStore& store) {
        const auto account = store.find_account(login);
        if (!account) return call->fail(Code::store_failed);
        // Whether a login exists is not told, nor how long it takes to find out.
        const AccountRow row = account->value_or(AccountRow{});
        const bool taken =
            passwords_.verify(row.password, password, [this, call, row, wants_token](bool right) {
                if (!right) return call->fail(Code::wrong_password);
                begin_for(call, row.user, wants_token);
            });
        if (!taken) call->fail(Code::busy);
    });
}

void AccountApi::begin_for(const CallPtr& call, const std::string& id, bool wants_token) {
    reader_.read([this, call, id, wants_token](GameStore& store) {
        const auto user = store.load_user(id);
        if (!user || !*user) return call->fail(Code::store_failed);
        sessions_.begin_for(**user, [call, wants_token](const auto& begun) {
            if (!begun) return call->fail(Code::store_failed);
            answer_session(*call, begun->user, {begun->token, wants_token});
        });
    });
}

void AccountApi::change_password(const CallPtr& call) {
    std::string old, fresh;
    if (!read_strings(call, {{"old", &old}, {"new", &fresh}})) return;
    if (!is_password(fresh)) return call->fail(Code::bad_password);
    if (!may_try(call, call->who->user.id)) return;
    reader_.read([this, call, old, fresh](GameStore& store) {
        const auto account = store.account_of(call->who->user.id);
        if (!account) return call->fail(Code::store_failed);
        if (!*account) return call->fail(Code::needs_account);
        const bool taken =
            passwords_.verify((*account)->password, old, [this, call, fresh](bool right) {
                if (!right) return call->fail(Code::wrong_password);
                set_password(call, fresh);
            });
        if (!taken) call->fail(Code::busy);
    });
}

/// Whoever else is signed in is not any more.
void AccountApi::set_password(const CallPtr& call, const std::string& password) {
    const bool taken =
        passwords_.hash(password, [this, call](const std::optional<std::string>& hash) {
            if (!hash) return call->fail(Code::busy);
            const std::string user = call->who->user.id;
            writer_.write(SetPassword{user, *hash, call->who->token_hash},
                          [this, call, user](WriteOutcome outcome) {
                              sessions_.forget(user);
                              if (outcome == WriteOutcome::done) return show(call);
                              call->fail(Code::store_failed);
                          });
        });
    if (!taken) call->fail(Code::busy);
}

} // namespace bastide::server
