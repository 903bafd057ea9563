/* Bastide as a C library: games, computer players, and many games at once. docs/c-library.md
 * explains it.
 *
 *  - A handle is opaque and belongs to one thread at a time; different handles may be used by
 *    different threads at once. The library keeps no state besides its handles and prints nothing.
 *  - Whatever is answered goes into memory of the caller's.
 *  - A function that can fail returns a bastide_status, and says why in `error` if that is not
 * null. A refused call has changed nothing.
 *  - Text is UTF-8 and ends with a zero byte. A function that answers text sets `*needed` to the
 *    bytes that the text takes with its zero byte; if that is more than `capacity` it writes
 *    nothing and returns BASTIDE_TOO_SMALL.
 *  - A function or structure never changes once it was released: what is new gets a new name and a
 *    new symbol version.
 */
#ifndef BASTIDE_H
#define BASTIDE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BASTIDE_API __attribute__((visibility("default")))
#else
#define BASTIDE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bastide_status {
    BASTIDE_OK = 0,
    BASTIDE_REFUSED = 1,      /* by the rules: the text is their code, such as "area_is_occupied" */
    BASTIDE_BAD_ARGUMENT = 2, /* null, unknown name, number out of range */
    BASTIDE_BAD_RECORD = 3,   /* a record that cannot be read or played */
    BASTIDE_TOO_SMALL = 4,    /* the caller's buffer */
    BASTIDE_NO_SEED = 5,      /* bastide_game_deal of a game that was given no seed */
    BASTIDE_NOTHING_DONE = 6, /* bastide_game_undo of a game that has just begun */
    BASTIDE_OUT_OF_MEMORY = 7,
    BASTIDE_FAILED = 8 /* a fault of the library's */
} bastide_status;

typedef struct bastide_error {
    int32_t status;
    char text[252];
} bastide_error;

/* The version of the program this library was made from, such as "1.0.0". */
BASTIDE_API const char* bastide_version(void);
/* The newest symbol version it has: 3. */
BASTIDE_API uint32_t bastide_abi(void);

/* Editions and their options as JSON: CatalogView of data/engine/schema.json. */
BASTIDE_API int32_t bastide_catalog(char* text, size_t capacity, size_t* needed,
                                    bastide_error* error);

/* --- one game -------------------------------------------------------------------------------- */

#define BASTIDE_MAX_PLAYERS 5

typedef struct bastide_game bastide_game;

typedef struct bastide_setup {
    const char* edition;      /* such as "new"; bastide_catalog names them */
    const char* options;      /* "key=value,key=value", or null */
    const char* const* names; /* of the players, or null */
    uint32_t players;
    uint32_t first_player;
} bastide_setup;

/* The start tile lies there; a tile is to be drawn. */
BASTIDE_API int32_t bastide_game_new(const bastide_setup* setup, bastide_game** game,
                                     bastide_error* error);
/* A record (docs/record.md), played to its last turn. */
BASTIDE_API int32_t bastide_game_open(const char* record, bastide_game** game,
                                      bastide_error* error);
/* With the same tiles to come, if the game was given a seed. */
BASTIDE_API int32_t bastide_game_copy(const bastide_game* game, bastide_game** copy,
                                      bastide_error* error);
BASTIDE_API void bastide_game_free(bastide_game* game);

/* From now on bastide_game_deal takes the undrawn tiles in the order of this seed. */
BASTIDE_API int32_t bastide_game_seed(bastide_game* game, uint64_t seed, bastide_error* error);
/* Game `index` of the program's series of games of `seed`: what it is dealt by, and what its
 * players' chance begins with (bastide_agent_choose). */
BASTIDE_API uint64_t bastide_deck_seed(uint64_t seed, uint64_t index);
BASTIDE_API uint64_t bastide_move_seed(uint64_t seed, uint64_t index);

typedef enum bastide_phase {
    BASTIDE_DRAW = 0,  /* a tile is to be drawn: bastide_game_deal or bastide_game_draw */
    BASTIDE_PLACE = 1, /* it is in the player's hand: bastide_game_apply */
    BASTIDE_MAN = 2,   /* in a batch only: the Gingerbread Man is to be moved */
    BASTIDE_OVER = 3
} bastide_phase;

/* Draws by the seed until a tile fits or the game ends. */
BASTIDE_API int32_t bastide_game_deal(bastide_game* game, bastide_error* error);
/* The tile that somebody else drew. If it fits nowhere it is set aside and the phase stays
 * BASTIDE_DRAW. Refused in a game that was given a seed. */
BASTIDE_API int32_t bastide_game_draw(bastide_game* game, const char* tile, bastide_error* error);

