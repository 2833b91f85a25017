// Directives: the objects of a case that begin with `$` and stand for something else, either a
// generator (`{"$repeat": "x", "times": 9}`, a value to send) or a matcher (`{"$regex": "…"}`, a
// condition on a reply). This is the list of them; expansion.hpp and matcher.hpp give them meaning.
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
    /// Members that must stand beside it, and members that may.
    std::span<const std::string_view> required;
    std::span<const std::string_view> optional;
};

/// The directive `value` is, or null when it stands for itself. Throws CaseError for an unknown
/// name and for missing or unknown companions. `$$name` is a member that is really called `$name`.
const Directive* find_directive(const Json& value);

/// The member named like the directive.
const Json& argument_of(const Json& value, const Directive& directive);

}  // namespace stator::conformance
