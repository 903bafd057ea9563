#include "cli/engine/client.h"

#include "cli/console.h"
#include "cli/engine/info.h"
#include "notation/move_word.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace bastide::cli {
namespace {

using Kind = Fault::Kind;

constexpr double patience = 60;           // seconds for a move by nodes alone
constexpr std::size_t most_options = 200; // that a program may name

bool set_key(ProgramSpec& spec, std::string_view key, std::string_view value) {
    // The budget is written as that of any other agent.
    if (key == "time" || key == "nodes" || key == "threads") {
        const auto read = parse_agent(fmt::format("random:{}={}", key, value));
        if (!read) return false;
        if (key == "time") spec.budget.seconds = read->budget.seconds;
        if (key == "nodes") spec.budget.nodes = read->budget.nodes;
        if (key == "threads") {
            spec.budget.threads = read->budget.threads;
            spec.options.emplace_back("Threads", value);
        }
        return true;
    }
    if (key == "start" || key == "grace") {
        const auto read = parse_agent(fmt::format("random:time={}", value));
        if (!read || read->budget.seconds <= 0 || read->budget.seconds > 3600) return false;
        (key == "start" ? spec.start : spec.grace) = read->budget.seconds;
        return true;
    }
    const auto blank = [](char c) { return c <= ' '; };
    if (key.empty() || value.empty() || std::ranges::any_of(key, blank)) return false;
    spec.options.emplace_back(key, value);
    return true;
}

std::string join(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        text += (text.empty() ? "" : " ") + std::string(word);
    }
    return text;
}

} // namespace

std::expected<ProgramSpec, std::string> parse_program(std::string_view text) {
    ProgramSpec spec;
    spec.text = text;
    std::vector<std::string> parts = split(std::string(text.substr(program_prefix.size())), ';');
    spec.command = parts.front();
    if (spec.command.find_first_not_of(' ') == std::string::npos) {
        return std::unexpected(fmt::format("agent \"{}\" names no command", text));
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string_view part = parts[i];
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos ||
            !set_key(spec, part.substr(0, equals), part.substr(equals + 1))) {
            return std::unexpected(
                fmt::format("agent \"{}\": \"{}\" is not a setting", text, part));
        }
    }
    if (spec.budget.seconds <= 0 && spec.budget.nodes == 0) spec.budget.seconds = 1;
    return spec;
}

std::string go_line(const Budget& budget) {
    std::string line = "go";
    if (budget.seconds > 0) {
        line += fmt::format(" time {}", std::max(1L, std::lround(budget.seconds * 1000)));
    }
    if (budget.nodes > 0) line += fmt::format(" nodes {}", budget.nodes);
    return line;
}

Program::Wait EngineClient::for_seconds(double seconds) const {
    const auto length = std::chrono::duration<double>(seconds);
    return {std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(length),
            cancel_};
}

Fault EngineClient::fault_from(Program::Trouble trouble, double seconds) {
    Fault fault;
    switch (trouble) {
    case Program::Trouble::late:
        fault = {Kind::late, fmt::format("no answer within {:.3g} s", seconds)};
        break;
    case Program::Trouble::too_long:
        fault = {Kind::illegal, fmt::format("a line of more than {} bytes", longest_engine_line)};
        break;
    case Program::Trouble::cancelled:
        fault = {Kind::late, "interrupted"};
        break;
    case Program::Trouble::ended: {
        // Its last words may still be under way.
        using namespace std::chrono_literals;
        program_->ends_by(std::chrono::steady_clock::now() + 200ms);
        fault = {Kind::crashed, program_->how_it_ended().value_or("it closed its input or output")};
        const std::vector<std::string> said = split(program_->last_words(), '\n');
        const auto last = std::find_if(said.rbegin(), said.rend(),
                                       [](const std::string& line) { return !line.empty(); });
        if (last != said.rend()) fault.text += ": " + one_line(*last);
    }
    }
    program_.reset(); // what it still says would be taken for an answer to the next question
    return fault;
}

std::expected<void, Fault> EngineClient::send(std::string_view line) {
    if (program_ == nullptr) return std::unexpected(Fault{Kind::crashed, "it does not run"});
    if (const auto sent = program_->send(line, for_seconds(spec_.start)); !sent) {
        return std::unexpected(fault_from(sent.error(), spec_.start));
    }
    return {};
}

std::expected<std::string, Fault> EngineClient::wait_for(std::string_view word, double seconds,
                                                         const Overhear& overhear) {
    const Program::Wait wait = for_seconds(seconds);
    for (;;) {
        const auto line = program_->read_line(wait);
        if (!line) return std::unexpected(fault_from(line.error(), seconds));
        const std::vector<std::string_view> words = words_of_line(*line);
        if (words.empty()) continue;
        if (words[0] == word) return join(std::span(words).subspan(1));
        if (overhear) overhear(words);
    }
}

