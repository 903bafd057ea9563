#pragma once
// The kernels behind area_network.cpp. Internal. Each multiplies pairs of 16-bit numbers and adds
// both products to a sum of 32 bits; sums wrap, so that all kernels agree bit by bit whatever the
// weights are. Everything else is loops that the compiler vectorises for the machine at hand.

#include "ai/network/weights.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#define BASTIDE_NETWORK_X86 1
#include <immintrin.h>
#define BASTIDE_NETWORK_AVX2 [[gnu::target("avx2")]]
#define BASTIDE_NETWORK_AVX512 [[gnu::target("avx512f,avx512bw,avx512vl,avx2")]]
#endif
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif
#define BASTIDE_NETWORK_INLINE [[gnu::always_inline]] inline

namespace bastide::network {

/// Two inputs as one number of 32 bits.
BASTIDE_NETWORK_INLINE std::int32_t pair_at(const std::int16_t* inputs, unsigned pair) {
    std::int32_t both;
    std::memcpy(&both, inputs + 2 * pair, sizeof both);
    return both;
}

struct Scalar {
    template <unsigned outputs>
    static void multiply(const std::int16_t* inputs, unsigned pairs, const std::int16_t* weights,
                         std::int32_t* sums) {
        for (unsigned p = 0; p < pairs; ++p, weights += 2 * outputs) {
            if (pair_at(inputs, p) == 0) continue;
            const int a = inputs[2 * p], b = inputs[2 * p + 1];
            for (unsigned o = 0; o < outputs; ++o) {
                const int both = a * weights[2 * o] + b * weights[2 * o + 1];
                sums[o] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[o]) +
                                                    static_cast<std::uint32_t>(both));
            }
        }
    }
};

#if defined(BASTIDE_NETWORK_X86)
struct Avx2 {
    template <unsigned outputs>
    BASTIDE_NETWORK_AVX2 static void multiply(const std::int16_t* inputs, unsigned pairs,
                                              const std::int16_t* weights, std::int32_t* sums) {
        constexpr unsigned registers = outputs / 8;
        __m256i sum[registers];
        for (unsigned r = 0; r < registers; ++r) {
            sum[r] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums + 8 * r));
        }
        for (unsigned p = 0; p < pairs; ++p, weights += 2 * outputs) {
            const std::int32_t both = pair_at(inputs, p);
            if (both == 0) continue;
            const __m256i input = _mm256_set1_epi32(both);
            for (unsigned r = 0; r < registers; ++r) {
                const __m256i weight =
                    _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights + 16 * r));
                sum[r] = _mm256_add_epi32(sum[r], _mm256_madd_epi16(input, weight));
            }
        }
        for (unsigned r = 0; r < registers; ++r) {
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + 8 * r), sum[r]);
        }
    }
};

struct Avx512 {
    template <unsigned outputs>
    BASTIDE_NETWORK_AVX512 static void multiply(const std::int16_t* inputs, unsigned pairs,
                                                const std::int16_t* weights, std::int32_t* sums) {
        constexpr unsigned registers = outputs / 16;
        __m512i sum[registers];
        for (unsigned r = 0; r < registers; ++r) sum[r] = _mm512_loadu_si512(sums + 16 * r);
        for (unsigned p = 0; p < pairs; ++p, weights += 2 * outputs) {
            const std::int32_t both = pair_at(inputs, p);
            if (both == 0) continue;
            const __m512i input = _mm512_set1_epi32(both);
            for (unsigned r = 0; r < registers; ++r) {
                const __m512i weight = _mm512_loadu_si512(weights + 32 * r);
                sum[r] = _mm512_add_epi32(sum[r], _mm512_madd_epi16(input, weight));
            }
        }
        for (unsigned r = 0; r < registers; ++r) _mm512_storeu_si512(sums + 16 * r, sum[r]);
    }
};
#endif

