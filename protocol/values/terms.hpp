// Enumerations that DynamoDB spells as strings. Each has a function `texts_of` in its own
// namespace, which returns the texts of all enumerators in their order. Pure functions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace stator::protocol::values {

// The texts of an enumeration, up to the text of its last enumerator.
template <auto kLast>
using TextsTo = std::array<std::string_view, static_cast<std::size_t>(kLast) + 1>;

template <class T>
concept HasTexts = requires {
    texts_of(T{});
};

template <HasTexts T>
constexpr std::string_view text_of(T term) {
    static_assert(!texts_of(T{}).back().empty(), "an enumerator has no text");
    return texts_of(T{})[static_cast<std::size_t>(term)];
}

// The inverse of text_of(); nullopt if DynamoDB does not know the text.
template <HasTexts T>
constexpr std::optional<T> term_from(std::string_view text) {
    constexpr auto kTexts = texts_of(T{});
    const auto found = std::ranges::find(kTexts, text);
    if (found == kTexts.end()) return std::nullopt;
    return static_cast<T>(found - kTexts.begin());
}

}  // namespace stator::protocol::values
