#include "cli/engine/position.h"

#include "cli/sentences.h"
#include "notation/json.h"
#include "notation/move_word.h"
#include "notation/options.h"
#include "notation/replay.h"

#include <fmt/core.h>

namespace bastide::cli {
namespace {

std::string in_quotes(std::string_view text) {
    return fmt::format("\"{}\"", text.substr(0, 60));
}

/// Plays a position word by word.
class PositionReader {
  public:
    explicit PositionReader(const GameTerms& terms)
        : setup_(*terms.setup)
        , game_(std::make_unique<Game>(*terms.setup->box, terms.players, terms.first)) {}

    std::expected<std::unique_ptr<Game>, std::string> read(std::string_view text) {
        const std::vector<std::string_view> words = words_of_line(text);
        for (std::size_t i = 0; i < words.size() && reason_.empty();) {
            const std::size_t needed = words[i] == "turn" ? 3 : 2;
            if (i + needed > words.size()) {
                reason_ = fmt::format("{} ends the line too early", in_quotes(words[i]));
            } else if (in_hand_) {
                reason_ = "\"hand\" is not the last";
            } else if (words[i] == "turn") {
                play(words[i + 1], words[i + 2]);
            } else if (words[i] == "skip") {
                if (const auto tile = tile_from(words[i + 1])) skipped_.push_back(*tile);
            } else if (words[i] == "hand") {
                take(words[i + 1]);
            } else {
                reason_ = fmt::format("{} is not turn, skip or hand", in_quotes(words[i]));
            }
            i += needed;
        }
        if (reason_.empty() && !in_hand_) reason_ = "there is no tile in hand";
        if (!reason_.empty()) return std::unexpected(reason_);
        return std::move(game_);
    }

  private:
    std::optional<TileIndex> tile_from(std::string_view id) {
        const auto tile = setup_.find_tile(id);
        if (!tile) reason_ = fmt::format("the tile {} is not in this game", in_quotes(id));
        return tile;
    }

    void refuse(std::string_view what, RuleViolation violation) {
        reason_ = fmt::format("turn {}: {}: {}", turns_ + 1, what, sentence(violation));
    }

    void play(std::string_view id, std::string_view word) {
        const auto tile = tile_from(id);
        if (!tile) return;
        const auto move = move_from_word(word);
        if (!move) {
            reason_ = fmt::format("turn {}: {} is not a move", turns_ + 1, in_quotes(word));
            return;
        }
        const RecordTurn turn = {game_->now.player,     *tile,       *move, std::move(skipped_),
                                 game_->now.bonus_turn, std::nullopt};
        skipped_.clear();
        if (const auto ok = play_turn(*game_, turn, change_, nullptr); !ok) {
            return refuse(word, ok.error());
        }
        ++turns_;
    }

    void take(std::string_view id) {
        const auto tile = tile_from(id);
        if (!tile) return;
        skipped_.push_back(*tile);
        for (const TileIndex& drawn : skipped_) {
            if (const auto ok = check_draw(*game_, drawn); !ok) {
                return refuse(setup_.tile_id(drawn), ok.error());
            }
            const bool last = &drawn == &skipped_.back();
            if ((draw(*game_, drawn) == DrawOutcome::fits) != last) {
                reason_ = fmt::format("{} {}", setup_.tile_id(drawn),
                                      last ? "fits nowhere" : "fits and was not to be skipped");
                return;
            }
        }
        in_hand_ = true;
    }

    const Setup& setup_;
    std::unique_ptr<Game> game_;
    Change change_;
    std::vector<TileIndex> skipped_;
    unsigned turns_ = 0;
    bool in_hand_ = false;
    std::string reason_;
};

/// The game is after the token: lists the ways of the man from here.
void add_ways_of_man(const Game& game, const Move& move, std::vector<Move>& moves) {
    if (game.now.phase != Phase::man) {
        moves.push_back(move);
        return;
    }
    const ManChoices cities = man_choices(game);
    for (unsigned i = 0; i < cities.count; ++i) {
        Move longer = move;
        longer.man_moves[longer.man_move_count++] = smallest_feature_segment(game, cities.root[i]);
        Game after = game;
        move_man(after, cities.root[i]);
        add_ways_of_man(after, longer, moves);
    }
}

} // namespace

std::expected<GameTerms, std::string> read_terms(std::string_view text) {
    Json json;
    std::string error;
    if (!parse_json(text, json, error)) return std::unexpected(error);
    JsonReader reader(error);
    const std::string_view what = "the game";
    if (!reader.object(json, what, {"edition", "players", "options", "first"})) {
        return std::unexpected(error);
    }
    const std::string id = reader.string(json, "edition", what);
    if (reader.failed()) return std::unexpected(error);
    const Edition* edition = Catalog::embedded().find(id);
    if (edition == nullptr) {
        return std::unexpected(fmt::format("the edition {} is unknown", in_quotes(id)));
    }
    Options options = edition->defaults;
    if (const auto it = json.find("options"); it != json.end()) {
        read_options(reader, *it, options);
    }
    if (reader.failed()) return std::unexpected(error);
    GameTerms terms;
    terms.players = static_cast<unsigned>(
        reader.integer(json, "players", what, 1, most_players(*edition, options)));
    if (json.contains("first") && !reader.failed()) {
        terms.first = static_cast<unsigned>(
            reader.integer(json, "first", what, 0, static_cast<long long>(terms.players) - 1));
    }
    if (reader.failed()) return std::unexpected(error);
    auto setup = Catalog::embedded().setup(*edition, options);
    if (!setup) return std::unexpected(setup.error().text());
    terms.setup = std::make_shared<const Setup>(std::move(*setup));
    return terms;
}

std::string terms_text(const Setup& setup, unsigned players) {
    Json json;
    json["edition"] = setup.edition;
    json["players"] = players;
    json["options"] = options_json(*Catalog::embedded().find(setup.edition), setup.options);
    return text_of(json);
}

std::expected<std::unique_ptr<Game>, std::string> read_position(const GameTerms& terms,
                                                                std::string_view words) {
    return PositionReader(terms).read(words);
}

std::string position_text(const Setup& setup, std::span<const RecordTurn> turns,
                          const RecordTurn& now) {
    std::string text;
    const auto add_skipped = [&](const RecordTurn& turn) {
        for (const TileIndex tile : turn.skipped) text += "skip " + setup.tile_id(tile) + " ";
    };
    for (const RecordTurn& turn : turns) {
        add_skipped(turn);
        text += "turn " + setup.tile_id(turn.tile) + " " + move_word(turn.move) + " ";
    }
    add_skipped(now);
    return text + "hand " + setup.tile_id(now.tile);
}

std::vector<Move> complete_moves(const Game& game) {
    const auto list = MoveList::make();
    legal_moves(game, *list);
    std::vector<Move> moves;
    for (unsigned i = 0; i < list->size(); ++i) {
        const Move move = (*list)[i];
        if (game.now.man == ManPlace::absent) {
            moves.push_back(move);
            continue;
        }
        Game after = game;
        place(after, move.placement);
        deploy(after, move.deployment);
        add_ways_of_man(after, move, moves);
    }
    return moves;
}

std::string move_words(std::span<const Move> moves) {
    std::string text;
    for (const Move& move : moves) text += " " + move_word(move);
    return text;
}

std::vector<std::string_view> words_of_line(std::string_view line) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<std::string_view> words;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        if (line.empty()) return words;
        const std::size_t end = std::min(line.find_first_of(blanks), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

} // namespace bastide::cli
