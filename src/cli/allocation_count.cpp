#include "cli/allocation_count.h"

#include <cstdlib>
#include <new>

namespace {
thread_local std::uint64_t count = 0;
}

namespace bastide::cli {
std::uint64_t allocations_of_this_thread() {
    return count;
}
} // namespace bastide::cli

// Replaces the program's operator new: the standard's own way to see every allocation.
void* operator new(std::size_t size) {
    ++count;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
