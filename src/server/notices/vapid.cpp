#include "server/notices/vapid.h"

#include "catalog/json_reader.h"
#include "notation/json.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>

#include <stdexcept>
#include <vector>

namespace bastide::server {
namespace {

constexpr std::int64_t valid_seconds = 12 * 60 * 60; // push services take a day at most
constexpr std::size_t point_bytes = 65, number_bytes = 32;

template <auto release>
struct Release {
    template <class T>
    void operator()(T* object) const {
        release(object);
    }
};
template <class T, auto release>
using Owned = std::unique_ptr<T, Release<release>>;
using Group = Owned<EC_GROUP, EC_GROUP_free>;
using Point = Owned<EC_POINT, EC_POINT_free>;
using Number = Owned<BIGNUM, BN_clear_free>;
using Builder = Owned<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free>;
using Params = Owned<OSSL_PARAM, OSSL_PARAM_free>;
using KeyContext = Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using Digest = Owned<EVP_MD_CTX, EVP_MD_CTX_free>;
using Signature = Owned<ECDSA_SIG, ECDSA_SIG_free>;

using Octets = std::vector<unsigned char>;

/// Only a broken library can cause this.
void require(bool done) {
    if (!done) throw std::runtime_error("OpenSSL cannot sign with P-256");
}

std::string base64url(std::span<const unsigned char> bytes) {
    constexpr int variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), variant);
    text.pop_back(); // the end of a C string
    return text;
}

std::string base64url(std::string_view text) {
    return base64url(std::span(reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

/// From 1 to the group's order; one of four thousand million derived numbers is not, then the next
/// one is tried.
Number private_number(const Seal& seal, const EC_GROUP& group) {
    for (unsigned i = 1;; ++i) {
        Bytes32 bytes = seal.derive("bastide vapid key " + std::to_string(i), "");
        Number number(BN_bin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr));
        sodium_memzero(bytes.data(), bytes.size());
        require(number != nullptr);
        if (!BN_is_zero(number.get()) && BN_cmp(number.get(), EC_GROUP_get0_order(&group)) < 0) {
            return number;
        }
    }
}

Octets public_point(const EC_GROUP& group, const BIGNUM& number) {
    const Point point(EC_POINT_new(&group));
    Octets octets(point_bytes);
    require(point && EC_POINT_mul(&group, point.get(), &number, nullptr, nullptr, nullptr) == 1 &&
            EC_POINT_point2oct(&group, point.get(), POINT_CONVERSION_UNCOMPRESSED, octets.data(),
                               octets.size(), nullptr) == octets.size());
    return octets;
}

evp_pkey_st* key_of(const BIGNUM& number, const Octets& point) {
    const Builder builder(OSSL_PARAM_BLD_new());
    require(builder &&
            OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME,
                                            SN_X9_62_prime256v1, 0) == 1 &&
            OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
            OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                             point.size()) == 1);
    const Params params(OSSL_PARAM_BLD_to_param(builder.get()));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    evp_pkey_st* key = nullptr;
    require(params && context && EVP_PKEY_fromdata_init(context.get()) == 1 &&
            EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_KEYPAIR, params.get()) == 1);
    return key;
}

/// ES256: the two numbers of the signature one after the other.
std::string signed_by(evp_pkey_st* key, const std::string& text) {
    const Digest digest(EVP_MD_CTX_new());
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    std::size_t size = 0;
    require(digest && EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key) == 1 &&
            EVP_DigestSign(digest.get(), nullptr, &size, bytes, text.size()) == 1);
    Octets der(size);
    require(EVP_DigestSign(digest.get(), der.data(), &size, bytes, text.size()) == 1);
    const unsigned char* from = der.data();
    const Signature signature(d2i_ECDSA_SIG(nullptr, &from, static_cast<long>(size)));
    require(signature != nullptr);
    Octets both(2 * number_bytes);
    const auto put = [&](const BIGNUM* number, std::size_t at) {
        return BN_bn2binpad(number, both.data() + at, static_cast<int>(number_bytes)) > 0;
    };
    require(put(ECDSA_SIG_get0_r(signature.get()), 0) &&
            put(ECDSA_SIG_get0_s(signature.get()), number_bytes));
    return base64url(both);
}

} // namespace

Vapid::Vapid(const Seal& seal) {
    const Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
    require(group != nullptr);
    const Number number = private_number(seal, *group);
    const Octets point = public_point(*group, *number);
    key_ = key_of(*number, point);
    public_key_ = base64url(point);
}

Vapid::~Vapid() {
    EVP_PKEY_free(key_);
}

std::string Vapid::authorization(const PushEndpoint& to, const std::string& site,
                                 std::int64_t now) const {
    Json claims;
    claims["aud"] = to.origin();
    claims["exp"] = now / 1000 + valid_seconds;
    if (!site.empty()) claims["sub"] = site;
    const std::string text = base64url(R"({"typ":"JWT","alg":"ES256"})") + "." +
                             base64url(std::string_view(text_of(claims)));
    return "vapid t=" + text + "." + signed_by(key_, text) + ", k=" + public_key_;
}

} // namespace bastide::server
