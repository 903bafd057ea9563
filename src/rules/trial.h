#pragma once
// The turn in two steps that can be taken back one by one: a search tries many tokens after one
// placement. Neither has events.

#include "rules/choices.h"
#include "rules/journal.h"
#include "rules/move.h"

namespace bastide {

/// As place() and deploy() of rules.h; `change` is overwritten, and undo() takes it back.
void place_quietly(Game& game, Placement placement, Change& change);
void deploy_quietly(Game& game, Deployment deployment, Change& change);

} // namespace bastide
