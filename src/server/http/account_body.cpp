#include "server/http/account_body.h"

#include "notation/json.h"

#include <algorithm>

namespace bastide::server {

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

std::optional<bool> read_wants_token(const CallPtr& call) {
    std::string error;
    JsonReader reader(error);
    const bool wants = reader.boolean(call->body, "token", "the body", false);
    if (!reader.failed()) return wants;
    call->fail(Code::bad_message, error);
    return std::nullopt;
}

} // namespace bastide::server
