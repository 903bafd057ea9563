#include "server/storage/seal.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace bastide::server {
namespace {

constexpr std::string_view mark = "sealed1:";

using Bytes = std::vector<unsigned char>;

Bytes bytes_of(std::string_view text) {
    return {text.begin(), text.end()};
}

std::string hex_of(const Bytes& bytes) {
    std::string text(2 * bytes.size() + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
    text.pop_back();
    return text;
}

std::optional<Bytes> bytes_of_hex(std::string_view text) {
    if (text.empty()) return Bytes{}; // sodium wants somewhere to write
    Bytes bytes(text.size() / 2);
    std::size_t written = 0;
    const char* end = nullptr;
    if (sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &written,
                       &end) != 0 ||
        end != text.data() + text.size()) {
        return std::nullopt;
    }
    return bytes;
}

std::string system_error(const std::string& file) {
    return file + ": " + std::strerror(errno);
}

/// Whole and on the disk, or not there.
bool write_synced(const std::string& file, const std::string& text) {
    const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const bool done =
        write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(fd) == 0;
    return close(fd) == 0 && done;
}

void sync_folder(const std::filesystem::path& file) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

} // namespace

Seal::~Seal() {
    sodium_memzero(key_.data(), key_.size());
}

std::string Seal::key_id() const {
    Bytes text = bytes_of("bastide key 1");
    text.insert(text.end(), key_.begin(), key_.end());
    return to_hex(sha256(text)).substr(0, 16);
}

Bytes32 Seal::derive(std::string_view purpose, std::string_view game) const {
    Bytes text = bytes_of(purpose);
    text.insert(text.end(), game.begin(), game.end());
    Bytes32 derived;
    crypto_auth_hmacsha256(derived.data(), text.data(), text.size(), key_.data());
    return derived;
}

std::string Seal::close(const Bytes32& secret, std::string_view game) const {
    Bytes plain(secret.begin(), secret.end());
    plain.insert(plain.end(), game.begin(), game.end());
    const Bytes32 random = random_secret();
    Bytes box(random.begin(), random.begin() + crypto_secretbox_NONCEBYTES);
    box.resize(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + plain.size());
    crypto_secretbox_easy(box.data() + crypto_secretbox_NONCEBYTES, plain.data(), plain.size(),
                          random.data(), key_.data());
    return std::string(mark) + hex_of(box);
}

std::optional<Bytes32> Seal::open(std::string_view text, std::string_view game) const {
    constexpr std::size_t before = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    if (!is_sealed(text)) return std::nullopt;
    const auto box = bytes_of_hex(text.substr(mark.size()));
    if (!box || box->size() != before + 32 + game.size()) return std::nullopt;
    Bytes plain(box->size() - before);
    if (crypto_secretbox_open_easy(plain.data(), box->data() + crypto_secretbox_NONCEBYTES,
                                   box->size() - crypto_secretbox_NONCEBYTES, box->data(),
                                   key_.data()) != 0 ||
        !std::equal(plain.begin() + 32, plain.end(), game.begin(), game.end())) {
        return std::nullopt;
    }
    Bytes32 secret;
    std::copy_n(plain.begin(), 32, secret.begin());
    return secret;
}

bool Seal::is_sealed(std::string_view text) {
    return text.starts_with(mark);
}

std::expected<std::string, std::string> key_file_of(const std::string& database,
                                                    const std::string& configured) {
    if (!configured.empty()) return configured;
    if (database.starts_with("sqlite:")) return database.substr(7) + ".key";
    return std::unexpected("PostgreSQL needs the setting key-file: it names the key that seals the "
                           "secrets of running games, the same one on every node");
}

std::expected<SealPtr, std::string> read_key(const std::string& file) {
    struct stat status{};
    if (stat(file.c_str(), &status) != 0) return std::unexpected(system_error(file));
    if ((status.st_mode & S_IRWXO) != 0) {
        return std::unexpected(file + ": others may read this key: chmod 600 it");
    }
    std::ifstream in(file);
    std::string text;
    std::getline(in, text);
    const auto key = from_hex(text);
    sodium_memzero(text.data(), text.size());
    if (!key) return std::unexpected(file + ": this is no key (64 hexadecimal digits)");
    return std::make_shared<const Seal>(*key);
}

std::expected<SealPtr, std::string> create_key(const std::string& file) {
    const std::string fresh = file + "." + random_id();
    if (!write_synced(fresh, to_hex(random_secret()) + "\n")) {
        const std::string why = system_error(file);
        unlink(fresh.c_str());
        return std::unexpected(why);
    }
    // A link is there as a whole or not at all, and never instead of an older key.
    const bool linked = link(fresh.c_str(), file.c_str()) == 0;
    const int error = errno;
    unlink(fresh.c_str());
    if (!linked && error != EEXIST) return std::unexpected(file + ": " + std::strerror(error));
    sync_folder(file);
    return read_key(file);
}

} // namespace bastide::server
