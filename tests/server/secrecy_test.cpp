// Nothing tells more than the rules allow. Every byte that the server sends is compared with what
// can be told from public facts alone: an own engine fed with the moves and tiles played so far.

#include "server/game_table.h"

#include "notation/hex.h"
#include "notation/json.h"
#include "notation/replay.h"
#include "notation/turn.h"
#include "server/dealer/dealer.h"
#include "server/server_process.h"

#include <gtest/gtest.h>

#include <fstream>
#include <netinet/in.h>
#include <regex>
#include <sstream>
#include <sys/socket.h>
#include <unistd.h>

namespace bastide::server::test {
namespace {

std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Where the expected value has one of these, the time the server says may be any since the start.
const Json a_time = "@time";
/// Whose connections come and go, which the test does not time.
const Json a_presence = "@presence";

class Facts {
  public:
    /// Empty, or the place where the message has another value than public facts give.
    std::string difference(const Json& said, const Json& expected, const std::string& where) const {
        if (expected == a_time) {
            const bool fits = said.is_number_integer() && said >= begin_ && said <= now();
            return fits ? "" : where + ": not a time of this test: " + text_of(said);
        }
        if (expected == a_presence) return presence_difference(said, where);
        if (expected.is_object() && said.is_object()) {
            for (const auto& [key, value] : said.items()) {
                if (!expected.contains(key)) return where + ": tells " + key;
            }
            for (const auto& [key, value] : expected.items()) {
                if (!said.contains(key)) return where + ": has no " + key;
                auto found = difference(said[key], value, where + "/" + key);
                if (!found.empty()) return found;
            }
            return "";
        }
        if (expected.is_array() && said.is_array() && expected.size() == said.size()) {
            for (std::size_t i = 0; i < said.size(); ++i) {
                auto found = difference(said[i], expected[i], where + "/" + std::to_string(i));
                if (!found.empty()) return found;
            }
            return "";
        }
        return said == expected ? ""
                                : where + ": " + text_of(said) + " instead of " + text_of(expected);
    }

  private:
    static std::string presence_difference(const Json& said, const std::string& where) {
        bool fits = said.size() == 2 && said["seats"].size() == 2 &&
                    (said["watchers"] == 0 || said["watchers"] == 1);
        for (const Json& seat : said["seats"]) fits = fits && seat.is_boolean();
        return fits ? "" : where + ": " + text_of(said);
    }

    std::int64_t begin_ = now();
};

/// What the log of a game must look like, worked out by an engine that knows the moves, the tiles
/// that were drawn, and nothing else.
class PublicGame {
  public:
    PublicGame(const Json& table, Setups& setups)
        : follower_(Follower::of_table(table, setups))
        , commitment_(table["commitment"].get<std::string>()) {}

    /// The entry as it must be; a tile that could not come now is an error of the follower.
    Json expect(const Json& entry, const std::vector<std::string>& names) {
        Json wanted;
        wanted["ply"] = follower_->ply() + 1;
        wanted["at"] = a_time;
        const std::string kind = entry["kind"];
        wanted["kind"] = kind;
        if (kind == "start") {
            wanted["first"] = 0;
            wanted["names"] = names;
            wanted["commitment"] = commitment_;
            wanted["tips"] = {nullptr, nullptr}; // nobody brought a chain
        } else if (kind == "turn") {
            expect_turn(entry, wanted);
        } else {
            EXPECT_EQ(kind, "end");
            expect_end(entry, wanted);
        }
        EXPECT_EQ(follower_->add(entry), "");
        if (entry.contains("draw")) wanted["draw"] = draw_json(entry);
        wanted["hash"] = hex_of(hash(follower_->game()));
        wanted["scores"] = Json::array();
        const Points points =
            kind == "end" ? final_scores(follower_->game()) : follower_->game().now.score;
        for (unsigned i = 0; i < 2; ++i) wanted["scores"].push_back(points[i]);
        return wanted;
    }

  private:
    void expect_turn(const Json& entry, Json& wanted) {
        Game game = follower_->game();
        std::string error;
        JsonReader reader(error);
        const RecordTurn said = read_turn(reader, entry["turn"], follower_->setup(), 2);
        RecordTurn turn;
        turn.player = game.now.player;
        turn.tile = game.now.hand;
        turn.bonus = game.now.bonus_turn;
        turn.move = said.move;
        turn.skipped = skipped_;
        wanted["turn"] = turn_json(follower_->setup(), turn);
        Change change;
        apply(game, said.move, change);
        wanted["events"] = Json::array();
        for (const ScoreEvent& event : change.events())
            wanted["events"].push_back(event_json(event));
    }

