#include "cli/version.h"

#include "rules/isa.h"

#include <fmt/core.h>

namespace bastide::cli {

extern const char* const source_commit; // written by tools/write_commit

std::string version_text() {
    std::string kernels;
    for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512}) {
        if (!is_supported(isa)) continue;
        kernels += fmt::format("{}{}{}", kernels.empty() ? "" : ", ", name(isa),
                               isa == best_isa() ? " (used)" : "");
    }
    return fmt::format("bastide {}\ncommit {}\ncompiler {}\nkernels {}", BASTIDE_VERSION,
                       source_commit, __VERSION__, kernels);
}

} // namespace bastide::cli
