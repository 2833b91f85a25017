#include "protocol/wire/scalar_text.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "protocol/errors/serialization.hpp"

namespace stator::protocol::wire {
namespace {

// Returns the six bits of a base64 character, or -1.
int base64_bits(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    if (c == '/') return 63;
    return -1;
}

// Returns the first character of `text`, with all its bytes.
std::string_view first_character(std::string_view text) {
    std::size_t length = 1;
    while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) {
        ++length;
    }
    return text.substr(0, length);
}

}  // namespace

std::optional<bool> boolean_from_text(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    if (lower == "true" || lower == "1" || lower == "yes") return true;
    if (lower == "false" || lower == "0" || lower == "no") return false;
    return std::nullopt;
}

bool truth_of(JsonView value) {
    if (value.is_boolean()) return value.boolean();
    return boolean_from_text(value.string()).value_or(false);
}

Instant moment_of(JsonView timestamp) {
    constexpr double kLatestMs = 253'402'300'799'999;
    const double unix_ms = std::clamp(timestamp.number() * 1000.0, 0.0, kLatestMs);
    return Instant(std::llround(unix_ms));
}

Result<void> check_base64(std::string_view text) {
    if (text.size() % 4 != 0) return errors::base64_length(text.size());
    std::size_t padding = 0;
    while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') {
        ++padding;
    }
    const std::string_view digits = text.substr(0, text.size() - padding);
    // AWS: checks the end first. [case wire/serialization_of_binaries]
    const int unused_mask = padding == 1 ? 0x3 : padding == 2 ? 0xF : 0;
    const int last = digits.empty() ? 0 : base64_bits(digits.back());
    if (last > 0 && (last & unused_mask) != 0) return errors::base64_last_character();
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (base64_bits(digits[i]) >= 0) continue;
        return errors::base64_character(first_character(digits.substr(i)));
    }
    return {};
}

}  // namespace stator::protocol::wire
