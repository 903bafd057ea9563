#pragma once
// The terminal a session is played on, by ncurses.

#include "cli/play/session.h"

namespace bastide::cli {

enum class SignChoice : std::uint8_t { by_locale, ascii };

/// bad_input() where the board cannot be drawn: nothing is known of the terminal, or it has no way
/// to write anywhere but below.
void expect_terminal();

/// Plays until the person leaves. The terminal is then as it was.
void play_on_terminal(Session& session, SignChoice signs);

} // namespace bastide::cli
