// One game: bastide_game_*.

#include "ai/arena/play.h"
#include "art/board.h"
#include "bindings/c/border.h"
#include "bindings/c/moves.h"
#include "bindings/shared/area_view.h"
#include "bindings/shared/catalog_view.h"
#include "bindings/shared/position_view.h"
#include "notation/json.h"

using namespace bastide;
using namespace bastide::c;

namespace bastide::c {
namespace {

constexpr std::size_t max_name_bytes = 64;

/// Each "key=value" by itself, so that the wrong one can be named.
bool read_options(std::string_view pairs, Options& options, std::string& wrong) {
    while (!pairs.empty()) {
        const std::string_view pair = pairs.substr(0, pairs.find(','));
        pairs.remove_prefix(std::min(pairs.size(), pair.size() + 1));
        if (!set_options(options, pair)) {
            wrong = pair;
            return false;
        }
    }
    return true;
}

std::optional<std::vector<std::string>> player_names(const bastide_setup& setup) {
    std::vector<std::string> names;
    for (unsigned i = 0; i < setup.players; ++i) {
        if (setup.names == nullptr) {
            names.push_back("player " + std::to_string(i + 1));
            continue;
        }
        if (setup.names[i] == nullptr || std::strlen(setup.names[i]) > max_name_bytes) return {};
        names.emplace_back(setup.names[i]);
    }
    return names;
}

std::int32_t phase_of(const Game& game) {
    switch (game.now.phase) {
    case Phase::draw:
        return BASTIDE_DRAW;
    case Phase::over:
        return BASTIDE_OVER;
    case Phase::place:
    case Phase::deploy:
    case Phase::man:
        break; // the two latter are never left to a caller
    }
    return BASTIDE_PLACE;
}

/// Why the game cannot be dealt a tile, if it cannot.
std::int32_t refuse_to_deal(const binding::Session& session, Phase phase, bastide_error* error) {
    if (!session.has_deck()) {
        return fail(error, BASTIDE_NO_SEED, "the game was given no seed");
    }
    if (phase == Phase::over) return refuse(error, RuleViolation::game_is_over);
    if (phase != Phase::draw) return refuse(error, RuleViolation::tile_already_drawn);
    return BASTIDE_OK;
}

std::int32_t play(bastide_game& game, const bastide_move& move, bastide_error* error) {
    const auto parsed = from_c(move);
    if (!parsed) return fail(error, BASTIDE_BAD_ARGUMENT, "the move is out of range");
    if (const auto ok = game.session->play(*parsed, game.latest); !ok) {
        return refuse(error, ok.error());
    }
    return BASTIDE_OK;
}

bastide_game* new_handle(std::unique_ptr<binding::Session> session) {
    auto handle = std::make_unique<bastide_game>();
    handle->session = std::move(session);
    return handle.release();
}

std::string view_of(const binding::Session& session, bastide_view view) {
    switch (view) {
    case BASTIDE_RECORD:
        break;
    case BASTIDE_POSITION:
        return text_of(binding::step_json(session, nullptr));
    case BASTIDE_AREAS:
        return text_of(binding::areas_json(session.game()));
    case BASTIDE_FINAL:
        return text_of(binding::final_json(session));
    case BASTIDE_LOG:
        return text_of(binding::log_json(session.record()));
    case BASTIDE_PICTURE:
        art::BoardPicture picture;
        picture.names = session.record().players;
        return art::render_board(session.setup(), session.game(), picture);
    }
    return write_record(session.record());
}

} // namespace

std::optional<Record> begin(const bastide_setup& setup, bastide_error* error) {
    const auto bad = [&](const std::string& text) {
        fail(error, BASTIDE_BAD_ARGUMENT, text);
        return std::nullopt;
    };
    if (setup.edition == nullptr) return bad("there is no edition");
    const std::string id = setup.edition;
    const Edition* edition = Catalog::embedded().find(id);
    if (edition == nullptr) return bad("the edition \"" + id.substr(0, 60) + "\" is unknown");
    Options options = edition->defaults;
    std::string wrong;
    if (setup.options != nullptr && !read_options(setup.options, options, wrong)) {
        return bad("\"" + wrong.substr(0, 60) + "\" is no option of the edition \"" + id + "\"");
    }
    auto made = Catalog::embedded().setup(*edition, options);
    if (!made) return bad(made.error().text());
    if (setup.players < 1 || setup.players > made->players) {
        return bad("there must be 1 to " + std::to_string(made->players) + " players");
    }
    if (setup.first_player >= setup.players) return bad("there is no such first player");
    auto names = player_names(setup);
    if (!names) return bad("a player's name is missing or too long");
    return new_record(std::make_shared<const Setup>(std::move(*made)), std::move(*names));
}

} // namespace bastide::c

