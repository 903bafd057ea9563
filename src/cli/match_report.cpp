#include "cli/match_report.h"

#include "ai/arena/ratings.h"
#include "cli/console.h"

#include <fmt/core.h>

#include <cmath>

namespace bastide::cli {
namespace {

std::vector<Bout> of_encounter(const std::vector<Bout>& bouts, Encounter encounter) {
    std::vector<Bout> found;
    for (const Bout& bout : bouts) {
        if (bout.agents == encounter) found.push_back(bout);
    }
    return found;
}

/// By classes of pairs, or by scores of pairs without luck.
template <class Pairs>
Json sprt_json(const Sprt& sprt, const Pairs& pairs) {
    Json json;
    json["elo0"] = sprt.elo0;
    json["elo1"] = sprt.elo1;
    json["alpha"] = sprt.alpha;
    json["beta"] = sprt.beta;
    json["lower"] = sprt.lower();
    json["upper"] = sprt.upper();
    json["llr"] = log_likelihood_ratio(pairs, sprt.elo0, sprt.elo1);
    json["accepted"] = name(verdict_of(sprt, pairs));
    return json;
}

/// Games and points of one agent over all its encounters.
struct Tally {
    std::uint64_t games = 0;
    double points = 0;
};

std::vector<Tally> tallies_of(const MatchOutcome& outcome) {
    std::vector<Tally> tallies(outcome.match.agents.size());
    for (const Bout& bout : outcome.bouts) {
        const auto games = static_cast<double>(bout.scores.size());
        const double won = bout.score(2) * games;
        tallies[bout.agents.first].games += bout.scores.size();
        tallies[bout.agents.second].games += bout.scores.size();
        tallies[bout.agents.first].points += won;
        tallies[bout.agents.second].points += games - won;
    }
    return tallies;
}

Json table_json(const MatchOutcome& outcome, const Ratings& ratings) {
    const std::vector<unsigned> order = ratings.order();
    const std::vector<Tally> tallies = tallies_of(outcome);
    Json table = Json::array();
    for (std::size_t i = 0; i < order.size(); ++i) {
        Json row;
        row["agent"] = outcome.match.agents[order[i]];
        add_estimate(row, "elo", ratings.elo(order[i]));
        row["games"] = tallies[order[i]].games;
        row["points"] = tallies[order[i]].points;
        if (i + 1 < order.size()) {
            add_estimate(row, "above_next", ratings.difference(order[i], order[i + 1]));
        }
        table.push_back(std::move(row));
    }
    return table;
}

Json round_robin_json(const MatchOutcome& outcome) {
    const auto agents = static_cast<unsigned>(outcome.match.agents.size());
    Json json;
    json["table"] = table_json(outcome, Ratings(agents, outcome.bouts));
    json["encounters"] = Json::array();
    for (const Encounter encounter : encounters(outcome.match)) {
        const Summary summary =
            summarize(of_encounter(outcome.bouts, encounter), outcome.match.players);
        json["encounters"].push_back(summary_json(outcome.match, encounter, summary));
    }
    return json;
}

void print_faults(const FaultCounts& faults) {
    const auto [illegal, late, crashed] = faults;
    if (illegal + late + crashed == 0) return;
    print("    lost by illegal moves {}, on time {}, by crashes {}\n", illegal, late, crashed);
}

void print_time(const std::string& agent, double mean_score, const TimeUse& time) {
    const double each = time.moves == 0 ? 0 : time.seconds / static_cast<double>(time.moves);
    print("  {}: mean score {:.2f}, {:.4f} s per move\n", agent, mean_score, each);
    if (time.over_budget == 0) return;
    print("    {} over budget, at worst by {:.1f} ms\n", counted(time.over_budget, "move"),
          time.worst_overshoot * 1000);
}

/// Nothing where there was no variance to begin with: one pair, or all of them won.
std::string less_variance_text(double times) {
    if (!std::isfinite(times) || times <= 0) return "";
    return times < 1 ? fmt::format(", {:.2f} times more variance", 1 / times)
                     : fmt::format(", {:.2f} times less variance", times);
}

/// Nothing where the sample is too small for any.
std::string bounds_of(const Estimate& points) {
    if (!std::isfinite(points.low)) return "";
    return fmt::format(" [{:+.2f}, {:+.2f}]", points.low, points.high);
}

void print_without_luck(const Summary::WithoutLuck& without) {
    const auto [margin, fewer] = without.margin;
    const auto [rate, fewer_for_rate] = without.win_rate;
    print("  without the luck of the draw:\n");
    print("    margin {:+.2f}{}{}\n", margin.value, bounds_of(margin), less_variance_text(fewer));
    const std::string bounds =
        std::isfinite(rate.low) ? fmt::format(" [{:.1f}, {:.1f}]", 100 * rate.low, 100 * rate.high)
                                : "";
    print("    {:.1f} %{}{}\n", 100 * rate.value, bounds, less_variance_text(fewer_for_rate));
    print("    Elo {:+.0f} [{:+.0f}, {:+.0f}]\n", without.elo.value, without.elo.low,
          without.elo.high);
}

void print_summary(const Match& match, Encounter encounter, const Summary& sum) {
    const std::string& first = match.agents[encounter.first];
    const std::string& second = match.agents[encounter.second];
    print("{} against {}{}, {}: {} ({})\n", first,
          match.players > 2 ? fmt::format("{} x ", match.players - 1) : "", second, match.edition,
          counted(sum.pairs, match.players > 2 ? "draw order" : "pair"),
          counted(sum.games, "game"));
    print("  wins {}, draws {}, losses {}: {:.1f} % [{:.1f}, {:.1f}]\n", sum.wins, sum.draws,
          sum.losses, 100 * sum.win_rate.value, 100 * sum.win_rate.low, 100 * sum.win_rate.high);
    print("  margin {:+.2f}{} points per game\n", sum.margin.value, bounds_of(sum.margin));
    print("  Elo {:+.0f} [{:+.0f}, {:+.0f}]\n", sum.elo.value, sum.elo.low, sum.elo.high);
    if (sum.without_luck) print_without_luck(*sum.without_luck);
    if (!std::isfinite(sum.margin.low)) {
        print("  one {} tells no interval of points\n", match.players > 2 ? "draw order" : "pair");
    }
    print_time(first, sum.mean_score[0], sum.time[0]);
    print_faults(sum.faults[0]);
    print_time(second, sum.mean_score[1], sum.time[1]);
    print_faults(sum.faults[1]);
}

void print_round_robin(const MatchOutcome& outcome) {
    const auto agents = static_cast<unsigned>(outcome.match.agents.size());
    for (const Encounter encounter : encounters(outcome.match)) {
        print_summary(outcome.match, encounter,
                      summarize(of_encounter(outcome.bouts, encounter), outcome.match.players));
    }
    const Ratings ratings(agents, outcome.bouts);
    const std::vector<unsigned> order = ratings.order();
    const std::vector<Tally> tallies = tallies_of(outcome);
    print("\n   Elo     95 %            above the next  points       agent\n");
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Estimate elo = ratings.elo(order[i]);
        std::string gap;
        if (i + 1 < order.size()) {
            const Estimate above = ratings.difference(order[i], order[i + 1]);
            gap = fmt::format("{:.0f} [{:.0f}, {:.0f}]", above.value, above.low, above.high);
        }
        print("{:6.0f}  {:<15} {:<15} {:<12} {}\n", elo.value,
              fmt::format("[{:.0f}, {:.0f}]", elo.low, elo.high), gap,
              fmt::format("{:.1f}/{}", tallies[order[i]].points, tallies[order[i]].games),
              outcome.match.agents[order[i]]);
    }
}

void print_match(const MatchOutcome& outcome) {
    const Summary summary = summarize(outcome.bouts, outcome.match.players);
    print_summary(outcome.match, {0, 1}, summary);
    if (!outcome.sprt) return;
    const Sprt& sprt = *outcome.sprt;
    const auto print_test = [&](const auto& pairs, const std::string& what) {
        print("  {}: ratio {:.2f} of [{:.2f}, {:.2f}], accepted: {}\n", what,
              log_likelihood_ratio(pairs, sprt.elo0, sprt.elo1), sprt.lower(), sprt.upper(),
              name(verdict_of(sprt, pairs)));
    };
    print_test(summary.classes, fmt::format("sequential test [{}, {}]", sprt.elo0, sprt.elo1));
    if (summary.without_luck) print_test(summary.without_luck->scores, "  without luck");
}

/// The raw test, and under `without_luck` the other; `stops_by` says which one ended the match.
void add_tests(Json& json, const MatchOutcome& outcome, const Summary& summary) {
    json["sprt"] = sprt_json(*outcome.sprt, summary.classes);
    if (!summary.without_luck) return;
    json["without_luck"]["sprt"] = sprt_json(*outcome.sprt, summary.without_luck->scores);
    json["stops_by"] = outcome.counted == Counted::results ? "results" : "results_without_luck";
}

} // namespace

Json outcome_json(const MatchOutcome& outcome) {
    Json json;
    if (outcome.match.agents.size() > 2) {
        json = round_robin_json(outcome);
    } else {
        const Summary summary = summarize(outcome.bouts, outcome.match.players);
        json = summary_json(outcome.match, {0, 1}, summary);
        if (outcome.sprt) add_tests(json, outcome, summary);
    }
    json["edition"] = outcome.match.edition;
    json["options"] = outcome.match.options;
    json["players"] = outcome.match.players;
    json["seed"] = outcome.match.seed;
    json["seconds"] = outcome.seconds;
    if (outcome.match.luck) json["luck_seconds"] = outcome.luck_seconds;
    return json;
}

void print_outcome(const MatchOutcome& outcome) {
    if (outcome.match.agents.size() > 2) {
        print_round_robin(outcome);
    } else {
        print_match(outcome);
    }
}

} // namespace bastide::cli
