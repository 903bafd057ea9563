#pragma once
// The part of the board around the cursor.

#include "cli/play/canvas.h"
#include "cli/play/session.h"
#include "cli/play/signs.h"

namespace bastide::cli {

/// A part of a canvas.
struct Frame {
    Spot at;
    Size size;
};

void draw_board(Canvas& canvas, Frame frame, const Session& session, const Signs& signs);

/// A figure, two signs wide: what it is and whose.
void draw_token(Canvas& canvas, Spot at, const TokenView& token, const Signs& signs);

} // namespace bastide::cli