std::expected<void, Fault> EngineClient::wait_until_ready() {
    if (auto sent = send("isready"); !sent) return sent;
    if (auto ready = wait_for("readyok", spec_.start); !ready) {
        return std::unexpected(ready.error());
    }
    return {};
}

std::expected<void, Fault> EngineClient::greet() {
    if (auto sent = send(fmt::format("bep {}", engine_protocol_version)); !sent) return sent;
    profile_ = {};
    const Program::Wait wait = for_seconds(spec_.start);
    for (;;) {
        const auto line = program_->read_line(wait);
        if (!line) return std::unexpected(fault_from(line.error(), spec_.start));
        const std::vector<std::string_view> words = words_of_line(*line);
        if (words.empty()) continue;
        const std::span<const std::string_view> rest = std::span(words).subspan(1);
        if (words[0] == "bepok") return {};
        if (words[0] == "id" && rest.size() > 1) {
            const std::string text = one_line(join(rest.subspan(1)));
            if (rest[0] == "name") profile_.name = text;
            if (rest[0] == "author") profile_.author = text;
        } else if (words[0] == "editions") {
            profile_.editions.assign(rest.begin(), rest.end());
        } else if (words[0] == "wants" && std::ranges::find(rest, "moves") != rest.end()) {
            profile_.wants_moves = true;
        } else if (words[0] == "option" && rest.size() > 1 && rest[0] == "name" &&
                   profile_.options.size() < most_options) {
            profile_.options.emplace_back(rest[1]);
        }
    }
}

std::expected<void, Fault> EngineClient::set_options() {
    for (const auto& [name, value] : spec_.options) {
        if (std::ranges::find(profile_.options, name) == profile_.options.end()) {
            return std::unexpected(
                Fault{Kind::crashed, fmt::format("it has no option \"{}\"", name)});
        }
        const std::string line = fmt::format("setoption name {} value {}", name, value);
        if (auto sent = send(line); !sent) return sent;
    }
    return {};
}

std::expected<void, Fault> EngineClient::start() {
    if (program_ != nullptr) return {};
    failed_to_start_ = true;
    auto started = Program::start(spec_.command, errors_);
    if (!started) return std::unexpected(Fault{Kind::crashed, started.error()});
    program_ = std::move(*started);
    auto ok = greet();
    if (ok) ok = set_options();
    if (ok) ok = wait_until_ready();
    if (!ok) {
        program_.reset();
        ok.error().text = "it does not start: " + ok.error().text;
        return ok;
    }
    failed_to_start_ = false;
    return {};
}

std::expected<void, Fault> EngineClient::begin(const Setup& setup, unsigned players) {
    kept_.reset();
    setup_ = &setup;
    auto ok = start();
    if (ok && !profile_.editions.empty() &&
        std::ranges::find(profile_.editions, setup.edition) == profile_.editions.end()) {
        ok = std::unexpected(
            Fault{Kind::crashed, fmt::format("it does not play {}", setup.edition)});
    }
    if (ok) ok = send("newgame " + terms_text(setup, players));
    if (ok) ok = wait_until_ready();
    if (!ok) kept_ = ok.error();
    return ok;
}

std::expected<void, Fault> EngineClient::show(const Setup& setup, const Game& game,
                                              std::span<const RecordTurn> turns,
                                              const RecordTurn& now) {
    auto ok = send("position " + position_text(setup, turns, now));
    if (ok && profile_.wants_moves) ok = send("moves" + move_words(complete_moves(game)));
    if (ok) ok = wait_until_ready();
    return ok;
}

std::expected<OutsidePlayer::Answer, Fault> EngineClient::choose(const Game& game,
                                                                 std::span<const RecordTurn> turns,
                                                                 const RecordTurn& now,
                                                                 const Budget& budget) {
    if (kept_) return std::unexpected(*kept_);
    if (auto ok = show(*setup_, game, turns, now); !ok) return std::unexpected(ok.error());
    const auto begin = std::chrono::steady_clock::now();
    if (auto sent = send(go_line(budget)); !sent) return std::unexpected(sent.error());
    const double limit = budget.seconds > 0 ? budget.seconds + spec_.grace : patience;
    bastide::Thought thought;
    const auto said = wait_for("bestmove", limit, [&](std::span<const std::string_view> words) {
        if (words[0] == "info") read_info(words.subspan(1), thought);
    });
    if (!said) return std::unexpected(said.error());
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const auto move = move_from_word(*said);
    if (!move) {
        return std::unexpected(
            Fault{Kind::illegal, fmt::format("\"{}\" is not a move", one_line(*said))});
    }
    return Answer{*move, seconds, thought};
}

} // namespace bastide::cli
