#include "emulator/auth/request_signing.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>

#include "emulator/http/percent_encoding.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/time_text.hpp"
#include "transport/header_text.hpp"
#include "transport/http_message.hpp"

namespace stator::emulator::auth {
namespace {

using Digest = std::array<unsigned char, SHA256_DIGEST_LENGTH>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view kTerminator = "aws4_request";

const unsigned char* bytes_of(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string hex(const Digest& digest) {
    std::string text;
    for (const unsigned char byte : digest) protocol::append_hex(text, byte, 2);
    return text;
}

std::string_view view(const Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Digest hmac(std::string_view key, std::string_view text) {
    Digest digest{};
    HMAC(
        EVP_sha256(),
        key.data(),
        static_cast<int>(key.size()),
        bytes_of(text),
        text.size(),
        digest.data(),
        nullptr
    );
    return digest;
}

// Names in lower case, values without blanks at their ends or several in a row.
Pairs canonical_headers(const SignedMessage& message) {
    Pairs headers;
    for (const auto& [name, value] : message.headers) {
        std::string plain;
        for (const char character : transport::trimmed(value)) {
            const bool repeats = character == ' ' && plain.ends_with(' ');
            if (!repeats) plain.push_back(character);
        }
        headers.emplace_back(transport::to_lower(name), std::move(plain));
    }
    std::ranges::stable_sort(headers, {}, &Pairs::value_type::first);
    return headers;
}

std::string scope_text(const SigningScope& scope, protocol::Instant time) {
    std::string text = signing_date(time);
    text.append("/").append(scope.region).append("/").append(scope.service);
    return text.append("/").append(kTerminator);
}

}  // namespace

std::string signing_time(protocol::Instant time) {
    std::string text = protocol::utc_text(time);
    text.resize(text.find('.'));
    std::erase_if(text, [](char character) { return character == '-' || character == ':'; });
    return text.append("Z");
}

std::string signing_date(protocol::Instant time) {
    constexpr std::size_t kDateDigits = 8;
    return signing_time(time).substr(0, kDateDigits);
}

std::string hex_sha256(std::string_view bytes) {
    Digest digest{};
    SHA256(bytes_of(bytes), bytes.size(), digest.data());
    return hex(digest);
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
    return std::string(view(hmac(key, text)));
}

std::string canonical_query(const SignedMessage& message) {
    Pairs parameters;
    for (const auto& [name, value] : message.query) {
        parameters.emplace_back(http::percent_encoded(name), http::percent_encoded(value));
    }
    std::ranges::sort(parameters);
    std::string query;
    for (const auto& [name, value] : parameters) {
        if (!query.empty()) query.push_back('&');
        query.append(name).append("=").append(value);
    }
    return query;
}

std::string signed_header_names(const SignedMessage& message) {
    std::string names;
    for (const auto& [name, value] : canonical_headers(message)) {
        if (!names.empty()) names.push_back(';');
        names.append(name);
    }
    return names;
}

std::string canonical_request(const SignedMessage& message, const SigningScope& scope) {
    std::string text = message.method + "\n";
    text.append(scope.service == "s3" ? message.path : http::percent_encoded_path(message.path))
        .append("\n");
    text.append(canonical_query(message)).append("\n");
    for (const auto& [name, value] : canonical_headers(message)) {
        text.append(name).append(":").append(value).append("\n");
    }
    text.append("\n").append(signed_header_names(message)).append("\n");
    return text.append(message.payload_hash);
}

std::string signature(
    const SignedMessage& message,
    const SigningScope& scope,
    std::string_view secret_key,
    protocol::Instant time
) {
    std::string signed_text(kAlgorithm);
    signed_text.append("\n").append(signing_time(time)).append("\n");
    signed_text.append(scope_text(scope, time)).append("\n");
    signed_text.append(hex_sha256(canonical_request(message, scope)));

    Digest key = hmac(std::string("AWS4").append(secret_key), signing_date(time));
    for (const std::string_view part :
         {std::string_view(scope.region), std::string_view(scope.service), kTerminator}) {
        key = hmac(view(key), part);
    }
    return hex(hmac(view(key), signed_text));
}

std::string authorization(
    const SignedMessage& message,
    const SigningScope& scope,
    const SigningSecrets& secrets,
    protocol::Instant time
) {
    std::string value(kAlgorithm);
    value.append(" Credential=").append(secrets.access_key).append("/");
    value.append(scope_text(scope, time));
    value.append(", SignedHeaders=").append(signed_header_names(message));
    value.append(", Signature=").append(signature(message, scope, secrets.secret_key, time));
    return value;
}

}  // namespace stator::emulator::auth
