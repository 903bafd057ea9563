// Secrets at rest: what the database's files give away, and what becomes of a key that is missing
// or another one.

#include "server/storage/seal.h"

#include "server/game_table.h"
#include "server/storage/migrations.h"
#include "server/storage/sql.h"
#include "server/storage/transfer.h"
#include "support/process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace bastide::server::test {
namespace {

Bytes32 bytes(unsigned char value) {
    Bytes32 bytes;
    bytes.fill(value);
    return bytes;
}

TEST(Seal, opens_with_its_key_for_its_game_only) {
    const Seal seal(bytes(1)), other(bytes(2));
    const std::string text = seal.close(bytes(7), "aaaabbbbccccdddd");
    EXPECT_EQ(seal.open(text, "aaaabbbbccccdddd"), bytes(7));
    EXPECT_EQ(seal.open(text, "ddddccccbbbbaaaa"), std::nullopt) << "moved to another row";
    EXPECT_EQ(other.open(text, "aaaabbbbccccdddd"), std::nullopt);
    EXPECT_NE(seal.close(bytes(7), "aaaabbbbccccdddd"), text) << "a nonce of its own";
    EXPECT_NE(seal.key_id(), other.key_id());
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string damaged = text;
        damaged[i] = damaged[i] == '0' ? '1' : '0';
        EXPECT_EQ(seal.open(damaged, "aaaabbbbccccdddd"), std::nullopt) << i;
    }
    EXPECT_EQ(seal.open(to_hex(bytes(7)), ""), std::nullopt);
    EXPECT_EQ(seal.open("sealed1:", ""), std::nullopt);
}

TEST(Seal, makes_a_key_that_only_its_owner_reads) {
    const TemporaryFolder folder;
    const std::string file = folder.file("bastide.key");
    const auto made = create_key(file);
    ASSERT_TRUE(made.has_value()) << made.error();
    struct stat status{};
    ASSERT_EQ(stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777u, 0600u);
    EXPECT_EQ((*read_key(file))->key_id(), (*made)->key_id());
    EXPECT_EQ((*create_key(file))->key_id(), (*made)->key_id()) << "it is never replaced";
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
    ASSERT_EQ(chmod(file.c_str(), 0644), 0);
    EXPECT_FALSE(read_key(file).has_value()) << "others may read it";
    std::ofstream(folder.file("text")) << "password\n";
    ASSERT_EQ(chmod(folder.file("text").c_str(), 0600), 0);
    EXPECT_FALSE(read_key(folder.file("text")).has_value());
    EXPECT_FALSE(create_key("/no/such/folder/bastide.key").has_value());
    EXPECT_EQ(key_file_of("sqlite:a/b.db", ""), "a/b.db.key");
    EXPECT_EQ(key_file_of("sqlite:a/b.db", "c"), "c");
    EXPECT_FALSE(key_file_of("postgresql://x", "").has_value());
}

/// In which of the folder's files these bytes stand, as they are or as digits. Keys are no part of
/// a backup.
std::vector<std::string> files_with(const TemporaryFolder& folder, const Bytes32& secret) {
    std::vector<std::string> found;
    const std::string hex = to_hex(secret), raw(secret.begin(), secret.end());
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
        const std::string text = testing_support::content(file.path());
        if (text.find(hex) != std::string::npos || text.find(raw) != std::string::npos) {
            found.push_back(file.path().filename().string());
        }
    }
    return found;
}

TEST(Seal, keeps_the_secrets_of_running_games_out_of_files_and_backups) {
    TestServer server;
    TestPlayer ada(server, "Ada"), bo(server, "Bo");
    Table table({&ada, &bo}, rules_of("new", 2));
    table.play();
    const auto secret = [&] {
        return *open_with_key(server.folder().sqlite())->load_game(table.id())->value().secret;
    };
    const Bytes32 running = secret();
    EXPECT_EQ(files_with(server.folder(), running), std::vector<std::string>());
    const std::string copy = server.folder().file("copy.db");
    ASSERT_TRUE(backup_database(server.folder().sqlite(), copy).has_value());
    EXPECT_EQ(files_with(server.folder(), running), std::vector<std::string>());
    ada.say(message("resign", table.id()));
    table.hear_until(table.follower().ply() + 2);
    EXPECT_EQ(secret(), running);
    server.drain();
    EXPECT_FALSE(files_with(server.folder(), running).empty()) << "now everybody may know it";
    // Without the key what is over can still be read and verified.
    auto keyless = open_store(server.folder().sqlite());
    EXPECT_EQ((*keyless)->load_game(table.id())->value().secret, running);
}

