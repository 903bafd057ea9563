#include "cli/command_tree.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "server/base/address.h"
#include "server/service/service.h"
#include "server/storage/sql.h"

#include <fmt/core.h>

#include <csignal>
#include <fcntl.h>
#include <map>
#include <optional>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bastide::cli {
namespace {

struct GivenSetting {
    std::string text;
    std::string variable; // of the environment
    std::optional<Option> option;
};

struct ServeArguments {
    std::string config;
    std::map<std::string, GivenSetting> given; // by setting
    bool check_config = false;
    bool open = false; // a browser
};

server::Config config_of(const ServeArguments& arguments) {
    server::Config config;
    if (arguments.config == "-") bad_input("--config needs a file");
    if (!arguments.config.empty()) {
        if (auto ok = server::read_config_file(arguments.config, config); !ok) {
            bad_input(ok.error());
        }
    }
    for (const auto& [name, given] : arguments.given) {
        if (!given.option->is_given()) continue;
        const server::Setting& setting = *server::find_setting(name);
        if (setting.set(config, given.text)) continue;
        const char* set = std::getenv(given.variable.c_str());
        const bool from_variable = set != nullptr && given.text == set;
        bad_input(fmt::format("{}: {} (see bastide serve --help)",
                              from_variable ? given.variable : "--" + name,
                              server::objection(setting, given.text)));
    }
    return config;
}

/// systemd's notify protocol: one datagram to the socket it names.
void notify_systemd(std::string_view state) {
    const char* path = std::getenv("NOTIFY_SOCKET");
    if (path == nullptr) return;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string_view name(path);
    if (name.empty() || name.size() >= sizeof address.sun_path) return;
    name.copy(address.sun_path, name.size());
    if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
    const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return;
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    (void)sendto(fd, state.data(), state.size(), MSG_NOSIGNAL,
                 reinterpret_cast<const sockaddr*>(&address), size);
    close(fd);
}

/// The sockets that systemd opened for us, from descriptor 3 on.
std::vector<int> inherited_sockets() {
    const char* process = std::getenv("LISTEN_PID");
    const char* count = std::getenv("LISTEN_FDS");
    std::vector<int> sockets;
    if (process != nullptr && count != nullptr && std::to_string(getpid()) == process) {
        constexpr int first = 3;
        for (int i = first; i < first + std::atoi(count); ++i) {
            fcntl(i, F_SETFD, FD_CLOEXEC);
            sockets.push_back(i);
        }
    }
    return sockets;
}

/// As many descriptors as the system lets us have: each socket is one.
void raise_descriptor_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/// A browser at the page, by the desktop's own choice; says so where there is none. It is not ours
/// to wait for: a shell starts it and goes.
void open_browser(const std::string& url) {
    constexpr const char* script = "command -v xdg-open >/dev/null || exit 127; "
                                   "xdg-open \"$1\" >/dev/null 2>&1 &";
    const char* const words[] = {"sh", "-c", script, "sh", url.c_str(), nullptr};
    // Neither our signals, some of them blocked or ignored, nor our sockets are for a browser.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, ignored;
    sigemptyset(&none);
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    pid_t child = -1;
    int status = 1;
    const int failed = posix_spawn(&child, "/bin/sh", &actions, &attributes,
                                   const_cast<char* const*>(words), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (failed == 0) waitpid(child, &status, 0);
    if (failed == 0 && status == 0) return;
    complain("there is no xdg-open to open a browser with; the address is above");
}

void serve(const ServeArguments& arguments) {
    server::Config config = config_of(arguments);
    if (arguments.check_config) {
        for (const server::Setting& setting : server::settings()) {
            print("{} = {}\n", setting.name, setting.get(config));
        }
        return;
    }
    if (const std::string why = server::unusable_database(config.database); !why.empty()) {
        bad_input(why);
    }
    raise_descriptor_limit();
    umask(S_IRWXG | S_IRWXO); // what the server writes is its own
    // Blocked before any thread starts, so that only sigwait below sees them.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);

    config.inherited = inherited_sockets();
    server::Service service(config);
    const auto port = service.start();
    if (!port) throw Failure(1, port.error());
    const bool any = config.address == "0.0.0.0" || config.address == "::";
    const std::string host = any ? "localhost" : server::in_url(config.address);
    const std::string url = fmt::format("http://{}:{}/", host, *port);
    print("bastide: {}\n", url);
    flush_out();
    if (arguments.open) open_browser(url);
    notify_systemd("READY=1");
    int signal = 0;
    sigwait(&signals, &signal);
    notify_systemd("STOPPING=1");
    service.drain();
}

} // namespace

void add_serve(Command app) {
    auto arguments = std::make_shared<ServeArguments>();
    Command command = app.add_subcommand("serve", "The server with the web client");
    command.in_group("A server")
        .with_examples("  bastide serve --open\n"
                       "  bastide serve --address 0.0.0.0 --port 8080 --database sqlite:club.db");
    command.without_defaults_in_help();
    command.add_option("--config", arguments->config, "a TOML file with the settings below")
        .takes("FILE")
        .or_from("BASTIDE_CONFIG");
    const server::Config defaults;
    for (const server::Setting& setting : server::settings()) {
        std::string variable = std::string("BASTIDE_") + setting.name;
        for (char& c : variable) c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
        const std::string standard = setting.get(defaults);
        const std::string help =
            standard.empty() ? setting.help : fmt::format("{} ({})", setting.help, standard);
        GivenSetting& given = arguments->given[setting.name];
        Option option = command.add_option(std::string("--") + setting.name, given.text, help);
        option.takes(setting.value).or_nothing().or_from(variable);
        if (setting.value == std::string_view("BOOL")) option.suggests({"true", "false"});
        if (setting.value == std::string_view("LEVEL")) {
            option.suggests({"debug", "info", "warning", "error"});
        }
        given.variable = variable;
        given.option = option;
    }
    command.add_flag("--open", arguments->open, "open it in a browser");
    command.add_flag("--check-config", arguments->check_config,
                     "print the settings as they would be used, and stop");
    command.when_called([arguments] { serve(*arguments); });
}

} // namespace bastide::cli
