#pragma once
// The manual: pages for man(1), and one page of Markdown with every command.

#include "cli/command_tree.h"

#include <string>
#include <string_view>

namespace bastide::cli {

/// In the language of man(7). `root` names the other pages.
std::string man_page(const CommandInfo& command, const CommandInfo& root, std::string_view version);
std::string markdown_page(const CommandInfo& root);

} // namespace bastide::cli
