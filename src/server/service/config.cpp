#include "server/service/config.h"

#include "notation/nearest.h"
#include "server/base/address.h"
#include "server/notices/push_services.h"
#include "server/protocol/message.h"
#include "server/storage/sql.h"

#include <boost/asio/ip/address.hpp>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace bastide::server {
namespace {

template <unsigned low, unsigned high>
bool read_number(const std::string& text, unsigned& out) {
    unsigned number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return false;
    if (number < low || number > high) return false;
    out = number;
    return true;
}

template <unsigned Config::* member, unsigned low, unsigned high>
constexpr Setting number(const char* name, const char* help) {
    return {name,
            "N",
            help,
            [](Config& config, const std::string& text) {
                return read_number<low, high>(text, config.*member);
            },
            [](const Config& config) { return std::to_string(config.*member); },
            low,
            high};
}

template <std::string Config::* member>
constexpr Setting text(const char* name, const char* value, const char* help) {
    return {name, value, help,
            [](Config& config, const std::string& given) {
                config.*member = given;
                return true;
            },
            [](const Config& config) { return config.*member; }};
}

constexpr std::array levels = {"debug", "info", "warning", "error"};

bool set_level(Config& config, const std::string& given) {
    for (unsigned i = 0; i < levels.size(); ++i) {
        if (given != levels[i]) continue;
        config.log_level = static_cast<LogLevel>(i);
        return true;
    }
    return false;
}

constexpr std::array address_words = {"none", "network", "full"};

bool set_audit_addresses(Config& config, const std::string& given) {
    for (unsigned i = 0; i < address_words.size(); ++i) {
        if (given != address_words[i]) continue;
        config.audit_addresses = static_cast<AuditAddresses>(i);
        return true;
    }
    return false;
}

bool set_address(Config& config, const std::string& given) {
    boost::system::error_code error;
    boost::asio::ip::make_address(given, error);
    config.address = given;
    return !error;
}

bool set_database(Config& config, const std::string& given) {
    config.database = given;
    return is_database_url(given);
}

bool set_trust(Config& config, const std::string& given) {
    config.trust_proxy = given == "true";
    return given == "true" || given == "false";
}

bool set_trusted_proxies(Config& config, const std::string& given) {
    config.trusted_proxies = given;
    return Networks::parse(given).has_value();
}

bool set_push_services(Config& config, const std::string& given) {
    config.push_services = given;
    return PushServices::parse(given).has_value();
}

bool set_web_root(Config& config, const std::string& given) {
    config.web_root = given;
    return given.empty() || std::filesystem::is_directory(given);
}

/// Lines that a person wrote; they are shown as they are.
bool set_imprint(Config& config, const std::string& given) {
    constexpr std::size_t most_bytes = 4000;
    if (given.size() > most_bytes) return false;
    std::string lines;
    for (std::size_t from = 0; from <= given.size();) {
        const std::size_t end = std::min(given.find('\n', from), given.size());
        const std::string line = given.substr(from, end - from);
        const std::string clean = clean_text(line, most_bytes);
        if (clean.empty() && line.find_first_not_of(" \t\r") != std::string::npos) return false;
        lines += (from == 0 ? "" : "\n") + clean;
        from = end + 1;
    }
    config.imprint = lines;
    return true;
}

constexpr unsigned many = 10'000'000;

const std::array all = {
    Setting{"address", "ADDRESS", "address to listen on; 0.0.0.0 or :: for all", set_address,
            [](const Config& config) { return config.address; }, 0, 0,
            "an address, such as 127.0.0.1 or ::"},
    number<&Config::port, 0, 65535>("port", "port to listen on; 0 takes a free one"),
    Setting{"database", "DATABASE", "sqlite:FILE or postgresql://…", set_database,
            [](const Config& config) { return without_password(config.database); }, 0, 0,
            "sqlite:FILE or postgresql://…"},
    text<&Config::key_file>("key-file", "FILE",
                            "the key that seals running games' secrets; made on the "
                            "first start (sqlite:FILE: FILE.key)"),
    number<&Config::threads, 1, 64>("threads", "threads for connections and games"),
    number<&Config::bot_threads, 1, 64>("bot-threads", "threads for computer players"),
    number<&Config::readers, 1, 64>("readers", "connections to the database that read"),
    number<&Config::collect_us, 0, 50000>("collect-us",
                                          "how long a busy writer collects, microseconds"),
    number<&Config::connections, 1, many>("connections", "most connections at once"),
    number<&Config::connections_per_address, 1, many>("connections-per-address",
                                                      "most connections from one address"),
    number<&Config::requests_per_second, 1, many>("requests-per-second",
                                                  "HTTP requests and sockets of one address"),
    number<&Config::request_burst, 1, many>("request-burst", "and how many at once"),
    number<&Config::messages_per_second, 1, many>("messages-per-second", "messages of one socket"),
    number<&Config::message_burst, 1, many>("message-burst", "and how many at once"),
    number<&Config::tables_per_hour, 1, many>("tables-per-hour",
                                              "tables one user opens, and one address"),
    number<&Config::table_burst, 1, many>("table-burst", "and how many at once"),
    number<&Config::logins_per_minute, 1, many>("logins-per-minute",
                                                "wrong passwords for one login from one address"),
    number<&Config::login_burst, 1, many>("login-burst", "and how many at once"),
    number<&Config::guests_per_hour, 1, many>("guests-per-hour", "new guests of one address"),
    number<&Config::guest_burst, 1, many>("guest-burst", "and how many at once"),
    number<&Config::open_table_hours, 1, 87600>("open-table-hours",
                                                "how long a table waits for players"),
    number<&Config::session_days, 1, 3650>("session-days",
                                           "how long a session lasts that is not used"),
    number<&Config::audit_days, 1, 3650>("audit-days", "how long the audit trail is kept"),
    Setting{"audit-addresses", "WHAT", "what of addresses is kept in it: none, network or full",
            set_audit_addresses,
            [](const Config& config) {
                return std::string(address_words[static_cast<unsigned>(config.audit_addresses)]);
            },
            0, 0, "none, network or full"},
    text<&Config::admin_socket>("admin-socket", "FILE",
                                "a file for `bastide admin` to talk through"),
    number<&Config::keep_idle_seconds, 1, many>("keep-idle-seconds",
                                                "how long an unused game stays in memory"),
    number<&Config::rooms, 1, many>("rooms", "most games in memory at once"),
    number<&Config::node_seconds, 2, 600>("node-seconds",
                                          "silence after which another node counts as dead"),
    Setting{"trust-proxy", "BOOL",
            "true: believe X-Forwarded-For and X-Forwarded-Proto of everybody", set_trust,
            [](const Config& config) { return std::string(config.trust_proxy ? "true" : "false"); },
            0, 0, "true or false"},
    Setting{"trusted-proxies", "A,B,...", "believe them from these addresses and networks only",
            set_trusted_proxies, [](const Config& config) { return config.trusted_proxies; }, 0, 0,
            "addresses and networks, such as 127.0.0.1, 10.0.0.0/8"},
    text<&Config::origins>("origins", "A,B,...",
                           "other origins whose pages may watch, separated by commas"),
    Setting{"push-services", "A,B,...",
            "hosts through which absent players are told of their turn; empty: none are",
            set_push_services, [](const Config& config) { return config.push_services; }, 0, 0,
            "hosts, such as push.example, push.example:8443, *.example"},
    text<&Config::push_ca_file>("push-ca-file", "FILE",
                                "certificates to check those hosts by, instead of "
                                "the system's"),
    number<&Config::notice_seconds, 0, 86400>("notice-seconds",
                                              "how long a turn waits before its player is told"),
    Setting{"imprint", "TEXT", "who runs this server, in words for its page on privacy",
            set_imprint, [](const Config& config) { return config.imprint; }, 0, 0,
            "lines of plain text, at most 4000 bytes"},
    Setting{"web-root", "FOLDER", "serve the web client from this folder", set_web_root,
            [](const Config& config) { return config.web_root; }, 0, 0, "a folder"},
    Setting{"log-level", "LEVEL", "debug, info, warning or error", set_level,
            [](const Config& config) {
                return std::string(levels[static_cast<unsigned>(config.log_level)]);
            },
            0, 0, "debug, info, warning or error"},
};

std::vector<std::string> names_of_settings() {
    std::vector<std::string> names;
    for (const Setting& setting : all) names.emplace_back(setting.name);
    return names;
}

} // namespace

