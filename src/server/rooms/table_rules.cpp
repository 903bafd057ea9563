#include "server/rooms/table_rules.h"

#include "notation/options.h"
#include "rules/box.h"
#include "server/base/time.h"
#include "server/rooms/agents.h"

#include <algorithm>
#include <array>

namespace bastide::server {
namespace {

class RulesReader {
  public:
    std::expected<TableRules, std::string> read(const Json& json) {
        reader_.object(json, "the rules",
                       {"edition", "options", "seats", "first", "clock", "on_flag", "pause_s",
                        "takeover", "aids", "visibility", "chat", "rated"});
        if (!reader_.failed()) read_edition(json);
        if (!reader_.failed()) read_seats(json);
        if (!reader_.failed()) read_first(json);
        if (!reader_.failed() && json.contains("clock")) read_clock(json["clock"]);
        if (!reader_.failed() && json.contains("pause_s")) {
            rules_.pause_ms =
                1000 * reader_.integer(json, "pause_s", "the rules", 0, 7 * day_ms / 1000);
        }
        if (!reader_.failed() && json.contains("takeover")) read_takeover(json["takeover"]);
        if (!reader_.failed()) rules_.rated = reader_.boolean(json, "rated", "the rules", false);
        if (!reader_.failed()) read_aids(json);
        if (!reader_.failed()) read_words(json);
        if (!reader_.failed() && rules_.rated) check_rated();
        if (reader_.failed()) return std::unexpected(error_);
        return std::move(rules_);
    }

  private:
    void read_edition(const Json& json) {
        const std::string id = reader_.string(json, "edition", "the rules");
        rules_.edition = Catalog::embedded().find(id);
        if (rules_.edition == nullptr) return reader_.fail("there is no such edition");
        rules_.options = rules_.edition->defaults;
        if (const auto it = json.find("options"); it != json.end()) {
            read_options(reader_, *it, rules_.options);
        }
    }

    std::string agent(const Json& json, std::string_view what) {
        std::string text = reader_.string(json, "agent", what);
        if (text.size() > longest_agent) reader_.fail("there is no such agent");
        return text;
    }

    void read_seats(const Json& json) {
        const Json* seats = reader_.array(json, "seats", "the rules");
        if (seats == nullptr) return;
        const unsigned most = most_players(*rules_.edition, rules_.options);
        if (seats->empty() || seats->size() > most) {
            return reader_.fail("there must be 1 to " + std::to_string(most) + " seats");
        }
        for (const Json& seat : *seats) {
            if (!reader_.object(seat, "a seat", {"kind", "agent"})) return;
            const std::string kind = reader_.string(seat, "kind", "a seat");
            SeatRule rule;
            if (kind == "bot") {
                rule.agent = agent(seat, "a seat");
            } else if (kind != "person" || seat.contains("agent")) {
                return reader_.fail("a seat is for a person, or for a bot with an agent");
            }
            rules_.seats.push_back(std::move(rule));
        }
    }

    void read_first(const Json& json) {
        const auto it = json.find("first");
        if (it == json.end() || *it == "random") return;
        rules_.first = static_cast<unsigned>(
            reader_.integer(*it, "\"first\"", 0, static_cast<long long>(rules_.seats.size()) - 1));
    }

    void read_clock(const Json& json) {
        if (!reader_.object(json, "the clock", {"kind", "initial_s", "increment_s", "days"})) {
            return;
        }
        const std::string kind = reader_.string(json, "kind", "the clock");
        std::size_t keys = 1;
        if (kind == "fischer") {
            rules_.clock.kind = ClockRule::Kind::fischer;
            rules_.clock.initial_ms =
                1000 * reader_.integer(json, "initial_s", "the clock", 1, 36000);
            rules_.clock.increment_ms =
                1000 * reader_.integer(json, "increment_s", "the clock", 0, 600);
            keys = 3;
        } else if (kind == "days") {
            rules_.clock.kind = ClockRule::Kind::days;
            rules_.clock.initial_ms = day_ms * reader_.integer(json, "days", "the clock", 1, 30);
            keys = 2;
        } else if (kind != "none") {
            return reader_.fail("there is no such clock");
        }
        if (json.size() != keys) reader_.fail("the clock has a key that is not its own");
    }

    void read_takeover(const Json& json) {
        if (!reader_.object(json, "\"takeover\"", {"agent", "after_s"})) return;
        rules_.takeover.emplace();
        rules_.takeover->agent = agent(json, "\"takeover\"");
        rules_.takeover->after_ms =
            1000 * reader_.integer(json, "after_s", "\"takeover\"", 1, 86400);
    }

