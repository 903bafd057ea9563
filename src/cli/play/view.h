#pragma once
// A session as signs on a screen.

#include "cli/play/canvas.h"
#include "cli/play/session.h"
#include "cli/play/signs.h"

namespace bastide::cli {

inline constexpr Size least_screen = {80, 24};

bool is_too_small(Size screen);

/// Too small a screen shows only how large it has to be.
Canvas draw(const Session& session, Size screen, const Signs& signs);

} // namespace bastide::cli
