// Requirements of the fuzz targets: a broken requirement ends the process, so that libFuzzer keeps
// the input. Pure functions.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "protocol/base/result.hpp"

namespace stator::fuzz {

// Ends the process with `what` and the texts that broke it, unless `holds`.
inline void require(
    bool holds, const char* what, std::string_view one = {}, std::string_view two = {}
) {
    if (holds) return;
    std::fprintf(stderr, "broken: %s\n", what);
    for (const std::string_view text : {one, two}) {
        std::fputs("  [", stderr);
        if (!text.empty()) std::fwrite(text.data(), 1, text.size(), stderr);
        std::fputs("]\n", stderr);
    }
    std::abort();
}

// True for well-formed UTF-8: no stray or missing continuation, no overlong form, no surrogate.
inline bool is_utf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const auto first = static_cast<unsigned char>(text[at++]);
        if (first < 0x80) continue;
        const int following = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
        if (first < 0xC2 || first > 0xF4) return false;
        std::uint32_t point = first & (0x3FU >> following);
        for (int i = 0; i < following; ++i) {
            if (at == text.size()) return false;
            const auto byte = static_cast<unsigned char>(text[at++]);
            if ((byte & 0xC0) != 0x80) return false;
            point = point << 6 | (byte & 0x3FU);
        }
        constexpr std::uint32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
        if (point < kLeast[following] || point > 0x10FFFF) return false;
        if (point >= 0xD800 && point <= 0xDFFF) return false;
    }
    return true;
}

// An error that DynamoDB could return for `request` before it looks at any table.
inline void require_client_error(const protocol::ApiError& error, std::string_view request) {
    using protocol::ErrorType;
    require(
        error.type == ErrorType::SerializationException ||
            error.type == ErrorType::ValidationException,
        "only the client may be to blame",
        protocol::error_name(error.type),
        error.message
    );
    require(
        is_utf8(error.message) || !is_utf8(request), "messages are UTF-8", request, error.message
    );
}

}  // namespace stator::fuzz
