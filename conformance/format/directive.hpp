// Directives: objects in a case whose member begins with `$`. A generator (`{"$repeat": "x",
// "times": 9}`) stands for a value to send; a matcher (`{"$regex": "…"}`) for a condition on a
// reply. This file lists them; expansion.hpp and matcher.hpp implement them.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// A case that does not follow the format: `what()` contains the place and the reason.
class CaseError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

enum class DirectiveKind { Generator, Matcher };

struct Directive {
    std::string_view name;
    DirectiveKind kind;
    /// The other members of the object: required ones and optional ones.
    std::span<const std::string_view> required;
    std::span<const std::string_view> optional;
};

/// Returns the directive that `value` represents; null if it is an ordinary value. Throws CaseError
/// for an unknown name and for missing or unknown other members. `$$name` represents a member whose
/// real name is `$name`.
const Directive* find_directive(const Json& value);

/// Returns the value of the member that has the directive's name.
const Json& argument_of(const Json& value, const Directive& directive);

}  // namespace stator::conformance
