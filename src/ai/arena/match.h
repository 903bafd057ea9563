#pragma once
// A match: who plays what, the games of each draw order, and what they add up to.
//
// A bout is one draw order, played once from every seat: the first agent sits on each in turn, the
// second (or copies of it) on the others. With two players that is a pair of games.

#include "ai/arena/play.h"
#include "ai/arena/statistics.h"
#include "catalog/json_reader.h"

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bastide {

inline constexpr std::string_view match_format = "bastide-arena/1";

/// What must be the same in all parts of one match.
struct Match {
    std::string edition;
    std::vector<std::string> options; // key=value, all of them
    std::vector<std::string> agents;  // their descriptions
    unsigned players = 2;
    std::uint64_t seed = 1;

    friend bool operator==(const Match&, const Match&) = default;
};

/// Two agents that meet: all against all, in a fixed order.
struct Encounter {
    unsigned first = 0;
    unsigned second = 0;
    friend bool operator==(const Encounter&, const Encounter&) = default;
};
std::vector<Encounter> encounters(unsigned agents);

struct Bout {
    std::uint64_t pair = 0; // number of the draw order
    Encounter agents;
    std::vector<Points> scores;       // by game, then seat; in game g the first agent has seat g
    std::array<TimeUse, 2> time = {}; // of the first agent and the second

    /// Points ahead of the best opponent, and games won (a shared win counts as its share), as
    /// means over the games.
    double margin(unsigned players) const;
    double score(unsigned players) const;
};

/// All encounters of one draw order share the draws, and no two games share the agents' chance.
GameSeeds bout_seeds(const Match& match, std::uint64_t pair, unsigned encounter, unsigned game);

/// What the bouts of one encounter add up to, told of the first agent.
struct Summary {
    std::uint64_t pairs = 0;
    std::uint64_t games = 0;
    std::uint64_t wins = 0, draws = 0, losses = 0;
    Estimate win_rate, margin, elo;
    std::array<double, 2> mean_score = {};
    std::array<TimeUse, 2> time = {};
    PairClasses classes = {}; // two players only
};
Summary summarize(std::span<const Bout> bouts, unsigned players);

/// The number of pairs after which the test was decided, taken in the order given.
std::optional<std::uint64_t> decided_after(const Sprt& sprt, std::span<const Bout> bouts);

/// The saved form: one JSON line for the match, one for each bout.
Json match_json(const Match& match);
Json bout_json(const Bout& bout, unsigned players);
std::expected<Match, std::string> read_match(const Json& json);
std::expected<Bout, std::string> read_bout(const Json& json, const Match& match);

Json summary_json(const Match& match, Encounter encounter, const Summary& summary);

} // namespace bastide
