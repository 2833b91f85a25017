// Text: a message of DynamoDB's as it stands in the catalogue, with named gaps.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "protocol/base/api_error.hpp"

namespace stator::protocol::errors {

// Where the gap that begins at a brace ends, or npos where none begins. A gap is a lower-case name
// in braces, such as "{table}".
constexpr std::size_t gap_end(std::string_view words, std::size_t brace) {
    const std::size_t end = words.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", brace + 1);
    const bool is_gap = end != std::string_view::npos && end > brace + 1 && words[end] == '}';
    return is_gap ? end + 1 : std::string_view::npos;
}

consteval std::size_t count_gaps(std::string_view words) {
    std::size_t gaps = 0;
    for (std::size_t at = words.find('{'); at < words.size(); at = words.find('{', at + 1)) {
        if (gap_end(words, at) != std::string_view::npos) ++gaps;
    }
    return gaps;
}

// The error with that text, its gaps filled from left to right.
ApiError filled(
    ErrorType type, std::string_view words, std::initializer_list<std::string_view> fillings
);

// Called like a function that makes the error. The compiler checks how many gaps the text has.
template <std::size_t Gaps>
class Text {
public:
    // Not explicit: a message is written as its text alone.
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval Text(std::string_view words, ErrorType type = ErrorType::ValidationException)
        : words_(words), type_(type) {
        if (count_gaps(words) != Gaps) throw "the text has another number of gaps";
    }

    template <std::convertible_to<std::string_view>... Fillings>

    requires(sizeof...(Fillings) == Gaps) [[nodiscard]] ApiError operator()(
        const Fillings&... fillings
    ) const {
        return filled(type_, words_, {std::string_view(fillings)...});
    }

private:
    std::string_view words_;
    ErrorType type_;
};

}  // namespace stator::protocol::errors
