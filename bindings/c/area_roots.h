#pragma once
// Which nodes of a network stand for their areas, found without branches: the outcome is anyone's
// guess, and a wrong guess costs more than the question.

#include "rules/game.h"

namespace bastide::c {

/// The nodes from `begin` to `end` that stand for their area. A root is the oldest node of its
/// area, so that its tile is the area's first.
template <class Net>
unsigned find_roots(const Net& net, unsigned begin, unsigned end, Node* roots) {
    unsigned count = 0;
    for (unsigned n = begin; n < end; ++n) {
        roots[count] = static_cast<Node>(n);
        count += net.is_root(static_cast<Node>(n)) ? 1u : 0u;
    }
    return count;
}

/// Every node's root, each from an older one's.
template <class Net>
void find_root_of_each(const Net& net, unsigned count, Node* root) {
    for (unsigned n = 0; n < count; ++n) {
        root[n] = static_cast<Node>(n);
        root[n] = root[net.parent[n]];
    }
}

} // namespace bastide::c
