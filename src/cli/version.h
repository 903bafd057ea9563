#pragma once
// What `bastide --version` says: enough for a report about a fault.

#include <string>

namespace bastide::cli {

/// Name, version, commit, compiler, and the kernels this machine can run.
std::string version_text();

} // namespace bastide::cli
