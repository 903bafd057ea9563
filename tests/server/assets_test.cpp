#include "catalog/catalog.h"
#include "server/http/assets.h"
#include "server/http/security_policy.h"
#include "server/http/site.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace bastide::server {
namespace {

constexpr Asset script = {"/assets/app-1a2b.js", "1a2b", "let a = 1;", "packed", ""};

std::string header(const HttpResponse& response, std::string_view name) {
    const auto it =
        std::ranges::find(response.headers, name, [](const auto& h) { return h.first; });
    return it == response.headers.end() ? "" : std::string(it->second);
}

TEST(Assets, have_a_file_behind_every_path) {
    EXPECT_EQ(file_of("/"), "/index.html");
    EXPECT_EQ(file_of("/t/abc"), "/index.html");
    EXPECT_EQ(file_of("/assets/a.js"), "/assets/a.js");
    EXPECT_EQ(file_of("/docs"), "/docs/index.html");
    EXPECT_EQ(file_of("/docs/"), "/docs/index.html");
    EXPECT_EQ(file_of("/docs/tutorials/first-game"), "/docs/tutorials/first-game.html");
    EXPECT_EQ(file_of("/docs/how-to/"), "/docs/how-to/index.html");
    EXPECT_EQ(file_of("/docs/assets/a.js"), "/docs/assets/a.js");
    EXPECT_EQ(file_of("/docsify"), "/index.html");
}

TEST(Assets, say_whether_the_documents_are_among_them) {
    const auto is_first_page = [](const Asset& asset) { return asset.path == "/docs/index.html"; };
    EXPECT_EQ(has_documents(), std::ranges::any_of(embedded_assets(), is_first_page));
}

TEST(Assets, come_packed_to_who_takes_that) {
    HttpRequest request;
    request.accept_encoding = "gzip, deflate, br";
    const HttpResponse response = asset_response(script, request);
    EXPECT_EQ(response.fixed_body, "packed");
    EXPECT_EQ(header(response, "Content-Encoding"), "gzip");
    EXPECT_EQ(header(response, "Vary"), "Accept-Encoding");
    EXPECT_EQ(header(response, "ETag"), "\"1a2b-gzip\"");
    EXPECT_EQ(header(response, "Cache-Control"), "public, max-age=31536000, immutable");
}

TEST(Assets, come_as_small_as_the_client_takes_them) {
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

TEST(Assets, come_plain_to_who_does_not) {
    for (const char* accepted : {"", "identity", "br", "gzip;q=0, br"}) {
        HttpRequest request;
        request.accept_encoding = accepted;
        const HttpResponse response = asset_response(script, request);
        EXPECT_EQ(response.fixed_body, "let a = 1;") << accepted;
        EXPECT_EQ(header(response, "Content-Encoding"), "") << accepted;
    }
}

TEST(Assets, are_not_sent_again_to_who_has_them) {
    HttpRequest request;
    request.accept_encoding = "gzip";
    request.if_none_match = "\"1a2b-gzip\"";
    EXPECT_EQ(asset_response(script, request).status, 304);
    request.if_none_match = "\"1a2b\""; // the plain one
    EXPECT_EQ(asset_response(script, request).status, 200);
}

TEST(Assets, file_that_cannot_be_packed_comes_plain) {
    Asset picture = script;
    picture.gzip = "";
    HttpRequest request;
    request.accept_encoding = "gzip";
    EXPECT_EQ(asset_response(picture, request).fixed_body, "let a = 1;");
}

/// With nosniff a browser refuses what comes under a wrong type.
TEST(Assets, every_file_of_the_client_has_its_type) {
    std::vector<std::string> paths;
    for (const Asset& asset : embedded_assets()) paths.emplace_back(asset.path);
    for (const char* folder : {"/web/public", "/web/dist"}) {
        const std::string root = BASTIDE_SOURCE_DIR + std::string(folder);
        std::error_code none; // dist is there after a build of the client
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root, none)) {
            if (entry.is_regular_file()) paths.push_back(entry.path().string());
        }
    }
    std::erase_if(paths, [](const std::string& path) { return path.ends_with(".br"); });
    EXPECT_GE(paths.size(), Catalog::embedded().editions().size());
    for (const std::string& path : paths) {
        EXPECT_NE(media_type(path), "application/octet-stream") << path;
    }
    EXPECT_EQ(media_type("/covers/new.webp"), "image/webp");
    EXPECT_EQ(media_type("/covers/new"), "application/octet-stream");
}

/// vite's preview reads the same file, so that what is tried there holds here.
TEST(Assets, the_security_policy_is_the_one_of_the_web_client) {
    std::ifstream in(BASTIDE_SOURCE_DIR "/web/security_policy.txt");
    std::string wanted;
    for (std::string line; std::getline(in, line);) wanted += (wanted.empty() ? "" : "; ") + line;
    EXPECT_NE(wanted.find("default-src 'none'; script-src 'self'"), std::string::npos);
    EXPECT_EQ(security_policy, wanted);
}

} // namespace
} // namespace bastide::server