    void expect_end(const Json& entry, Json& wanted) {
        const auto events = std::make_unique<FinalEvents>();
        const Points points = final_scores(follower_->game(), *events);
        wanted["events"] = Json::array();
        for (const ScoreEvent& event : *events) wanted["events"].push_back(event_json(event));
        MatchScores scores{points[0], points[1]};
        wanted["result"]["scores"] = {scores.a, scores.b};
        wanted["result"]["ranks"] = {scores.a >= scores.b ? 1 : 2, scores.b >= scores.a ? 1 : 2};
        wanted["result"]["reason"] = "complete";
        // The one new fact of the end: the number that was committed to.
        const auto secret = from_hex(entry["secret"].get<std::string>());
        ASSERT_TRUE(secret.has_value());
        EXPECT_EQ(to_hex(sha256(*secret)), commitment_);
        wanted["secret"] = to_hex(*secret);
    }

    /// The tile in hand as the own engine has it, after it accepted it.
    Json draw_json(const Json& entry) {
        const Game& game = follower_->game();
        Json draw;
        skipped_.clear();
        if (entry["draw"].contains("skipped")) {
            draw["skipped"] = Json::array();
            for (const Json& id : entry["draw"]["skipped"]) {
                const auto tile = follower_->setup().find_tile(id.get<std::string>());
                skipped_.push_back(tile.value());
                draw["skipped"].push_back(follower_->setup().tile_id(*tile));
            }
        }
        draw["player"] = game.now.player;
        if (!game.over()) draw["tile"] = follower_->setup().tile_id(game.now.hand);
        if (game.now.bonus_turn) draw["bonus"] = true;
        return draw;
    }

    struct MatchScores {
        int a, b;
    };
    std::unique_ptr<Follower> follower_;
    std::string commitment_;
    std::vector<TileIndex> skipped_;
};

/// One HTTP exchange, byte by byte.
std::string exchange(const ServerAddress& server, const std::string& request) {
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(std::stoi(server.port)));
    EXPECT_EQ(connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(write(fd, request.data(), request.size()), static_cast<ssize_t>(request.size()));
    std::string all;
    char buffer[4096];
    for (ssize_t got = 0; (got = read(fd, buffer, sizeof buffer)) > 0;) {
        all.append(buffer, static_cast<std::size_t>(got));
    }
    close(fd);
    return all;
}

/// The body, after every line of the head was found in the list of what may be there.
std::string body_of(const std::string& answer) {
    static const std::regex allowed(
        "HTTP/1\\.1 (200 OK|400 Bad Request|401 Unauthorized|404 Not Found)|"
        "Server: bastide|"
        "Content-Security-Policy: default-src 'none'[a-z0-9 ;:'-]*|"
        "X-Content-Type-Options: nosniff|Referrer-Policy: no-referrer|"
        "Cross-Origin-(Opener|Resource)-Policy: same-origin|"
        "Permissions-Policy: [a-z=(), ]+|"
        "Cache-Control: (no-store|no-cache)|"
        "Content-Type: (application/json|text/plain; charset=utf-8|text/html; charset=utf-8|"
        "text/plain; version=0\\.0\\.4; charset=utf-8)|"
        "Content-Disposition: attachment; filename=\"bastide-[a-z2-7]{16}\\.json\"|"
        "Vary: Accept-Encoding|ETag: \"[0-9a-f]+\"|"
        "Connection: close|Content-Length: [0-9]+");
    const std::size_t end = answer.find("\r\n\r\n");
    EXPECT_NE(end, std::string::npos);
    std::istringstream head(answer.substr(0, end));
    for (std::string line; std::getline(head, line);) {
        if (line.ends_with('\r')) line.pop_back();
        EXPECT_TRUE(std::regex_match(line, allowed)) << line;
    }
    return answer.substr(end + 4);
}

std::string get(const TestServer& server, const std::string& path) {
    return body_of(exchange(server.address(), "GET " + path +
                                                  " HTTP/1.1\r\nHost: localhost\r\nConnection: "
                                                  "close\r\n\r\n"));
}

/// A whole game with a chat line, heard by both seats and a spectator; and the lists of everybody.
class Secrecy : public ::testing::Test {
  protected:
    Json expected_table(const std::string& status, int ply, unsigned turns) const {
        Json table;
        table["game"] = game_;
        table["status"] = status;
        table["rules"] = rules_;
        table["rules_version"] = rules_version;
        table["seats"] = Json::array();
        for (const TestPlayer* player : {&ada_, &bo_}) {
            Json seat;
            seat["kind"] = "person";
            seat["name"] = player == &ada_ ? "Ada" : "Bo";
            seat["user"] = player->id();
            table["seats"].push_back(std::move(seat));
        }
        table["owner"] = ada_.id();
        table["created_at"] = a_time;
        table["ply"] = ply;
        table["turns"] = turns;
        table["commitment"] = commitment_;
        return table;
    }
    /// As the game itself tells it, not a list.
    Json expected_whole_table(const std::string& status, int ply, unsigned turns) const {
        Json table = expected_table(status, ply, turns);
        table["rematch_commitment"] = rematch_commitment_;
        return table;
    }