const char* bastide_version(void) {
    return BASTIDE_VERSION;
}

uint32_t bastide_abi(void) {
    return 3;
}

int32_t bastide_catalog(char* text, size_t capacity, size_t* needed, bastide_error* error) {
    return guarded(error, [&] {
        return give({text, capacity, needed}, text_of(binding::catalog_json(Catalog::embedded())),
                    error);
    });
}

int32_t bastide_game_new(const bastide_setup* setup, bastide_game** game, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (setup == nullptr || game == nullptr) return null_argument(error);
        auto record = begin(*setup, error);
        if (!record) return BASTIDE_BAD_ARGUMENT;
        *game = new_handle(binding::Session::begin(
            std::move(*record), {.first_player = setup->first_player, .seed = std::nullopt}));
        return BASTIDE_OK;
    });
}

int32_t bastide_game_open(const char* record, bastide_game** game, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (record == nullptr || game == nullptr) return null_argument(error);
        auto session = binding::Session::open(record, {});
        if (!session) return fail(error, BASTIDE_BAD_RECORD, session.error().text());
        *game = new_handle(std::move(*session));
        return BASTIDE_OK;
    });
}

int32_t bastide_game_copy(const bastide_game* game, bastide_game** copy, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || copy == nullptr) return null_argument(error);
        *copy = new_handle(game->session->copy());
        return BASTIDE_OK;
    });
}

void bastide_game_free(bastide_game* game) {
    delete game;
}

int32_t bastide_game_seed(bastide_game* game, uint64_t seed, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        game->session->use_deck(seed);
        return BASTIDE_OK;
    });
}

uint64_t bastide_deck_seed(uint64_t seed, uint64_t index) {
    return deck_seed_of(seed, index);
}

uint64_t bastide_move_seed(uint64_t seed, uint64_t index) {
    return move_seed_of(seed, index);
}

int32_t bastide_game_deal(bastide_game* game, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        binding::Session& session = *game->session;
        if (const int32_t why = refuse_to_deal(session, session.game().now.phase, error)) {
            return why;
        }
        session.deal();
        game->latest.clear();
        return BASTIDE_OK;
    });
}

int32_t bastide_game_draw(bastide_game* game, const char* tile, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || tile == nullptr) return null_argument(error);
        binding::Session& session = *game->session;
        if (session.has_deck()) {
            return fail(error, BASTIDE_BAD_ARGUMENT, "this game is dealt by its seed");
        }
        const auto index = session.setup().find_tile(tile);
        if (!index) return refuse(error, RuleViolation::tile_not_in_stack);
        if (const auto outcome = session.draw(*index); !outcome) {
            return refuse(error, outcome.error());
        }
        game->latest.clear();
        return BASTIDE_OK;
    });
}

int32_t bastide_game_state(const bastide_game* game, bastide_state* state, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || state == nullptr) return null_argument(error);
        const Game& now = game->session->game();
        *state = {};
        state->players = now.now.players;
        state->player = now.now.player;
        state->phase = phase_of(now);
        state->hand = now.now.phase == Phase::place ? now.now.hand : -1;
        state->turns = game->session->turns();
        state->placed = now.now.placed;
        for (const std::uint8_t left : now.now.left) state->left += left;
        // The structure has no sixth player: bastide_game_scores.
        for (unsigned i = 0; i < BASTIDE_MAX_PLAYERS; ++i) state->scores[i] = now.now.score[i];
        return BASTIDE_OK;
    });
}

int32_t bastide_game_final_scores(const bastide_game* game, int32_t* scores, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || scores == nullptr) return null_argument(error);
        const Points points = final_scores(game->session->game());
        // Six scores are told by bastide_game_scores.
        std::copy_n(points.begin(), BASTIDE_MAX_PLAYERS, scores);
        return BASTIDE_OK;
    });
}

