#pragma once
// The kernels behind fit.h. Internal. A cell fits a rotation when, on every side that it knows,
// both show the same two bits. Each kernel answers for 64 slots and four rotations at once; a
// rotation that is no move of its own has edge code 0, which fits no cell of the frontier.

#include "rules/frontier.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#define BASTIDE_X86 1
#include <immintrin.h>
#define BASTIDE_AVX2 [[gnu::target("avx2,bmi,bmi2,popcnt,lzcnt")]]
#define BASTIDE_AVX512 [[gnu::target("avx512f,avx512bw,avx512vl,avx2,bmi,bmi2,popcnt,lzcnt")]]
#endif
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif
#define BASTIDE_INLINE [[gnu::always_inline]] inline

// A condition that no history tells: a compiler that may choose between two values and a jump takes
// the values. Where it cannot be told so, it chooses by itself, as it does for WebAssembly, whose
// engine chooses again.
#if !defined(__wasm__) && defined(__has_builtin) && __has_builtin(__builtin_unpredictable)
#define BASTIDE_UNPREDICTABLE(condition) __builtin_unpredictable(condition)
#else
#define BASTIDE_UNPREDICTABLE(condition) (condition)
#endif

namespace bastide::kernels {

/// Slots that fit, one set of bits a rotation.
using Masks = std::array<std::uint64_t, 4>;

/// Slots of the w-th word that exist.
BASTIDE_INLINE std::uint64_t slots_in_word(unsigned count, unsigned w) {
    const unsigned rest = count - 64 * w;
    return rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
}

/// Eight cells in one register.
struct Scalar {
    static Masks masks(const EdgeCode* codes, std::uint64_t valid, const EdgeCode* edges) {
        constexpr std::uint64_t low = 0x5555555555555555u, ones = 0x0101010101010101u;
        Masks found = {};
        for (unsigned i = 0; i < 8; ++i) {
            std::uint64_t cells;
            std::memcpy(&cells, codes + 8 * i, sizeof cells);
            const std::uint64_t known = ((cells | cells >> 1) & low) * 3;
            for (unsigned r = 0; r < 4; ++r) {
                const std::uint64_t differ = (cells ^ ones * edges[r]) & known;
                const std::uint64_t zero = ~(((differ & ~(ones << 7)) + ~(ones << 7)) | differ);
                const std::uint64_t bits = ((zero & ones << 7) * 0x0002040810204081u) >> 56;
                found[r] |= (bits << (8 * i)) & valid;
            }
        }
        return found;
    }
    static unsigned select(std::uint64_t bits, unsigned k) {
        unsigned at = 0;
        for (unsigned width = 32; width >= 1; width /= 2) {
            const std::uint64_t lower = bits & ((std::uint64_t{1} << width) - 1);
            const auto below = static_cast<unsigned>(std::popcount(lower));
            const bool above = k >= below;
            k -= above ? below : 0;
            at += above ? width : 0;
            bits = above ? bits >> width : lower;
        }
        return at;
    }
};

#if defined(BASTIDE_X86)
struct Avx2 {
    BASTIDE_AVX2 static Masks masks(const EdgeCode* codes, std::uint64_t valid,
                                    const EdgeCode* edges) {
        const __m256i low = _mm256_set1_epi8(0x55);
        Masks found = {};
        for (unsigned i = 0; i < 2; ++i) {
            const __m256i cells =
                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes + 32 * i));
            const __m256i some =
                _mm256_and_si256(_mm256_or_si256(cells, _mm256_srli_epi16(cells, 1)), low);
            const __m256i known = _mm256_or_si256(some, _mm256_add_epi8(some, some));
            for (unsigned r = 0; r < 4; ++r) {
                const __m256i tile = _mm256_set1_epi8(static_cast<char>(edges[r]));
                const __m256i differ = _mm256_and_si256(_mm256_xor_si256(cells, tile), known);
                const auto bits = static_cast<std::uint32_t>(
                    _mm256_movemask_epi8(_mm256_cmpeq_epi8(differ, _mm256_setzero_si256())));
                found[r] |= (std::uint64_t{bits} << (32 * i)) & valid;
            }
        }
        return found;
    }
    // Deposit is slow on some machines that have AVX2 and nothing newer.
    BASTIDE_AVX2 static unsigned select(std::uint64_t bits, unsigned k) {
        return Scalar::select(bits, k);
    }
};

