#pragma once
// The terminal a session is played on, by ncurses.

#include "cli/play/session.h"

namespace bastide::cli {

enum class SignChoice : std::uint8_t { by_locale, ascii };

/// Plays until the person leaves. The terminal is then as it was.
void play_on_terminal(Session& session, SignChoice signs);

} // namespace bastide::cli
