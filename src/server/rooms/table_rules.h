#pragma once
// What was agreed when a table was opened.

#include "catalog/catalog.h"
#include "catalog/json_reader.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace bastide::server {

struct SeatRule {
    std::optional<std::string> agent; // a bot; absent: a person
};

struct ClockRule {
    enum class Kind : std::uint8_t { none, fischer, days };
    Kind kind = Kind::none;
    std::int64_t initial_ms = 0;   // days: for every move
    std::int64_t increment_ms = 0; // fischer
};

struct Takeover {
    std::string agent;
    std::int64_t after_ms = 0;
};

enum class OnFlag : std::uint8_t { claim, bot };
enum class ChatRule : std::uint8_t { all, players, off };
enum class Visibility : std::uint8_t { everybody, link };

struct TableRules {
    const Edition* edition = nullptr;
    Options options;
    std::vector<SeatRule> seats;
    std::optional<unsigned> first; // absent: the dealer decides
    ClockRule clock;
    OnFlag on_flag = OnFlag::claim;
    std::int64_t pause_ms = 24LL * 3600 * 1000; // that clocks may stand when all agree, in all
    std::optional<Takeover> takeover;
    std::vector<std::string> aids;
    Visibility visibility = Visibility::everybody;
    ChatRule chat = ChatRule::all;
    bool rated = false;

    unsigned players() const { return static_cast<unsigned>(seats.size()); }
    /// No seat is for a person.
    bool bots_alone() const;
    /// Where a rated game counts: each edition has two pools.
    std::string pool() const;
    /// The bot that plays on for somebody who left, resigned or ran out of time.
    std::string substitute() const { return takeover ? takeover->agent : "random"; }
};

/// Strict, but agents are not judged: tables outlive the programs that knew theirs. agents.h says
/// who may ask for which. The reason is for programmers.
std::expected<TableRules, std::string> parse_table_rules(const Json& json);
Json table_rules_json(const TableRules& rules);
const std::vector<std::string>& all_aids();

/// Boxes ready to play, one for each mix of edition and options in use.
class Setups {
  public:
    std::shared_ptr<const Setup> get(const Edition& edition, const Options& options);

  private:
    std::mutex mutex_;
    std::vector<std::shared_ptr<const Setup>> setups_;
};

} // namespace bastide::server
