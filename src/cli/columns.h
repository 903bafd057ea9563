#pragma once
// Text as wide as a terminal shows it.

#include <string>
#include <string_view>

namespace bastide::cli {

inline constexpr int terminal_columns = 80;

/// Takes one sign off the front of a text that is not empty; '?' for what is broken.
char32_t take_sign(std::string_view& utf8);

/// The columns a sign takes: two those of East Asia and pictures, none what stands upon another.
int width_of(char32_t sign);

/// How a text that is too long goes on: in lines of this width, moved in by so much.
struct Fold {
    int width = terminal_columns;
    int indent = 2;
};
/// As many words as stand in a line; what follows is left. A word longer than a line is broken.
std::string take_line(std::string& text, Fold fold);
/// The lines of a text, without the end of the last.
std::string folded(std::string text, Fold fold = {});

} // namespace bastide::cli
