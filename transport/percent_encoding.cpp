#include "transport/percent_encoding.hpp"

#include <charconv>
#include <utility>

namespace stator::transport {
namespace {

// Returns how many bytes follow the first byte of a UTF-8 character; nullopt if no character begins
// with it.
std::optional<std::size_t> following_bytes(unsigned char first) {
    if (first < 0x80) return 0;
    if (first >= 0xC2 && first < 0xE0) return 1;
    if (first >= 0xE0 && first < 0xF0) return 2;
    if (first >= 0xF0 && first < 0xF5) return 3;
    return std::nullopt;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto first = static_cast<unsigned char>(text.front());
        const auto following = following_bytes(first);
        if (!following || text.size() <= *following) return false;
        for (std::size_t i = 1; i <= *following; ++i) {
            if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return false;
        }
        const auto second = *following == 0 ? '\0' : static_cast<unsigned char>(text[1]);
        // Rejects overlong forms, surrogates, and values beyond the last character.
        const bool is_wrong = (first == 0xE0 && second < 0xA0) ||
                              (first == 0xED && second > 0x9F) ||
                              (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
        if (is_wrong) return false;
        text.remove_prefix(*following + 1);
    }
    return true;
}

bool is_unreserved(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    return is_letter || (c >= '0' && c <= '9') ||
           std::string_view("-._~").find(c) != std::string_view::npos;
}

struct Decoded {
    std::string text;
    bool has_broken_escape = false;
};

// Decodes the text; an invalid escape is left unchanged.
Decoded decoded(std::string_view text) {
    Decoded result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_escape = text[i] == '%';
        const char* const digits = text.data() + i + 1;
        unsigned byte = 0;
        if (is_escape && text.size() - i >= 3 &&
            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
            result.text.push_back(static_cast<char>(byte));
            i += 2;
        } else {
            result.text.push_back(text[i]);
            result.has_broken_escape = result.has_broken_escape || is_escape;
        }
    }
    return result;
}

void append_encoded(std::string& encoded, char c) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    if (is_unreserved(c)) {
        encoded.push_back(c);
        return;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
}

}  // namespace

std::string percent_decoded_where_possible(std::string_view text) {
    return decoded(text).text;
}

std::optional<std::string> percent_decoded(std::string_view text) {
    Decoded whole = decoded(text);
    if (whole.has_broken_escape || !is_utf8(whole.text)) return std::nullopt;
    return std::move(whole.text);
}

std::string percent_encoded(std::string_view text) {
    std::string encoded;
    for (const char c : text) append_encoded(encoded, c);
    return encoded;
}

std::string percent_encoded_path(std::string_view path) {
    std::string encoded;
    for (const char c : path) {
        if (c == '/') {
            encoded.push_back(c);
        } else {
            append_encoded(encoded, c);
        }
    }
    return encoded;
}

}  // namespace stator::transport
