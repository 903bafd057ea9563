#include "server/service/admin.h"
#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

struct AdminArguments {
    std::string socket;
    std::string what;
    std::string line;
};

void ask(const AdminArguments& arguments, const Json& question) {
    const auto answer = server::ask_admin(arguments.socket, question);
    if (!answer) throw Failure(1, answer.error());
    if (answer->is_object() && answer->contains("error")) {
        throw Failure(1, (*answer)["error"].get<std::string>());
    }
    fmt::print("done\n");
}

} // namespace

void add_admin(Command app) {
    auto arguments = std::make_shared<AdminArguments>();
    Command admin =
        app.add_subcommand("admin", "A running server: remove tables, chat lines, people");
    admin.needs_subcommand().in_group("A server");
    const auto add = [&](const char* name, const char* help) {
        Command command = admin.add_subcommand(name, help);
        command.add_option("--socket", arguments->socket, "the server's admin-socket")
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
    command.add_option("N", arguments->line, "the line's number").required();
    command.when_called([arguments] {
        ask(*arguments, {{"do", "remove_chat"}, {"game", arguments->what}, {"n", arguments->line}});
    });

    command = add("remove-user", "A person, as if they had deleted their data");
    command.add_option("USER", arguments->what, "their id or login").required();
    command.when_called(
        [arguments] { ask(*arguments, {{"do", "remove_user"}, {"user", arguments->what}}); });
}

} // namespace bastide::cli
