#include "server/push_service.h"

#include <netinet/in.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/param_build.h>
#include <openssl/ssl.h>
#include <sodium.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

namespace bastide::server::test {
namespace {

constexpr std::chrono::seconds longest_wait{30};

std::string from_base64url(const std::string& text) {
    std::string bytes(text.size(), '\0');
    std::size_t size = 0;
    if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                          text.size(), nullptr, &size, nullptr,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0) {
        return {};
    }
    bytes.resize(size);
    return bytes;
}

const unsigned char* octets(const std::string& text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

EVP_PKEY* public_key(const std::string& point) {
    OSSL_PARAM_BLD* builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size());
    OSSL_PARAM* params = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX* context = EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr);
    EVP_PKEY* key = nullptr;
    EVP_PKEY_fromdata_init(context);
    EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params);
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    return key;
}

/// ES256 has the two numbers one after the other, OpenSSL wants them in DER.
bool is_signed_by(const std::string& point, const std::string& text, const std::string& numbers) {
    EVP_PKEY* key = public_key(point);
    if (key == nullptr || numbers.size() != 64) return false;
    ECDSA_SIG* signature = ECDSA_SIG_new();
    ECDSA_SIG_set0(signature, BN_bin2bn(octets(numbers), 32, nullptr),
                   BN_bin2bn(octets(numbers) + 32, 32, nullptr));
    unsigned char* der = nullptr;
    const int size = i2d_ECDSA_SIG(signature, &der);
    EVP_MD_CTX* digest = EVP_MD_CTX_new();
    const bool right = EVP_DigestVerifyInit(digest, nullptr, EVP_sha256(), nullptr, key) == 1 &&
                       EVP_DigestVerify(digest, der, static_cast<std::size_t>(size), octets(text),
                                        text.size()) == 1;
    EVP_MD_CTX_free(digest);
    OPENSSL_free(der);
    ECDSA_SIG_free(signature);
    EVP_PKEY_free(key);
    return right;
}

PushService::Post parse_post(const std::string& text) {
    PushService::Post post;
    std::istringstream in(text);
    std::string method, line;
    in >> method >> post.target;
    std::getline(in, line);
    while (std::getline(in, line) && line != "\r") {
        const std::size_t colon = line.find(": ");
        std::string name = line.substr(0, colon);
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
        post.headers[name] = line.substr(colon + 2, line.size() - colon - 3);
    }
    std::getline(in, post.body, '\0');
    return post;
}

} // namespace

Shown read_vapid(const std::string& authorization) {
    const std::string begin = "vapid t=";
    const std::size_t comma = authorization.find(", k=");
    if (!authorization.starts_with(begin) || comma == std::string::npos) return {};
    const std::string token = authorization.substr(begin.size(), comma - begin.size());
    const std::size_t first = token.find('.'), last = token.rfind('.');
    if (first == last) return {};
    Shown shown;
    shown.key = authorization.substr(comma + 4);
    shown.claims = from_base64url(token.substr(first + 1, last - first - 1));
    shown.is_signed = from_base64url(token.substr(0, first)) == R"({"typ":"JWT","alg":"ES256"})" &&
                      is_signed_by(from_base64url(shown.key), token.substr(0, last),
                                   from_base64url(token.substr(last + 1)));
    return shown;
}

PushService::PushService() {
    const std::string command =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "
        "/CN=localhost -addext subjectAltName=DNS:localhost -keyout " +
        folder_.file("key.pem") + " -out " + certificate() + " 2>/dev/null";
    if (std::system(command.c_str()) != 0) throw std::runtime_error("openssl made no certificate");
    listening_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    if (bind(listening_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
        listen(listening_, 64) != 0 ||
        getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        throw std::runtime_error("no port to listen on");
    }
    port_ = ntohs(address.sin_port);
    accepting_ = std::thread([this] {
        for (;;) {
            const int descriptor = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
            if (descriptor < 0) return;
            const std::lock_guard lock(mutex_);
            threads_.emplace_back([this, descriptor] { serve(descriptor); });
        }
    });
}

PushService::~PushService() {
    shutdown(listening_, SHUT_RDWR);
    accepting_.join();
    close(listening_);
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    came_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void PushService::serve(int descriptor) {
    SSL_CTX* context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate_file(context, certificate().c_str(), SSL_FILETYPE_PEM);
    SSL_CTX_use_PrivateKey_file(context, folder_.file("key.pem").c_str(), SSL_FILETYPE_PEM);
    SSL* tls = SSL_new(context);
    SSL_set_fd(tls, descriptor);
    std::string text;
    if (SSL_accept(tls) == 1) {
        std::array<char, 4096> buffer;
        while (text.find("\r\n\r\n") == std::string::npos) {
            const int size = SSL_read(tls, buffer.data(), static_cast<int>(buffer.size()));
            if (size <= 0) break;
            text.append(buffer.data(), static_cast<std::size_t>(size));
        }
    }
    if (text.starts_with("POST ")) {
        const Post post = parse_post(text);
        std::unique_lock lock(mutex_);
        posts_.push_back(post);
        came_.notify_all();
        if (post.target.find("hang") != std::string::npos) {
            came_.wait(lock, [this] { return stopping_; });
        }
        lock.unlock();
        const std::string status =
            post.target.find("gone") != std::string::npos ? "410 Gone" : "201 Created";
        const std::string answer = "HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n";
        SSL_write(tls, answer.data(), static_cast<int>(answer.size()));
    }
    SSL_free(tls);
    SSL_CTX_free(context);
    close(descriptor);
}

std::vector<PushService::Post> PushService::wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, longest_wait, [&] { return posts_.size() >= count; });
    // One too many would come as soon.
    came_.wait_for(lock, std::chrono::milliseconds(300), [&] { return posts_.size() > count; });
    return posts_;
}

} // namespace bastide::server::test
