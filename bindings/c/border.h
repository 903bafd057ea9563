#pragma once
// The border of the C library: what is thrown stays inside, what goes wrong is a status with text.

#include "ai/agent.h"
#include "bindings/c/bastide.h"
#include "bindings/shared/session.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bastide::c {

inline std::int32_t fail(bastide_error* error, bastide_status status, std::string_view text) {
    if (error != nullptr) {
        error->status = status;
        const std::size_t size = std::min(text.size(), sizeof error->text - 1);
        std::memcpy(error->text, text.data(), size);
        error->text[size] = '\0';
    }
    return status;
}
inline std::int32_t refuse(bastide_error* error, RuleViolation violation) {
    return fail(error, BASTIDE_REFUSED, code(violation));
}
inline std::int32_t null_argument(bastide_error* error) {
    return fail(error, BASTIDE_BAD_ARGUMENT, "an argument is null");
}

/// Calls; memory that is not there is all that can be thrown inside.
template <class Call>
std::int32_t guarded(bastide_error* error, Call&& call) {
    fail(error, BASTIDE_OK, "");
    try {
        return call();
    } catch (const std::bad_alloc&) {
        return fail(error, BASTIDE_OUT_OF_MEMORY, "out of memory");
    } catch (...) {
        return fail(error, BASTIDE_FAILED, "something was thrown");
    }
}

/// Where a caller wants text.
struct TextBuffer {
    char* text;
    std::size_t capacity;
    std::size_t* needed;
};
inline std::int32_t give(const TextBuffer& buffer, std::string_view text, bastide_error* error) {
    if (buffer.needed != nullptr) *buffer.needed = text.size() + 1;
    if (buffer.capacity < text.size() + 1) {
        return fail(error, BASTIDE_TOO_SMALL, "the buffer is too small");
    }
    if (buffer.text == nullptr) return null_argument(error);
    std::memcpy(buffer.text, text.data(), text.size());
    buffer.text[text.size()] = '\0';
    return BASTIDE_OK;
}

/// Where a caller wants a list.
template <class T>
struct ListBuffer {
    T* items;
    std::size_t capacity;
    std::size_t* count;

    std::int32_t give(std::span<const T> list, bastide_error* error) const {
        if (count == nullptr || (items == nullptr && capacity > 0)) return null_argument(error);
        *count = list.size();
        if (capacity < list.size()) {
            return fail(error, BASTIDE_TOO_SMALL, "the buffer is too small");
        }
        std::copy(list.begin(), list.end(), items);
        return BASTIDE_OK;
    }
};

/// The record that a setup begins, or nothing and the error.
std::optional<Record> begin(const bastide_setup& setup, bastide_error* error);

/// The limits, those of the agent's description if there are none; nothing and the error if they
/// are out of range.
std::optional<Budget> budget_of(const bastide_agent& agent, const bastide_limits* limits,
                                bastide_error* error);

} // namespace bastide::c

struct bastide_agent {
    bastide::AgentSpec spec;
    std::unique_ptr<bastide::Agent> player;
};

struct bastide_game {
    std::unique_ptr<bastide::binding::Session> session;
    bastide::Change latest;                   // of the latest call, if that was a move
    mutable std::vector<bastide_move> listed; // kept for its memory
};
