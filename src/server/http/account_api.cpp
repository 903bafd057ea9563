#include "server/http/account_api.h"

#include "notation/json.h"
#include "server/accounts/common_passwords.h"
#include "server/accounts/names.h"
#include "server/accounts/recovery.h"
#include "server/base/time.h"
#include "server/http/account_body.h"
#include "server/http/account_json.h"

namespace bastide::server {

void AccountApi::handle(const CallPtr& call) {
    const std::string_view path = call->request.path;
    const std::string& method = call->request.method;
    const bool reads = method == "GET" || method == "HEAD";
    if (path == "/api/login") {
        if (method != "POST") return call->fail(Code::method_not_allowed);
        return login(call);
    }
    if (path == "/api/recover") {
        if (method != "POST") return call->fail(Code::method_not_allowed);
        return recover(call);
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
        return export_data(call);
    }
    if (path == "/api/account/password") {
        if (method != "POST") return call->fail(Code::method_not_allowed);
        return change_password(call);
    }
    if (path == "/api/account/recovery") {
        if (method != "POST") return call->fail(Code::method_not_allowed);
        return make_recovery(call);
    }
    constexpr std::string_view sessions = "/api/account/sessions";
    if (path == sessions) {
        if (reads) return list_sessions(call);
        if (method == "DELETE") return revoke(call, "");
        return call->fail(Code::method_not_allowed);
    }
    if (path.starts_with(sessions) && path.size() == sessions.size() + 1 + token_id_size) {
        if (method != "DELETE") return call->fail(Code::method_not_allowed);
        return revoke(call, std::string(path.substr(sessions.size() + 1)));
    }
    call->fail(Code::not_found);
}

bool AccountApi::may_try(const CallPtr& call, const std::string& who) {
    const bool may = attempts_.begin({who, call->request.address});
    if (!may) {
        audit_.note_refusal({"password_limited", "", call->request.address, who});
        call->fail(Code::rate_limited);
    }
    return may;
}

void AccountApi::seen(const Call& call) {
    if (call.who) attempts_.remember({call.who->user.id, call.request.address});
}

void AccountApi::gone(const std::string& user) {
    sessions_.forget(user);
    if (services_.on_gone) services_.on_gone(user);
}

void AccountApi::check_password(const CallPtr& call, const std::string& password,
                                std::function<void()> then) {
    if (!may_try(call, call->who->user.id)) return;
    reader_.read([this, call, password, then = std::move(then)](GameStore& store) {
        const auto account = store.account_of(call->who->user.id);
        if (!account) return call->fail(Code::store_failed);
        if (!*account) return call->fail(Code::needs_account);
        const bool taken =
            passwords_.verify((*account)->password, password, [this, call, then](bool right) {
                if (right) {
                    attempts_.was_right({call->who->user.id, call->request.address});
                    return then();
                }
                audit_.note_refusal(
                    {"password_refused", call->who->user.id, call->request.address});
                call->fail(Code::wrong_password);
            });
        if (!taken) call->fail(Code::busy);
    });
}

void AccountApi::create(const CallPtr& call) {
    std::string given, password;
    if (!read_strings(call, {{"login", &given}, {"password", &password}})) return;
    const std::string login = clean_login(given);
    if (login.empty()) return call->fail(Code::bad_login);
    if (!is_password(password)) return call->fail(Code::bad_password);
    if (is_common_password(password, login)) return call->fail(Code::common_password);
    if (!may_try(call, call->who->user.id)) return;
    reader_.read([this, call, login, password](GameStore& store) {
        const UserRow& user = call->who->user;
        const auto name_taken = store.name_taken(name_key(user.name), user.id);
        if (!name_taken) return call->fail(Code::store_failed);
        if (*name_taken) return call->fail(Code::name_taken);
        const bool taken =
            passwords_.hash(password, [this, call, login](const std::optional<std::string>& hash) {
                if (!hash) return call->fail(Code::busy);
                add_account(call, login, *hash);
            });
        if (!taken) call->fail(Code::busy);
    });
}

/// Whoever knew the guest's token, or put it there, does not know the account's.
void AccountApi::add_account(const CallPtr& call, const std::string& login,
                             const std::string& password_hash) {
    const auto fresh = Sessions::fresh_token();
    const std::string user = call->who->user.id;
    writer_.write(
        AddAccount{user, login, password_hash, now_ms(), call->who->token_hash, fresh.hash},
        [this, call, user, login, fresh](WriteOutcome outcome) {
            if (outcome != WriteOutcome::done) {
                return call->fail(outcome == WriteOutcome::conflict ? Code::login_taken
                                                                    : Code::store_failed);
            }
            sessions_.forget(user);
            attempts_.was_right({user, call->request.address});
            audit_.note({"signed_up", user, call->request.address, login});
            call->renewed = fresh.token;
            show(call);
        });
}

void AccountApi::list_sessions(const CallPtr& call) {
    reader_.read([call](GameStore& store) {
        const auto tokens = store.tokens_of(call->who->user.id);
        if (!tokens) return call->fail(Code::store_failed);
        call->respond(json_response(sessions_json(*tokens, call->who->token_hash)));
    });
}

/// An empty id: all but this one.
void AccountApi::revoke(const CallPtr& call, const std::string& session) {
    const std::string user = call->who->user.id;
    const std::string keep = session.empty() ? call->who->token_hash : "";
    writer_.write(RevokeToken{user, session, keep},
                  [this, call, user, session](WriteOutcome outcome) {
                      if (outcome == WriteOutcome::failed) return call->fail(Code::store_failed);
                      if (outcome == WriteOutcome::conflict && !session.empty()) {
                          return call->fail(Code::not_found);
                      }
                      sessions_.forget(user);
                      audit_.note({"session_revoked", user, call->request.address});
                      if (services_.on_ended) services_.on_ended(user);
                      HttpResponse response;
                      response.status = 204;
                      call->respond(std::move(response));
                  });
}

void AccountApi::show(const CallPtr& call) {
    reader_.read([call](GameStore& store) {
        const std::string& id = call->who->user.id;
        const auto account = store.account_of(id);
        const auto ratings = store.ratings_of(id);
        if (!account || !ratings) return call->fail(Code::store_failed);
        Json json;
        json["user"] = user_json(call->who->user);
        if (*account) {
            json["login"] = (*account)->login;
            json["recovery"] = !(*account)->recovery.empty();
        }
        json["ratings"] = ratings_json(*ratings);
        const bool renewed = !call->renewed.empty();
        if (renewed && call->request.has_bearer()) json["token"] = call->renewed;
        HttpResponse response = json_response(json);
        if (renewed) set_cookie(*call, response, call->renewed);
        call->respond(std::move(response));
    });
}

void AccountApi::export_data(const CallPtr& call) {
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

/// Who has a password gives it: a browser that was left open is not enough.
void AccountApi::remove(const CallPtr& call) {
    reader_.read([this, call](GameStore& store) {
        const auto account = store.account_of(call->who->user.id);
        if (!account) return call->fail(Code::store_failed);
        if (!*account) return delete_data(call);
        std::string password;
        if (!read_strings(call, {{"password", &password}})) return;
        check_password(call, password, [this, call] { delete_data(call); });
    });
}

void AccountApi::delete_data(const CallPtr& call) {
    const std::string user = call->who->user.id;
    writer_.write(DeleteUser{user}, [this, call, user](WriteOutcome outcome) {
        if (outcome == WriteOutcome::failed) return call->fail(Code::store_failed);
        gone(user);
        audit_.note({"deleted", user, call->request.address});
        HttpResponse response;
        response.status = 204;
        set_cookie(*call, response, "");
        call->respond(std::move(response));
    });
}

void AccountApi::remove_user(const std::string& user, std::function<void(WriteOutcome)> done) {
    writer_.write(DeleteUser{user}, [this, user, done = std::move(done)](WriteOutcome outcome) {
        if (outcome == WriteOutcome::done) {
            gone(user);
            audit_.note({"removed_by_host", user});
        }
        done(outcome);
    });
}

void AccountApi::find_login(const CallPtr& call, const std::string& login,
                            std::function<void(const AccountRow&)> then) {
    reader_.read([this, call, login, then = std::move(then)](GameStore& store) {
        const auto account = store.find_account(login);
        if (!account) return call->fail(Code::store_failed);
        // Whether a login exists is not told, nor how long it takes to find out.
        const AccountRow row = account->value_or(AccountRow{});
        if (may_try(call, row.user.empty() ? "login " + login : row.user)) then(row);
    });
}

void AccountApi::login(const CallPtr& call) {
    std::string given, password;
    if (!read_strings(call, {{"login", &given}, {"password", &password}})) return;
    const auto wants_token = read_wants_token(call);
    if (!wants_token) return;
    const std::string login = clean_login(given);
    if (password.size() > most_password) return call->fail(Code::wrong_password);
    find_login(call, login, [=, this](const AccountRow& row) {
        const bool taken = passwords_.verify(row.password, password, [=, this](bool right) {
            const std::string& address = call->request.address;
            if (!right) {
                audit_.note_refusal({"sign_in_refused", row.user, address, login});
                return call->fail(Code::wrong_password);
            }
            attempts_.was_right({row.user, address});
            audit_.note({"signed_in", row.user, address});
            begin_for(call, row.user, *wants_token);
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
    if (is_common_password(fresh, "")) return call->fail(Code::common_password);
    check_password(call, old, [this, call, fresh] { set_password(call, fresh); });
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
                              if (outcome != WriteOutcome::done) {
                                  return call->fail(Code::store_failed);
                              }
                              audit_.note({"password_changed", user, call->request.address});
                              if (services_.on_ended) services_.on_ended(user);
                              show(call);
                          });
        });
    if (!taken) call->fail(Code::busy);
}

/// Shown once; the password is asked for, so that a browser that was left open is not enough.
void AccountApi::make_recovery(const CallPtr& call) {
    std::string password;
    if (!read_strings(call, {{"password", &password}})) return;
    check_password(call, password, [this, call] {
        const std::string code = fresh_recovery_code(), user = call->who->user.id;
        writer_.write(SetRecovery{user, recovery_hash(code)},
                      [this, call, user, code](WriteOutcome outcome) {
                          if (outcome != WriteOutcome::done) return call->fail(Code::store_failed);
                          audit_.note({"recovery_code_made", user, call->request.address});
                          Json json;
                          json["code"] = code;
                          call->respond(json_response(json));
                      });
    });
}

void AccountApi::recover(const CallPtr& call) {
    std::string given, code, fresh;
    if (!read_strings(call, {{"login", &given}, {"code", &code}, {"new", &fresh}})) return;
    const auto wants_token = read_wants_token(call);
    if (!wants_token) return;
    const std::string login = clean_login(given);
    if (!is_password(fresh)) return call->fail(Code::bad_password);
    if (is_common_password(fresh, login)) return call->fail(Code::common_password);
    find_login(call, login, [=, this](const AccountRow& row) {
        const std::string hash = recovery_hash(code);
        if (hash.empty() || hash != row.recovery) {
            audit_.note_refusal({"recovery_refused", row.user, call->request.address, login});
            return call->fail(Code::wrong_recovery);
        }
        attempts_.was_right({row.user, call->request.address});
        recover_by(call, {row.user, hash, *wants_token}, fresh);
    });
}

/// Of two who come with one code at once, the store lets one through.
void AccountApi::recover_by(const CallPtr& call, const Recovery& recovery,
                            const std::string& password) {
    const auto set = [this, call, recovery](const std::optional<std::string>& hash) {
        if (!hash) return call->fail(Code::busy);
        writer_.write(Recover{recovery.user, recovery.code_hash, *hash},
                      [this, call, recovery](WriteOutcome outcome) {
                          if (outcome == WriteOutcome::failed) {
                              return call->fail(Code::store_failed);
                          }
                          if (outcome == WriteOutcome::conflict) {
                              return call->fail(Code::wrong_recovery);
                          }
                          sessions_.forget(recovery.user);
                          audit_.note({"recovered", recovery.user, call->request.address});
                          if (services_.on_ended) services_.on_ended(recovery.user);
                          begin_for(call, recovery.user, recovery.wants_token);
                      });
    };
    if (!passwords_.hash(password, set)) call->fail(Code::busy);
}

} // namespace bastide::server
