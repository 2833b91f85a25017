// Expansion turns the values of a case into what is sent or expected: `${name}` becomes its text,
// and a generator becomes the value it stands for. Matchers stay, with their arguments expanded.
//
// In a string, `${i}` is the round of the nearest `$list`, `$map` or `$join` (or of a step with
// `times`), `${i:04}` is the same padded with zeros, and `$${` is a plain `${`.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"
#include "conformance/format/scope.hpp"

namespace stator::conformance {

/// Matchers are allowed in an expectation only; in a request there is nothing to match.
enum class Purpose { Request, Expectation };

/// Replaces every `${name}` by what `meaning` returns for the name.
std::string substitute(
    std::string_view text, const std::function<std::string(std::string_view)>& meaning
);

/// Replaces every `${name}` by the scope's text. Throws CaseError for a name the scope does not
/// know.
std::string substitute(
    std::string_view text, const Scope& scope, std::optional<std::size_t> index = std::nullopt
);

/// An expanded copy of `value`. Throws CaseError for a directive that makes no sense.
JsonDocument expand(
    const Json& value,
    const Scope& scope,
    Purpose purpose,
    std::optional<std::size_t> index = std::nullopt
);

}  // namespace stator::conformance