typedef struct bastide_state {
    uint32_t players;
    uint32_t player; /* whose turn it is */
    int32_t phase;
    int32_t hand;    /* number of the tile in hand (bastide_game_tile), -1: none */
    uint32_t turns;  /* played */
    uint32_t placed; /* tiles on the table */
    uint32_t left;   /* tiles to be drawn, of all stacks */
    int32_t scores[BASTIDE_MAX_PLAYERS];
} bastide_state;

BASTIDE_API int32_t bastide_game_state(const bastide_game* game, bastide_state* state,
                                       bastide_error* error);
/* Everybody's points if the game ended now. `scores` has room for BASTIDE_MAX_PLAYERS. */
BASTIDE_API int32_t bastide_game_final_scores(const bastide_game* game, int32_t* scores,
                                              bastide_error* error);
/* Of all that a player can see: two games of equal hash are the same position. */
BASTIDE_API int32_t bastide_game_hash(const bastide_game* game, uint64_t* hash,
                                      bastide_error* error);
/* The name of a kind of tile, such as "base/K". */
BASTIDE_API int32_t bastide_game_tile(const bastide_game* game, uint32_t number, char* text,
                                      size_t capacity, size_t* needed, bastide_error* error);

typedef enum bastide_action {
    BASTIDE_NOTHING = 0, /* no token */
    BASTIDE_DEPLOY = 1,
    BASTIDE_RECALL = 2,  /* the own abbot */
    BASTIDE_MOVE_MAN = 3 /* in a batch only: x, y and segment are the Gingerbread Man's city */
} bastide_action;

typedef enum bastide_token {
    BASTIDE_NO_TOKEN = 0,
    BASTIDE_FOLLOWER = 1,
    BASTIDE_ABBOT = 2,
    BASTIDE_HUT = 3
} bastide_token;

typedef struct bastide_place {
    int8_t x, y; /* x grows east, y grows south; the first tile lies at 0, 0 */
    uint8_t segment;
} bastide_place;

typedef struct bastide_move {
    int8_t x, y;
    uint8_t rotation; /* clockwise quarter turns */
    uint8_t action;
    uint8_t token;
    uint8_t segment; /* of the tile, as data/tiles numbers them */
    uint8_t man_moves;
    bastide_place man[2];
    uint8_t unused[3];
} bastide_move;

/* All legal moves of the tile in hand, each once, in a fixed order: by x, y, rotation, then no
 * token, tokens by kind and segment, recall; then by the Gingerbread Man's cities. Sets `*count`;
 * if that is more than `capacity` it writes nothing and returns BASTIDE_TOO_SMALL. */
BASTIDE_API int32_t bastide_game_moves(const bastide_game* game, bastide_move* moves,
                                       size_t capacity, size_t* count, bastide_error* error);
/* Whether the move is legal, and if not why. */
BASTIDE_API int32_t bastide_game_check(const bastide_game* game, const bastide_move* move,
                                       bastide_error* error);
BASTIDE_API int32_t bastide_game_apply(bastide_game* game, const bastide_move* move,
                                       bastide_error* error);
/* Takes back the tile in hand with those set aside before it; without one, the latest move, whose
 * tile is then in hand again. Costs as much as playing the turns that remain. */
BASTIDE_API int32_t bastide_game_undo(bastide_game* game, bastide_error* error);

typedef struct bastide_event {
    int32_t points;
    uint8_t area;   /* 0 road, 1 city, 2 monastery, 3 garden, 4 field, 5 the Gingerbread Man's
                       leaving, 6 forest, 7 river, 8 river system (huts), 9 meadow */
    uint8_t reason; /* 0 completed, 1 the end, 2 the abbot's recall, 3 the Gingerbread Man left */
    uint8_t player;
    uint8_t tiles;       /* what was counted */
    uint8_t extras;      /* shields, mushrooms, fish, knights */
    uint8_t own;         /* the player's tokens there */
    uint8_t rival;       /* the most that another had */
    bastide_place where; /* the area's smallest segment */
    uint8_t unused[2];
} bastide_event;

/* What the latest bastide_game_apply was worth; none after anything else. As bastide_game_moves. */
BASTIDE_API int32_t bastide_game_events(const bastide_game* game, bastide_event* events,
                                        size_t capacity, size_t* count, bastide_error* error);

typedef enum bastide_view {
    BASTIDE_RECORD = 0,   /* one line of docs/record.md */
    BASTIDE_POSITION = 1, /* JSON, StepView of data/engine/schema.json: all that a board shows */
    BASTIDE_AREAS = 2,    /* JSON, the areas of it */
    BASTIDE_FINAL = 3,    /* JSON, FinalView: points and events if the game ended now */
    BASTIDE_LOG = 4,      /* JSON, a list of TurnView: all turns with their events */
    BASTIDE_PICTURE = 5   /* SVG */
} bastide_view;

