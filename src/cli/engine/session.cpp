#include "cli/engine/session.h"

#include "ai/agent.h"
#include "cli/console.h"
#include "cli/engine/info.h"
#include "notation/json.h"
#include "notation/move_word.h"
#include "rules/rules.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace bastide::cli {
namespace {

constexpr std::uint64_t longest_ms = 86'400'000; // a day
constexpr double a_very_long_time = 1e9;         // seconds, for what somebody will stop
constexpr std::size_t most_analyses = 1000;      // waiting

template <class T>
std::optional<T> whole(std::string_view text, T low, T high) {
    T value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool all = error == std::errc() && end == text.data() + text.size();
    if (!all || value < low || value > high) return std::nullopt;
    return value;
}

double rounded(double value) {
    return std::round(value * 1e4) / 1e4;
}

/// How much of a clock to spend on this move: an even share of what is left, never half of it.
double seconds_from_clock(const Game& game, double left, double increment) {
    constexpr double overhead = 0.03;
    unsigned tiles = 1;
    for (unsigned s = 0; s < stack_count; ++s) tiles += game.now.left[s];
    const double turns = 2 + static_cast<double>(tiles) / game.now.players;
    const double share = left / turns + 0.8 * increment;
    return std::max(0.001, std::min(share, left / 2) - overhead);
}

std::uint64_t visits_of(const std::vector<RatedMove>& rated) {
    std::uint64_t visits = 0;
    for (const RatedMove& move : rated) visits += move.visits;
    return visits;
}

} // namespace

/// What a line may begin with. Anything else is not for us and is ignored.
struct EngineSession::Command {
    std::string_view word;
    void (EngineSession::*act)(std::string_view rest);
};

EngineSession::EngineSession(std::string agent, Say say)
    : say_(std::move(say))
    , agent_text_(std::move(agent))
    , analyst_(make_analyst()) {
    set_option("name Agent value " + agent_text_);
}

EngineSession::~EngineSession() {
    searches_.stop();
    analyses_.stop();
}

EngineSession::Next EngineSession::take(std::string_view line) {
    static constexpr Command commands[] = {
        {"bep", &EngineSession::identify},     {"setoption", &EngineSession::set_option},
        {"newgame", &EngineSession::new_game}, {"position", &EngineSession::position},
        {"moves", &EngineSession::tell_moves}, {"go", &EngineSession::go},
        {"analyze", &EngineSession::analyze},  {"cancel", &EngineSession::cancel},
    };
    const std::vector<std::string_view> words = words_of_line(line);
    if (words.empty()) return Next::listen;
    const std::string_view rest =
        line.substr(static_cast<std::size_t>(words[0].data() - line.data()) + words[0].size());
    if (words[0] == "quit") return Next::quit;
    if (words[0] == "isready") say("readyok");
    if (words[0] == "stop") searches_.cancel(nullptr);
    const auto* command = std::ranges::find(commands, words[0], &Command::word);
    if (command != std::end(commands)) (this->*command->act)(rest);
    return Next::listen;
}

void EngineSession::refuse_long_line() {
    complain_of(fmt::format("a line is longer than {} bytes", longest_engine_line));
}

void EngineSession::finish() {
    if (endless_) searches_.cancel(nullptr);
    searches_.finish();
    analyses_.finish();
}

void EngineSession::say(const std::string& line) {
    const std::lock_guard lock(saying_);
    say_(line);
}

void EngineSession::complain_of(const std::string& reason) {
    say("error " + one_line(reason));
}

bool EngineSession::refuse_while_searching() {
    if (searching_) complain_of("a search is running; stop it first");
    return searching_;
}

Random EngineSession::chance_for(const Game& game) const {
    return Random(mix_seed(seed_, hash(game)));
}

void EngineSession::identify(std::string_view rest) {
    const std::vector<std::string_view> words = words_of_line(rest);
    if (words.size() != 1 || !whole<unsigned>(words[0], 1, 1'000'000)) {
        return complain_of("bep takes the version of the protocol, such as bep 1");
    }
    std::string editions;
    for (const Edition& edition : Catalog::embedded().editions()) editions += " " + edition.id;
    say(fmt::format("id name Bastide {}\n"
                    "id author the Bastide authors\n"
                    "editions{}\n"
                    "option name Agent type string default {}\n"
                    "option name Threads type spin default 1 min 1 max {}\n"
                    "option name Seed type spin default 1 min 0 max {}\n"
                    "bepok {}",
                    BASTIDE_VERSION, editions, agent_text_, most_threads,
                    std::numeric_limits<std::int64_t>::max(), engine_protocol_version));
}

