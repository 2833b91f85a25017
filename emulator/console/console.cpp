#include "emulator/console/console.hpp"

#include <array>
#include <string>

#include "emulator/base/own_paths.hpp"
#include "emulator/console/assets.hpp"
#include "emulator/http/compression.hpp"

namespace stator::emulator::console {
namespace {

// The page may load only files from this server, and no other page may embed it in a frame.
constexpr std::string_view kPolicy =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n";

struct Asset {
    std::string_view content_type;
    std::string_view packed;
    std::string etag;
};

// The bytes come from the build, so their hash need not be cryptographic.
std::string etag_of(std::string_view bytes) {
    std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
    for (const char byte : bytes) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x0000'0100'0000'01b3;
    }
    return "\"" + std::to_string(hash) + "\"";
}

Asset asset(std::string_view content_type, std::string_view packed) {
    return {content_type, packed, etag_of(packed)};
}

bool is_at_or_below_root(std::string_view path) {
    return path.starts_with(kConsolePath) &&
           (path.size() == kConsolePath.size() || path[kConsolePath.size()] == '/');
}

const Asset& find_asset(std::string_view path) {
    static const std::array<Asset, 4> kAssets = {
        asset("text/html; charset=utf-8", packed_page()),
        asset("text/javascript; charset=utf-8", packed_script()),
        asset("text/css; charset=utf-8", packed_style()),
        asset("text/javascript; charset=utf-8", packed_pages())};
    if (path == "/_stator/console/app.js") return kAssets[1];
    if (path == "/_stator/console/app.css") return kAssets[2];
    if (path == "/_stator/console/pages.js") return kAssets[3];
    return kAssets[0];
}

}  // namespace

bool is_api_call(const http::HttpRequest& request) {
    return request.method == "POST" && request.path() == kConsoleApiPath;
}

std::optional<http::Reply> answer(const http::HttpRequest& request) {
    const bool is_read = request.method == "GET" || request.method == "HEAD";
    if (!is_read || !is_at_or_below_root(request.path())) return std::nullopt;
    const Asset& found = find_asset(request.path());
    http::Reply reply{.content_type = found.content_type};
    reply.headers.append("ETag: ").append(found.etag);
    reply.headers.append("\r\nCache-Control: no-cache\r\nVary: Accept-Encoding\r\n")
        .append(kPolicy);
    if (request.if_none_match == found.etag) {
        reply.status = 304;
        return reply;
    }
    reply.body = found.packed;
    if (http::negotiate_codec(request.accept_encoding) == http::Codec::Gzip) {
        reply.content_encoding = "gzip";
    } else {
        constexpr std::size_t kMost = 16 << 20;
        http::decompress("gzip", kMost, reply.body);
    }
    return reply;
}

}  // namespace stator::emulator::console
