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

/// Programs that run, for one game at a time each. What has failed is not taken back.
class Programs {
  public:
    Programs(const MatchRun& run, const std::atomic<bool>& enough)
        : run_(run)
        , enough_(enough)
        , idle_(run.contenders.size()) {}

    std::unique_ptr<EngineClient> take(unsigned contender) {
        const std::lock_guard lock(mutex_);
        auto& idle = idle_[contender];
        if (idle.empty()) {
            return std::make_unique<EngineClient>(*run_.contenders[contender].program, run_.errors,
                                                  &enough_);
        }
        auto client = std::move(idle.back());
        idle.pop_back();
        return client;
    }

    void give_back(unsigned contender, std::unique_ptr<EngineClient> client) {
        const std::lock_guard lock(mutex_);
        if (client->runs()) idle_[contender].push_back(std::move(client));
    }

  private:
    const MatchRun& run_;
    const std::atomic<bool>& enough_;
    std::mutex mutex_;
    std::vector<std::vector<std::unique_ptr<EngineClient>>> idle_; // by contender
};

/// Who sits at one game.
struct Seated {
    unsigned contender = 0;
    std::unique_ptr<Agent> agent; // or
    std::unique_ptr<EngineClient> program;
};

class Players {
  public:
    Players(const MatchRun& run, const BoutTasks& tasks, const TakeBout& take)
        : run_(run)
        , tasks_(tasks)
        , take_(take)
        , encounters_(encounters(run.match))
        , games_(tasks.size * run.match.players)
        , programs_(run, enough_)
        , starts_in_vain_(run.contenders.size()) {}

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

    static unsigned contender_at(Encounter agents, unsigned seat, unsigned game) {
        return seat == game ? agents.first : agents.second;
    }

    std::vector<Seated> seat_all(Encounter agents, unsigned game) {
        std::vector<Seated> seated;
        for (unsigned seat = 0; seat < run_.match.players; ++seat) {
            Seated& one = seated.emplace_back();
            one.contender = contender_at(agents, seat, game);
            const Contender& contender = run_.contenders[one.contender];
            if (contender.program) {
                one.program = programs_.take(one.contender);
                (void)one.program->begin(*run_.setup, run_.match.players); // choose() tells
            } else {
                one.agent = std::move(*make_agent(contender.agent));
            }
        }
        return seated;
    }

    void play_one(std::uint64_t task_number, unsigned game, LuckJudge* judge) {
        const BoutTask task = tasks_[task_number];
        const Encounter agents = encounters_[task.encounter];
        const bool keep = run_.records == MatchRun::Records::keep;
        std::vector<Seated> seated = seat_all(agents, game);
        std::vector<Seat> seats;
        std::vector<std::string> names;
        for (const Seated& one : seated) {
            const Contender& contender = run_.contenders[one.contender];
            seats.push_back({one.agent.get(), contender.budget(), one.program.get()});
            seats.back().budget.cancel = &enough_;
            names.push_back(contender.text());
        }
        Record record;
        if (keep) record = new_record(run_.setup, std::move(names));
        GameSeeds seeds = bout_seeds(run_.match, task.pair, task.encounter, game);
        if (!run_.book.empty()) seeds.order = &run_.book[task.pair];
        const auto played = play_refereed(*run_.setup, seats, seeds,
                                          {keep ? &record : nullptr, judge, run_.thoughts});
        const std::lock_guard lock(mutex_);
        for (Seated& one : seated) {
            if (one.program == nullptr) continue;
            watch_start(one.contender, *one.program);
            programs_.give_back(one.contender, std::move(one.program));
        }
        if (enough_) return;
        if (!played) return refuse(task, game, agents, played.error());
        if (played->forfeit) tell_of(task, game, agents, *played->forfeit);
        finish(task_number, game, *played, keep ? write_record(record) : std::string());
    }