void EngineSession::set_option(std::string_view rest) {
    if (refuse_while_searching()) return;
    const std::vector<std::string_view> words = words_of_line(rest);
    if (words.size() != 4 || words[0] != "name" || words[2] != "value") {
        return complain_of("setoption is setoption name NAME value VALUE");
    }
    const std::string value(words[3]);
    if (words[1] == "Threads") {
        const auto threads = whole<unsigned>(value, 1, most_threads);
        if (!threads) return complain_of(fmt::format("Threads is 1 to {}", most_threads));
        threads_ = *threads;
    } else if (words[1] == "Seed") {
        const auto seed = whole<std::uint64_t>(value, 0, std::numeric_limits<std::int64_t>::max());
        if (!seed) return complain_of("Seed is a whole number from 0");
        seed_ = *seed;
    } else if (words[1] == "Agent") {
        const auto spec = parse_agent(value);
        if (!spec) return complain_of(spec.error());
        auto agent = make_agent(*spec);
        if (!agent) return complain_of(agent.error());
        agent_ = std::move(*agent);
        agent_text_ = value;
        own_limits_ = spec->budget;
    } else {
        complain_of(fmt::format("there is no option \"{}\"", words[1].substr(0, 60)));
    }
}

void EngineSession::new_game(std::string_view rest) {
    if (refuse_while_searching()) return;
    auto terms = read_terms(rest);
    if (!terms) return complain_of("newgame: " + terms.error());
    terms_ = std::move(*terms);
    game_ = nullptr;
}

void EngineSession::position(std::string_view rest) {
    if (refuse_while_searching()) return;
    if (!terms_) return complain_of("position: there is no game yet; newgame begins one");
    auto game = read_position(*terms_, rest);
    if (!game) return complain_of("position: " + game.error());
    game_ = std::move(*game);
}

/// With moves it is what a referee tells those who want it, and we do not.
void EngineSession::tell_moves(std::string_view rest) {
    if (!words_of_line(rest).empty()) return;
    if (game_ == nullptr) return complain_of("moves: there is no position yet");
    say("moves" + move_words(complete_moves(*game_)));
}

std::expected<EngineSession::Limits, std::string>
EngineSession::limits_from(std::string_view rest) const {
    Limits limits;
    Budget& budget = limits.budget;
    const std::vector<std::string_view> words = words_of_line(rest);
    const auto number = [&](std::size_t i, std::uint64_t most) {
        return i < words.size() ? whole<std::uint64_t>(words[i], 0, most) : std::nullopt;
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "infinite" || words[i] == "ponder") {
            limits.endless = true;
        } else if (words[i] == "time") {
            const auto ms = number(++i, longest_ms);
            if (!ms) return std::unexpected("time takes milliseconds, at most a day");
            budget.seconds = std::max(1.0, static_cast<double>(*ms)) / 1000;
        } else if (words[i] == "nodes") {
            const auto nodes = number(++i, std::uint64_t{1} << 53);
            if (!nodes || *nodes == 0) return std::unexpected("nodes takes a number above 0");
            budget.nodes = *nodes;
        } else if (words[i] == "clock") {
            std::array<double, max_players> left = {};
            for (unsigned p = 0; p < game_->now.players; ++p) {
                const auto ms = number(++i, longest_ms);
                if (!ms) return std::unexpected("clock takes the milliseconds left to each player");
                left[p] = static_cast<double>(*ms) / 1000;
            }
            std::uint64_t increment = 0;
            if (i + 1 < words.size() && words[i + 1] == "inc") {
                const auto given = number(i + 2, longest_ms);
                if (!given) return std::unexpected("inc takes milliseconds, at most a day");
                increment = *given;
                i += 2;
            }
            budget.seconds = seconds_from_clock(*game_, left[game_->now.player],
                                                static_cast<double>(increment) / 1000);
        } else {
            return std::unexpected(
                fmt::format("\"{}\" is not a limit it knows", words[i].substr(0, 60)));
        }
    }
    if (limits.endless) {
        budget.nodes = 0;
        budget.seconds = a_very_long_time;
    }
    if (budget.seconds == 0 && budget.nodes == 0) {
        return std::unexpected("a limit is missing: time, nodes, clock, infinite or ponder");
    }
    if (own_limits_.nodes != 0 && (budget.nodes == 0 || budget.nodes > own_limits_.nodes)) {
        budget.nodes = own_limits_.nodes;
    }
    if (own_limits_.seconds > 0 && (budget.seconds <= 0 || budget.seconds > own_limits_.seconds)) {
        budget.seconds = own_limits_.seconds;
    }
    budget.threads = threads_;
    return limits;
}

void EngineSession::go(std::string_view rest) {
    if (refuse_while_searching()) return;
    if (game_ == nullptr) return complain_of("go: there is no position yet");
    const auto limits = limits_from(rest);
    if (!limits) return complain_of("go: " + limits.error());
    searching_ = true;
    endless_ = limits->endless;
    searches_.finish(); // one that has answered may still be leaving
    searches_.add("", 1, [this, game = game_, given = *limits](const Worker::Cancel& cancelled) {
        Budget budget = given.budget;
        budget.cancel = &cancelled;
        const std::string found = search(*game, budget);
        if (given.endless)
            cancelled.wait(false); // an answer without a question would be a surprise
        searching_ = false;        // before the answer: whoever reads it may ask again at once
        say(found);
    });
}