#if defined(__wasm_simd128__)
struct Wasm {
    template <unsigned outputs>
    static void multiply(const std::int16_t* inputs, unsigned pairs, const std::int16_t* weights,
                         std::int32_t* sums) {
        constexpr unsigned registers = outputs / 4;
        v128_t sum[registers];
        for (unsigned r = 0; r < registers; ++r) sum[r] = wasm_v128_load(sums + 4 * r);
        for (unsigned p = 0; p < pairs; ++p, weights += 2 * outputs) {
            const std::int32_t both = pair_at(inputs, p);
            if (both == 0) continue;
            const v128_t input = wasm_i32x4_splat(both);
            for (unsigned r = 0; r < registers; ++r) {
                const v128_t weight = wasm_v128_load(weights + 8 * r);
                sum[r] = wasm_i32x4_add(sum[r], wasm_i32x4_dot_i16x8(input, weight));
            }
        }
        for (unsigned r = 0; r < registers; ++r) wasm_v128_store(sums + 4 * r, sum[r]);
    }
};
#endif

using Vector = std::array<std::int16_t, width>;

BASTIDE_NETWORK_INLINE std::int16_t clipped(int value) {
    return static_cast<std::int16_t>(std::clamp(value, 0, most_activation));
}

/// A layer and what is left of its sums: nothing below zero, nothing above the most.
template <class Kernel, unsigned inputs, unsigned outputs>
BASTIDE_NETWORK_INLINE void apply_layer(const Layer<inputs, outputs>& layer, const std::int16_t* in,
                                        std::int16_t* out) {
    alignas(64) std::array<std::int32_t, outputs> sums = layer.bias;
    Kernel::template multiply<outputs>(in, inputs / 2, layer.weight.data(), sums.data());
    for (unsigned o = 0; o < outputs; ++o) out[o] = clipped(sums[o] >> weight_bits);
}

/// The whole network; the result in 1 / points_one.
template <class Kernel>
BASTIDE_NETWORK_INLINE std::int32_t run(const NetworkWeights& weights, const AreaTokens& tokens) {
    const auto add_rows = [](Vector& sum, const auto& rows, const std::uint16_t* row,
                             unsigned count) {
        sum = rows[row[0]];
        for (unsigned i = 1; i < count; ++i) {
            const auto& more = rows[row[i]];
            for (unsigned k = 0; k < width; ++k) {
                sum[k] = static_cast<std::int16_t>(static_cast<std::uint16_t>(sum[k]) +
                                                   static_cast<std::uint16_t>(more[k]));
            }
        }
        for (std::int16_t& number : sum) number = clipped(number);
    };
    alignas(64) std::array<std::int16_t, head_inputs> pooled = {};
    alignas(64) Vector in, out;
    std::uint32_t direct = 0;
    for (unsigned t = 0; t < tokens.count; ++t) {
        const AreaToken& token = tokens.token[t];
        add_rows(in, weights.row, token.row.data(), token.count);
        apply_layer<Kernel>(weights.token[static_cast<unsigned>(token.kind)], in.data(),
                            out.data());
        std::int16_t* pool = pooled.data() + width * pool_of(token.kind, token.whose);
        for (unsigned k = 0; k < width; ++k) { // none is below zero
            pool[k] = static_cast<std::int16_t>(std::min(pool[k] + out[k], 0x7FFF));
        }
        for (unsigned i = 0; i < token.count; ++i) {
            direct += static_cast<std::uint32_t>(
                int{weights.direct[token.row[i]][static_cast<unsigned>(token.whose)]});
        }
    }
    add_rows(in, weights.global, tokens.global.data(), tokens.globals);
    std::copy_n(in.begin(), width, pooled.begin() + pools * width);
    for (unsigned i = 0; i < tokens.globals; ++i) {
        direct += static_cast<std::uint32_t>(int{weights.global_direct[tokens.global[i]]});
    }
    apply_layer<Kernel>(weights.first, pooled.data(), in.data());
    apply_layer<Kernel>(weights.second, in.data(), out.data());
    std::uint32_t sum = static_cast<std::uint32_t>(weights.out_bias) + (direct << direct_bits);
    for (unsigned k = 0; k < narrow; ++k) {
        sum += static_cast<std::uint32_t>(out[k] * weights.out[k]);
    }
    return static_cast<std::int32_t>(sum);
}

} // namespace bastide::network
