#pragma once
// e to the power of x with the same bits on every machine, which a C library does not promise.

#include <cmath>

namespace bastide {

/// For x up to 0, off by at most 0.502 units in the last place: 2^(k/32) from a table times a
/// polynomial for the rest, by the method and the coefficients of Arm's optimized routines, which
/// glibc and musl have too. Only sums and products of doubles, in this order.
inline float exact_exp(float x) {
    // clang-format off
    constexpr double powers[32] = {
        0x1.0000000000000p+0, 0x1.059b0d3158574p+0, 0x1.0b5586cf9890fp+0, 0x1.11301d0125b51p+0,
        0x1.172b83c7d517bp+0, 0x1.1d4873168b9aap+0, 0x1.2387a6e756238p+0, 0x1.29e9df51fdee1p+0,
        0x1.306fe0a31b715p+0, 0x1.371a7373aa9cbp+0, 0x1.3dea64c123422p+0, 0x1.44e086061892dp+0,
        0x1.4bfdad5362a27p+0, 0x1.5342b569d4f82p+0, 0x1.5ab07dd485429p+0, 0x1.6247eb03a5585p+0,
        0x1.6a09e667f3bcdp+0, 0x1.71f75e8ec5f74p+0, 0x1.7a11473eb0187p+0, 0x1.82589994cce13p+0,
        0x1.8ace5422aa0dbp+0, 0x1.93737b0cdc5e5p+0, 0x1.9c49182a3f090p+0, 0x1.a5503b23e255dp+0,
        0x1.ae89f995ad3adp+0, 0x1.b7f76f2fb5e47p+0, 0x1.c199bdd85529cp+0, 0x1.cb720dcef9069p+0,
        0x1.d5818dcfba487p+0, 0x1.dfc97337b9b5fp+0, 0x1.ea4afa2a490dap+0, 0x1.f50765b6e4540p+0};
    // clang-format on
    if (x < -104) return 0; // no float is that small
    const double steps = static_cast<double>(x) * (0x1.71547652b82fep+0 * 32);
    const double whole = std::nearbyint(steps), rest = steps - whole;
    const int k = static_cast<int>(whole);
    const double scale = std::ldexp(powers[k & 31], k >> 5);
    const double high = 0x1.c6af84b912394p-20 * rest + 0x1.ebfce50fac4f3p-13;
    const double low = 0x1.62e42ff0c52d6p-6 * rest + 1;
    return static_cast<float>((high * (rest * rest) + low) * scale);
}

} // namespace bastide
