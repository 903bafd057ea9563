#pragma once
// Room for a tree that grows while a clock runs: nothing is ever moved, and nothing is given back
// between searches, so that no step takes long.

#include <cstdint>
#include <memory>
#include <vector>

namespace bastide {

template <typename T>
class Pool {
  public:
    /// The index of the first of so many new elements side by side; at most run_limit.
    std::uint32_t add(std::uint32_t count) {
        if ((used_ & mask) + count > chunk_size) used_ = (used_ | mask) + 1;
        const std::uint32_t first = used_;
        used_ += count;
        while (chunks_.size() * chunk_size < used_) {
            chunks_.push_back(std::make_unique_for_overwrite<T[]>(chunk_size));
        }
        return first;
    }

    T& operator[](std::uint32_t index) { return chunks_[index >> bits][index & mask]; }
    const T& operator[](std::uint32_t index) const { return chunks_[index >> bits][index & mask]; }

    std::uint32_t size() const { return used_; }
    void clear() { used_ = 0; }

    static constexpr std::uint32_t run_limit = 1u << 15;

  private:
    static constexpr std::uint32_t bits = 15, chunk_size = run_limit, mask = chunk_size - 1;
    std::vector<std::unique_ptr<T[]>> chunks_;
    std::uint32_t used_ = 0;
};

} // namespace bastide
