// JSON for the runner: RapidJSON's values, and a few functions that RapidJSON lacks.
//
// Values are immutable once parsed, so any thread may read them. Text is UTF-8. Member order is
// kept, because DynamoDB's replies can depend on it.
#pragma once

#include <rapidjson/document.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace stator::conformance {

using Json = rapidjson::Value;
using JsonDocument = rapidjson::Document;
using JsonAllocator = JsonDocument::AllocatorType;

/// Text that is not JSON: `what()` describes the error with its line and column.
class JsonError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Parses one JSON text of any depth. Throws JsonError.
JsonDocument parse_json(std::string_view text);

/// Compact JSON text.
std::string to_text(const Json& value);

/// The characters of a JSON string.
std::string_view text_of(const Json& string);

/// Returns a JSON string with a copy of `text`.
Json make_string(std::string_view text, JsonAllocator& allocator);

/// Returns the member of that name; null if it is absent or `object` is not an object.
const Json* find_member(const Json& object, std::string_view name);

/// Returns true if two JSON numbers are numerically equal: 1 equals 1.0.
bool numbers_equal(const Json& left, const Json& right);

/// Returns true if the byte (10xxxxxx) continues a UTF-8 character.
bool is_continuation(char byte);

/// Returns `text`, cut to about `length_max` bytes between two characters, with its full length
/// appended. A long run of one character is written `‹x × 400000›`.
std::string abbreviate(std::string_view text, std::size_t length_max);

}  // namespace stator::conformance