/// As a server of the third version left it.
void write_old_database(const TemporaryFolder& folder, const Bytes32& secret) {
    auto sql = open_sql(folder.sqlite());
    for (unsigned i = 0; i < 3; ++i) ASSERT_TRUE((*sql)->script(migrations()[i]).has_value());
    const std::string game =
        "'new', 1, 'aaaaaaaaaaaaaaaa', '" + to_hex(secret) + "', 1, 1, -1, 0, '', '', 0)";
    const std::string columns = "INSERT INTO games (id, status, listed, rules, rules_version, "
                                "owner, secret, created_at, updated_at, ply, turns, result, "
                                "rematch, due_at) VALUES ";
    const auto done =
        (*sql)->script("CREATE TABLE schema_version (version BIGINT NOT NULL); INSERT INTO "
                       "schema_version VALUES (3); INSERT INTO users VALUES ('aaaaaaaaaaaaaaaa', "
                       "'Ada', 1);" +
                       columns + "('bbbbbbbbbbbbbbbb', 1, 1, " + game);
    ASSERT_TRUE(done.has_value()) << done.error().text;
}

TEST(Seal, is_put_on_what_an_older_server_left_open) {
    const TemporaryFolder folder;
    write_old_database(folder, bytes(0x5A));
    ASSERT_FALSE(files_with(folder, bytes(0x5A)).empty());
    {
        const auto store = open_with_key(folder.sqlite());
        EXPECT_EQ(store->load_game("bbbbbbbbbbbbbbbb")->value().secret, bytes(0x5A));
    }
    EXPECT_EQ(files_with(folder, bytes(0x5A)), std::vector<std::string>());
}

std::string why_not_started(const Config& config) {
    Service service(config);
    const auto port = service.start();
    return port ? "it started" : port.error();
}

TEST(Seal, says_clearly_that_the_key_is_missing_or_wrong) {
    const TemporaryFolder folder;
    Config config;
    config.database = folder.sqlite();
    config.port = 0;
    config.log_level = LogLevel::error;
    const std::string file = folder.sqlite().substr(7) + ".key";
    EXPECT_EQ(why_not_started(config), "it started");
    const std::string id = (*read_key(file))->key_id();
    std::filesystem::rename(file, folder.file("kept"));
    std::string why = why_not_started(config);
    EXPECT_NE(why.find(file + ": the key " + id), std::string::npos) << why;
    ASSERT_TRUE(create_key(file).has_value());
    why = why_not_started(config);
    EXPECT_NE(why.find("sealed with the key " + id), std::string::npos) << why;
    config.key_file = folder.file("kept");
    EXPECT_EQ(why_not_started(config), "it started") << "named by the setting";
    config.key_file.clear();
    ASSERT_TRUE((*open_store(folder.sqlite()))->forget_key().has_value());
    EXPECT_EQ(why_not_started(config), "it started") << "the old one was given up";
}

TEST(Seal, is_shared_by_the_nodes_of_one_postgresql) {
    TemporaryPostgres postgres;
    Config config = TestServer::patient();
    config.database = postgres.new_database();
    config.port = 0;
    config.log_level = LogLevel::error;
    std::string why = why_not_started(config);
    EXPECT_NE(why.find("key-file"), std::string::npos) << why;
    TestServer one(config);
    const TemporaryFolder elsewhere;
    config.key_file = elsewhere.file("other.key");
    why = why_not_started(config);
    EXPECT_NE(why.find("is not there"), std::string::npos) << why;
    ASSERT_TRUE(create_key(config.key_file).has_value());
    why = why_not_started(config);
    EXPECT_NE(why.find("sealed with the key"), std::string::npos) << why;
}

} // namespace
} // namespace bastide::server::test