    Json expected_chat() const {
        Json line;
        line["n"] = 0;
        line["at"] = a_time;
        line["user"] = bo_.id();
        line["name"] = "Bo";
        line["seat"] = 1;
        line["text"] = "bonne chance";
        return line;
    }

    Json expected_state(const Json& said, const Json& you) const {
        const int ply = said["ply"];
        const auto last = static_cast<std::size_t>(ply);
        const bool over = last + 1 == entries_.size();
        const unsigned turns = static_cast<unsigned>(ply) - (over ? 1 : 0);
        Json state;
        state["type"] = "state";
        state["game"] = game_;
        state["table"] = expected_whole_table(over ? "over" : "playing", ply, turns);
        if (over) state["table"]["result"] = entries_.back()["result"];
        state["you"] = you;
        state["ply"] = ply;
        state["plies"] = Json::array();
        const std::size_t count = said["plies"].size();
        for (std::size_t i = last + 1 - count; i <= last; ++i)
            state["plies"].push_back(entries_[i]);
        state["chat"] = Json::array();
        if (!said["chat"].empty()) state["chat"].push_back(expected_chat());
        state["presence"] = a_presence;
        return state;
    }

    Json expected(const Json& said, const Json& you, const Json& user) const {
        const std::string type = said["type"];
        Json wanted;
        wanted["type"] = type;
        if (type == "welcome") {
            wanted["protocol"] = 1;
            wanted["version"] = "1.0.0";
            wanted["at"] = a_time;
            if (!user.is_null()) wanted["user"] = user;
            return wanted;
        }
        wanted["game"] = game_;
        if (type == "state") return expected_state(said, you);
        if (type == "ply") {
            wanted["entry"] = entries_[said["entry"]["ply"].get<std::size_t>()];
        } else if (type == "presence") {
            wanted["presence"] = a_presence;
        } else if (type == "ack") {
            const int ply = said["ply"];
            wanted["move_id"] = "m" + std::to_string(ply - 1);
            wanted["ply"] = ply;
        } else if (type == "chat") {
            wanted["line"] = expected_chat();
        } else {
            wanted["type"] = "nothing else";
        }
        return wanted;
    }

    void await_no_watcher() {
        Json heard;
        while (heard != 0 && !HasFailure()) heard = ada_.hear("presence")["presence"]["watchers"];
    }

    void compare(const TestPlayer& player, const Json& you, const Json& user) {
        unsigned plies = 0;
        for (const std::string& text : player.all()) {
            const Json said = Json::parse(text, nullptr, false);
            ASSERT_FALSE(said.is_discarded());
            EXPECT_EQ(facts_.difference(said, expected(said, you, user), "message"), "") << text;
            EXPECT_EQ(text.size(), text_of(said).size()) << "nothing between the facts";
            if (said["type"] == "ply") ++plies;
        }
        EXPECT_GT(plies, 60u);
    }