BASTIDE_API int32_t bastide_game_text(const bastide_game* game, int32_t view, char* text,
                                      size_t capacity, size_t* needed, bastide_error* error);

/* --- computer players ------------------------------------------------------------------------ */

typedef struct bastide_agent bastide_agent;

/* By its description, such as "greedy" or "bastide:time=0.25"; docs/ai.md lists them. An agent may
 * remember between its moves: one for each game. */
BASTIDE_API int32_t bastide_agent_new(const char* description, bastide_agent** agent,
                                      bastide_error* error);
BASTIDE_API void bastide_agent_free(bastide_agent* agent);
/* Their names as a JSON list. */
BASTIDE_API int32_t bastide_agent_names(char* text, size_t capacity, size_t* needed,
                                        bastide_error* error);

typedef struct bastide_limits {
    double seconds; /* 0: no limit by time */
    uint64_t nodes; /* 0: no limit by nodes */
    uint32_t threads;
    uint32_t unused;
} bastide_limits;

/* A move of the tile in hand. `limits` null: those of the description. `*chance` is where the
 * agent's chance begins and is left where it ended: the same value gives the same move, unless time
 * is the limit. */
BASTIDE_API int32_t bastide_agent_choose(bastide_agent* agent, const bastide_game* game,
                                         const bastide_limits* limits, uint64_t* chance,
                                         bastide_move* move, bastide_error* error);

/* --- many games at once ---------------------------------------------------------------------- */

typedef struct bastide_batch bastide_batch;

#define BASTIDE_MAX_ACTIONS 512
#define BASTIDE_ACTION_COLUMNS 6
#define BASTIDE_TOKEN_ROWS 256
#define BASTIDE_TOKEN_COLUMNS 16
#define BASTIDE_TABLE_COLUMNS 128

#define BASTIDE_WAIT (-1) /* instead of an action: this game is left as it is */

#define BASTIDE_ACTIONS_LEFT_OUT 1 /* the game has more legal actions than are offered */
#define BASTIDE_ROWS_LEFT_OUT 2    /* the board has more areas than there are rows */
#define BASTIDE_CELLS_LEFT_OUT 4   /* the board is wider or higher than the window */

/* Where a batch of n games answers; each may be null. docs/c-library.md has every column. What lies
 * in `tokens` stays there until the next call: of it, only what differs in length is cleared. */
typedef struct bastide_buffers {
    uint8_t* players;   /* [n] who decides */
    uint8_t* phases;    /* [n] */
    uint16_t* counts;   /* [n] legal actions that are offered */
    uint8_t* masks;     /* [n][BASTIDE_MAX_ACTIONS] 1: offered */
    int8_t* actions;    /* [n][BASTIDE_MAX_ACTIONS][BASTIDE_ACTION_COLUMNS] */
    float* rewards;     /* [n][players] points of this step, those of the end included */
    uint8_t* ends;      /* [n] 1: the game is over, and the next step begins another */
    uint8_t* overflows; /* [n] BASTIDE_..._LEFT_OUT, added */
    uint64_t* games;    /* [n] number of the game in the series of the batch's seed */
    int16_t* tokens;    /* [n][BASTIDE_TOKEN_ROWS][BASTIDE_TOKEN_COLUMNS] the areas */
    uint16_t* rows;     /* [n] areas */
    int16_t* tables;    /* [n][BASTIDE_TABLE_COLUMNS] scores, supplies, tiles to come */
} bastide_buffers;

/* `count` games, dealt as the program's series of `seed` is: slot i begins with game i and goes on
 * with i + count, i + 2 count and so on. */
BASTIDE_API int32_t bastide_batch_new(const bastide_setup* setup, uint32_t count, uint64_t seed,
                                      uint32_t threads, bastide_batch** batch,
                                      bastide_error* error);
BASTIDE_API void bastide_batch_free(bastide_batch* batch);
/* All games from their beginning again. */
BASTIDE_API int32_t bastide_batch_reset(bastide_batch* batch, const bastide_buffers* buffers,
                                        bastide_error* error);
/* One action in each game: its number in the list of legal ones, or BASTIDE_WAIT. Where a game is
 * over any number begins the next game. A number that is not offered refuses the whole step. */
BASTIDE_API int32_t bastide_batch_step(bastide_batch* batch, const int32_t* actions,
                                       const bastide_buffers* buffers, bastide_error* error);
/* The action that an agent takes in one of the games, as bastide_agent_choose. Where it has the
 * Gingerbread Man to move after another's action, any city is as good. */
BASTIDE_API int32_t bastide_batch_choose(bastide_batch* batch, uint32_t slot, bastide_agent* agent,
                                         const bastide_limits* limits, uint64_t* chance,
                                         int32_t* action, bastide_error* error);
