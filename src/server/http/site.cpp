#include "server/http/site.h"

#include "server/http/api.h"
#include "server/http/assets.h"
#include "server/service/metrics.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace bastide::server {
namespace {

constexpr std::string_view no_client =
    "<!doctype html><meta charset=utf-8><title>Bastide</title>"
    "<p>This server was built without its web client. The API is at "
    "/api/info.</p>\n";

constexpr std::string_view documents = "/docs";
constexpr std::string_view no_documents =
    "<!doctype html><meta charset=utf-8><title>Bastide</title>"
    "<p>This server was built without its documents.</p>\n";

} // namespace

std::string_view media_type(std::string_view path) {
    constexpr std::pair<std::string_view, std::string_view> types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".wasm", "application/wasm"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
    };
    for (const auto& [suffix, type] : types) {
        if (path.ends_with(suffix)) return type;
    }
    return "application/octet-stream";
}

namespace {

bool is_page(std::string_view path) {
    return path.substr(path.rfind('/') + 1).find('.') == std::string_view::npos;
}

/// What somebody may have typed: where nothing lies there, the client says so in their language.
bool is_typed(std::string_view path) {
    return path.ends_with(".html");
}

bool is_document(std::string_view path) {
    return path.starts_with(documents) &&
           (path.size() == documents.size() || path[documents.size()] == '/');
}

} // namespace

std::string file_of(std::string_view path) {
    std::string file(path);
    if (!is_page(path)) return file;
    if (!is_document(path)) return "/index.html"; // all pages of the client are the one
    if (file == documents) file += '/';
    return file + (file.ends_with('/') ? "index.html" : ".html");
}

namespace {

const Asset* find_asset(std::string_view path) {
    const auto assets = embedded_assets();
    const auto it = std::ranges::lower_bound(assets, path, {}, &Asset::path);
    return it != assets.end() && it->path == path ? &*it : nullptr;
}

} // namespace

bool has_documents() {
    return find_asset(file_of(documents)) != nullptr;
}

namespace {

/// Whether the list of encodings a client takes has this one; `gzip;q=0` says that it does not.
bool takes(std::string_view accepted, std::string_view encoding) {
    while (!accepted.empty()) {
        const std::size_t end = std::min(accepted.find(','), accepted.size());
        std::string one(accepted.substr(0, end));
        accepted.remove_prefix(std::min(end + 1, accepted.size()));
        std::erase(one, ' ');
        const std::string_view name = std::string_view(one).substr(0, one.find(';'));
        const std::string_view weight = std::string_view(one).substr(name.size());
        const bool refused =
            weight.starts_with(";q=0") && weight.find_first_of("123456789") == weight.npos;
        if (name == encoding && !refused) return true;
    }
    return false;
}

/// The smallest version of an asset that a client takes, and its name.
struct Packed {
    std::string_view encoding; // empty: as it is
    std::string_view content;
};
Packed packed_for(const Asset& asset, std::string_view accepted) {
    if (!asset.brotli.empty() && takes(accepted, "br")) return {"br", asset.brotli};
    if (!asset.gzip.empty() && takes(accepted, "gzip")) return {"gzip", asset.gzip};
    return {"", asset.content};
}

HttpResponse embedded_file(const HttpRequest& request) {
    const Asset* asset = find_asset(file_of(request.path));
    const Asset* client = find_asset("/index.html");
    if (asset == nullptr && client != nullptr && is_typed(request.path)) {
        HttpResponse response = asset_response(*client, request);
        response.status = 404;
        return response;
    }
    if (asset == nullptr) {
        if (!is_page(request.path)) return error_response(Code::not_found);
        HttpResponse response;
        response.type = "text/html; charset=utf-8";
        response.fixed_body = is_document(request.path) ? no_documents : no_client;
        if (is_document(request.path)) response.status = 404;
        return response;
    }
    return asset_response(*asset, request);
}

HttpResponse file_from(const std::string& root, const HttpRequest& request) {
    const std::string path = file_of(request.path);
    std::error_code ignored;
    const auto base = std::filesystem::weakly_canonical(root, ignored);
    const auto file = std::filesystem::weakly_canonical(base / path.substr(1), ignored);
    const auto inside = std::mismatch(base.begin(), base.end(), file.begin(), file.end()).first;
    std::ifstream in(file, std::ios::binary);
    if (inside != base.end() || !std::filesystem::is_regular_file(file, ignored) || !in) {
        if (!is_typed(request.path) || path == "/index.html") {
            return error_response(Code::not_found);
        }
        HttpRequest home = request;
        home.path = "/";
        HttpResponse response = file_from(root, home);
        if (response.status == 200) response.status = 404;
        return response;
    }
    std::ostringstream content;
    content << in.rdbuf();
    HttpResponse response;
    response.type = media_type(path);
    response.body = std::move(content).str();
    response.headers.emplace_back("Cache-Control", "no-cache");
    return response;
}

HttpResponse plain(unsigned status, std::string text) {
    HttpResponse response;
    response.status = status;
    response.type = "text/plain; charset=utf-8";
    response.body = std::move(text);
    return response;
}

} // namespace

