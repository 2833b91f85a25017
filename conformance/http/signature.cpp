#include "conformance/http/signature.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace stator::conformance {
namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kHexDigits = "0123456789abcdef";

/// Lower-case names with their values, in the order they are signed in.
using CanonicalHeaders = std::map<std::string, std::string>;

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string hexadecimal(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kHexDigits[byte >> 4U];
        text += kHexDigits[byte & 0xFU];
    }
    return text;
}

std::string sha256_hex(std::string_view text) {
    std::array<char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    EVP_Digest(
        text.data(),
        text.size(),
        reinterpret_cast<unsigned char*>(digest.data()),
        &size,
        EVP_sha256(),
        nullptr
    );
    return hexadecimal({digest.data(), size});
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
    std::array<char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    HMAC(
        EVP_sha256(),
        key.data(),
        static_cast<int>(key.size()),
        bytes_of(text),
        text.size(),
        reinterpret_cast<unsigned char*>(digest.data()),
        &size
    );
    return {digest.data(), size};
}

/// A header value without outer spaces and with each run of spaces as one.
std::string collapse_spaces(std::string_view value) {
    std::string result;
    for (const char c : value) {
        if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c;
    }
    if (result.ends_with(' ')) result.pop_back();
    return result;
}

CanonicalHeaders canonical_headers(const transport::HttpRequest& request, std::string_view host) {
    CanonicalHeaders headers;
    for (const transport::HttpHeader& header : request.headers) {
        const std::string name = transport::to_lower(header.name);
        // Proxies may change this one; AWS's own clients leave it out too.
        if (name == "connection") continue;
        auto [entry, is_new] = headers.try_emplace(name);
        if (!is_new) entry->second += ',';
        entry->second += collapse_spaces(header.value);
    }
    headers.try_emplace("host", host);
    return headers;
}

/// `a=1&b` becomes `a=1&b=`, sorted.
std::string canonical_query(std::string_view query) {
    std::vector<std::string> parts;
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        std::string part(query.substr(0, end));
        if (part.find('=') == std::string::npos) part += '=';
        parts.push_back(std::move(part));
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    std::sort(parts.begin(), parts.end());
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? "" : "&") + part;
    return result;
}

std::string signed_names(const CanonicalHeaders& headers) {
    std::string names;
    for (const auto& [name, value] : headers) names += (names.empty() ? "" : ";") + name;
    return names;
}

std::string canonical_request(
    const transport::HttpRequest& request, const CanonicalHeaders& headers
) {
    const std::size_t mark = std::min(request.path.find('?'), request.path.size());
    const std::string_view path = std::string_view(request.path).substr(0, mark);
    const std::string_view query = std::string_view(request.path).substr(mark);
    std::string text = request.method + "\n";
    text.append(path).append("\n");
    text.append(canonical_query(query.empty() ? query : query.substr(1))).append("\n");
    for (const auto& [name, value] : headers) text += name + ":" + value + "\n";
    text += "\n" + signed_names(headers) + "\n" + sha256_hex(request.body);
    return text;
}

std::string signing_key(std::string_view secret, std::string_view day, const SigningScope& scope) {
    std::string key = hmac_sha256("AWS4" + std::string(secret), day);
    key = hmac_sha256(key, scope.region);
    key = hmac_sha256(key, scope.service);
    return hmac_sha256(key, "aws4_request");
}

void add_missing(transport::HttpRequest& request, std::string name, std::string value) {
    if (transport::find_header(request.headers, name) != nullptr || value.empty()) return;
    request.headers.push_back({std::move(name), std::move(value)});
}

}  // namespace

std::string amazon_date(std::time_t time) {
    std::tm parts{};
    gmtime_r(&time, &parts);
    std::array<char, 32> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts);
    return {text.data(), size};
}

void sign(
    transport::HttpRequest& request,
    std::string_view host,
    const Credentials& credentials,
    const SigningScope& scope,
    std::time_t now
) {
    add_missing(request, "X-Amz-Date", amazon_date(now));
    add_missing(request, "X-Amz-Security-Token", credentials.session_token);
    if (transport::find_header(request.headers, "Authorization") != nullptr) return;
    const CanonicalHeaders headers = canonical_headers(request, host);
    const std::string& date = *transport::find_header(request.headers, "X-Amz-Date");
    const std::string day = date.substr(0, 8);
    const std::string place = day + "/" + scope.region + "/" + scope.service + "/aws4_request";
    const std::string text = std::string(kAlgorithm) + "\n" + date + "\n" + place + "\n" +
                             sha256_hex(canonical_request(request, headers));
    const std::string key = signing_key(credentials.secret_access_key, day, scope);
    request.headers.push_back(
        {"Authorization",
         std::string(kAlgorithm) + " Credential=" + credentials.access_key_id + "/" + place +
             ", SignedHeaders=" + signed_names(headers) +
             ", Signature=" + hexadecimal(hmac_sha256(key, text))}
    );
}

}  // namespace stator::conformance
