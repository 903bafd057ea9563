#pragma once
// What a shell needs to complete the program's commands, options and their words.

#include "cli/command_tree.h"

#include <string>

namespace bastide::cli {

std::string bash_completion(const CommandInfo& root);
std::string zsh_completion(const CommandInfo& root);
std::string fish_completion(const CommandInfo& root);

} // namespace bastide::cli
