#pragma once

#include <cstddef>

namespace bastide::testing_support {

/// Whether a sanitizer watches, which makes everything slower and larger.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

} // namespace bastide::testing_support

/// What the program has allocated and not freed, as a sanitizer counts it; null where none watches.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes() __attribute__((weak));