std::string EngineSession::search(const Game& game, const Budget& budget) {
    Random random = chance_for(game);
    const std::string word = move_word(agent_->choose(game, budget, random));
    const bastide::Thought thought = agent_->thought();
    std::string answer;
    if (!thought.tells_nothing()) answer = info_line(thought, word) + '\n';
    return answer + "bestmove " + word;
}

std::expected<AnalysisRequest, std::string> EngineSession::request_from(const Json& json) const {
    std::string error;
    JsonReader reader(error);
    const std::string_view what = "the request";
    AnalysisRequest request;
    if (!reader.object(json, what, {"id", "game", "position", "moves", "nodes", "time"})) {
        return std::unexpected(error);
    }
    request.id = json["id"];
    std::optional<GameTerms> terms = terms_;
    if (const auto it = json.find("game"); it != json.end()) {
        auto given = read_terms(text_of(*it));
        if (!given) return std::unexpected(given.error());
        terms = std::move(*given);
    }
    if (!terms) return std::unexpected("there is no game yet");
    request.game = game_;
    if (json.contains("position") || json.contains("game")) {
        const std::string words = reader.string(json, "position", what);
        if (reader.failed()) return std::unexpected(error);
        auto game = read_position(*terms, words);
        if (!game) return std::unexpected(game.error());
        request.game = std::move(*game);
    }
    if (request.game == nullptr) return std::unexpected("there is no position yet");
    request.setup = terms->setup;
    request.random = chance_for(*request.game);
    const auto number = [&](const char* key, long long low, long long high, long long otherwise) {
        return json.contains(key) ? reader.integer(json, key, what, low, high) : otherwise;
    };
    request.moves = static_cast<unsigned>(number("moves", 1, max_moves, request.moves));
    request.budget.nodes = static_cast<std::uint64_t>(number("nodes", 1, 1LL << 53, 0));
    const bool limited = json.contains("nodes");
    request.budget.seconds =
        static_cast<double>(number("time", 1, longest_ms, limited ? 0 : 1000)) / 1000;
    request.budget.threads = threads_;
    if (reader.failed()) return std::unexpected(error);
    return request;
}

void EngineSession::analyze(std::string_view rest) {
    Json json;
    std::string error;
    if (!parse_json(rest, json, error)) return complain_of("analyze: " + error);
    const bool has_id = json.is_object() && json.contains("id") &&
                        (json["id"].is_string() || json["id"].is_number_integer());
    if (!has_id) return complain_of("analyze: the request has no \"id\", a number or a text");
    const auto refuse = [&](const std::string& reason) {
        say(text_of(Json{{"id", json["id"]}, {"error", reason}}));
    };
    const auto request = request_from(json);
    if (!request) return refuse(request.error());
    const bool taken = analyses_.add(
        text_of(request->id), most_analyses,
        [this, asked = *request](const Worker::Cancel& cancelled) { answer(asked, cancelled); });
    if (!taken) refuse(fmt::format("{} are waiting already", counted(most_analyses, "analysis")));
}

void EngineSession::answer(const AnalysisRequest& request, const Worker::Cancel& cancelled) {
    Json json;
    json["id"] = request.id;
    std::vector<RatedMove> rated;
    if (!cancelled) {
        Budget budget = request.budget;
        budget.cancel = &cancelled;
        Random random = request.random;
        rated = analyst_->rate(*request.game, budget, random);
    }
    if (cancelled) {
        json["cancelled"] = true;
        return say(text_of(json));
    }
    json["player"] = request.game->now.player;
    json["tile"] = request.setup->tile_id(request.game->now.hand);
    json["nodes"] = visits_of(rated);
    json["legal"] = rated.size();
    json["moves"] = Json::array();
    for (std::size_t i = 0; i < std::min<std::size_t>(rated.size(), request.moves); ++i) {
        Json move;
        move["move"] = move_word(rated[i].move);
        move["margin"] = rounded(rated[i].margin);
        move["win"] = rounded(rated[i].win);
        move["visits"] = rated[i].visits;
        json["moves"].push_back(std::move(move));
    }
    say(text_of(json));
}

void EngineSession::cancel(std::string_view rest) {
    if (words_of_line(rest).empty()) return analyses_.cancel(nullptr);
    Json id;
    std::string error;
    if (!parse_json(rest, id, error)) return complain_of("cancel takes the id of an analysis");
    const std::string name = text_of(id);
    analyses_.cancel(&name);
}

} // namespace bastide::cli
