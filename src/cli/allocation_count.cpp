#include "cli/allocation_count.h"

#include <cstdlib>
#include <new>

// ThreadSanitizer brings an operator new that cannot be replaced: nothing is counted there.
#if defined(__SANITIZE_THREAD__)
#define BASTIDE_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BASTIDE_COUNTS_ALLOCATIONS 0
#endif
#endif
#if !defined(BASTIDE_COUNTS_ALLOCATIONS)
#define BASTIDE_COUNTS_ALLOCATIONS 1
#endif

namespace {
thread_local std::uint64_t count = 0;
}

namespace bastide::cli {
std::uint64_t allocations_of_this_thread() {
    return count;
}
} // namespace bastide::cli

#if BASTIDE_COUNTS_ALLOCATIONS
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
#endif
