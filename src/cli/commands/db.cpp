#include "cli/commands/commands.h"
#include "cli/console.h"
#include "notation/json.h"
#include "server/rooms/check_games.h"
#include "server/service/config.h"
#include "server/storage/file_lock.h"
#include "server/storage/sql.h"
#include "server/storage/transfer.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

namespace bastide::cli {
namespace {

struct DbArguments {
    std::string database = "sqlite:bastide.db";
    std::string other;
    std::string key_file;
};

/// Before anything is made beside it.
void expect_sqlite(const std::string& file) {
    if (!std::filesystem::is_regular_file(file)) return;
    constexpr std::string_view mark = "SQLite format 3";
    std::string begin(mark.size(), '\0');
    std::ifstream in = open_to_read(file);
    in.read(begin.data(), std::ssize(begin));
    const bool empty = in.gcount() == 0; // as a new one is
    if (!empty && begin != mark) bad_input(file + ": is not a SQLite database");
}

/// `why_not` is the server's reason against a name of the right form, or empty.
void expect_database(const std::string& url, const std::string& why_not) {
    if (!server::is_database_url(url)) {
        bad_input(fmt::format("\"{}\" is not sqlite:FILE or postgresql://…",
                              server::without_password(url)));
    }
    if (!why_not.empty()) bad_input(why_not);
    if (url.starts_with("sqlite:")) expect_sqlite(url.substr(7));
}

void expect_existing(const std::string& url) {
    expect_database(url, server::missing_database(url));
}

/// One to write into, which may be made.
void expect_usable(const std::string& url) {
    expect_database(url, server::unusable_database(url));
}

/// Of a command that takes a file beside a database: the name of one would become that of the
/// other.
void expect_file_name(const std::string& command, const std::string& name) {
    if (name == "-") bad_input(command + " needs a file: a database is not a stream");
    if (!server::is_database_url(name)) return;
    bad_input(fmt::format("{} needs a file, such as backup.db, not the database \"{}\"", command,
                          server::without_password(name)));
}

void backup(const DbArguments& arguments) {
    expect_file_name("db backup", arguments.other);
    expect_existing(arguments.database);
    expect_new_file(arguments.other);
    const auto done = server::backup_database(arguments.database, arguments.other);
    if (!done) throw Failure(1, done.error().text);
}

/// Changes the database by itself, which only who serves it may.
std::unique_ptr<server::FileLock> locked(const std::string& database) {
    auto lock = server::FileLock::of(database);
    if (!lock) throw Failure(1, lock.error());
    return std::move(*lock);
}

void copy_all(const std::string& from, const std::string& to) {
    expect_existing(from);
    expect_usable(to);
    const auto lock = locked(to);
    const auto copied = server::copy_database(from, to);
    if (!copied) throw Failure(1, copied.error().text);
    print("{}, {}, {} copied\n", counted(copied->users, "user"), counted(copied->games, "game"),
          counted(copied->entries, "log entry"));
}

void restore(const DbArguments& arguments) {
    expect_file_name("db restore", arguments.other);
    open_to_read(arguments.other);
    expect_sqlite(arguments.other);
    copy_all("sqlite:" + arguments.other, arguments.database);
}

void migrate(const DbArguments& arguments) {
    expect_existing(arguments.database);
    const auto lock = locked(arguments.database);
    auto store = server::open_store(arguments.database);
    if (!store) throw Failure(1, store.error().text);
    if (auto ok = (*store)->migrate(); !ok) throw Failure(1, ok.error().text);
    print("version {}\n", (*store)->version().value_or(0));
}

void forget_key(const DbArguments& arguments) {
    expect_existing(arguments.database);
    const auto lock = locked(arguments.database);
    auto store = server::open_store(arguments.database);
    if (!store) throw Failure(1, store.error().text);
    if (auto ok = (*store)->forget_key(); !ok) throw Failure(1, ok.error().text);
}

void check(const DbArguments& arguments) {
    expect_existing(arguments.database);
    const auto checked = server::check_games(arguments.database, arguments.key_file);
    if (!checked) throw Failure(1, checked.error().text);
    for (const std::string& wrong : checked->wrong) print("{}\n", wrong);
    print("{}, {}, {} wrong\n", counted(checked->games, "game"),
          counted(checked->entries, "log entry"), checked->wrong.size());
    if (!checked->wrong.empty()) throw Failure(1, "not all games can be replayed");
}

/// One JSON object per line, oldest first.
void audit(const DbArguments& arguments) {
    expect_existing(arguments.database);
    auto store = server::open_store(arguments.database);
    if (!store) throw Failure(1, store.error().text);
    const auto rows = (*store)->audit({0, arguments.other, 1'000'000});
    if (!rows) throw Failure(1, rows.error().text);
    for (const server::AuditRow& row : *rows) {
        Json json;
        json["at"] = row.at;
        json["event"] = row.event;
        if (!row.user.empty()) json["user"] = row.user;
        if (!row.address.empty()) json["address"] = row.address;
        if (!row.detail.empty()) json["detail"] = row.detail;
        print("{}\n", text_of(json));
    }
}

} // namespace

void add_db(Command app) {
    auto arguments = std::make_shared<DbArguments>();
    Command db = app.add_subcommand("db", "Databases of the server: backup, restore, copy, check");
    db.in_group("A server")
        .with_examples("  bastide db backup --database sqlite:bastide.db copy.db\n"
                       "  bastide db check sqlite:bastide.db");
    db.needs_subcommand();
    Command command = db.add_subcommand("backup", "One state of a database in use, as a file");
    command.add_option("--database", arguments->database, "sqlite:FILE or postgresql://…")
        .takes("DATABASE");
    command.add_option("FILE", arguments->other, "the copy; must not exist").required();
    command.when_called([arguments] { backup(*arguments); });

    command = db.add_subcommand("restore", "A backup into an empty database");
    command.add_option("--database", arguments->database, "sqlite:FILE or postgresql://…")
        .takes("DATABASE");
    command.add_option("FILE", arguments->other, "the backup").required();
    command.when_called([arguments] { restore(*arguments); });

    command = db.add_subcommand("copy", "Everything into an empty database of either kind");
    command.add_option("FROM", arguments->database, "sqlite:FILE or postgresql://…").required();
    command.add_option("TO", arguments->other, "sqlite:FILE or postgresql://…").required();
    command.when_called([arguments] { copy_all(arguments->database, arguments->other); });

    command = db.add_subcommand("migrate", "Bring the tables to this program's version");
    command.add_option("DATABASE", arguments->database, "sqlite:FILE or postgresql://…").required();
    command.when_called([arguments] { migrate(*arguments); });

    command = db.add_subcommand("audit", "Who signed in, was refused, deleted or removed");
    command.add_option("DATABASE", arguments->database, "sqlite:FILE or postgresql://…").required();
    command.add_option("--user", arguments->other, "only about this user").takes("ID");
    command.when_called([arguments] { audit(*arguments); });

    command = db.add_subcommand("check", "Replay every game of a database");
    command.add_option("DATABASE", arguments->database, "sqlite:FILE or postgresql://…").required();
    command
        .add_option("--key-file", arguments->key_file,
                    "the key of its secrets; for sqlite:FILE usually FILE.key")
        .takes("FILE");
    command.when_called([arguments] { check(*arguments); });

    command = db.add_subcommand("forget-key", "The key of its secrets is lost: games that are not "
                                              "over are given up, the next server makes a new key");
    command.add_option("DATABASE", arguments->database, "sqlite:FILE or postgresql://…").required();
    command.when_called([arguments] { forget_key(*arguments); });
}

} // namespace bastide::cli
