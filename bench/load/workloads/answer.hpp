// Finds the two members of a Query or Scan reply that a client must read, without parsing the rest.
// Assumes the workloads' own items: none of their attributes contains an upper-case word or a
// brace.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stator::bench {

// Returns the number after `"Count":`; nullopt if it is missing.
std::optional<std::uint64_t> count_in(std::string_view body) noexcept;

// Returns the object after `"LastEvaluatedKey":`, including its braces, or "".
std::string_view last_evaluated_key_in(std::string_view body) noexcept;

}  // namespace stator::bench
