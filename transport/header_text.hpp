// Small pure functions on the text of headers, for both sides of a connection.
#pragma once

#include <string_view>

namespace stator::transport {

constexpr char ascii_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Whether both are equal except for the case of ASCII letters.
constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a == b) return true;  // nearly always, and faster than comparing each letter
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (ascii_lower(a[i]) != ascii_lower(b[i])) return false;
    }
    return true;
}

// Returns the text without spaces and tabs at both ends.
constexpr std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t";
    const auto first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// Returns the text before the first `separator` in `rest`, and removes it and the separator from
// `rest`. Takes all of `rest` if it contains no separator.
constexpr std::string_view take_until(std::string_view& rest, char separator) {
    const auto end = rest.find(separator);
    const std::string_view head = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return head;
}

}  // namespace stator::transport