struct Avx512 {
    BASTIDE_AVX512 static Masks masks(const EdgeCode* codes, std::uint64_t valid,
                                      const EdgeCode* edges) {
        const __m512i low = _mm512_set1_epi8(0x55);
        const __m512i cells = _mm512_loadu_si512(codes);
        const __m512i some =
            _mm512_and_si512(_mm512_or_si512(cells, _mm512_srli_epi16(cells, 1)), low);
        const __m512i known = _mm512_or_si512(some, _mm512_add_epi8(some, some));
        Masks found;
        for (unsigned r = 0; r < 4; ++r) {
            const __m512i tile = _mm512_set1_epi8(static_cast<char>(edges[r]));
            found[r] = _mm512_mask_testn_epi8_mask(valid, _mm512_xor_si512(cells, tile), known);
        }
        return found;
    }
    BASTIDE_AVX512 static unsigned select(std::uint64_t bits, unsigned k) {
        return static_cast<unsigned>(__builtin_ctzll(_pdep_u64(std::uint64_t{1} << k, bits)));
    }
};
#endif

#if defined(__wasm_simd128__)
struct Wasm {
    static Masks masks(const EdgeCode* codes, std::uint64_t valid, const EdgeCode* edges) {
        const v128_t low = wasm_i8x16_splat(0x55);
        Masks found = {};
        for (unsigned i = 0; i < 4 && valid >> (16 * i) != 0; ++i) {
            const v128_t cells = wasm_v128_load(codes + 16 * i);
            const v128_t some = wasm_v128_and(wasm_v128_or(cells, wasm_u16x8_shr(cells, 1)), low);
            const v128_t known = wasm_v128_or(some, wasm_i8x16_add(some, some));
            for (unsigned r = 0; r < 4; ++r) {
                const v128_t tile = wasm_i8x16_splat(static_cast<std::int8_t>(edges[r]));
                const v128_t differ = wasm_v128_and(wasm_v128_xor(cells, tile), known);
                const auto bits = static_cast<std::uint64_t>(
                    wasm_i8x16_bitmask(wasm_i8x16_eq(differ, wasm_i8x16_splat(0))));
                found[r] |= ((bits & 0xFFFF) << (16 * i)) & valid;
            }
        }
        return found;
    }
    static unsigned select(std::uint64_t bits, unsigned k) { return Scalar::select(bits, k); }
};
#endif

/// Every placement: the whole set is kept.
template <class Kernel>
BASTIDE_INLINE void scan(const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                         PlacementSet& found) {
    found.words = (count + 63) / 64;
    found.counts = {};
    for (unsigned w = 0; w < found.words; ++w) {
        const Masks masks = Kernel::masks(codes + 64 * w, slots_in_word(count, w), edges);
        for (unsigned r = 0; r < 4; ++r) {
            found.fits[r][w] = masks[r];
            found.counts[r] += static_cast<unsigned>(std::popcount(masks[r]));
        }
    }
    found.count = found.counts[0] + found.counts[1] + found.counts[2] + found.counts[3];
}

/// Which of four rotations the k-th placement has, and its rank among that rotation's slots.
struct RotationRank {
    unsigned rotation;
    unsigned rank;
};
BASTIDE_INLINE RotationRank rotation_of(const std::array<unsigned, 4>& counts, unsigned k) {
    const std::array<unsigned, 4> begin = {0, counts[0], counts[0] + counts[1],
                                           counts[0] + counts[1] + counts[2]};
    const unsigned r =
        (k >= begin[1] ? 1u : 0u) + (k >= begin[2] ? 1u : 0u) + (k >= begin[3] ? 1u : 0u);
    return {r, k - begin[r]};
}

/// The k-th placement of the set: by rotation, then slot.
template <class Kernel>
BASTIDE_INLINE SlotPlacement pick(const PlacementSet& set, unsigned k) {
    auto [r, rank] = rotation_of(set.counts, k);
    unsigned w = 0;
    while (w + 1 < set.words) {
        const auto here = static_cast<unsigned>(std::popcount(set.fits[r][w]));
        if (rank < here) break;
        rank -= here;
        ++w;
    }
    return {w * 64 + Kernel::select(set.fits[r][w], rank), static_cast<Rotation>(r)};
}

} // namespace bastide::kernels
