// Running the program: settings, signals, databases, many clients.

#include "server/client/load.h"
#include "server/game_table.h"
#include "server/rooms/check_games.h"
#include "server/server_process.h"
#include "support/process.h"

#include "notation/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <thread>

namespace bastide::server::test {
namespace {

using ::testing::HasSubstr;
using testing_support::Finished;
using testing_support::Folder;
using testing_support::run;
using testing_support::run_bastide;

TEST(Operation, flags_win_over_the_environment_and_that_over_the_file) {
    const Folder folder;
    const std::string file =
        folder.file("a.toml", "port = 1001\nthreads = 3\nreaders = 5\ntrust-proxy = true\n");
    const Finished done = run({"/usr/bin/env", "BASTIDE_PORT=1002", "BASTIDE_THREADS=4",
                               BASTIDE_BINARY, "serve", "--config", file, "--port", "1003",
                               "--database", "postgresql://u:hunter2@host/name", "--check-config"});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("port = 1003\n"));
    EXPECT_THAT(done.out, HasSubstr("threads = 4\n"));
    EXPECT_THAT(done.out, HasSubstr("readers = 5\n"));
    EXPECT_THAT(done.out, HasSubstr("trust-proxy = true\n"));
    EXPECT_EQ(done.out.find("hunter2"), std::string::npos) << "passwords are not printed";
}

TEST(Operation, wrong_settings_say_what_is_wrong) {
    const Folder folder;
    const auto refused = [&](const std::string& text) {
        const Finished done =
            run_bastide({"serve", "--check-config", "--config", folder.file("a.toml", text)});
        EXPECT_NE(done.status, 0) << text;
        return done.err;
    };
    EXPECT_THAT(refused("colour = 1\n"), HasSubstr("there is no setting colour"));
    EXPECT_THAT(refused("port = 70000\n"),
                HasSubstr("port: \"70000\" is not a whole number from 0 to 65535"));
    EXPECT_THAT(refused("port = \n"), HasSubstr("line 1"));
    EXPECT_THAT(refused("imprint = \"Ada\"\norigins = [\"https://a.example\"]\n"),
                HasSubstr("line 2: origins is a list; several go into one text: \"a, b\""));
    for (const char* wrong : {"port = 80.5", "imprint = 2026-01-01", "address = {a = 1}"}) {
        EXPECT_THAT(refused(wrong), HasSubstr("is neither a text, a whole number, true nor false"))
            << wrong;
    }
    EXPECT_THAT(refused("database = \"mysql://x\"\n"),
                HasSubstr("database: \"mysql://x\" is not sqlite:FILE or postgresql://"));
    EXPECT_NE(run_bastide({"serve", "--config", "/no/such/file"}).status, 0);
    EXPECT_NE(run_bastide({"serve", "--port", "many", "--check-config"}).status, 0);
}

TEST(Operation, the_host_says_who_runs_the_server) {
    Config config = TestServer::patient();
    const Setting& imprint = *find_setting("imprint");
    EXPECT_FALSE(imprint.set(config, "Ada \xff"));
    EXPECT_FALSE(imprint.set(config, std::string(4001, 'x')));
    const auto told = [&] {
        TestServer server(config);
        TestPlayer guest(server, "Bo");
        return guest.get("/api/info").value("imprint", "nothing");
    };
    EXPECT_EQ(told(), "nothing");
    ASSERT_TRUE(imprint.set(config, "Ada Example \r\n\r\nSome Street 1"));
    EXPECT_EQ(told(), "Ada Example\n\nSome Street 1");
}

TEST(Operation, a_port_in_use_is_an_error_not_a_crash) {
    TestServer server;
    const TemporaryFolder folder;
    const Finished done =
        run_bastide({"serve", "--port", server.address().port, "--database", folder.sqlite()});
    EXPECT_EQ(done.status, 1);
    EXPECT_NE(done.err, "");
}

/// The port is taken by the socket itself: a server that opened one of its own would end.
TEST(Operation, a_socket_that_systemd_opened_is_used) {
    const TemporaryFolder folder;
    const unsigned short port = free_port();
    ServerProcess process(folder.sqlite(), port, folder.file("log"));
    process.set_prefix(
        {"/usr/bin/systemd-socket-activate", "-l", "127.0.0.1:" + std::to_string(port)});
    process.start();
    EXPECT_TRUE(process.wait_ready());
    EXPECT_EQ(process.stop(SIGTERM), 0) << "it ends well";
}

TEST(Operation, an_inherited_descriptor_that_does_not_listen_is_an_error) {
    const TemporaryFolder folder;
    const Finished done =
        run({"/bin/sh", "-c",
             "LISTEN_FDS=1 LISTEN_PID=$$ exec " BASTIDE_BINARY " serve --database " +
                 folder.sqlite() + " 3</dev/null"});
    EXPECT_EQ(done.status, 1);
    EXPECT_THAT(done.err, HasSubstr("inherited socket 3: not a socket"));
}

/// What draws pictures reads fonts, images and settings: not in the process that strangers talk to.
TEST(Operation, a_server_loads_no_drawing_library) {
    const TemporaryFolder folder;
    ServerProcess process(folder.sqlite(), free_port(), folder.file("log"));
    process.start();
    ASSERT_TRUE(process.wait_ready());
    std::ifstream maps("/proc/" + std::to_string(process.process()) + "/maps");
    std::ostringstream text;
    text << maps.rdbuf();
    EXPECT_THAT(text.str(), HasSubstr("libsqlite3"));
    for (const char* library : {"rsvg", "cairo", "pango", "pixbuf", "libX11", "fontconfig"}) {
        EXPECT_EQ(text.str().find(library), std::string::npos) << library;
    }
}

/// What was acknowledged before the signal is there afterwards, and who is connected is told.
TEST(Operation, sigterm_drains_and_ends_well) {
    const TemporaryFolder folder;
    ServerProcess process(folder.sqlite(), free_port(), folder.file("log"));
    process.start();
    ASSERT_TRUE(process.wait_ready());
    Loop loop(1);
    loop.start();
    std::atomic<bool> answered = false, bye = false, closed = false;
    ClientSocket::Handlers handlers;
    handlers.on_text = [&](std::string_view text) {
        answered = true;
        if (text.starts_with("{\"type\":\"bye\"")) bye = true;
    };
    handlers.on_closed = [&] { closed = true; };
    ClientSocket socket(loop, process.address(), "", handlers);
    HttpClient http(process.address());
    const auto table = open_table(http, "new", 2);
    ASSERT_TRUE(table.has_value());
    // Whoever is still at the door when the server leaves hears no goodbye.
    socket.send("whatever");
    for (int i = 0; i < 500 && !answered; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_TRUE(answered && !closed);
    const int status = process.stop(SIGTERM);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int i = 0; i < 200 && !closed; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(bye && closed);
    EXPECT_EQ(check_games(folder.sqlite(), "")->games, 1u);
    loop.stop();
}

TEST(Operation, databases_are_backed_up_restored_and_moved_by_command) {
    TestServer server;
    HttpClient http(server.address());
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(open_table(http, "hunters", 2).has_value());
    const std::string from = server.folder().sqlite();
    const std::string copy = server.folder().file("copy.db");
    const auto good = [](const std::vector<std::string>& arguments) {
        const Finished done = run_bastide(arguments);
        EXPECT_EQ(done.status, 0) << done.err;
        return done.out;
    };
    // The start of a game is written after the answer to who sat down last.
    for (int i = 0; i < 500 && check_games(from, "")->entries < 3; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    good({"db", "backup", "--database", from, copy});
    EXPECT_NE(run_bastide({"db", "backup", "--database", from, copy}).status, 0);
    TemporaryPostgres postgres;
    const std::string other = postgres.new_database();
    EXPECT_THAT(good({"db", "restore", "--database", other, copy}), HasSubstr("3 games"));
    EXPECT_NE(run_bastide({"db", "restore", "--database", other, copy}).status, 0)
        << "it holds games already";
    const std::string key = key_file_for(from);
    EXPECT_NE(run_bastide({"db", "check", other}).status, 0) << "a backup has no key";
    EXPECT_THAT(good({"db", "check", other, "--key-file", key}),
                HasSubstr("3 games, 3 log entries, 0 wrong"));
    const std::string again = server.folder().file("again.db");
    good({"db", "backup", "--database", other, again});
    EXPECT_THAT(good({"db", "check", "sqlite:" + again, "--key-file", key}), HasSubstr("3 games"));
    EXPECT_THAT(good({"db", "migrate", "sqlite:" + again}), HasSubstr("version 9"));
}

TEST(Operation, a_check_of_no_database_makes_none) {
    const TemporaryFolder folder;
    for (const char* command : {"check", "migrate"}) {
        const Finished done = run_bastide({"db", command, "sqlite:" + folder.file("typo.db")});
        EXPECT_NE(done.status, 0) << command;
        EXPECT_THAT(done.err, HasSubstr("typo.db: there is no such database"));
    }
    EXPECT_NE(run_bastide({"db", "copy", "sqlite:" + folder.file("typo.db"),
                           "sqlite:" + folder.file("copy.db")})
                  .status,
              0);
    EXPECT_FALSE(std::filesystem::exists(folder.file("typo.db")));
}

TEST(Operation, one_process_serves_a_sqlite_file_and_others_may_read_it) {
    const TemporaryFolder folder;
    ServerProcess process(folder.sqlite(), free_port(), folder.file("log"));
    process.start();
    ASSERT_TRUE(process.wait_ready());
    const Finished second = run_bastide({"serve", "--port", "0", "--database", folder.sqlite()});
    EXPECT_EQ(second.status, 1);
    EXPECT_THAT(second.err, HasSubstr("another process serves this database"));
    EXPECT_NE(run_bastide({"db", "migrate", folder.sqlite()}).status, 0);
    EXPECT_EQ(run_bastide({"db", "check", folder.sqlite()}).status, 0);
    const std::string copy = folder.file("copy.db");
    EXPECT_EQ(run_bastide({"db", "backup", "--database", folder.sqlite(), copy}).status, 0);
    for (const std::string& file : {folder.file("test.db"), folder.file("test.db-wal"), copy}) {
        using std::filesystem::perms;
        EXPECT_EQ(std::filesystem::status(file).permissions(),
                  perms::owner_read | perms::owner_write)
            << file;
    }
    process.kill();
    process.start();
    EXPECT_TRUE(process.wait_ready()) << "a lock ends with its process";
}

Config on_file(const std::string& database) {
    Config config = TestServer::patient();
    config.database = database;
    return config;
}

TEST(Operation, a_database_that_others_could_read_is_closed_to_them) {
    const TemporaryFolder folder;
    TestServer{on_file(folder.sqlite())};
    std::filesystem::permissions(folder.file("test.db"), std::filesystem::perms(0644));
    TestServer{on_file(folder.sqlite())};
    EXPECT_EQ(std::filesystem::status(folder.file("test.db")).permissions(),
              std::filesystem::perms(0640));
}

TEST(Operation, passwords_of_databases_are_not_shown) {
    for (const auto& [url, shown] : std::initializer_list<std::pair<const char*, const char*>>{
             {"postgresql://u:secret@h/db", "postgresql://u:***@h/db"},
             {"postgresql://u:se?cr@et@h/db", "postgresql://u:***@h/db"},
             {"postgresql://u@h/db?password=secret", "postgresql://u@h/db?password=***"},
             {"postgresql:///db?user=a@b&PassWord=s@ecret&port=1",
              "postgresql:///db?user=a@b&PassWord=***&port=1"},
             {"postgresql://u@h/db?sslpassword=secret", "postgresql://u@h/db?sslpassword=***"},
             {"postgresql://u@h/db?%70assword=secret", "postgresql://u@h/db?%70assword=***"},
             {"postgresql://u@h:5432/db?sslmode=require",
              "postgresql://u@h:5432/db?sslmode=require"},
             {"sqlite:a:b@c.db", "sqlite:a:b@c.db"}}) {
        EXPECT_EQ(without_password(url), shown);
    }
}

/// Computers that think for seconds, more of them than threads: people's moves go on.
TEST(Operation, thinking_bots_hold_nobody_up) {
    TestServer server;
    TestPlayer ada(server, "Ada");
    ada.sign_up("ada");
    Json body;
    body["rules"] = rules_of("new", 0, {"bastide:time=3", "bastide:time=3"});
    ada.connect();
    for (int i = 0; i < 5; ++i) ada.follow(ada.post("/api/tables", body, 201)["table"]["game"]);
    TestPlayer bo(server, "Bo"), cy(server, "Cy");
    Table table({&bo, &cy}, rules_of("new", 2));
    for (int i = 0; i < 30; ++i) table.play();
    EXPECT_EQ(table.follower().turns().size(), 30u);
}

TEST(Operation, metrics_tell_what_operators_need) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    for (int i = 0; i < 4; ++i) table.play();
    const std::string text = ada.raw("GET", "/metrics", "").body;
    for (const char* name :
         {"bastide_move_durable_seconds_count 4", "bastide_move_told_seconds_count 4",
          "bastide_commit_seconds_bucket", "bastide_commit_writes_bucket", "bastide_rooms 1",
          "bastide_sockets 2", "bastide_writes_waiting", "bastide_reads_waiting",
          "bastide_bots_waiting", "bastide_bot_think_seconds_count 0", "bastide_resumes_total",
          "bastide_slow_consumers_total 0", "bastide_troubles_total 0",
          "bastide_commit_failures_total 0", "bastide_answers_total{kind=\"ack\"} 4"}) {
        EXPECT_THAT(text, HasSubstr(name));
    }
}

/// A short run of what `./dev load` measures. Its figures are not judged here: this machine may be
/// busy with anything.
TEST(Operation, many_clients_are_served_without_a_mistake) {
    Config config = TestServer::patient();
    config.connections = config.connections_per_address = 5000;
    TestServer server(config);
    LoadPlan plan;
    plan.edition = "new";
    plan.server = server.address();
    plan.games = 40;
    plan.rate = 200;
    plan.seconds = 2;
    plan.idle_sockets = 200;
    plan.storm_sockets = 200;
    const auto report = run_load(plan);
    ASSERT_TRUE(report.has_value()) << report.error();
    EXPECT_EQ(report->wrong, std::vector<std::string>());
    EXPECT_EQ(report->due, 400u);
    EXPECT_EQ(report->acked, report->due - report->starved) << "every move has its answer";
    EXPECT_EQ(report->idle_open, 200u);
    EXPECT_EQ(report->storm_open, 200u);
}

} // namespace
} // namespace bastide::server::test