HttpResponse asset_response(const Asset& asset, const HttpRequest& request) {
    HttpResponse response;
    // Built files carry a hash in their name and never change; the rest is asked for again.
    const bool lasting =
        asset.path.starts_with("/assets/") || asset.path.starts_with("/docs/assets/");
    response.headers.emplace_back("Cache-Control",
                                  lasting ? "public, max-age=31536000, immutable" : "no-cache");
    const auto [encoding, content] = packed_for(asset, request.accept_encoding);
    std::string tag = '"' + std::string(asset.tag);
    if (!encoding.empty()) tag.append("-").append(encoding);
    tag += '"';
    response.headers.emplace_back("ETag", tag);
    response.headers.emplace_back("Vary", "Accept-Encoding");
    if (request.if_none_match == tag) {
        response.status = 304;
        return response;
    }
    response.type = media_type(asset.path);
    response.fixed_body = content;
    if (!encoding.empty()) response.headers.emplace_back("Content-Encoding", encoding);
    return response;
}

bool Connections::count(const std::string& address) {
    if (address.empty()) return true;
    const auto it = by_address_.try_emplace(address, 0).first;
    if (it->second >= limits_.of_address) return false;
    ++it->second;
    return true;
}

void Connections::discount(const std::string& address) {
    if (address.empty()) return;
    const auto it = by_address_.find(address);
    if (--it->second == 0) by_address_.erase(it);
}

bool Connections::admit(const std::string& address) {
    const std::lock_guard lock(mutex_);
    if (count_ >= limits_.all || !count(address)) return false;
    ++count_;
    return true;
}

bool Connections::charge(const std::string& from, const std::string& to) {
    const std::lock_guard lock(mutex_);
    if (!count(to)) return false;
    discount(from);
    return true;
}

void Connections::dismiss(const std::string& address) {
    const std::lock_guard lock(mutex_);
    --count_;
    discount(address);
}

void Connections::add(const std::shared_ptr<Closable>& socket) {
    const std::lock_guard lock(mutex_);
    sockets_.emplace(socket.get(), socket);
}

void Connections::remove(Closable* socket) {
    const std::lock_guard lock(mutex_);
    sockets_.erase(socket);
}

std::size_t Connections::connections() const {
    const std::lock_guard lock(mutex_);
    return count_;
}

std::size_t Connections::sockets() const {
    const std::lock_guard lock(mutex_);
    return sockets_.size();
}

std::vector<std::shared_ptr<Closable>> Connections::all() const {
    std::vector<std::shared_ptr<Closable>> found;
    const std::lock_guard lock(mutex_);
    for (const auto& [key, weak] : sockets_) {
        if (auto socket = weak.lock()) found.push_back(std::move(socket));
    }
    return found;
}

void Connections::say_goodbye() {
    for (const auto& socket : all()) socket->say_goodbye();
}

void Connections::check_sessions_of(const std::string& user) {
    for (const auto& socket : all()) socket->check_session_of(user);
}

void Connections::check_addresses() {
    for (const auto& socket : all()) socket->check_address();
}

bool Site::may_connect(const HttpRequest& request) const {
    return request.same_origin() || settings.origins.contains(request.origin);
}

bool Site::is_proxy(const std::string& address) const {
    return settings.trust_proxy || settings.trusted_proxies.contains(address);
}

void Site::handle(HttpRequest request, Respond respond) {
    const std::string& path = request.path;
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (path == "/healthz") return respond(plain(200, "ok\n"));
    if (path == "/readyz") {
        const bool fit = !draining && ready();
        return respond(plain(fit ? 200 : 503, fit ? "ready\n" : "not ready\n"));
    }
    if (path == "/metrics") {
        HttpResponse response = plain(200, metrics.text());
        response.type = "text/plain; version=0.0.4; charset=utf-8";
        return respond(std::move(response));
    }
    if (!address_limits.take(request.address)) {
        metrics.rate_limited("address");
        return respond(error_response(Code::rate_limited));
    }
    if (path.starts_with("/api/")) {
        if (draining) return respond(error_response(Code::draining));
        return api.handle(std::move(request), std::move(respond));
    }
    if (!reads) return respond(error_response(Code::method_not_allowed));
    if (!path.starts_with("/")) return respond(error_response(Code::not_found));
    respond(settings.web_root.empty() ? embedded_file(request)
                                      : file_from(settings.web_root, request));
}

} // namespace bastide::server
