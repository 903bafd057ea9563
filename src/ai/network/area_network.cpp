#include "ai/network/area_network.h"

#include "ai/network/network_kernels.h"

namespace bastide {
namespace {

#if defined(BASTIDE_NETWORK_X86)
BASTIDE_NETWORK_AVX2 std::int32_t run_avx2(const NetworkWeights& weights,
                                           const AreaTokens& tokens) {
    return network::run<network::Avx2>(weights, tokens);
}
BASTIDE_NETWORK_AVX512 std::int32_t run_avx512(const NetworkWeights& weights,
                                               const AreaTokens& tokens) {
    return network::run<network::Avx512>(weights, tokens);
}
#endif

} // namespace

std::int32_t run_network(const NetworkWeights& weights, const AreaTokens& tokens, Isa isa) {
    switch (isa) {
#if defined(BASTIDE_NETWORK_X86)
    case Isa::avx512:
        return run_avx512(weights, tokens);
    case Isa::avx2:
        return run_avx2(weights, tokens);
#endif
#if defined(__wasm_simd128__)
    case Isa::wasm:
        return network::run<network::Wasm>(weights, tokens);
#endif
    default:
        return network::run<network::Scalar>(weights, tokens);
    }
}

} // namespace bastide
