// Small pure functions on the text of headers.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "transport/header_text.hpp"

namespace stator::emulator {

// Shared with the client side.
using transport::ascii_lower;
using transport::equals_ignoring_case;
using transport::take_until;
using transport::trimmed;

// Returns the text as UTF-8, so that any header can be shown in JSON. Non-ASCII bytes are read as
// Latin-1, as in HTTP.
inline std::string utf8_text(std::string_view header) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    // Nearly every header is pure ASCII.
    if (std::all_of(header.begin(), header.end(), is_ascii)) return std::string(header);
    std::string text;
    text.reserve(header.size());
    for (const char c : header) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text.push_back(c);
        } else {
            text.push_back(static_cast<char>(0xC0 | byte >> 6));
            text.push_back(static_cast<char>(0x80 | (byte & 0x3F)));
        }
    }
    return text;
}

}  // namespace stator::emulator
