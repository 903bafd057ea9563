#pragma once
// Random secrets, their hashes and their text forms.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bastide::server {

using Bytes32 = std::array<unsigned char, 32>;

/// From the system's generator.
Bytes32 random_secret();
std::uint64_t random_number();
/// 80 random bits in 16 letters and digits: the id of a table or a user.
std::string random_id();
std::string id_from(const Bytes32& bytes);
bool is_id(std::string_view text);

Bytes32 sha256(std::span<const unsigned char> bytes);
std::string to_hex(const Bytes32& bytes);
std::optional<Bytes32> from_hex(std::string_view text);

} // namespace bastide::server