    /// A program that comes up no more would lose every game that is left.
    void watch_start(unsigned contender, const EngineClient& program) {
        unsigned& in_vain = starts_in_vain_[contender];
        in_vain = program.failed_to_start() ? in_vain + 1 : 0;
        if (in_vain < most_starts_in_vain || enough_) return;
        failure_ = fmt::format("agent {} has crashed and does not start any more",
                               run_.contenders[contender].text());
        enough_ = true;
    }

    void refuse(const BoutTask& task, unsigned game, Encounter agents, const IllegalMove& illegal) {
        const Contender& contender = run_.contenders[contender_at(agents, illegal.seat, game)];
        failure_ =
            fmt::format("agent {} made an illegal move: {} (pair {}, game {}, turn {})",
                        contender.text(), sentence(illegal.reason), task.pair, game, illegal.turn);
        enough_ = true;
    }

    void tell_of(const BoutTask& task, unsigned game, Encounter agents, const Forfeit& forfeit) {
        constexpr unsigned most_told = 20;
        if (++forfeits_ > most_told) return; // the report counts them all
        const Contender& contender = run_.contenders[contender_at(agents, forfeit.seat, game)];
        complain(fmt::format("pair {}, game {}, turn {}: agent {} loses, {}: {}", task.pair, game,
                             forfeit.turn, contender.text(), word(forfeit.fault.kind),
                             forfeit.fault.text));
        if (forfeits_ == most_told) complain("games lost like this are only counted from here on");
    }

    void finish(std::uint64_t task_number, unsigned game, const RefereedGame& played,
                std::string record) {
        ++done_;
        const BoutTask task = tasks_[task_number];
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
        if (played.forfeit) {
            bout.faults.push_back({game, played.forfeit->seat == game ? 0u : 1u,
                                   played.forfeit->turn, played.forfeit->fault.kind});
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
    const BoutTasks& tasks_;
    const TakeBout& take_;
    std::vector<Encounter> encounters_;
    std::uint64_t games_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<bool> enough_ = false;
    Programs programs_;
    std::mutex mutex_; // guards what follows
    static constexpr unsigned most_starts_in_vain = 3;
    std::vector<unsigned> starts_in_vain_; // in a row, by contender
    unsigned forfeits_ = 0;
    std::map<std::uint64_t, Pending> pending_;
    std::uint64_t taken_ = 0;
    std::string failure_;
};

Contender contender_from(const std::string& text) {
    if (text.starts_with(program_prefix)) {
        auto program = parse_program(text);
        if (!program) bad_input(program.error());
        return {{}, std::move(*program)};
    }
    auto spec = parse_agent(text);
    if (!spec) bad_input(spec.error());
    if (auto agent = make_agent(*spec); !agent) bad_input(agent.error());
    return {std::move(*spec), std::nullopt};
}

} // namespace

void try_programs(const MatchRun& run) {
    for (const Contender& contender : run.contenders) {
        if (!contender.program) continue;
        EngineClient client(*contender.program, run.errors, run.stop);
        if (const auto ok = client.start(); !ok) {
            throw Failure(1, fmt::format("agent {}: {}", contender.text(), ok.error().text));
        }
    }
}

MatchRun match_run(Match match) {
    MatchRun run;
    run.setup = setup_from(match.edition, match.options);
    expect_room_for(match.players, *run.setup);
    match.options.clear();
    for (const GameOption& option : run.setup->options.rows()) {
        match.options.push_back(
            fmt::format("{}={}", option.key, option_value(run.setup->options, option.key)));
    }
    for (const std::string& text : match.agents) run.contenders.push_back(contender_from(text));
    run.match = std::move(match);
    run.threads = default_threads(run);
    return run;
}

unsigned default_threads(const MatchRun& run) {
    unsigned own = 1;
    for (const Contender& one : run.contenders) own = std::max(own, one.budget().threads);
    return std::max(1u, std::thread::hardware_concurrency() / own);
}

void play_bouts(const MatchRun& run, const BoutTasks& tasks, Progress* progress,
                const TakeBout& take) {
    Players(run, tasks, take).play(progress);
}

} // namespace bastide::cli
