#include "server/temporary.h"

#include "server/storage/sql.h"

#include <csignal>
#include <fcntl.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace bastide::server::test {
namespace {

const std::string postgres_programs = "/usr/lib/postgresql/15/bin/";

/// PostgreSQL refuses to run as root: then it runs as Debian's user postgres.
std::vector<std::string> as_ordinary_user(std::vector<std::string> command) {
    std::vector<std::string> full = {"/usr/bin/setpriv", "--pdeathsig", "KILL"};
    if (getuid() == 0) {
        full.insert(full.end(),
                    {"--reuid=postgres", "--regid=postgres", "--clear-groups", "--reset-env"});
    }
    full.insert(full.end(), command.begin(), command.end());
    return full;
}

pid_t spawn(const std::vector<std::string>& command, const std::string& log) {
    const pid_t child = fork();
    if (child != 0) return child;
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& text : command) arguments.push_back(const_cast<char*>(text.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(127);
}

} // namespace

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "bastide-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

TemporaryPostgres::TemporaryPostgres(Power power) {
    if (getuid() == 0) {
        const passwd* user = getpwnam("postgres");
        if (user == nullptr) throw std::runtime_error("there is no user postgres");
        if (chown(folder_.path().c_str(), user->pw_uid, user->pw_gid) != 0) {
            throw std::runtime_error("chown failed");
        }
    }
    const std::string data = folder_.file("data"), log = folder_.file("log");
    int status = 0;
    waitpid(spawn(as_ordinary_user({postgres_programs + "initdb", "-D", data, "-U", "bastide", "-A",
                                    "trust", "--no-sync", "-E", "UTF8", "--locale=C"}),
                  log),
            &status, 0);
    if (status != 0) throw std::runtime_error("initdb failed, see " + log);
    if (power == Power::may_fail) {
        disk_ = std::make_unique<ForgetfulDisk>(data, folder_.path() / "journals",
                                                ForgetfulDisk::Kind::honest);
    }
    start();
}

void TemporaryPostgres::start() {
    // Only a socket in the folder: no port can be taken, nobody else can come in.
    std::vector<std::string> command = disk_ ? disk_->prefix() : std::vector<std::string>();
    command.insert(command.end(), {postgres_programs + "postgres", "-D", folder_.file("data"), "-k",
                                   folder_.path().string(), "-c", "listen_addresses="});
    process_ = spawn(as_ordinary_user(command), folder_.file("log"));
    for (int i = 0; i < 600; ++i) {
        if (open_sql(url("postgres"))) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    throw std::runtime_error("PostgreSQL did not start");
}

TemporaryPostgres::~TemporaryPostgres() {
    crash();
}

void TemporaryPostgres::cut_connections() {
    auto sql = open_sql(url("postgres"));
    if (!sql || !(*sql)->script("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid "
                                "<> pg_backend_pid() AND backend_type = 'client backend'")) {
        throw std::runtime_error("connections could not be cut");
    }
}

void TemporaryPostgres::crash() {
    if (process_ <= 0) return;
    kill(process_, SIGQUIT);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    if (!disk_) return;
    files_lost_ += disk_->lose_power(chance_.below(2) == 0 ? ForgetfulDisk::Loss::everything
                                                           : ForgetfulDisk::Loss::any_part,
                                     chance_);
}

std::string TemporaryPostgres::url(const std::string& database) const {
    return "postgresql:///" + database + "?user=bastide&host=" + folder_.path().string();
}

std::string TemporaryPostgres::new_database() {
    const std::string name = "test" + std::to_string(++databases_);
    auto sql = open_sql(url("postgres"));
    if (!sql || !(*sql)->script("CREATE DATABASE " + name)) {
        throw std::runtime_error("no new database");
    }
    return url(name);
}

std::string key_file_for(const std::string& database) {
    const std::size_t host = database.find("host=");
    return host == std::string::npos ? database.substr(7) + ".key"
                                     : database.substr(host + 5) + "/bastide.key";
}

std::unique_ptr<GameStore> open_with_key(const std::string& database) {
    auto store = open_store(database);
    if (!store) throw std::runtime_error(store.error().text);
    if (auto ok = (*store)->migrate(); !ok) throw std::runtime_error(ok.error().text);
    const auto seal = find_key(**store, database, key_file_for(database), MissingKey::create);
    if (!seal) throw std::runtime_error(seal.error().text);
    if (auto ok = (*store)->adopt_key(*seal); !ok) throw std::runtime_error(ok.error().text);
    return std::move(*store);
}

} // namespace bastide::server::test
