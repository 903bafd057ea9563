#pragma once
// Every command adds itself to the program: its options, and what it does when called.

#include <CLI/CLI.hpp>

namespace bastide::cli {

void add_replay(CLI::App& app);
void add_moves(CLI::App& app);
void add_simulate(CLI::App& app);
void add_perft(CLI::App& app);
void add_editions(CLI::App& app);
void add_check_data(CLI::App& app);
void add_bench(CLI::App& app);
void add_render(CLI::App& app);
void add_arena(CLI::App& app);
void add_tune(CLI::App& app);
void add_learn(CLI::App& app);
void add_analyze(CLI::App& app);
void add_db(CLI::App& app);
void add_load(CLI::App& app);
void add_serve(CLI::App& app);
void add_verify(CLI::App& app);

} // namespace bastide::cli
