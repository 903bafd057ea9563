// Sockets, rooms, seats and nodes in every order that a seed can think of. Nothing here has threads
// or waits: a scheduler runs one task after the other, and at each place where the server waits for
// the disk, a socket or another strand, anything else may come first; clients are cut off anywhere,
// writes fail before or after they are done. BASTIDE_INTERLEAVINGS sets how many seeds are tried,
// BASTIDE_SEED tries one.

#include "server/base/time.h"
#include "server/client/follower.h"
#include "server/players.h"
#include "server/rooms/rooms.h"
#include "server/websocket/conversation.h"
#include "support/sanitizer.h"

#include "notation/json.h"
#include "rules/playout.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

namespace bastide::server::test {
namespace {

/// Of all stores and nodes here.
SealPtr the_seal() {
    static const SealPtr seal = std::make_shared<const Seal>(Bytes32{});
    return seal;
}

/// Runs what is due in an order that its seed decides.
class Chance final : public Scheduler {
  public:
    explicit Chance(std::uint64_t seed)
        : random_(seed) {}

    std::uint64_t add_strand() override { return ++strands_; }
    void post(std::uint64_t strand, Task task) override {
        queues_[strand == 0 ? add_strand() : strand].push_back(std::move(task));
    }
    void after(std::uint64_t strand, std::chrono::milliseconds, Task task) override {
        timers_.emplace_back(strand, std::move(task));
    }

    unsigned below(unsigned bound) { return random_.below(bound); }
    bool one_in(unsigned many) { return below(many) == 0; }

    /// False: nothing is left to do.
    bool step() {
        const bool fire = !timers_.empty() && (queues_.empty() || one_in(20));
        if (fire) {
            const std::size_t i = below(static_cast<unsigned>(timers_.size()));
            auto [strand, task] = std::move(timers_[i]);
            timers_.erase(timers_.begin() + static_cast<std::ptrdiff_t>(i));
            post(strand, std::move(task));
            return true;
        }
        if (queues_.empty()) return false;
        const auto it = std::next(queues_.begin(), below(static_cast<unsigned>(queues_.size())));
        const Task task = std::move(it->second.front());
        it->second.pop_front();
        if (it->second.empty()) queues_.erase(it);
        task();
        return true;
    }
    /// Forgets what was not done.
    void clear() {
        queues_.clear();
        timers_.clear();
    }
    void run() {
        for (unsigned i = 0; step(); ++i) ASSERT_LT(i, 1'000'000u) << "it never ends";
    }

  private:
    Random random_;
    std::uint64_t strands_ = 0;
    std::map<std::uint64_t, std::deque<Task>> queues_; // none of them empty
    std::vector<std::pair<std::uint64_t, Task>> timers_;
};

/// One process that serves; several share the store and hear of each other's writes.
class Node final : private Writer, private Reader {
  public:
    Node(Chance& chance, GameStore& store, std::vector<std::unique_ptr<Node>>& all, bool alone)
        : chance_(chance)
        , store_(store)
        , all_(all)
        , strand_(chance.add_strand())
        , loop_(chance)
        , rooms_(loop_, *this, *this, bots_, events(), settings(alone, all.size()))
        , mutes_(*this, *this)
        , talk_{.rooms = rooms_,
                .mutes = mutes_,
                .attendance = attendance_,
                .account_limits = Limits(much),
                .nobody_limits = Limits(much),
                .settings = {.version = "0", .messages = much},
                .events = {[](std::string_view) {}, [](std::string_view) {}, [] {}}} {}

    Rooms& rooms() { return rooms_; }
    Talk& talk() { return talk_; }

  private:
    static constexpr Rate much{1e6, 1e6};

    static Rooms::Settings settings(bool alone, std::size_t number) {
        Rooms::Settings settings;
        settings.alone = alone;
        settings.node = "node" + std::to_string(number);
        settings.seal = the_seal();
        return settings;
    }
    static RoomEvents events() {
        RoomEvents events;
        events.on_move = [](double, double) {};
        events.on_answer = [](std::string_view) {};
        events.on_resume = [] {};
        events.on_trouble = [](const std::string&, const std::string& what) {
            ADD_FAILURE() << what;
        };
        return events;
    }

    /// One commit after the other. A failure says nothing about whether it was done.
    void write(Write write, OnWritten on_written) override {
        chance_.post(strand_, [this, write = std::move(write), on_written] {
            const bool lost = chance_.one_in(25), unsure = chance_.one_in(25);
            WriteOutcome outcome = WriteOutcome::failed;
            if (!lost) outcome = store_.write({&write, 1}).front();
            if (outcome == WriteOutcome::done)
                std::visit([&](const auto& w) { announce(w); }, write);
            if (unsure && !std::holds_alternative<AddGame>(write)) outcome = WriteOutcome::failed;
            if (on_written) on_written(outcome);
        });
    }
    void read(Query query) override {
        chance_.post(0, [this, query = std::move(query)] { query(store_); });
    }