    Facts facts_;
    TestServer server_;
    TestPlayer ada_{server_, "Ada"}, bo_{server_, "Bo"}, eve_{server_};
    std::string game_, commitment_, rematch_commitment_;
    Json rules_;
    std::vector<Json> entries_; // as public facts give them
};

TEST_F(Secrecy, every_byte_of_a_game_follows_from_public_facts) {
    Table table({&ada_, &bo_}, rules_of("new", 2));
    game_ = table.id();
    eve_.connect();
    eve_.follow(game_);
    const Json& start = table.state(0)["table"];
    rules_ = start["rules"];
    commitment_ = start["commitment"];
    rematch_commitment_ = start["rematch_commitment"];
    EXPECT_TRUE(from_hex(rematch_commitment_).has_value()) << "32 bytes, the same all the time";
    Json line = message("chat", game_);
    line["text"] = "bonne chance";
    bo_.say(line);
    eve_.hear("chat");
    for (int i = 0; i < 30; ++i) table.play();

    // Half way: lists, table and record, for anybody who asks.
    const Json half = Json::parse(get(server_, "/api/games/" + game_ + "/record"), nullptr, false);
    Record record = new_record(
        Setups().get(*Catalog::embedded().find("new"), Catalog::embedded().find("new")->defaults),
        {"Ada", "Bo"});
    record.turns = table.follower().turns();
    record.dealer = DealerProof{commitment_, std::nullopt, PlayersProof{}};
    record.dealer->players->first = 0;
    record.dealer->players->tips.resize(2);
    record.dealer->players->links.resize(30);
    EXPECT_EQ(half, Json::parse(write_record(record), nullptr, false));
    const Json now_playing = expected_table("playing", 30, 30);
    EXPECT_EQ(facts_.difference(Json::parse(get(server_, "/api/games"), nullptr, false),
                                {{"tables", Json::array({now_playing})}}, "games"),
              "");
    EXPECT_EQ(facts_.difference(
                  Json::parse(get(server_, "/api/tables/" + game_), nullptr, false),
                  {{"table", expected_whole_table("playing", 30, 30)}, {"you", nullptr}}, "table"),
              "");
    table.play_to_end();

    Setups setups;
    PublicGame engine(start, setups);
    eve_.drop();
    await_no_watcher(); // else the server may see her come before it saw her go, and tell of two
    eve_.connect();
    for (const Json& entry : eve_.follow(game_)["plies"]) {
        entries_.push_back(engine.expect(entry, {"Ada", "Bo"}));
    }
    compare(ada_, 0, {{"id", ada_.id()}, {"name", "Ada"}});
    compare(bo_, 1, {{"id", bo_.id()}, {"name", "Bo"}});
    compare(eve_, nullptr, nullptr);
}

/// What is not about a game: errors, health, metrics.
TEST_F(Secrecy, answers_and_metrics_are_on_the_list) {
    ada_.sign_up("ada");
    game_of_bots(ada_);
    EXPECT_EQ(get(server_, "/healthz"), "ok\n");
    EXPECT_EQ(get(server_, "/readyz"), "ready\n");
    EXPECT_EQ(get(server_, "/api/nowhere"), R"({"error":"not_found"})");
    EXPECT_EQ(get(server_, "/api/games/mine"), R"({"error":"no_session"})");
    EXPECT_EQ(get(server_, "/api/tables/aaaaaaaaaaaaaaaa"), R"({"error":"no_such_game"})");
    get(server_, "/");
    static const std::regex line(
        "# (HELP|TYPE) bastide_[a-z_]+ .*|"
        "bastide_[a-z_]+(\\{(le=\"[0-9.+Inf]+\"|kind=\"(ack|repeat|stale|refused|error)\"|"
        "what=\"(address|connection|account)\")\\})? [0-9.e+-]+");
    std::istringstream metrics(get(server_, "/metrics"));
    unsigned lines = 0;
    for (std::string text; std::getline(metrics, text); ++lines) {
        EXPECT_TRUE(std::regex_match(text, line)) << text;
    }
    EXPECT_GT(lines, 50u);
}

/// The real program at its most talkative, from start to end.
TEST_F(Secrecy, log_lines_hold_only_what_operators_need) {
    const TemporaryFolder folder;
    ServerProcess process(folder.sqlite(), free_port(), folder.file("log"),
                          {"--log-level", "debug"});
    process.start();
    ASSERT_TRUE(process.wait_ready());
    HttpClient http(process.address());
    const HttpReply session =
        http.call("POST", "/api/session", R"({"name":"Ada","token":true})", "");
    std::string token = Json::parse(session.body, nullptr, false)["token"];
    const HttpReply account =
        http.call("POST", "/api/account", R"({"login":"ada","password":"my own password"})", token);
    token = Json::parse(account.body, nullptr, false)["token"];
    Json body;
    body["rules"] = rules_of("new", 0, {"random", "random"});
    const HttpReply table = http.call("POST", "/api/tables", text_of(body), token);
    const std::string game = Json::parse(table.body, nullptr, false)["table"]["game"];
    ClientSocket onlooker(server_.loop(), process.address(), "", {});
    onlooker.send(text_of(message("hello", game)));
    for (bool over = false; !over;) {
        const HttpReply reply = http.call("GET", "/api/tables/" + game, "", token);
        over = Json::parse(reply.body, nullptr, false)["table"]["status"] == "over";
    }
    http.call("POST", "/api/session", "{nonsense", token);
    http.call("POST", "/api/login", R"({"login":"ada","password":"my own password"})", token);
    EXPECT_EQ(process.stop(SIGTERM), 0);

    static const std::set<std::string> keys = {"at",   "level",    "event",   "address",
                                               "port", "database", "version", "sockets"};
    static const std::set<std::string> events = {"started", "draining", "stopped"};
    std::ifstream log(folder.file("log"));
    unsigned lines = 0;
    for (std::string text; std::getline(log, text);) {
        if (text.starts_with("bastide: http://")) continue; // for who started it by hand
        ++lines;
        const Json json = Json::parse(text, nullptr, false);
        ASSERT_TRUE(json.is_object()) << text;
        for (const auto& [key, value] : json.items()) EXPECT_TRUE(keys.contains(key)) << text;
        EXPECT_TRUE(events.contains(json["event"].get<std::string>())) << text;
    }
    EXPECT_EQ(lines, 3u);
}

} // namespace
} // namespace bastide::server::test
