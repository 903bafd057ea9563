#include "server/players.h"

#include "notation/json.h"
#include "rules/playout.h"

#include <gtest/gtest.h>

namespace bastide::server::test {
namespace {

constexpr std::chrono::seconds patience{20};

/// Has what tests look at, so that a failed one goes on to its end.
Json nothing() {
    return Json::parse(R"({"type": "nothing", "ply": -9, "move_id": "", "state": "", "code": "",
        "plies": [], "chat": [], "you": null, "entry": {"kind": "end", "ply": -9, "seat": 9,
        "turn": {"player": 9}, "result": {"reason": "", "ranks": []}}, "table": {},
        "clock": {"remaining_ms": [0, 0]}, "line": {"text": ""}, "seats": [], "next": ""})");
}

} // namespace

const Schema& schema() {
    static const Schema schema;
    return schema;
}

Config TestServer::patient() {
    Config config;
    config.messages_per_second = config.message_burst = 100'000;
    config.requests_per_second = config.request_burst = 100'000;
    config.guests_per_hour = config.guest_burst = 100'000;
    config.tables_per_hour = config.table_burst = 100'000;
    return config;
}

TestServer::TestServer(Config config)
    : config_(std::move(config)) {
    if (config_.database == Config().database) config_.database = folder_.sqlite();
    if (config_.key_file.empty()) config_.key_file = key_file_for(config_.database);
    config_.port = 0;
    config_.log_level = LogLevel::error;
    loop_.start();
    restart();
}

void TestServer::restart() {
    service_.reset();
    service_ = std::make_unique<Service>(config_);
    const auto port = service_->start();
    if (!port) throw std::runtime_error(port.error());
    port_ = *port;
}

TestPlayer::TestPlayer(TestHost& host, const std::string& name)
    : TestPlayer(host) {
    Json body;
    body["name"] = name;
    body["token"] = true;
    const Json session = post("/api/session", body);
    EXPECT_EQ(schema().mismatch(session, "Session"), "");
    token_ = session["token"];
    id_ = session["user"]["id"];
}

TestPlayer::TestPlayer(TestHost& host) {
    go_to(host);
}

TestPlayer::TestPlayer(TestHost& host, const TestPlayer& person)
    : TestPlayer(host) {
    token_ = person.token_;
    id_ = person.id_;
}

void TestPlayer::go_to(TestHost& host) {
    drop();
    host_ = &host;
    http_ = std::make_unique<HttpClient>(host.address());
}

TestPlayer::~TestPlayer() {
    socket_.reset();
}

void TestPlayer::sign_up(const std::string& login) {
    Json body;
    body["login"] = login;
    body["password"] = "a long password";
    post("/api/account", body);
}

HttpReply TestPlayer::delete_data() {
    return raw("DELETE", "/api/account", R"({"password":"a long password"})");
}

HttpReply TestPlayer::raw(const std::string& method, const std::string& target,
                          const std::string& body) {
    return http_->call(method, target, body, token_);
}

Json TestPlayer::get(const std::string& target, unsigned status) {
    const HttpReply reply = raw("GET", target, "");
    EXPECT_EQ(reply.status, status) << target << ": " << reply.body;
    return Json::parse(reply.body, nullptr, false);
}

Json TestPlayer::post(const std::string& target, const Json& body, unsigned status) {
    const HttpReply reply = raw("POST", target, text_of(body));
    EXPECT_EQ(reply.status, status) << target << ": " << reply.body;
    const Json json = Json::parse(reply.body, nullptr, false);
    if (reply.status >= 400) {
        EXPECT_EQ(schema().mismatch(json, "HttpError"), "");
    } else if (target == "/api/account") {
        token_ = json["token"]; // a new one with the account
    }
    return json;
}

void TestPlayer::connect() {
    open_socket();
    hear("welcome");
}

bool TestPlayer::turned_away() {
    open_socket();
    std::unique_lock lock(mutex_);
    heard_.wait_for(lock, patience, [this] { return closed_ || !inbox_.empty(); });
    return closed_ && inbox_.empty();
}

void TestPlayer::open_socket() {
    socket_.reset();
    {
        const std::lock_guard lock(mutex_);
        inbox_.clear();
        closed_ = false;
    }
    ClientSocket::Handlers handlers;
    handlers.on_text = [this](std::string_view text) {
        Json json = Json::parse(text, nullptr, false);
        const std::lock_guard lock(mutex_);
        all_.emplace_back(text);
        inbox_.push_back(std::move(json));
        heard_.notify_all();
    };
    handlers.on_closed = [this] {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        heard_.notify_all();
    };
    socket_ = std::make_unique<ClientSocket>(host_->loop(), host_->address(), token_,
                                             std::move(handlers));
}

void TestPlayer::drop() {
    socket_.reset();
}

void TestPlayer::say(const Json& message) {
    say_text(text_of(message));
}

void TestPlayer::say_text(const std::string& text) {
    socket_->send(text);
}

Json TestPlayer::hear(const std::string& type) {
    std::unique_lock lock(mutex_);
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        while (!inbox_.empty()) {
            Json message = std::move(inbox_.front());
            inbox_.pop_front();
            EXPECT_EQ(schema().server_message_mismatch(message), "");
            if (message["type"] == type) return message;
        }
        if (closed_ || heard_.wait_until(lock, until) == std::cv_status::timeout) {
            ADD_FAILURE() << "no " << type << (closed_ ? ": the socket is closed" : "");
            return nothing();
        }
    }
}

Json TestPlayer::follow(const std::string& game, int since) {
    Json hello;
    hello["type"] = "hello";
    hello["game"] = game;
    if (since >= 0) hello["since"] = since;
    say(hello);
    return hear("state");
}

bool TestPlayer::closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
}

std::vector<std::string> TestPlayer::all() const {
    const std::lock_guard lock(mutex_);
    return all_;
}

Json rules_of(const std::string& edition, unsigned persons, const std::vector<std::string>& bots) {
    Json rules;
    rules["edition"] = edition;
    rules["first"] = 0;
    rules["seats"] = Json::array();
    for (unsigned i = 0; i < persons; ++i) rules["seats"].push_back({{"kind", "person"}});
    for (const std::string& bot : bots) {
        rules["seats"].push_back({{"kind", "bot"}, {"agent", bot}});
    }
    return rules;
}

std::string table_of(const std::vector<TestPlayer*>& players, Json rules) {
    Json body;
    body["rules"] = std::move(rules);
    const Json opened = players[0]->post("/api/tables", body, 201);
    EXPECT_EQ(schema().mismatch(opened, "TableAnswer"), "");
    const std::string game = opened["table"]["game"];
    for (std::size_t i = 1; i < players.size(); ++i) {
        const Json joined = players[i]->post("/api/tables/" + game + "/join", Json::object());
        EXPECT_EQ(schema().mismatch(joined, "TableAnswer"), "");
    }
    return game;
}

std::string game_of_bots(TestPlayer& onlooker) {
    Json body;
    body["rules"] = rules_of("new", 0, {"random", "random"});
    const std::string game = onlooker.post("/api/tables", body, 201)["table"]["game"];
    onlooker.connect();
    if (onlooker.follow(game)["table"]["status"] != "over") {
        while (onlooker.hear("ply")["entry"]["kind"] != "end") {
        }
    }
    onlooker.drop();
    return game;
}

Json some_move(const Follower& follower, std::uint64_t seed) {
    Random random(seed);
    return move_json(random_move(follower.game(), random));
}

} // namespace bastide::server::test