std::span<const Setting> settings() {
    return all;
}

const Setting* find_setting(std::string_view name) {
    for (const Setting& setting : all) {
        if (name == setting.name) return &setting;
    }
    return nullptr;
}

std::string objection(const Setting& setting, const std::string& text) {
    constexpr std::size_t longest = 60; // that is told again
    std::string wanted = setting.wanted == nullptr ? "" : setting.wanted;
    if (setting.high > 0) {
        wanted = "a whole number from " + std::to_string(setting.low) + " to " +
                 std::to_string(setting.high);
    }
    // What is wrong with a database may be its password.
    return (text.size() <= longest ? '"' + without_password(text) + '"' : "this") + " is not " +
           wanted;
}

std::expected<void, std::string> read_config_file(const std::string& file, Config& config) {
    toml::table table;
    std::ifstream in(file, std::ios::binary);
    if (std::filesystem::is_directory(file)) errno = EISDIR;
    if (!in || std::filesystem::is_directory(file)) {
        return std::unexpected(file + ": cannot be read: " + std::strerror(errno));
    }
    try {
        table = toml::parse(in, file);
    } catch (const toml::parse_error& error) {
        return std::unexpected(file + ": line " + std::to_string(error.source().begin.line) + ": " +
                               std::string(error.description()));
    }
    for (const auto& [key, value] : table) {
        const std::string name(key.str());
        const std::string at = file + ": line " + std::to_string(key.source().begin.line) + ": ";
        const Setting* setting = find_setting(name);
        if (setting == nullptr) {
            return std::unexpected(at + "there is no setting " + name +
                                   did_you_mean(name, names_of_settings(), ""));
        }
        std::string given;
        if (const auto* t = value.as_string()) given = t->get();
        if (const auto* n = value.as_integer()) given = std::to_string(n->get());
        if (const auto* b = value.as_boolean()) given = b->get() ? "true" : "false";
        if (!value.is_string() && !value.is_integer() && !value.is_boolean()) {
            return std::unexpected(at + name +
                                   (value.is_array()
                                        ? " is a list; several go into one text: \"a, b\""
                                        : " is neither a text, a whole number, true nor false"));
        }
        if (!setting->set(config, given)) {
            return std::unexpected(at + name + ": " + objection(*setting, given));
        }
    }
    return {};
}

