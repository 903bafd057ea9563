/* Plays game 0 of a seed between two computer players and prints its record: the same line as
 *     bastide simulate --edition EDITION --agents AGENT --seed SEED --games 1 --records -
 * but for the players' names.
 *
 * usage: play EDITION AGENT SEED
 * build: cc play.c $(pkg-config --cflags --libs bastide)
 */
#include <bastide.h>

#include <stdio.h>
#include <stdlib.h>

static void must(int32_t status, const bastide_error* error) {
    if (status == BASTIDE_OK) return;
    fprintf(stderr, "play: %s\n", error->text);
    exit(1);
}

int main(int argc, char** argv) {
    bastide_setup setup = {0};
    bastide_error error;
    bastide_game* game = NULL;
    bastide_agent* agents[2] = {NULL, NULL};
    bastide_state state;
    bastide_move move;
    uint64_t seed, chance;
    size_t needed = 0;
    char* record;
    int i;

    if (argc != 4) {
        fprintf(stderr, "usage: play EDITION AGENT SEED\n");
        return 2;
    }
    setup.edition = argv[1];
    setup.players = 2;
    seed = strtoull(argv[3], NULL, 10);
    must(bastide_game_new(&setup, &game, &error), &error);
    must(bastide_game_seed(game, bastide_deck_seed(seed, 0), &error), &error);
    for (i = 0; i < 2; ++i) must(bastide_agent_new(argv[2], &agents[i], &error), &error);

    chance = bastide_move_seed(seed, 0);
    must(bastide_game_state(game, &state, &error), &error);
    while (state.phase != BASTIDE_OVER) {
        must(bastide_game_deal(game, &error), &error);
        must(bastide_game_state(game, &state, &error), &error);
        if (state.phase == BASTIDE_OVER) break; /* no tile was left that fits */
        must(bastide_agent_choose(agents[state.player], game, NULL, &chance, &move, &error),
             &error);
        must(bastide_game_apply(game, &move, &error), &error);
        must(bastide_game_state(game, &state, &error), &error);
    }

    bastide_game_text(game, BASTIDE_RECORD, NULL, 0, &needed, NULL); /* how long it is */
    record = malloc(needed);
    if (record == NULL) return 1;
    must(bastide_game_text(game, BASTIDE_RECORD, record, needed, &needed, &error), &error);
    puts(record);

    free(record);
    for (i = 0; i < 2; ++i) bastide_agent_free(agents[i]);
    bastide_game_free(game);
    return 0;
}
