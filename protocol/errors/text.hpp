// Text: one of DynamoDB's messages as stored in the catalogue, with named gaps.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/base/instant.hpp"
#include "protocol/values/attribute_value.hpp"
#include "protocol/values/document_path.hpp"
#include "protocol/values/text_position.hpp"

namespace stator::protocol::errors {

// Returns the end of the gap that begins at `brace`, or npos if none begins there. A gap is a
// lower-case name in braces, such as "{table}".
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

// The types of values that a gap accepts, and their text in messages.
inline std::string_view in_gap(std::string_view text) {
    return text;
}

inline std::string in_gap(std::integral auto number) {
    return std::to_string(number);
}

// "S", "BOOL" …
inline std::string_view in_gap(values::AttributeType type) {
    return values::type_name(type);
}

// A value of type S, N or B: "AttributeValue: {N:5}". AWS: binary in base64. [unconfirmed]
// [case condition/between_bounds]
std::string in_gap(values::AttributeValueView value);

// "[a, [1], b]".
inline std::string in_gap(const values::DocumentPath& path) {
    return values::path_text(path);
}

// "line:column:length".
std::string in_gap(const values::TextPosition& position);

// AWS: "2026-10-06T23:16:32Z", as Java prints an Instant: without milliseconds if they are zero.
std::string in_gap(Instant moment);

// "a, b".
std::string in_gap(std::span<const std::string> texts);
std::string in_gap(std::span<const std::string_view> texts);

// Joins the texts with another separator, for example quotes around a comma.
std::string joined(std::span<const std::string> texts, std::string_view separator);

// Returns the error with the text `words`, whose gaps are filled from left to right.
ApiError filled(
    ErrorType type,
    ErrorCause cause,
    std::string_view words,
    std::initializer_list<std::string_view> fillings
);

// A function object that creates the error. The compiler checks the number of gaps.
template <std::size_t Gaps>
class Text {
public:
    // Not explicit, so that a message can be written as a string literal.
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval Text(
        std::string_view words,
        ErrorType type = ErrorType::ValidationException,
        ErrorCause cause = ErrorCause::Unspecified
    )
        : words_(words), type_(type), cause_(cause) {
        if (count_gaps(words) != Gaps) throw "the text has another number of gaps";
    }

    // Cold: the compiler optimises callers for the path without an error.
    template <class... Fillings>

    requires(sizeof...(Fillings) == Gaps) [[nodiscard, gnu::cold]] ApiError operator()(
        const Fillings&... fillings
    ) const {
        return filled(type_, cause_, words_, {std::string_view(in_gap(fillings))...});
    }

private:
    std::string_view words_;
    ErrorType type_;
    ErrorCause cause_;
};

}  // namespace stator::protocol::errors
