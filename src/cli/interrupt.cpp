#include "cli/interrupt.h"

namespace bastide::cli {
namespace {

std::atomic<bool> seen = false; // a signal has nowhere else to leave it

void note(int) {
    seen = true;
    std::signal(SIGINT, SIG_DFL);
}

} // namespace

const std::atomic<bool>& interrupted() {
    return seen;
}

CatchInterrupt::CatchInterrupt() {
    std::signal(SIGINT, &note);
}

CatchInterrupt::~CatchInterrupt() {
    std::signal(SIGINT, SIG_DFL);
}

} // namespace bastide::cli
