#include "ai/levels.h"

namespace bastide {
namespace {

constexpr Level known[] = {
    // Sees the points that lie on the table, every token as its owner's alone; errs a lot.
    {"beginner", "greedy:completion=0;fields=0;sharing=0;noise=6"},
    // Sees who has the majority and what may be completed; fields are not for him.
    {"casual", "greedy:fields=0;noise=4"},
    // Everything on the board counts; followers are there to be spent.
    {"regular", "greedy"},
    // Keeps followers for later.
    {"keen", "greedy:economy=1"},
    // Has played thousands of games, and goes by experience without looking ahead.
    {"expert", "bastide:nodes=1"},
    // Experience, and looks ahead.
    {"master", "bastide:time=0.5"},
};

} // namespace

std::span<const Level> levels() {
    return known;
}

} // namespace bastide
