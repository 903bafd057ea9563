#pragma once
// Secrets of games at rest: sealed with a key that lies outside of the database, so that whoever
// reads the database or a backup cannot foresee a running game.

#include "server/base/secret.h"

#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace bastide::server {

class Seal {
  public:
    explicit Seal(const Bytes32& key)
        : key_(key) {}
    ~Seal();
    Seal(const Seal&) = delete;
    Seal& operator=(const Seal&) = delete;

    /// Names the key and tells nothing of it.
    std::string key_id() const;

    /// Bytes that nobody without the key can tell, always the same for this purpose and game.
    Bytes32 derive(std::string_view purpose, std::string_view game) const;

    /// As text. It opens for this game only.
    std::string close(const Bytes32& secret, std::string_view game) const;
    /// Nothing if it was sealed with another key or for another game.
    std::optional<Bytes32> open(std::string_view text, std::string_view game) const;

    static bool is_sealed(std::string_view text);

  private:
    Bytes32 key_;
};
using SealPtr = std::shared_ptr<const Seal>;

/// Where the key of a database lies: the file that was configured, or FILE.key for sqlite:FILE.
/// Nodes that share a PostgreSQL have no place in common: there a file must be named.
std::expected<std::string, std::string> key_file_of(const std::string& database,
                                                    const std::string& configured);

std::expected<SealPtr, std::string> read_key(const std::string& file);
/// A new key on the disk, readable by its owner only. If another process was faster, its key.
std::expected<SealPtr, std::string> create_key(const std::string& file);

} // namespace bastide::server
