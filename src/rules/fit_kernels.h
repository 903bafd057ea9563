#pragma once
// The kernels behind fit.h. Internal. A cell fits a rotation when, on every side that it knows,
// both show the same two bits.

#include "rules/frontier.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#define BASTIDE_X86 1
#include <immintrin.h>
#endif
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace bastide::kernels {

/// Slots of the w-th word that exist.
inline std::uint64_t slots_in_word(unsigned count, unsigned w) {
    const unsigned rest = count - 64 * w;
    return rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
}

template <class Word>
inline void scan_words(unsigned count, unsigned rotations, PlacementSet& found, Word&& word) {
    found.rotations = rotations;
    found.words = (count + 63) / 64;
    unsigned total = 0;
    for (unsigned w = 0; w < found.words; ++w) {
        const std::uint64_t valid = slots_in_word(count, w);
        for (unsigned r = 0; r < rotations; ++r) {
            const std::uint64_t bits = word(w, r) & valid;
            found.fits[r][w] = bits;
            total += static_cast<unsigned>(std::popcount(bits));
        }
    }
    found.count = total;
}

inline void scan_scalar(const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                        unsigned rotations, PlacementSet& found) {
    constexpr std::uint64_t low = 0x5555555555555555u, ones = 0x0101010101010101u;
    scan_words(count, rotations, found, [&](unsigned w, unsigned r) {
        std::uint64_t bits = 0;
        for (unsigned i = 0; i < 8; ++i) {
            std::uint64_t cells;
            std::memcpy(&cells, codes + 64 * w + 8 * i, sizeof cells);
            const std::uint64_t known = ((cells | cells >> 1) & low) * 3;
            const std::uint64_t differ = (cells ^ ones * edges[r]) & known;
            const std::uint64_t zero = ~(((differ & ~(ones << 7)) + ~(ones << 7)) | differ);
            bits |= (((zero & ones << 7) * 0x0002040810204081u) >> 56) << (8 * i);
        }
        return bits;
    });
}

#if defined(BASTIDE_X86)
[[gnu::target("avx2,bmi,bmi2,popcnt,lzcnt")]] inline void
scan_avx2(const EdgeCode* codes, unsigned count, const EdgeCode* edges, unsigned rotations,
          PlacementSet& found) {
    const __m256i low = _mm256_set1_epi8(0x55);
    found.rotations = rotations;
    found.words = (count + 63) / 64;
    unsigned total = 0;
    for (unsigned w = 0; w < found.words; ++w) {
        const std::uint64_t valid = slots_in_word(count, w);
        __m256i cells[2], known[2];
        for (unsigned i = 0; i < 2; ++i) {
            cells[i] =
                _mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes + 64 * w + 32 * i));
            const __m256i some =
                _mm256_and_si256(_mm256_or_si256(cells[i], _mm256_srli_epi16(cells[i], 1)), low);
            known[i] = _mm256_or_si256(some, _mm256_add_epi8(some, some));
        }
        for (unsigned r = 0; r < rotations; ++r) {
            const __m256i tile = _mm256_set1_epi8(static_cast<char>(edges[r]));
            std::uint64_t bits = 0;
            for (unsigned i = 0; i < 2; ++i) {
                const __m256i differ = _mm256_and_si256(_mm256_xor_si256(cells[i], tile), known[i]);
                const auto mask = static_cast<std::uint32_t>(
                    _mm256_movemask_epi8(_mm256_cmpeq_epi8(differ, _mm256_setzero_si256())));
                bits |= std::uint64_t{mask} << (32 * i);
            }
            bits &= valid;
            found.fits[r][w] = bits;
            total += static_cast<unsigned>(__builtin_popcountll(bits));
        }
    }
    found.count = total;
}

[[gnu::target("avx512f,avx512bw,avx512vl,bmi,bmi2,popcnt,lzcnt")]] inline void
scan_avx512(const EdgeCode* codes, unsigned count, const EdgeCode* edges, unsigned rotations,
            PlacementSet& found) {
    const __m512i low = _mm512_set1_epi8(0x55);
    found.rotations = rotations;
    found.words = (count + 63) / 64;
    unsigned total = 0;
    for (unsigned w = 0; w < found.words; ++w) {
        const std::uint64_t valid = slots_in_word(count, w);
        const __m512i cells = _mm512_loadu_si512(codes + 64 * w);
        const __m512i some =
            _mm512_and_si512(_mm512_or_si512(cells, _mm512_srli_epi16(cells, 1)), low);
        const __m512i known = _mm512_or_si512(some, _mm512_add_epi8(some, some));
        for (unsigned r = 0; r < rotations; ++r) {
            const __m512i tile = _mm512_set1_epi8(static_cast<char>(edges[r]));
            const std::uint64_t bits =
                _mm512_mask_testn_epi8_mask(valid, _mm512_xor_si512(cells, tile), known);
            found.fits[r][w] = bits;
            total += static_cast<unsigned>(__builtin_popcountll(bits));
        }
    }
    found.count = total;
}
#endif

#if defined(__wasm_simd128__)
inline void scan_wasm(const EdgeCode* codes, unsigned count, const EdgeCode* edges,
                      unsigned rotations, PlacementSet& found) {
    const v128_t low = wasm_i8x16_splat(0x55);
    found.rotations = rotations;
    found.words = (count + 63) / 64;
    for (unsigned r = 0; r < rotations; ++r) found.fits[r] = {};
    unsigned total = 0;
    for (unsigned base = 0; base < count; base += 16) {
        const std::uint64_t valid = slots_in_word(count, base / 64) >> (base % 64);
        const v128_t cells = wasm_v128_load(codes + base);
        const v128_t some = wasm_v128_and(wasm_v128_or(cells, wasm_u16x8_shr(cells, 1)), low);
        const v128_t known = wasm_v128_or(some, wasm_i8x16_add(some, some));
        for (unsigned r = 0; r < rotations; ++r) {
            const v128_t tile = wasm_i8x16_splat(static_cast<std::int8_t>(edges[r]));
            const v128_t differ = wasm_v128_and(wasm_v128_xor(cells, tile), known);
            const auto mask = static_cast<std::uint64_t>(
                wasm_i8x16_bitmask(wasm_i8x16_eq(differ, wasm_i8x16_splat(0))));
            const std::uint64_t bits = mask & valid & 0xFFFF;
            found.fits[r][base / 64] |= bits << (base % 64);
            total += static_cast<unsigned>(std::popcount(bits));
        }
    }
    found.count = total;
}
#endif

} // namespace bastide::kernels