std::string without_password(const std::string& url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string::npos) return url;
    const std::size_t begin = scheme + 3;
    // Before an '@' a '?' belongs to the password, as libpq reads it.
    const std::size_t after_user = std::min(url.find_first_of("@/", begin), url.size());
    const std::size_t question = std::min(url.find('?', after_user), url.size());
    std::string shown = url.substr(0, question);
    const std::size_t at = shown.rfind('@');
    const std::size_t colon = shown.find(':', begin);
    if (at != std::string::npos && colon < at) {
        shown = shown.substr(0, colon + 1) + "***" + shown.substr(at);
    }
    for (std::size_t from = question; from < url.size();) {
        const std::size_t end = std::min(url.find('&', from + 1), url.size());
        const std::size_t equals = url.find('=', from);
        std::string key = url.substr(from + 1, std::min(equals, end) - from - 1);
        std::ranges::transform(key, key.begin(), [](unsigned char c) { return std::tolower(c); });
        // Also as %70assword and the like: what is not a plain word is not shown.
        const bool hidden = key.find("pass") != std::string::npos || key.find('%') != key.npos;
        shown += hidden && equals < end ? url.substr(from, equals - from + 1) + "***"
                                        : url.substr(from, end - from);
        from = end;
    }
    return shown;
}

} // namespace bastide::server
