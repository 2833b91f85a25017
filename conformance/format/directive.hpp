// Directives: objects in a case whose member begins with `$`, and which stand for something else: a
// generator (`{"$repeat": "x", "times": 9}`) for a value to send, a matcher (`{"$regex": "…"}`) for
// a condition on a reply. This file lists them; expansion.hpp and matcher.hpp implement them.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"

namespace stator::conformance {

/// A case that does not follow the format: `what()` says where and why.
class CaseError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

enum class DirectiveKind { Generator, Matcher };

struct Directive {
    std::string_view name;
    DirectiveKind kind;
    /// The other members of the object: those it must have, and those it may have.
    std::span<const std::string_view> required;
    std::span<const std::string_view> optional;
};

/// The directive that `value` is, or null when it is an ordinary value. Throws CaseError for an
/// unknown name and for missing or unknown other members. `$$name` stands for a member that is
/// really called `$name`.
const Directive* find_directive(const Json& value);

/// The value of the member that is named like the directive.
const Json& argument_of(const Json& value, const Directive& directive);

}  // namespace stator::conformance
