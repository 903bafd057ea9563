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

/// The second has the luck of the draws; matches without it are still written in the first.
inline constexpr std::string_view match_format = "bastide-arena/1";
inline constexpr std::string_view match_format_with_luck = "bastide-arena/2";

/// What must be the same in all parts of one match.
struct Match {
    std::string edition;
    std::vector<std::string> options; // key=value, all of them
    std::vector<std::string> agents;  // their descriptions
    unsigned players = 2;
    std::uint64_t seed = 1;
    std::optional<LuckJudgement> luck; // how the luck of the draws is judged, if it is
    bool gauntlet = false;             // the first agent meets each other, and they not each other
    std::string book;                  // which draw orders, if they are not those of the seed

    friend bool operator==(const Match&, const Match&) = default;
};

/// Two agents that meet: all against all, in a fixed order.
struct Encounter {
    unsigned first = 0;
    unsigned second = 0;
    friend bool operator==(const Encounter&, const Encounter&) = default;
};
std::vector<Encounter> encounters(unsigned agents);
/// Those of a match. In a gauntlet they are the first of them all, so that each has the games that
/// it has where all meet all.
std::vector<Encounter> encounters(const Match& match);

/// A game of a bout that a player from outside lost by a fault.
struct LostByFault {
    unsigned game = 0;
    unsigned agent = 0; // 0: the first of the encounter, 1: the second or a copy of it
    unsigned turn = 0;
    Fault::Kind kind = Fault::Kind::crashed;
};
/// How often, by kind.
using FaultCounts = std::array<std::uint64_t, fault_kinds>;

struct Bout {
    std::uint64_t pair = 0; // number of the draw order
    Encounter agents;
    std::vector<Points> scores;       // by game, then seat; in game g the first agent has seat g
    std::array<TimeUse, 2> time = {}; // of the first agent and the second
    std::vector<Luck> luck;           // by game, by seat; empty if nobody judged it
    std::vector<LostByFault> faults;

    /// Points ahead of the best opponent, and games won (a shared win counts as its share), as
    /// means over the games.
    double margin(unsigned players) const;
    double score(unsigned players) const;
    /// How lucky the first agent was, in the same units.
    double margin_luck() const;
    double score_luck() const;
};

/// Subtracts luck from results, pair after pair. How much of it is subtracted is what the pairs
/// before were best served with, so that the mean stays what it is; at first all of it.
class LuckSubtraction {
  public:
    /// The result less its luck. A score may leave [0, 1].
    double take(double result, double luck);

  private:
    double factor() const;
    double pairs_ = 0;
    double mean_result_ = 0, mean_luck_ = 0;
    double luck_squares_ = 0, products_ = 0; // of what they are off their means
};

/// All encounters of one draw order share the draws, and no two games share the agents' chance.
GameSeeds bout_seeds(const Match& match, std::uint64_t pair, unsigned encounter, unsigned game);

/// A mean of results less luck, and how many times less these vary from pair to pair than the
/// results themselves: so many times fewer pairs prove the same.
struct Adjusted {
    Estimate mean;
    double less_variance = 1;
};

/// What the bouts of one encounter add up to, told of the first agent.
struct Summary {
    std::uint64_t pairs = 0;
    std::uint64_t games = 0;
    std::uint64_t wins = 0, draws = 0, losses = 0;
    Estimate win_rate, margin, elo;
    std::array<double, 2> mean_score = {};
    std::array<TimeUse, 2> time = {};
    std::array<FaultCounts, 2> faults = {};
    PairClasses classes = {}; // two players only
    struct WithoutLuck {
        Adjusted margin, win_rate;
        Estimate elo;
        ScoreSums scores; // for the sequential test
    };
    std::optional<WithoutLuck> without_luck; // if the luck of all bouts was judged
};
Summary summarize(std::span<const Bout> bouts, unsigned players);

/// Which results a sequential test goes by.
enum class Counted : std::uint8_t { results, results_without_luck };

/// A sequential test of two players while the pairs come in.
class RunningTest {
  public:
    RunningTest(const Sprt& sprt, Counted counted)
        : sprt_(sprt)
        , counted_(counted) {}
    Verdict count(const Bout& bout);

  private:
    Sprt sprt_;
    Counted counted_;
    PairClasses classes_ = {};
    LuckSubtraction subtraction_;
    ScoreSums scores_;
};

/// The number of pairs after which the test was decided, taken in the order given.
std::optional<std::uint64_t> decided_after(const Sprt& sprt, Counted counted,
                                           std::span<const Bout> bouts);

/// The saved form: one JSON line for the match, one for each bout.
Json match_json(const Match& match);
Json bout_json(const Bout& bout, unsigned players);
std::expected<Match, std::string> read_match(const Json& json);
std::expected<Bout, std::string> read_bout(const Json& json, const Match& match);

/// Under the key, and its bounds under that with `_low` and `_high`.
void add_estimate(Json& json, const std::string& key, const Estimate& estimate);
Json summary_json(const Match& match, Encounter encounter, const Summary& summary);

} // namespace bastide
