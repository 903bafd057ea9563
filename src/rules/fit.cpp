#include "rules/fit.h"

#include "rules/fit_kernels.h"

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

void scan_codes(Isa isa, const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                unsigned rotations, PlacementSet& found) {
    switch (isa) {
#if defined(BASTIDE_X86)
    case Isa::avx512:
        return kernels::scan_avx512(codes, count, edges, rotations, found);
    case Isa::avx2:
        return kernels::scan_avx2(codes, count, edges, rotations, found);
#endif
#if defined(__wasm_simd128__)
    case Isa::wasm:
        return kernels::scan_wasm(codes, count, edges, rotations, found);
#endif
    default:
        return kernels::scan_scalar(codes, count, edges, rotations, found);
    }
}

void scan_frontier(const Box& box, const Position& position, TileIndex tile, PlacementSet& found) {
    scan_codes(best_isa(), position.open.code.data(), position.frontier,
               box.edge_codes[tile].data(), box.rotations[tile], found);
}

SlotPlacement placement_at(const PlacementSet& set, unsigned k) {
    for (unsigned r = 0; r < set.rotations; ++r) {
        for (unsigned w = 0; w < set.words; ++w) {
            std::uint64_t bits = set.fits[r][w];
            const auto here = static_cast<unsigned>(std::popcount(bits));
            if (k >= here) {
                k -= here;
                continue;
            }
            for (; k > 0; --k) bits &= bits - 1;
            return {w * 64 + static_cast<unsigned>(std::countr_zero(bits)),
                    static_cast<Rotation>(r)};
        }
    }
    return {0, 0};
}

} // namespace bastide
