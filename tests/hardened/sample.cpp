// A small program built as the release is, for tools/check_hardened: a buffer on the stack for the
// canary, copies of unknown length for _FORTIFY_SOURCE, functions behind pointers for CET.

#include <array>
#include <cstdio>
#include <cstring>
#include <utility>

namespace {

template <std::size_t number>
std::size_t copied(const char* text, std::size_t size) {
    char buffer[64 + number] = {};
    std::memcpy(buffer, text, size);
    std::snprintf(buffer + size, sizeof buffer - size, "%zu", number);
    return std::strlen(buffer);
}

template <std::size_t... numbers>
constexpr auto table(std::index_sequence<numbers...>) {
    return std::array{&copied<numbers>...};
}

} // namespace

int main(int count, char** arguments) {
    constexpr auto functions = table(std::make_index_sequence<40>());
    std::size_t sum = 0;
    for (int i = 1; i < count; ++i) {
        const std::size_t size = std::strlen(arguments[i]);
        sum += functions[size % functions.size()](arguments[i], size);
    }
    return sum == 1;
}