    template <class Written>
    void announce(const Written& written) {
        for (const auto& node : all_) {
            if (node.get() == this) continue;
            if constexpr (std::is_same_v<Written, Tell>) {
                chance_.post(node->heard_, [node = node.get(), written] {
                    node->rooms_.hear(written.game, written.text);
                });
            } else if constexpr (requires { std::string(written.game); }) {
                chance_.post(node->heard_, [node = node.get(), game = written.game] {
                    node->rooms_.refresh(game);
                });
            }
        }
    }

    Chance& chance_;
    GameStore& store_;
    std::vector<std::unique_ptr<Node>>& all_;
    std::uint64_t strand_;                       // of the thread that writes
    std::uint64_t heard_ = chance_.add_strand(); // of what others announce
    Loop loop_;
    Bots bots_{0, {}};
    Rooms rooms_;
    Mutes mutes_;
    Attendance attendance_;
    Talk talk_;
};

class Client;

/// A socket without a network. The kernel holds what was sent; a read that was asked for may be
/// complete before or after the end of the socket is known.
class TestWire final : public Wire, public std::enable_shared_from_this<TestWire> {
  public:
    TestWire(Chance& chance, Client& client, unsigned& slots)
        : chance_(chance)
        , client_(&client)
        , slots_(slots)
        , strand_(chance.add_strand()) {
        ++slots_;
    }

    void begin(Node& node, std::optional<UserRow> user) {
        conversation_ = std::make_shared<Conversation>(
            node.talk(), weak_from_this(),
            Conversation::Speaker{std::move(user), "203.0.113.1", nullptr});
        chance_.post(strand_, [self = shared_from_this()] { self->conversation_->begin(); });
    }
    std::weak_ptr<Conversation> conversation() const { return conversation_; }
    bool open() const { return !ended_; }

    // The client's end.
    void receive(std::string text) {
        kernel_.push_back(std::move(text));
        chance_.post(0, [self = shared_from_this()] { self->complete_read(); });
    }
    void reset() {
        client_ = nullptr;
        chance_.post(0, [self = shared_from_this()] {
            self->chance_.post(self->strand_, [self] { self->end(); });
        });
    }

    void post(Task task) override { chance_.post(strand_, std::move(task)); }
    void read() override {
        reading_ = true;
        if (!kernel_.empty())
            chance_.post(0, [self = shared_from_this()] { self->complete_read(); });
    }
    void write(const Text& text) override;
    void close(Goodbye) override {
        chance_.post(strand_, [self = shared_from_this()] { self->end(); });
    }
    void cut() override { end(); }

  private:
    void complete_read() {
        if (!reading_ || kernel_.empty()) return;
        reading_ = false;
        chance_.post(strand_, [self = shared_from_this(), text = std::move(kernel_.front())] {
            self->conversation_->hear(text, Conversation::Frame::text);
        });
        kernel_.pop_front();
    }
    void end() {
        if (ended_) return;
        ended_ = true;
        --slots_;
        conversation_->end();
    }

    Chance& chance_;
    Client* client_; // nobody: it has gone
    unsigned& slots_;
    std::uint64_t strand_;
    std::shared_ptr<Conversation> conversation_;
    std::deque<std::string> kernel_;
    bool reading_ = false;
    bool ended_ = false;
};

/// Somebody with at most one socket who follows one game, plays if it is their turn, and believes
/// nothing that does not fit.
class Client {
  public:
    Client(std::optional<UserRow> user, std::string game)
        : user_(std::move(user))
        , game_(std::move(game)) {}

    bool connected() const { return wire_ != nullptr; }
    bool follows() const { return wire_ != nullptr && follows_; }
    const std::optional<UserRow>& user() const { return user_; }
    const std::map<std::string, int>& acked() const { return acked_; }
    int ply() const { return follower_ ? follower_->ply() : -1; }
    unsigned unanswered() const { return unanswered_; }
    const Json& presence() const { return presence_; }

    void connect(Chance& chance, Node& node, unsigned& slots,
                 std::vector<std::weak_ptr<Conversation>>& all) {
        wire_ = std::make_shared<TestWire>(chance, *this, slots);
        wire_->begin(node, user_);
        all.push_back(wire_->conversation());
        unanswered_ = 0;
        follows_ = false;
    }
    void cut() {
        if (wire_) wire_->reset();
        wire_.reset();
        follower_.reset();
        follows_ = false;
    }

