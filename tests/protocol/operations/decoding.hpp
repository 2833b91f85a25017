// Requests and replies in short form, for the tests of the operations.
//
// JSON is written with single quotes, which become double quotes here.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>

#include "protocol/operations/reading.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::operations {

// Decodes in the given region, or in none.
template <class Decode>
auto decode_json(const Decode& decode, wire::JsonView json, const Reading& reading = {}) {
    if constexpr (std::is_invocable_v<const Decode&, wire::JsonView, const Reading&>) {
        return decode(json, reading);
    } else {
        return decode(json);
    }
}

// "ok", or the error message of a rejected request.
template <class Decode>
std::string verdict(const Decode& decode, std::string_view request) {
    const auto document = tests::document(request);
    return tests::verdict(decode_json(decode, document.root()));
}

// The decoded request. Throws if the request is rejected.
template <class Decode>
auto decoded(const Decode& decode, std::string_view request) {
    const auto document = tests::document(request);
    return decode_json(decode, document.root()).value();
}

inline std::string single_quoted(std::string text) {
    std::replace(text.begin(), text.end(), '"', '\'');
    return text;
}

inline const std::string kEnvelope = "1 validation error detected: ";

// A map with 63 levels, deep enough that the older dialect applies.
inline std::string deep_value() {
    std::string text = "{'S': 'x'}";
    for (int i = 0; i < 64; ++i) text = "{'L': [" + text + "]}";
    return text;
}

}  // namespace stator::protocol::operations
