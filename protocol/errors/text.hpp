// Text: a message of DynamoDB's as it stands in the catalogue, with named gaps.
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

// A gap takes any of these values; messages show them so.
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

// A value of type S, N or B: "AttributeValue: {N:5}".
// AWS: binary in base64. [unconfirmed] [case condition/between_bounds]
std::string in_gap(values::AttributeValueView value);

// "[a, [1], b]".
inline std::string in_gap(const values::DocumentPath& path) {
    return values::path_text(path);
}

// "line:column:length".
std::string in_gap(const values::TextPosition& position);

// AWS: "2026-10-06T23:16:32Z", as Java prints an Instant: milliseconds only where there are any.
std::string in_gap(Instant moment);

// "a, b".
std::string in_gap(std::span<const std::string> texts);
std::string in_gap(std::span<const std::string_view> texts);

// The texts with another separator, such as quotes around a comma.
std::string joined(std::span<const std::string> texts, std::string_view separator);

// The error with that text, its gaps filled from left to right.
ApiError filled(
    ErrorType type,
    ErrorCause cause,
    std::string_view words,
    std::initializer_list<std::string_view> fillings
);

// Called like a function that makes the error. The compiler checks how many gaps the text has.
template <std::size_t Gaps>
class Text {
public:
    // Not explicit: a message is written as its text alone.
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval Text(
        std::string_view words,
        ErrorType type = ErrorType::ValidationException,
        ErrorCause cause = ErrorCause::Unspecified
    )
        : words_(words), type_(type), cause_(cause) {
        if (count_gaps(words) != Gaps) throw "the text has another number of gaps";
    }

    // Cold: callers are laid out for the answer without an error.
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
