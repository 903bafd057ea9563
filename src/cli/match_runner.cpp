#include "cli/match_runner.h"

#include "cli/sentences.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

namespace bastide::cli {
namespace {

struct Pending {
    PlayedBout played;
    unsigned finished = 0;
};

class Players {
  public:
    Players(const MatchRun& run, const std::vector<BoutTask>& tasks, const TakeBout& take)
        : run_(run)
        , tasks_(tasks)
        , take_(take)
        , encounters_(encounters(static_cast<unsigned>(run.specs.size())))
        , games_(tasks.size() * run.match.players) {}

    void play(Progress* progress) {
        // Nobody waits for the move that is being thought about when the match is interrupted.
        std::jthread watcher([this](const std::stop_token& done) {
            using namespace std::chrono_literals;
            while (run_.stop != nullptr && !done.stop_requested()) {
                if (*run_.stop) enough_ = true;
                std::this_thread::sleep_for(20ms);
            }
        });
        std::vector<std::thread> threads;
        for (unsigned t = 1; t < run_.threads; ++t) {
            threads.emplace_back([this] { work(nullptr); });
        }
        work(progress);
        for (std::thread& thread : threads) thread.join();
        if (!failure_.empty()) throw Failure(1, failure_);
    }

  private:
    void work(Progress* progress) {
        std::optional<LuckJudge> judge;
        if (run_.match.luck) {
            judge.emplace(*run_.setup->box, run_.match.players, *run_.match.luck);
        }
        // An agent may remember between its moves, so that each game has its own.
        while (!enough_) {
            const std::uint64_t i = next_.fetch_add(1);
            if (i >= games_) return;
            play_one(i / run_.match.players, static_cast<unsigned>(i % run_.match.players),
                     judge ? &*judge : nullptr);
            if (progress != nullptr) progress->show(done_);
        }
    }

    const AgentSpec& spec_at(Encounter agents, unsigned seat, unsigned game) const {
        return run_.specs[seat == game ? agents.first : agents.second];
    }

    void play_one(std::uint64_t task_number, unsigned game, LuckJudge* judge) {
        const BoutTask& task = tasks_[task_number];
        const Encounter agents = encounters_[task.encounter];
        const bool keep = run_.records == MatchRun::Records::keep;
        std::vector<std::unique_ptr<Agent>> seated;
        std::vector<Seat> seats;
        std::vector<std::string> names;
        for (unsigned seat = 0; seat < run_.match.players; ++seat) {
            const AgentSpec& spec = spec_at(agents, seat, game);
            seated.push_back(std::move(*make_agent(spec)));
            seats.push_back({seated.back().get(), spec.budget});
            seats.back().budget.cancel = &enough_;
            names.push_back(spec.text);
        }
        Record record;
        if (keep) record = new_record(run_.setup, std::move(names));
        const auto played = play_refereed(*run_.setup, seats,
                                          bout_seeds(run_.match, task.pair, task.encounter, game),
                                          {keep ? &record : nullptr, judge});
        const std::lock_guard lock(mutex_);
        if (enough_) return;
        if (!played)
            return refuse(task, game, spec_at(agents, played.error().seat, game), played.error());
        finish(task_number, game, *played, keep ? write_record(record) : std::string());
    }

    void refuse(const BoutTask& task, unsigned game, const AgentSpec& spec,
                const IllegalMove& illegal) {
        failure_ = fmt::format("agent {} made an illegal move: {} (pair {}, game {}, turn {})",
                               spec.text, sentence(illegal.reason), task.pair, game, illegal.turn);
        enough_ = true;
    }

    void finish(std::uint64_t task_number, unsigned game, const RefereedGame& played,
                std::string record) {
        ++done_;
        const BoutTask& task = tasks_[task_number];
        Pending& pending = pending_[task_number];
        auto& [bout, records, luck_seconds] = pending.played;
        if (pending.finished == 0) {
            bout.pair = task.pair;
            bout.agents = encounters_[task.encounter];
            bout.scores.resize(run_.match.players);
            if (run_.match.luck) bout.luck.resize(run_.match.players);
            records.resize(run_.match.players);
        }
        bout.scores[game] = played.game.scores;
        if (run_.match.luck) bout.luck[game] = played.luck;
        luck_seconds += played.luck_seconds;
        for (unsigned seat = 0; seat < run_.match.players; ++seat) {
            bout.time[seat == game ? 0 : 1].add(played.time[seat]);
        }
        records[game] = std::move(record);
        ++pending.finished;
        hand_over();
    }

    void hand_over() {
        for (auto it = pending_.begin(); it != pending_.end() && it->first == taken_ &&
                                         it->second.finished == run_.match.players;
             it = pending_.erase(it), ++taken_) {
            if (!take_(it->second.played)) {
                enough_ = true;
                return;
            }
        }
    }

    const MatchRun& run_;
    const std::vector<BoutTask>& tasks_;
    const TakeBout& take_;
    std::vector<Encounter> encounters_;
    std::uint64_t games_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<bool> enough_ = false;
    std::mutex mutex_; // guards what follows
    std::map<std::uint64_t, Pending> pending_;
    std::uint64_t taken_ = 0;
    std::string failure_;
};

} // namespace

MatchRun match_run(Match match) {
    MatchRun run;
    run.setup = setup_from(match.edition, match.options);
    match.options.clear();
    for (const GameOption& option : run.setup->options.rows()) {
        match.options.push_back(
            fmt::format("{}={}", option.key, option_value(run.setup->options, option.key)));
    }
    for (const std::string& text : match.agents) {
        auto spec = parse_agent(text);
        if (!spec) bad_input(spec.error());
        if (auto agent = make_agent(*spec); !agent) bad_input(agent.error());
        run.specs.push_back(std::move(*spec));
    }
    run.match = std::move(match);
    run.threads = default_threads(run);
    return run;
}

unsigned default_threads(const MatchRun& run) {
    unsigned own = 1;
    for (const AgentSpec& spec : run.specs) own = std::max(own, spec.budget.threads);
    return std::max(1u, std::thread::hardware_concurrency() / own);
}

void play_bouts(const MatchRun& run, const std::vector<BoutTask>& tasks, Progress* progress,
                const TakeBout& take) {
    Players(run, tasks, take).play(progress);
}

} // namespace bastide::cli
