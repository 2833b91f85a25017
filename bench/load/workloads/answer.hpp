// Looks up the two members of a Query or Scan answer that a client must read, without parsing the
// rest. They rely on our own items: no attribute of theirs holds an upper-case word or a brace.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stator::bench {

// The number behind `"Count":`, or nothing.
std::optional<std::uint64_t> count_in(std::string_view body) noexcept;

// The object behind `"LastEvaluatedKey":`, braces included, or an empty text.
std::string_view last_evaluated_key_in(std::string_view body) noexcept;

}  // namespace stator::bench