    void act(Chance& chance, unsigned& moves) {
        const unsigned what = chance.below(10);
        if (what < 3) return hello(chance);
        if (what == 3) {
            follows_ = false;
            return say("bye", {});
        }
        if (what == 4) return say("chat", {{"text", "hm"}});
        if (!follows_ || !follower_ || !follower_->started() || follower_->over()) return;
        Random random(chance.below(1u << 30));
        Json more;
        more["expect_ply"] = follower_->ply();
        more["move_id"] = "m" + std::to_string(++moves);
        more["move"] = move_json(random_move(follower_->game(), random));
        ++unanswered_;
        say("move", more);
    }

    void hear(const std::string& text) {
        const Json json = Json::parse(text, nullptr, false);
        const std::string type = json["type"];
        if (type == "state") {
            --unanswered_;
            presence_ = json["presence"];
            if (!follower_) follower_ = Follower::of_table(json["table"], setups());
            for (const Json& entry : json["plies"]) take(entry);
            EXPECT_EQ(follower_->ply(), json["ply"]);
        } else if (type == "ply" && follower_) {
            take(json["entry"]);
        } else if (type == "presence") {
            presence_ = json["presence"];
        } else if (type == "ack") {
            --unanswered_;
            acked_[json["move_id"]] = json["ply"];
        } else if (type == "stale" || type == "refused") {
            --unanswered_;
        } else if (type == "error" && json.value("to", "") == "hello") {
            --unanswered_;
            follows_ = false;
        }
    }

  private:
    static Setups& setups() {
        static Setups all;
        return all;
    }
    void hello(Chance& chance) {
        Json more;
        if (follower_ && chance.one_in(2)) more["since"] = follower_->ply();
        ++unanswered_;
        follows_ = true;
        say("hello", more);
    }
    void say(const std::string& type, const Json& more) {
        Json json;
        json["type"] = type;
        json["game"] = game_;
        for (const auto& [key, value] : more.items()) json[key] = value;
        wire_->receive(text_of(json));
    }
    /// Entries come in their order; those that are known are the same as before.
    void take(const Json& entry) {
        if (entry["ply"].get<int>() <= follower_->ply()) return;
        EXPECT_EQ(follower_->add(entry), "");
    }

    std::optional<UserRow> user_;
    std::string game_;
    std::shared_ptr<TestWire> wire_;
    std::unique_ptr<Follower> follower_;
    std::map<std::string, int> acked_;
    Json presence_;
    bool follows_ = false;
    unsigned unanswered_ = 0;
};

void TestWire::write(const Text& text) {
    chance_.post(strand_, [self = shared_from_this(), text] {
        if (self->client_ != nullptr) self->client_->hear(*text);
        self->conversation_->sent();
    });
}

/// One store for all seeds: each has its own game.
GameStore& store() {
    static const std::unique_ptr<GameStore> store = [] {
        auto opened = std::move(*open_store("sqlite::memory:", {"", the_seal()}));
        EXPECT_TRUE(opened->migrate().has_value());
        return opened;
    }();
    return *store;
}

const UserRow ada{"aaaaaaaaaaaaaaaa", "Ada"}, bo{"bbbbbbbbbbbbbbbb", "Bo"};

class World {
  public:
    explicit World(std::uint64_t seed)
        : chance_(seed) {
        const unsigned count = 1 + chance_.below(2);
        for (unsigned i = 0; i < count; ++i) {
            nodes_.push_back(std::make_unique<Node>(chance_, store(), nodes_, count == 1));
        }
        game_ = open_table();
        for (const auto& user : {std::optional(ada), std::optional(bo), std::optional(ada),
                                 std::optional<UserRow>(), std::optional<UserRow>()}) {
            clients_.push_back(std::make_unique<Client>(user, game_));
        }
    }

    ~World() { chance_.clear(); } // what waits holds rooms, and they their node
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    void live() {
        const unsigned bo_comes = chance_.below(20);
        for (unsigned i = 0; i < 50; ++i) {
            if (i == bo_comes) take_seat();
            somebody_acts();
            for (unsigned steps = chance_.below(12); steps > 0; --steps) chance_.step();
        }
        chance_.run();
    }

    /// Nothing is on its way: everybody knows everything.
    void check_quiet() const {
        const auto log = *store().load_log(game_, 0);
        const auto plies = static_cast<int>(log.size()) - 1;
        std::int64_t followers = 0;
        bool present[2] = {};
        for (const auto& client : clients_) {
            if (!client->connected()) continue;
            EXPECT_EQ(client->unanswered(), 0u) << "each hello and each move gets one answer";
            if (!client->follows()) continue;
            ++followers;
            EXPECT_EQ(client->ply(), plies);
            if (client->user() == ada) present[0] = true;
            if (client->user() == bo) present[1] = true;
        }
        std::int64_t counted = 0;
        for (const auto& node : nodes_) counted += node->rooms().followers();
        EXPECT_EQ(counted, followers) << "peers in rooms are those of open sockets";
        const auto row = *store().load_game(game_);
        const bool seated = row->seats.size() == 2;
        for (const auto& client : clients_) {
            if (!client->follows()) continue;
            const Json& seats = client->presence()["seats"];
            EXPECT_EQ(seats[0], present[0]);
            if (seated) {
                EXPECT_EQ(seats[1], present[1]);
            }
        }
        check_moves(log);
    }