int32_t bastide_game_scores(const bastide_game* game, int32_t* now, int32_t* final,
                            bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        static_assert(BASTIDE_MOST_PLAYERS == max_players);
        const Game& position = game->session->game();
        if (now != nullptr) std::ranges::copy(position.now.score, now);
        if (final != nullptr) std::ranges::copy(final_scores(position), final);
        return BASTIDE_OK;
    });
}

int32_t bastide_game_hash(const bastide_game* game, uint64_t* value, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || value == nullptr) return null_argument(error);
        *value = hash(game->session->game());
        return BASTIDE_OK;
    });
}

int32_t bastide_game_tile(const bastide_game* game, uint32_t number, char* text, size_t capacity,
                          size_t* needed, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        const auto& ids = game->session->setup().tile_ids;
        if (number >= ids.size()) {
            return fail(error, BASTIDE_BAD_ARGUMENT, "there is no tile of this number");
        }
        return give({text, capacity, needed}, ids[number], error);
    });
}

int32_t bastide_game_moves(const bastide_game* game, bastide_move* moves, size_t capacity,
                           size_t* count, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        all_moves(game->session->game(), game->listed);
        return ListBuffer<bastide_move>{moves, capacity, count}.give(game->listed, error);
    });
}

int32_t bastide_game_check(const bastide_game* game, const bastide_move* move,
                           bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || move == nullptr) return null_argument(error);
        const auto parsed = from_c(*move);
        if (!parsed) return fail(error, BASTIDE_BAD_ARGUMENT, "the move is out of range");
        if (const auto ok = check(game->session->game(), *parsed); !ok) {
            return refuse(error, ok.error());
        }
        return BASTIDE_OK;
    });
}

int32_t bastide_game_apply(bastide_game* game, const bastide_move* move, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || move == nullptr) return null_argument(error);
        return play(*game, *move, error);
    });
}

int32_t bastide_game_turn(bastide_game* game, const bastide_move* move, bastide_turn* turn,
                          bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr || turn == nullptr) return null_argument(error);
        binding::Session& session = *game->session;
        // A move is followed by a draw or by the end.
        const Phase then = move == nullptr ? session.game().now.phase : Phase::draw;
        if (const int32_t why = refuse_to_deal(session, then, error)) return why;
        if (move != nullptr) {
            if (const int32_t why = play(*game, *move, error)) return why;
        } else {
            game->latest.clear();
        }
        session.deal();
        const Header& now = session.game().now;
        turn->player = now.player;
        turn->phase = phase_of(session.game());
        turn->count = 0;
        if (turn->moves == nullptr || now.phase != Phase::place) return BASTIDE_OK;
        all_moves(session.game(), game->listed);
        turn->count = game->listed.size();
        if (turn->count <= turn->capacity) std::ranges::copy(game->listed, turn->moves);
        return BASTIDE_OK;
    });
}

int32_t bastide_game_undo(bastide_game* game, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        if (game->session->undo() == binding::Undone::nothing) {
            return fail(error, BASTIDE_NOTHING_DONE, "there is nothing to take back");
        }
        game->latest.clear();
        return BASTIDE_OK;
    });
}

int32_t bastide_game_events(const bastide_game* game, bastide_event* events, size_t capacity,
                            size_t* count, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        std::vector<bastide_event> list;
        for (const ScoreEvent& event : game->latest.events()) list.push_back(to_c(event));
        return ListBuffer<bastide_event>{events, capacity, count}.give(list, error);
    });
}

int32_t bastide_game_text(const bastide_game* game, int32_t view, char* text, size_t capacity,
                          size_t* needed, bastide_error* error) {
    return guarded(error, [&]() -> int32_t {
        if (game == nullptr) return null_argument(error);
        if (view < BASTIDE_RECORD || view > BASTIDE_PICTURE) {
            return fail(error, BASTIDE_BAD_ARGUMENT, "there is no such view");
        }
        return give({text, capacity, needed},
                    view_of(*game->session, static_cast<bastide_view>(view)), error);
    });
}
