#pragma once
// Every command adds itself to the program: its options, and what it does when called.

#include "cli/command_line.h"

namespace bastide::cli {

void add_replay(Command app);
void add_moves(Command app);
void add_manual(Command app);
void add_help(Command app);
void add_simulate(Command app);
void add_play(Command app);
void add_perft(Command app);
void add_editions(Command app);
void add_check_data(Command app);
void add_bench(Command app);
void add_render(Command app);
void add_agents(Command app);
void add_arena(Command app);
void add_engine(Command app);
void add_engine_check(Command app);
void add_tune(Command app);
void add_learn(Command app);
void add_network(Command app);
void add_analyze(Command app);
void add_admin(Command app);
void add_db(Command app);
void add_load(Command app);
void add_serve(Command app);
void add_verify(Command app);

} // namespace bastide::cli
