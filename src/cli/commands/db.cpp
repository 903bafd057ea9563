#include "cli/commands/commands.h"
#include "cli/console.h"
#include "server/rooms/check_games.h"
#include "server/storage/transfer.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

struct DbArguments {
    std::string database = "sqlite:bastide.db";
    std::string other;
};

void backup(const DbArguments& arguments) {
    const auto done = server::backup_sqlite(arguments.database, arguments.other);
    if (!done) throw Failure(1, done.error().text);
}

void copy(const DbArguments& arguments) {
    const auto copied = server::copy_database(arguments.database, arguments.other);
    if (!copied) throw Failure(1, copied.error().text);
    fmt::print("{} users, {} games, {} log entries copied\n", copied->users, copied->games,
               copied->entries);
}

void migrate(const DbArguments& arguments) {
    auto store = server::open_store(arguments.database);
    if (!store) throw Failure(1, store.error().text);
    if (auto ok = (*store)->migrate(); !ok) throw Failure(1, ok.error().text);
    fmt::print("version {}\n", (*store)->version().value_or(0));
}

void check(const DbArguments& arguments) {
    const auto checked = server::check_games(arguments.database);
    if (!checked) throw Failure(1, checked.error().text);
    for (const std::string& wrong : checked->wrong) fmt::print("{}\n", wrong);
    fmt::print("{} games, {} log entries, {} wrong\n", checked->games, checked->entries,
               checked->wrong.size());
    if (!checked->wrong.empty()) throw Failure(1, "not all games can be replayed");
}

} // namespace

void add_db(CLI::App& app) {
    auto arguments = std::make_shared<DbArguments>();
    CLI::App* db = app.add_subcommand("db", "Databases of the server: backup, copy, check");
    db->require_subcommand(1);
    CLI::App* command = db->add_subcommand("backup", "A copy of a SQLite database in use");
    command->add_option("--database", arguments->database, "sqlite:FILE");
    command->add_option("FILE", arguments->other, "the copy; must not exist")->required();
    command->callback([arguments] { backup(*arguments); });

    command = db->add_subcommand("copy", "Everything into an empty database of either kind");
    command->add_option("FROM", arguments->database, "sqlite:FILE or postgresql://…")->required();
    command->add_option("TO", arguments->other, "sqlite:FILE or postgresql://…")->required();
    command->callback([arguments] { copy(*arguments); });

    command = db->add_subcommand("migrate", "Bring the tables to this program's version");
    command->add_option("DATABASE", arguments->database, "sqlite:FILE or postgresql://…")
        ->required();
    command->callback([arguments] { migrate(*arguments); });

    command = db->add_subcommand("check", "Replay every game of a database");
    command->add_option("DATABASE", arguments->database, "sqlite:FILE or postgresql://…")
        ->required();
    command->callback([arguments] { check(*arguments); });
}

} // namespace bastide::cli
