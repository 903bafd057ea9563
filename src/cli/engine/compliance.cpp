#include "cli/engine/compliance.h"

#include "cli/console.h"
#include "notation/move_word.h"
#include "rules/playout.h"
#include "rules/rules.h"

#include <fmt/core.h>

#include <algorithm>

namespace bastide::cli {
namespace {

using Checked = std::expected<std::string, Fault>; // a note

Fault wrong(std::string text) {
    return {Fault::Kind::illegal, std::move(text)};
}

/// A position early in a game of two, for checks that need one.
struct Opening {
    std::shared_ptr<const Setup> setup;
    std::vector<RecordTurn> turns;
    RecordTurn now;
    std::unique_ptr<Game> game;

    explicit Opening(const std::string& edition)
        : setup(setup_from(edition, {}))
        , game(std::make_unique<Game>(*setup->box, 2, 0)) {
        Deck deck(*game, 1);
        Random random(1);
        constexpr unsigned played = 4;
        for (;;) {
            now = {};
            now.player = game->now.player;
            now.bonus = game->now.bonus_turn;
            draw_from(deck, *game, &now.skipped);
            now.tile = game->now.hand;
            if (turns.size() == played) return;
            now.move = random_move(*game, random);
            apply(*game, now.move);
            turns.push_back(now);
        }
    }
};

class Examiner {
  public:
    Examiner(const ProgramSpec& spec, const std::function<void(const CheckResult&)>& tell)
        : spec_(spec)
        , tell_(tell)
        , client_(spec, nullptr, nullptr) {}