    /// And when all have gone, nothing of them is left.
    void check_empty() {
        for (const auto& client : clients_) client->cut();
        chance_.run();
        EXPECT_EQ(slots_, 0u);
        for (const auto& node : nodes_) {
            EXPECT_EQ(node->rooms().followers(), 0);
            node->rooms().try_forget(game_);
        }
        chance_.run();
        for (const auto& node : nodes_) EXPECT_EQ(node->rooms().count(), 0u);
        for (const auto& peer : conversations_) EXPECT_TRUE(peer.expired());
    }

  private:
    std::string open_table() {
        Json json = rules_of("new", 2);
        std::string game;
        // A failed commit opens no table: ask again.
        while (game.empty()) {
            nodes_[0]->rooms().open_table({ada, *parse_table_rules(json), 0},
                                          [&](const std::expected<Json, Code>& opened) {
                                              if (opened) game = (*opened)["table"]["game"];
                                          });
            chance_.run();
        }
        return game;
    }
    void take_seat() {
        Node& node = *nodes_[chance_.below(static_cast<unsigned>(nodes_.size()))];
        node.rooms().visit(
            game_,
            [](Room& room) {
                room.take_seat({bo, false}, std::nullopt, [](const std::expected<Json, Code>&) {});
            },
            [] { ADD_FAILURE() << "there is room"; });
    }
    void somebody_acts() {
        Client& client = *clients_[chance_.below(static_cast<unsigned>(clients_.size()))];
        if (chance_.one_in(10)) {
            for (const auto& node : nodes_) node->rooms().try_forget(game_);
        }
        if (!client.connected()) {
            Node& node = *nodes_[chance_.below(static_cast<unsigned>(nodes_.size()))];
            client.connect(chance_, node, slots_, conversations_);
        } else if (chance_.one_in(8)) {
            client.cut();
        } else {
            client.act(chance_, moves_);
        }
    }
    /// An acknowledged move is in the log, once, where it was said to be.
    void check_moves(const std::vector<LogRow>& log) const {
        std::map<std::string, int> stored;
        for (const LogRow& row : log) {
            const Json body = Json::parse(row.body, nullptr, false);
            if (!body.contains("move_id")) continue;
            EXPECT_TRUE(stored.emplace(body["move_id"], row.ply).second) << "twice";
        }
        for (const auto& client : clients_) {
            for (const auto& [id, ply] : client->acked()) {
                EXPECT_EQ(stored.contains(id) ? stored[id] : -1, ply) << id;
            }
        }
    }

    Chance chance_;
    std::vector<std::unique_ptr<Node>> nodes_;
    std::string game_;
    std::vector<std::unique_ptr<Client>> clients_;
    std::vector<std::weak_ptr<Conversation>> conversations_;
    unsigned slots_ = 0;
    unsigned moves_ = 0;
};

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
    const char* given = std::getenv(name);
    return given != nullptr ? std::stoull(given) : otherwise;
}

// Under a sanitizer an order takes twenty times as long.
constexpr std::uint64_t usual_orders = testing_support::sanitized ? 300 : 2000;

TEST(Interleaving, sockets_rooms_and_nodes_agree_in_every_order) {
    const Write users[] = {AddUser{ada, "hash-a", 1}, AddUser{bo, "hash-b", 1}};
    store().write(users);
    const std::int64_t now = now_ms(), long_after = now + 24LL * 3600 * 1000;
    const Write nodes[] = {Heartbeat{now, now, "node0", now, long_after},
                           Heartbeat{now, now, "node1", now, long_after}};
    store().write(nodes);
    const std::uint64_t only = setting("BASTIDE_SEED", 0);
    const std::uint64_t count = only != 0 ? only : setting("BASTIDE_INTERLEAVINGS", usual_orders);
    for (std::uint64_t seed = std::max<std::uint64_t>(only, 1); seed <= count; ++seed) {
        SCOPED_TRACE("BASTIDE_SEED=" + std::to_string(seed));
        World world(seed);
        world.live();
        world.check_quiet();
        world.check_empty();
        if (HasFailure()) break; // one order is enough to look at
    }
}

} // namespace
} // namespace bastide::server::test
