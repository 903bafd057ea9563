#include "rules/internal/fit.h"

#include "rules/internal/fit_kernels.h"
#include "rules/internal/invariants.h"

#include <bit>

namespace bastide {

bool is_supported(Isa isa) {
    switch (isa) {
    case Isa::scalar:
        return true;
#if defined(__wasm_simd128__)
    case Isa::wasm:
        return true;
#endif
#if defined(BASTIDE_X86)
    case Isa::avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case Isa::avx512:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("bmi2");
#endif
    default:
        return false;
    }
}

Isa best_isa() {
    static const Isa best = [] {
        for (const Isa isa : {Isa::avx512, Isa::avx2, Isa::wasm}) {
            if (is_supported(isa)) return isa;
        }
        return Isa::scalar;
    }();
    return best;
}

const char* name(Isa isa) {
    switch (isa) {
    case Isa::scalar:
        return "scalar";
    case Isa::wasm:
        return "wasm-simd128";
    case Isa::avx2:
        return "avx2";
    case Isa::avx512:
        return "avx512";
    }
    return "unknown";
}

namespace {

#if defined(BASTIDE_X86)
BASTIDE_AVX2 void scan_avx2(const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                            PlacementSet& found) {
    kernels::scan<kernels::Avx2>(codes, count, edges, found);
}

BASTIDE_AVX512 void scan_avx512(const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                                PlacementSet& found) {
    kernels::scan<kernels::Avx512>(codes, count, edges, found);
}
#endif

void scan_with(Isa isa, const EdgeCode* codes, unsigned count, const EdgeCode* edges,
               PlacementSet& found) {
    switch (isa) {
#if defined(BASTIDE_X86)
    case Isa::avx512:
        return scan_avx512(codes, count, edges, found);
    case Isa::avx2:
        return scan_avx2(codes, count, edges, found);
#endif
#if defined(__wasm_simd128__)
    case Isa::wasm:
        return kernels::scan<kernels::Wasm>(codes, count, edges, found);
#endif
    default:
        return kernels::scan<kernels::Scalar>(codes, count, edges, found);
    }
}

} // namespace

void scan_codes(Isa isa, const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                PlacementSet& found) {
    scan_with(isa, codes, count, edges, found);
#if BASTIDE_DEBUG_CHECKS
    PlacementSet wanted;
    recompute_placements(codes, count, edges, wanted);
    assert(same_placements(found, wanted));
#endif
}

void scan_frontier(const Box& box, const Position& position, TileIndex tile, PlacementSet& found) {
    scan_codes(best_isa(), position.open.code.data(), position.frontier,
               box.edge_codes[tile].data(), found);
}

SlotPlacement placement_at(const PlacementSet& set, unsigned k) {
    return kernels::pick<kernels::Scalar>(set, k);
}

} // namespace bastide
