#include "server/service/admin.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"

#include <fmt/core.h>

#include <ctime>
#include <limits>

namespace bastide::cli {
namespace {

struct AdminArguments {
    std::string socket;
    std::string what;
    std::string line;
    std::string hours;
    std::string reason;
};

Json answer_to(const AdminArguments& arguments, const Json& question) {
    const auto answer = server::ask_admin(arguments.socket, question);
    if (!answer) throw Failure(1, answer.error());
    if (answer->is_object() && answer->contains("error")) {
        throw Failure(1, (*answer)["error"].get<std::string>());
    }
    return *answer;
}

void ask(const AdminArguments& arguments, const Json& question) {
    answer_to(arguments, question);
    print("done\n");
}

std::string date(std::int64_t ms) {
    const std::time_t seconds = ms / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02} UTC", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

void print_bans(const AdminArguments& arguments) {
    const Json answer = answer_to(arguments, {{"do", "list_bans"}});
    for (const Json& ban : answer.value("bans", Json::array())) {
        const std::int64_t until = ban.value("until", std::int64_t{0});
        print("{}  since {}{}{}\n", ban.value("address", ""),
              date(ban.value("at", std::int64_t{0})), until > 0 ? " until " + date(until) : "",
              ban.contains("reason") ? "  " + one_line(ban.value("reason", "")) : "");
    }
}

} // namespace

void add_admin(Command app) {
    auto arguments = std::make_shared<AdminArguments>();
    Command admin = app.add_subcommand(
        "admin", "A running server: remove tables, chat lines, people; ban addresses");
    admin.needs_subcommand()
        .in_group("A server")
        .with_examples("  bastide admin bans --socket admin.sock\n"
                       "  bastide admin ban 192.0.2.7 --hours 24 --socket admin.sock");
    const auto add = [&](const char* name, const char* help) {
        Command command = admin.add_subcommand(name, help);
        command.add_option("--socket", arguments->socket, "the server's admin-socket")
            .takes("FILE")
            .or_from("BASTIDE_ADMIN_SOCKET")
            .required();
        return command;
    };
    Command command = add("remove-table", "A table with its game and chat");
    command.add_option("GAME", arguments->what, "its id, as in its link").required();
    command.when_called(
        [arguments] { ask(*arguments, {{"do", "remove_table"}, {"game", arguments->what}}); });

    command = add("remove-chat", "One line of a chat");
    command.add_option("GAME", arguments->what, "the table's id").required();
    command.add_option("N", arguments->line, "the line's number")
        .required()
        .between(0, std::numeric_limits<int>::max());
    command.when_called([arguments] {
        ask(*arguments, {{"do", "remove_chat"}, {"game", arguments->what}, {"n", arguments->line}});
    });

    command = add("remove-user", "A person, as if they had deleted their data");
    command.add_option("USER", arguments->what, "their id or login").required();
    command.when_called(
        [arguments] { ask(*arguments, {{"do", "remove_user"}, {"user", arguments->what}}); });

    command = add("ban", "Nobody comes from an address any more, or from an IPv6 address's /64");
    command.add_option("ADDRESS", arguments->what, "an address, or a network such as 192.0.2.0/24")
        .required();
    command.add_option("--hours", arguments->hours, "how long; for ever without it")
        .takes("N")
        .between(1, server::most_ban_hours);
    command.add_option("--reason", arguments->reason, "a note for the host");
    command.when_called([arguments] {
        ask(*arguments, {{"do", "ban"},
                         {"address", arguments->what},
                         {"hours", arguments->hours},
                         {"reason", arguments->reason}});
    });

    command = add("bans", "Lists them");
    command.when_called([arguments] { print_bans(*arguments); });

    command = add("lift-ban", "Whoever was banned may come again");
    command.add_option("ADDRESS", arguments->what, "as the list shows it").required();
    command.when_called(
        [arguments] { ask(*arguments, {{"do", "lift_ban"}, {"address", arguments->what}}); });
}

} // namespace bastide::cli
