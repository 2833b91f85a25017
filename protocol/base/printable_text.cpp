#include "protocol/base/printable_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stator::protocol {
namespace {

constexpr char32_t kFirstPrintable = 0x20;
constexpr char32_t kDelete = 0x7F;
constexpr char32_t kLastControl = 0x9F;
constexpr char32_t kFirstSurrogate = 0xD800;
constexpr char32_t kLastSurrogate = 0xDFFF;
constexpr char32_t kLastCharacter = 0x10FFFF;
// The smallest code point that requires a sequence of each length.
constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};

std::size_t sequence_length(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >> 5U == 0b110) return 2;
    if (first >> 4U == 0b1110) return 3;
    if (first >> 3U == 0b11110) return 4;
    return 0;
}

// Returns the number of bytes of the printable character at the start of the text; 0 if there is
// none.
std::size_t printable_bytes(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = sequence_length(first);
    if (length == 0 || length > text.size()) return 0;
    char32_t character = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >> 6U != 0b10) return 0;
        character = character << 6U | (byte & 0x3FU);
    }
    const bool is_control =
        character < kFirstPrintable || (character >= kDelete && character <= kLastControl);
    const bool is_surrogate = character >= kFirstSurrogate && character <= kLastSurrogate;
    const bool is_shortest = character >= kLeast[length] && character <= kLastCharacter;
    return is_control || is_surrogate || !is_shortest ? 0 : length;
}

}  // namespace

std::string printable(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t taken = printable_bytes(bytes);
        if (taken > 0) {
            text.append(bytes.substr(0, taken));
        } else {
            const auto byte = static_cast<unsigned char>(bytes.front());
            text.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xFU]);
        }
        bytes.remove_prefix(taken > 0 ? taken : 1);
    }
    return text;
}

}  // namespace stator::protocol
