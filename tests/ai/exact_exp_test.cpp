#include "ai/search/exact_exp.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bastide {
namespace {

// That the bits are the same in WebAssembly is held by the golden values.
TEST(ExactExp, is_the_float_next_to_the_power) {
    EXPECT_EQ(exact_exp(0.0f), 1.0f);
    EXPECT_EQ(exact_exp(-200.0f), 0.0f);
    EXPECT_EQ(exact_exp(-std::numeric_limits<float>::infinity()), 0.0f);
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(-0x1.0p-30f);
         bits < std::bit_cast<std::uint32_t>(-87.0f); bits += 1009) {
        const float x = std::bit_cast<float>(bits);
        const double power = std::exp(static_cast<double>(x));
        const float near = static_cast<float>(power);
        const double unit =
            static_cast<double>(near) - static_cast<double>(std::nextafter(near, 0.0f));
        ASSERT_LE(std::abs(static_cast<double>(exact_exp(x)) - power), 1.01 * unit) << x;
    }
}

} // namespace
} // namespace bastide