    void run() {
        check("says who it is", [this] { return identity(); });
        if (!client_.runs()) return; // nothing else can be asked
        for (const std::string& edition : editions()) {
            check("plays a whole game of " + edition, [&] { return whole_game(edition, {}); });
        }
        if (const std::string edition = edition_with_expansions(); !edition.empty()) {
            check(fmt::format("plays a whole game of {} with expansions", edition),
                  [&] { return whole_game(edition, expansions_of(edition)); });
        }
        check("passes over unknown lines",
              [this] { return survives({"", "florble 1 2 3", "\x01\x02\xff\xfe\x80", "quit0"}); });
        check("passes over a long unknown line",
              [this] { return survives({"florble " + std::string(100'000, 'x')}); });
        check("goes on after bad lines", [this] {
            return survives({"newgame {", "newgame {\"edition\":\"nowhere\"}", "position",
                             "position turn", "position hand nothing", "setoption",
                             "setoption name Florble value 1", "bep x"});
        });
        check("stops when it is told to", [this] { return stops("go infinite"); });
        check("ponders until it is stopped", [this] { return stops("go ponder"); });
        check("plays by a clock",
              [this] { return answers("go clock 3000 3000 inc 100", 3 + spec_.grace); });
        check("plays by nodes", [this] { return answers("go nodes 100", 60); });
        check("ends when it is told to",
              [this] { return ends([](EngineClient& client) { return client.send("quit"); }); });
        check("ends when nothing more can come", [this] {
            return ends([](EngineClient& client) -> std::expected<void, Fault> {
                client.program()->close_input();
                return {};
            });
        });
    }

  private:
    void check(const std::string& what, const std::function<Checked()>& ask) {
        Checked result;
        if (const auto up = client_.start(); !up) {
            result = std::unexpected(up.error());
        } else {
            result = ask();
        }
        if (result) return tell_({what, "", *result});
        tell_({what, fmt::format("{}: {}", word(result.error().kind), result.error().text), ""});
    }

    std::vector<std::string> editions() const {
        std::vector<std::string> known;
        for (const Edition& edition : Catalog::embedded().editions()) {
            const auto& said = client_.profile().editions;
            const bool plays = said.empty() || std::ranges::find(said, edition.id) != said.end();
            if (plays) known.push_back(edition.id);
        }
        return known;
    }

    /// The one that a game is of unless told otherwise, if the program plays it.
    std::string edition_with_expansions() const {
        std::string found;
        for (const std::string& edition : editions()) {
            const bool has_some = !Catalog::embedded().find(edition)->expansions.empty();
            if (has_some && (found.empty() || edition == default_edition())) found = edition;
        }
        return found;
    }

    /// All of them at once; of those that exclude each other, the last.
    static std::vector<std::string> expansions_of(const std::string& edition) {
        std::vector<std::string> options;
        for (const Expansion& expansion : Catalog::embedded().find(edition)->expansions) {
            options.push_back(expansion.option + "=" + expansion.value);
        }
        return options;
    }

    Checked identity() {
        const EngineProfile& profile = client_.profile();
        if (profile.name.empty()) return std::unexpected(wrong("there is no \"id name\""));
        if (profile.author.empty()) return std::unexpected(wrong("there is no \"id author\""));
        for (const std::string& edition : profile.editions) {
            if (Catalog::embedded().find(edition) == nullptr) {
                return std::unexpected(
                    wrong(fmt::format("there is no edition \"{}\"", one_line(edition))));
            }
        }
        return fmt::format("{} by {}", profile.name, profile.author);
    }

    /// Against itself, with little time for each move.
    Checked whole_game(const std::string& edition, const std::vector<std::string>& options) {
        const auto setup = setup_from(edition, options);
        const Seat seat = {nullptr, spec_.budget, &client_};
        const std::array<Seat, 2> seats = {seat, seat};
        if (const auto ok = client_.begin(*setup, 2); !ok) return std::unexpected(ok.error());
        const auto played = play_refereed(*setup, seats, {1, 1}, nullptr);
        if (played->forfeit) {
            Fault fault = played->forfeit->fault;
            fault.text += fmt::format(" (turn {})", played->forfeit->turn);
            return std::unexpected(std::move(fault));
        }
        TimeUse time = played->time[0];
        time.add(played->time[1]);
        return fmt::format("{}, {:.3f} s per move", counted(time.moves, "move"),
                           time.seconds /
                               static_cast<double>(std::max<std::uint64_t>(time.moves, 1)));
    }

    Checked survives(const std::vector<std::string>& lines) {
        std::expected<void, Fault> ok;
        for (const std::string& line : lines) {
            if (ok) ok = client_.send(line);
        }
        if (ok) ok = client_.wait_until_ready();
        if (!ok) return std::unexpected(ok.error());
        return "";
    }

    std::expected<Opening, Fault> opened() {
        Opening opening(editions().front());
        auto ok = client_.begin(*opening.setup, 2);
        if (ok) ok = client_.show(*opening.setup, *opening.game, opening.turns, opening.now);
        if (!ok) return std::unexpected(ok.error());
        return opening;
    }

    Checked best_move(const Opening& opening, double seconds) {
        const auto said = client_.wait_for("bestmove", seconds);
        if (!said) return said;
        const auto move = move_from_word(*said);
        if (!move) {
            return std::unexpected(wrong(fmt::format("\"{}\" is not a move", one_line(*said))));
        }
        if (const auto legal = ::bastide::check(*opening.game, *move); !legal) {
            return std::unexpected(wrong(fmt::format("{}: {}", *said, code(legal.error()))));
        }
        return "";
    }

    Checked answers(const std::string& go, double seconds) {
        const auto opening = opened();
        if (!opening) return std::unexpected(opening.error());
        if (const auto sent = client_.send(go); !sent) return std::unexpected(sent.error());
        return best_move(*opening, seconds);
    }

    Checked stops(const std::string& go) {
        const auto opening = opened();
        if (!opening) return std::unexpected(opening.error());
        auto ok = client_.send(go);
        if (ok) ok = client_.send("stop");
        if (!ok) return std::unexpected(ok.error());
        return best_move(*opening, 2 + spec_.grace);
    }

    Checked ends(const std::function<std::expected<void, Fault>(EngineClient&)>& ask) {
        if (const auto asked = ask(client_); !asked) return std::unexpected(asked.error());
        using namespace std::chrono_literals;
        const bool ended = client_.program()->ends_by(std::chrono::steady_clock::now() + 3s);
        const auto how = client_.program()->how_it_ended();
        client_.stop();
        if (!ended) return std::unexpected(wrong("it runs on"));
        if (how != "exit status 0") return std::unexpected(wrong(*how));
        return "";
    }

    const ProgramSpec& spec_;
    const std::function<void(const CheckResult&)>& tell_;
    EngineClient client_;
};

} // namespace

void check_engine(const ProgramSpec& spec, const std::function<void(const CheckResult&)>& tell) {
    Examiner(spec, tell).run();
}

} // namespace bastide::cli
