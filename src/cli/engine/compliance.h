#pragma once
// Whether a program keeps to the engine protocol: one check after the other, each with its result.

#include "cli/engine/client.h"

#include <functional>
#include <string>

namespace bastide::cli {

struct CheckResult {
    std::string what;
    std::string wrong; // nothing: it is right
    std::string note;
};

/// Calls `tell` with each result as it comes. The program is started anew after it has failed.
void check_engine(const ProgramSpec& spec, const std::function<void(const CheckResult&)>& tell);

} // namespace bastide::cli
