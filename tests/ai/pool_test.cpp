#include "ai/search/pool.h"

#include <gtest/gtest.h>

namespace bastide {
namespace {

TEST(Pool, keeps_a_run_together_and_every_element_where_it_is) {
    constexpr std::uint32_t most = Pool<std::uint32_t>::run_limit;
    Pool<std::uint32_t> pool;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> runs; // first index, length
    std::vector<const std::uint32_t*> places;
    for (const std::uint32_t length : {1u, most - 5, 7u, most, 100u, most - 100, 1u}) {
        const std::uint32_t first = pool.add(length);
        EXPECT_EQ(&pool[first + length - 1] - &pool[first], length - 1) << "side by side";
        for (std::uint32_t i = 0; i < length; ++i) pool[first + i] = first + i;
        runs.emplace_back(first, length);
        places.push_back(&pool[first]);
    }
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const auto [first, length] = runs[r];
        EXPECT_EQ(&pool[first], places[r]);
        for (std::uint32_t i = 0; i < length; ++i) ASSERT_EQ(pool[first + i], first + i);
    }
}

TEST(Pool, uses_its_memory_again) {
    Pool<int> pool;
    const int* first = &pool[pool.add(3)];
    pool.clear();
    EXPECT_EQ(pool.size(), 0u);
    EXPECT_EQ(&pool[pool.add(3)], first);
}

} // namespace
} // namespace bastide