    void read_aids(const Json& json) {
        if (!json.contains("aids")) {
            rules_.aids = all_aids();
            if (rules_.rated) std::erase(rules_.aids, "hints");
            return;
        }
        const Json* list = reader_.array(json, "aids", "the rules");
        if (list == nullptr) return;
        for (const Json& aid : *list) {
            if (!aid.is_string() || std::ranges::count(all_aids(), aid.get<std::string>()) == 0) {
                return reader_.fail("there is no such aid");
            }
        }
        for (const std::string& aid : all_aids()) {
            if (std::ranges::count(*list, Json(aid)) > 0) rules_.aids.push_back(aid);
        }
    }

    /// A rating says how people play against people, and by themselves.
    void check_rated() {
        if (rules_.players() < 2) return reader_.fail("a rated game needs two players");
        if (std::ranges::any_of(rules_.seats,
                                [](const SeatRule& s) { return s.agent.has_value(); })) {
            return reader_.fail("a rated game has no bots");
        }
        if (std::ranges::count(rules_.aids, "hints") > 0) {
            reader_.fail("a rated game allows no hints");
        }
    }

    template <class T>
    void read_word(const Json& json, const char* key, T& out,
                   std::initializer_list<std::pair<std::string_view, T>> words) {
        if (reader_.failed() || !json.contains(key)) return;
        const std::string text = reader_.string(json, key, "the rules");
        for (const auto& [word, value] : words) {
            if (word != text) continue;
            out = value;
            return;
        }
        reader_.fail(std::string("\"") + key + "\" has no such value");
    }

    void read_words(const Json& json) {
        read_word(json, "on_flag", rules_.on_flag,
                  {{"claim", OnFlag::claim}, {"bot", OnFlag::bot}});
        read_word(json, "visibility", rules_.visibility,
                  {{"public", Visibility::everybody}, {"link", Visibility::link}});
        read_word(json, "chat", rules_.chat,
                  {{"all", ChatRule::all}, {"players", ChatRule::players}, {"off", ChatRule::off}});
    }

    std::string error_;
    JsonReader reader_{error_};
    TableRules rules_;
};

Json clock_rule_json(const ClockRule& clock) {
    Json json;
    switch (clock.kind) {
    case ClockRule::Kind::none:
        json["kind"] = "none";
        break;
    case ClockRule::Kind::fischer:
        json["kind"] = "fischer";
        json["initial_s"] = clock.initial_ms / 1000;
        json["increment_s"] = clock.increment_ms / 1000;
        break;
    case ClockRule::Kind::days:
        json["kind"] = "days";
        json["days"] = clock.initial_ms / day_ms;
        break;
    }
    return json;
}

} // namespace

const std::vector<std::string>& all_aids() {
    static const std::vector<std::string> aids = {"remaining", "dead", "ownership", "projected",
                                                  "hints"};
    return aids;
}

std::expected<TableRules, std::string> parse_table_rules(const Json& json) {
    return RulesReader().read(json);
}

Json table_rules_json(const TableRules& rules) {
    Json json;
    json["edition"] = rules.edition->id;
    json["options"] = options_json(*rules.edition, rules.options);
    json["seats"] = Json::array();
    for (const SeatRule& seat : rules.seats) {
        Json one;
        one["kind"] = seat.agent ? "bot" : "person";
        if (seat.agent) one["agent"] = *seat.agent;
        json["seats"].push_back(std::move(one));
    }
    json["first"] = rules.first ? Json(*rules.first) : Json("random");
    json["clock"] = clock_rule_json(rules.clock);
    json["on_flag"] = rules.on_flag == OnFlag::claim ? "claim" : "bot";
    if (rules.clock.kind != ClockRule::Kind::none) json["pause_s"] = rules.pause_ms / 1000;
    if (rules.takeover) {
        json["takeover"]["agent"] = rules.takeover->agent;
        json["takeover"]["after_s"] = rules.takeover->after_ms / 1000;
    }
    json["aids"] = rules.aids;
    json["visibility"] = rules.visibility == Visibility::everybody ? "public" : "link";
    constexpr std::array chat = {"all", "players", "off"};
    json["chat"] = chat[static_cast<unsigned>(rules.chat)];
    if (rules.rated) json["rated"] = true;
    return json;
}

std::string TableRules::pool() const {
    return edition->id + (players() == 2 ? "/duel" : "/group");
}

bool TableRules::bots_alone() const {
    return std::ranges::all_of(seats, [](const SeatRule& seat) { return seat.agent.has_value(); });
}

std::shared_ptr<const Setup> Setups::get(const Edition& edition, const Options& options) {
    const std::lock_guard lock(mutex_);
    for (const auto& setup : setups_) {
        if (setup->edition == edition.id && setup->options == options) return setup;
    }
    auto made = Catalog::embedded().setup(edition, options);
    if (!made) return nullptr;
    if (setups_.size() >= 64) {
        std::erase_if(setups_, [](const auto& setup) { return setup.use_count() == 1; });
    }
    setups_.push_back(std::make_shared<const Setup>(std::move(*made)));
    return setups_.back();
}

} // namespace bastide::server
