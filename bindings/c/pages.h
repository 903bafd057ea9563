#pragma once
// Memory for many games in large pages: a step visits all of them, and by small pages it would wait
// for the tables that say where each page lies.

#include <cstddef>
#include <cstdint>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace bastide::c {

template <class T>
struct LargePages {
    using value_type = T;
    static constexpr std::size_t page = std::size_t{2} << 20;

    LargePages() = default;
    template <class Other>
    LargePages(const LargePages<Other>&) {}

    T* allocate(std::size_t count) {
        if (count > (SIZE_MAX - page) / sizeof(T)) throw std::bad_array_new_length();
        const std::size_t bytes = (count * sizeof(T) + page - 1) / page * page;
        void* memory = ::operator new(bytes, std::align_val_t{page});
#if defined(__linux__)
        // A hint: without it the same works, slower.
        static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) {
        ::operator delete(static_cast<void*>(memory), std::align_val_t{page});
    }

    template <class Other>
    bool operator==(const LargePages<Other>&) const {
        return true;
    }
};

} // namespace bastide::c