/* `turns` whole turns of uniformly random play in each game, as the agent "random" plays the
 * program's series; a game that is over is followed by the next at once. Rewards are those since
 * the call, or since a game began in it. `*played`, if not null: turns of all games. */
BASTIDE_API int32_t bastide_batch_random(bastide_batch* batch, uint32_t turns,
                                         const bastide_buffers* buffers, uint64_t* played,
                                         bastide_error* error);

/* --- what a learner sees (BASTIDE_2) --------------------------------------------------------- */

#define BASTIDE_PLANES 32
#define BASTIDE_WINDOW 25 /* cells to a side: the middle of the board is in its middle */

/* Where what is seen of n games goes, n = 1 for a single game; each may be null. `tokens`, `rows`
 * and `tables` are those of bastide_buffers. */
typedef struct bastide_sight {
    int16_t* tokens;    /* [n][BASTIDE_TOKEN_ROWS][BASTIDE_TOKEN_COLUMNS] */
    uint16_t* rows;     /* [n] */
    int16_t* tables;    /* [n][BASTIDE_TABLE_COLUMNS] */
    uint8_t* planes;    /* [n][BASTIDE_PLANES][BASTIDE_WINDOW][BASTIDE_WINDOW] by y, then x */
    int8_t* origins;    /* [n][2] x, y of the window's first cell */
    uint8_t* overflows; /* [n] BASTIDE_ROWS_LEFT_OUT, BASTIDE_CELLS_LEFT_OUT, added */
} bastide_sight;

BASTIDE_API int32_t bastide_game_see(const bastide_game* game, const bastide_sight* sight,
                                     bastide_error* error);
BASTIDE_API int32_t bastide_batch_see(bastide_batch* batch, const bastide_sight* sight,
                                      bastide_error* error);
/* The planes as a JSON list of {"first", "count", "name", "meaning"}. */
BASTIDE_API int32_t bastide_planes(char* text, size_t capacity, size_t* needed,
                                   bastide_error* error);

/* --- boxes that are wider (BASTIDE_3) -------------------------------------------------------- */

#define BASTIDE_MOST_PLAYERS 6
#define BASTIDE_WIDE_TOKEN_ROWS 512
#define BASTIDE_WIDE_TOKEN_COLUMNS 32
#define BASTIDE_WIDE_TABLE_COLUMNS 256

#define BASTIDE_BIG_FOLLOWER 4 /* more of bastide_token */
#define BASTIDE_BUILDER 5
#define BASTIDE_PIG 6

/* `tokens` and `tables` with room for six players, more areas and what the expansions bring (inns,
 * cathedrals, goods, big followers, builders, pigs, second parts of turns), of any box; those of
 * bastide_buffers and bastide_sight are refused where six play. */
typedef struct bastide_wide_sight {
    int16_t* tokens;    /* [n][BASTIDE_WIDE_TOKEN_ROWS][BASTIDE_WIDE_TOKEN_COLUMNS] */
    uint16_t* rows;     /* [n] */
    int16_t* tables;    /* [n][BASTIDE_WIDE_TABLE_COLUMNS] */
    uint8_t* overflows; /* [n] BASTIDE_ROWS_LEFT_OUT */
} bastide_wide_sight;

BASTIDE_API int32_t bastide_game_see_wide(const bastide_game* game, const bastide_wide_sight* sight,
                                          bastide_error* error);
BASTIDE_API int32_t bastide_batch_see_wide(bastide_batch* batch, const bastide_wide_sight* sight,
                                           bastide_error* error);
/* Everybody's points on the track, and if the game ended now. Either may be null; else it has room
 * for BASTIDE_MOST_PLAYERS. (bastide_state and bastide_game_final_scores have no sixth.) */
BASTIDE_API int32_t bastide_game_scores(const bastide_game* game, int32_t* now, int32_t* final,
                                        bastide_error* error);

/* --- a turn in one call (BASTIDE_3) ---------------------------------------------------------- */

typedef struct bastide_turn {
    bastide_move* moves; /* where the legal moves go; null: they are not wanted */
    size_t capacity;     /* so many have room there */
    size_t count;        /* is set: the legal moves. More than `capacity`: none were written */
    uint32_t player;     /* is set: whose turn it is */
    int32_t phase;       /* is set: BASTIDE_PLACE or BASTIDE_OVER */
} bastide_turn;

/* For callers to whom a call is dear: bastide_game_apply of `move`, unless that is null, then
 * bastide_game_deal, then bastide_game_moves of the tile in hand. Refused in a game that was given
 * no seed, and where one of the first two would be. bastide_game_events tells what the move was
 * worth. */
BASTIDE_API int32_t bastide_game_turn(bastide_game* game, const bastide_move* move,
                                      bastide_turn* turn, bastide_error* error);

#ifdef __cplusplus
}
#endif

#endif
