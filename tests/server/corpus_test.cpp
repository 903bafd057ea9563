// Games that were played once, finished and not, are still the same games: every entry of their
// logs is accepted and gives the same state and result. BASTIDE_WRITE_CORPUS=1 adds what is
// missing; a file that is there is never written again.

#include "server/rooms/match.h"

#include "notation/json.h"
#include "rules/playout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace bastide::server::test {
namespace {

const std::filesystem::path folder = BASTIDE_SOURCE_DIR "/tests/server/corpus";

struct Kept {
    Json json;
    std::unique_ptr<Match> match;
    std::vector<Chain> chains; // by seat

    void add(const Entry& entry) {
        ASSERT_TRUE(match->add(entry));
        Json line;
        line["at"] = entry.at;
        line["body"] = entry_body(entry, match->setup());
        json["log"].push_back(std::move(line));
        const Json published =
            Json::parse(match->published_from(match->ply()).front(), nullptr, false);
        json["hashes"].push_back(published["hash"]);
    }
};

Kept begin(const std::string& edition, unsigned players, const Json& options,
           const Json& clock = {{"kind", "none"}}) {
    static Setups setups;
    Json rules;
    rules["edition"] = edition;
    rules["options"] = options;
    rules["clock"] = clock;
    rules["seats"] = Json::array();
    for (unsigned i = 0; i < players; ++i) rules["seats"].push_back({{"kind", "person"}});
    const auto parsed = parse_table_rules(rules);
    EXPECT_TRUE(parsed.has_value());
    Kept kept;
    const Bytes32 secret = random_secret();
    kept.json["rules"] = table_rules_json(*parsed);
    kept.json["rules_version"] = rules_version;
    kept.json["secret"] = to_hex(secret);
    kept.match =
        std::make_unique<Match>(*parsed, setups.get(*parsed->edition, parsed->options), secret);
    std::vector<std::string> names;
    for (unsigned i = 0; i < players; ++i) names.push_back("Player " + std::to_string(i));
    PlayersPart::Tips tips;
    for (unsigned i = 0; i + 1 < players; ++i) {
        tips.emplace_back(kept.chains.emplace_back(random_secret()).tip());
    }
    tips.resize(players); // the last one has no chain
    Entry start = kept.match->start_entry(names, tips);
    start.at = 1'000'000;
    kept.add(start);
    return kept;
}

void play(Kept& kept, unsigned most) {
    Random random(random_number());
    for (unsigned i = 0; i < most && kept.match->to_move(); ++i) {
        Entry entry = kept.match->play(random_move(kept.match->game(), random))->entry;
        entry.at = kept.match->last_at() + 1000;
        entry.move_id = "m" + std::to_string(kept.match->ply());
        const bool gives_links = entry.seat < kept.chains.size() &&
                                 !kept.match->chain_lost(entry.seat) &&
                                 !kept.match->seat(entry.seat).agent;
        if (gives_links) entry.link = kept.chains[entry.seat].link(kept.match->turns());
        kept.add(entry);
    }
}

void add_simple(Kept& kept, Entry::Kind kind, unsigned seat) {
    Entry entry;
    entry.kind = kind;
    entry.seat = seat;
    entry.at = kept.match->last_at() + 1000;
    if (kind == Entry::Kind::takeback) {
        entry.turns = kept.match->turns_before_last_of(seat).value();
    }
    if (kind == Entry::Kind::substitute) entry.agent = "random";
    if (kind == Entry::Kind::pause) entry.remaining_ms = {290'000, 300'000};
    kept.add(entry);
}

void finish(Kept& kept) {
    if (!kept.match->needs_end()) return;
    add_simple(kept, Entry::Kind::end, 0);
    kept.json["result"] = result_json(*kept.match->result());
}

void write(const std::string& name, const Kept& kept) {
    std::ofstream out(folder / (name + ".json"));
    out << kept.json.dump(1) << "\n";
}

void write_missing() {
    std::filesystem::create_directories(folder);
    const auto missing = [](const std::string& name) {
        return !std::filesystem::exists(folder / (name + ".json"));
    };
    for (const Edition& edition : Catalog::embedded().editions()) {
        Json options = Json::object();
        if (edition.id == "winter") options["gingerbread"] = true;
        if (edition.id == "new") options = {{"river", true}, {"abbot", true}};
        if (const std::string name = edition.id + "-finished"; missing(name)) {
            Kept kept = begin(edition.id, 3, options);
            play(kept, 300);
            finish(kept);
            write(name, kept);
        }
        if (const std::string name = edition.id + "-running"; missing(name)) {
            Kept kept = begin(edition.id, 2, options);
            play(kept, 30);
            write(name, kept);
        }
    }
    if (missing("takeback")) {
        Kept kept = begin("new", 2, Json::object());
        play(kept, 12);
        add_simple(kept, Entry::Kind::takeback, 1);
        play(kept, 3);
        add_simple(kept, Entry::Kind::takeback, 0);
        play(kept, 300);
        finish(kept);
        write("takeback", kept);
    }
    if (missing("resigned")) {
        Kept kept = begin("classic-1", 2, Json::object());
        play(kept, 9);
        add_simple(kept, Entry::Kind::resign, 1);
        finish(kept);
        write("resigned", kept);
    }
    // Since draws come from links too. One player loses the chain on the way.
    if (missing("links")) {
        Kept kept = begin("new", 3, Json::object());
        play(kept, 10);
        add_simple(kept, Entry::Kind::takeback, 0);
        play(kept, 5);
        add_simple(kept, Entry::Kind::substitute, 0);
        play(kept, 5);
        kept.chains.pop_back();
        play(kept, 300);
        finish(kept);
        write("links", kept);
    }
    if (missing("links-running")) {
        Kept kept = begin("hunters", 2, Json::object());
        play(kept, 25);
        write("links-running", kept);
    }
    // Paused when it was written; before, one pause ended by a player, one by time, one by a move.
    if (missing("pause-running")) {
        Kept kept = begin("new", 2, Json::object(),
                          {{"kind", "fischer"}, {"initial_s", 300}, {"increment_s", 0}});
        for (const bool by_time : {false, true}) {
            play(kept, 5);
            add_simple(kept, Entry::Kind::pause, 1);
            Entry resume;
            resume.kind = Entry::Kind::resume;
            resume.by_time = by_time;
            resume.at = kept.match->last_at() + 1000;
            kept.add(resume);
        }
        for (unsigned i = 0; i < 2; ++i) {
            play(kept, 5);
            add_simple(kept, Entry::Kind::pause, 0);
        }
        write("pause-running", kept);
    }
    if (missing("substitute")) {
        Kept kept = begin("classic-2", 3, Json::object());
        play(kept, 9);
        add_simple(kept, Entry::Kind::substitute, 2);
        add_simple(kept, Entry::Kind::flag, 2);
        play(kept, 9);
        write("substitute", kept);
    }
}

void replay(const std::filesystem::path& file) {
    SCOPED_TRACE(file.filename().string());
    std::ifstream in(file);
    std::ostringstream text;
    text << in.rdbuf();
    const Json json = Json::parse(text.str(), nullptr, false);
    ASSERT_TRUE(json.is_object());
    ASSERT_EQ(json["rules_version"], rules_version)
        << "rules changed: games under older rules must go on under those";
    const auto rules = parse_table_rules(json["rules"]);
    ASSERT_TRUE(rules.has_value()) << rules.error();
    static Setups setups;
    Match match(*rules, setups.get(*rules->edition, rules->options),
                from_hex(json["secret"].get<std::string>()).value());
    for (std::size_t ply = 0; ply < json["log"].size(); ++ply) {
        const Json& line = json["log"][ply];
        const auto entry =
            parse_entry(line["body"].get<std::string>(), line["at"].get<std::int64_t>(),
                        match.setup(), rules->players());
        ASSERT_TRUE(entry.has_value()) << entry.error();
        ASSERT_TRUE(match.add(*entry)) << "ply " << ply;
        const Json published =
            Json::parse(match.published_from(match.ply()).front(), nullptr, false);
        ASSERT_EQ(published["hash"], json["hashes"][ply]) << "ply " << ply;
    }
    EXPECT_EQ(match.over(), json.contains("result"));
    EXPECT_EQ(match.pause().on(), file.stem() == "pause-running");
    if (match.over()) {
        EXPECT_EQ(result_json(*match.result()), json["result"]);
    }
}

TEST(Corpus, games_are_what_they_were) {
    if (std::getenv("BASTIDE_WRITE_CORPUS") != nullptr) write_missing();
    unsigned finished = 0, running = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        replay(file.path());
        ++(file.path().string().find("running") != std::string::npos ? running : finished);
    }
    EXPECT_GE(finished, 8u);
    EXPECT_GE(running, 6u);
}

} // namespace
} // namespace bastide::server::test
