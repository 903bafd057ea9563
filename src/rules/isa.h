#pragma once
// What the machine can do for the search of placements.

#include <cstdint>

namespace bastide {

/// From slow to fast. `wasm` is the browser's 128-bit vectors.
enum class Isa : std::uint8_t { scalar, wasm, avx2, avx512 };

/// The fastest kernel of this build that this machine runs.
Isa best_isa();
bool is_supported(Isa isa);
const char* name(Isa isa);

} // namespace bastide
