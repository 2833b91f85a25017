// Expansion converts the values of a case to the values to send or to expect: `${name}` is replaced
// with its text, and a generator with its output. Matchers remain, with expanded arguments.
//
// In a string, `${i}` is the round of the nearest `$list`, `$map` or `$join` (or of a step with
// `times`), `${i:04}` is the same padded with zeros, and `$${` is a literal `${`.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"
#include "conformance/format/scope.hpp"

namespace stator::conformance {

/// Matchers are allowed only in an expectation.
enum class Purpose { Request, Expectation };

/// Replaces each `${name}` with the result of `meaning` for the name.
std::string substitute(
    std::string_view text, const std::function<std::string(std::string_view)>& meaning
);

/// Replaces each `${name}` with the scope's text. Throws CaseError for an undefined name.
std::string substitute(
    std::string_view text, const Scope& scope, std::optional<std::size_t> index = std::nullopt
);

/// Returns an expanded copy of `value`. Throws CaseError for an invalid directive.
JsonDocument expand(
    const Json& value,
    const Scope& scope,
    Purpose purpose,
    std::optional<std::size_t> index = std::nullopt
);

}  // namespace stator::conformance
