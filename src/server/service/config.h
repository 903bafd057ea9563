#pragma once
// How a server is run. Flags win over the environment (BASTIDE_…), that over a TOML file.

#include "server/accounts/audit.h"
#include "server/service/log.h"

#include <expected>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace bastide::server {

struct Config {
    std::vector<int> inherited; // sockets that listen already; then address and port say nothing
    std::string address = "127.0.0.1";
    unsigned port = 8080;
    std::string database = "sqlite:bastide.db";
    std::string key_file; // empty: beside the SQLite file
    unsigned threads = 2;
    unsigned bot_threads = 1;
    unsigned readers = 2;
    unsigned collect_us = 1000;
    unsigned connections = 20'000;
    unsigned connections_per_address = 256;
    unsigned requests_per_second = 50;
    unsigned request_burst = 200;
    unsigned messages_per_second = 20;
    unsigned message_burst = 60;
    unsigned tables_per_hour = 600;
    unsigned table_burst = 20;
    unsigned logins_per_minute = 10;
    unsigned login_burst = 10;
    unsigned guests_per_hour = 600;
    unsigned guest_burst = 100;
    unsigned open_table_hours = 24;
    unsigned session_days = 90;
    unsigned audit_days = 30;
    AuditAddresses audit_addresses = AuditAddresses::network;
    std::string admin_socket;
    unsigned keep_idle_seconds = 60;
    unsigned node_seconds = 15;
    unsigned rooms = 10'000;
    bool trust_proxy = false;
    std::string trusted_proxies; // separated by commas
    std::string origins;         // separated by commas
    std::string push_services =  // separated by commas; none: nobody is told of their turn
        "fcm.googleapis.com, updates.push.services.mozilla.com, *.push.services.mozilla.com, "
        "*.notify.windows.com, *.push.apple.com";
    std::string push_ca_file; // empty: the system's
    unsigned notice_seconds = 60;
    std::string imprint; // who runs this, for the page on privacy
    std::string web_root;
    LogLevel log_level = LogLevel::info;
};

/// One setting by the name it has in files; flags write `--name`, the environment BASTIDE_NAME.
struct Setting {
    const char* name;
    const char* value; // how help calls what it takes: N, FILE
    const char* help;
    bool (*set)(Config& config, const std::string& text);
    std::string (*get)(const Config& config);
    unsigned low = 0, high = 0;   // of a whole number; otherwise both 0
    const char* wanted = nullptr; // what else a value must be
};
std::span<const Setting> settings();
const Setting* find_setting(std::string_view name);

/// Why a setting does not take this.
std::string objection(const Setting& setting, const std::string& text);

/// Sets what a TOML file says; unknown keys and wrong values are errors.
std::expected<void, std::string> read_config_file(const std::string& file, Config& config);

/// A database's address without its password.
std::string without_password(const std::string& url);

} // namespace bastide::server
