#include "server/http/site.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace bastide::server {
namespace {

constexpr Asset script = {"/assets/app-1a2b.js", "1a2b", "let a = 1;", "packed", ""};

std::string header(const HttpResponse& response, std::string_view name) {
    const auto it =
        std::ranges::find(response.headers, name, [](const auto& h) { return h.first; });
    return it == response.headers.end() ? "" : std::string(it->second);
}

TEST(Assets, ComePackedToWhoTakesThat) {
    HttpRequest request;
    request.accept_encoding = "gzip, deflate, br";
    const HttpResponse response = asset_response(script, request);
    EXPECT_EQ(response.fixed_body, "packed");
    EXPECT_EQ(header(response, "Content-Encoding"), "gzip");
    EXPECT_EQ(header(response, "Vary"), "Accept-Encoding");
    EXPECT_EQ(header(response, "ETag"), "\"1a2b-gzip\"");
    EXPECT_EQ(header(response, "Cache-Control"), "public, max-age=31536000, immutable");
}

TEST(Assets, ComeAsSmallAsTheClientTakesThem) {
    Asset smaller = script;
    smaller.brotli = "smaller";
    HttpRequest request;
    for (const char* accepted :
         {"br", "gzip, deflate, br, zstd", "gzip;q=1.0,br;q=1.0", "gzip, br;q=0.5", "br ; q=0.9"}) {
        request.accept_encoding = accepted;
        const HttpResponse response = asset_response(smaller, request);
        EXPECT_EQ(response.fixed_body, "smaller") << accepted;
        EXPECT_EQ(header(response, "Content-Encoding"), "br") << accepted;
        EXPECT_EQ(header(response, "ETag"), "\"1a2b-br\"") << accepted;
    }
    for (const char* accepted : {"gzip", "br;q=0, gzip", "br; q=0.0, gzip", "gzip, brx"}) {
        request.accept_encoding = accepted;
        EXPECT_EQ(asset_response(smaller, request).fixed_body, "packed") << accepted;
    }
}

TEST(Assets, ComePlainToWhoDoesNot) {
    for (const char* accepted : {"", "identity", "br", "gzip;q=0, br"}) {
        HttpRequest request;
        request.accept_encoding = accepted;
        const HttpResponse response = asset_response(script, request);
        EXPECT_EQ(response.fixed_body, "let a = 1;") << accepted;
        EXPECT_EQ(header(response, "Content-Encoding"), "") << accepted;
    }
}

TEST(Assets, AreNotSentAgainToWhoHasThem) {
    HttpRequest request;
    request.accept_encoding = "gzip";
    request.if_none_match = "\"1a2b-gzip\"";
    EXPECT_EQ(asset_response(script, request).status, 304);
    request.if_none_match = "\"1a2b\""; // the plain one
    EXPECT_EQ(asset_response(script, request).status, 200);
}

TEST(Assets, FileThatCannotBePackedComesPlain) {
    Asset picture = script;
    picture.gzip = "";
    HttpRequest request;
    request.accept_encoding = "gzip";
    EXPECT_EQ(asset_response(picture, request).fixed_body, "let a = 1;");
}

} // namespace
} // namespace bastide::server
