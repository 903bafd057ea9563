#include "server/base/secret.h"

#include <sodium.h>

#include <cstdlib>

namespace bastide::server {
namespace {

/// libsodium wants to be started once before use; it may be asked again from any thread.
void need_sodium() {
    static const bool ready = sodium_init() >= 0;
    if (!ready) std::abort(); // no randomness: nothing here can be right
}

constexpr std::string_view base32 = "abcdefghijklmnopqrstuvwxyz234567";

template <std::size_t size>
std::string hex(const unsigned char (&bytes)[size]) {
    std::string text(2 * size + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes, size);
    text.resize(2 * size);
    return text;
}

} // namespace

Bytes32 random_secret() {
    need_sodium();
    Bytes32 bytes;
    randombytes_buf(bytes.data(), bytes.size());
    return bytes;
}

std::uint64_t random_number() {
    need_sodium();
    std::uint64_t number;
    randombytes_buf(&number, sizeof number);
    return number;
}

std::string random_id() {
    return id_from(random_secret());
}

std::string id_from(const Bytes32& bytes) {
    std::string id;
    for (unsigned i = 0; i < 16; ++i) id += base32[bytes[i] & 31u];
    return id;
}

bool is_id(std::string_view text) {
    return text.size() == 16 && text.find_first_not_of(base32) == std::string_view::npos;
}

Bytes32 sha256(std::span<const unsigned char> bytes) {
    need_sodium();
    Bytes32 hash;
    crypto_hash_sha256(hash.data(), bytes.data(), bytes.size());
    return hash;
}

std::string to_hex(const Bytes32& bytes) {
    unsigned char copy[32];
    std::copy(bytes.begin(), bytes.end(), copy);
    return hex(copy);
}

std::optional<Bytes32> from_hex(std::string_view text) {
    Bytes32 bytes;
    std::size_t written = 0;
    if (text.size() != 64 || sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(),
                                            nullptr, &written, nullptr) != 0) {
        return std::nullopt;
    }
    return written == 32 ? std::optional(bytes) : std::nullopt;
}

} // namespace bastide::server
