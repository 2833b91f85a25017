// Pattern: a string in a policy with wildcards and variables, compiled once. Immutable.
//
// "*" matches any text and "?" any character. "${aws:username}" is replaced by the request's value
// of that key, and "${aws:username, 'guest'}" by "guest" if the request has none. "${*}", "${?}"
// and
// "${$}" are the literal characters. Wildcards in the value of a variable have no effect.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/iam/context.hpp"

namespace stator::emulator::access::iam {

// Literal bytes and wildcards.
using Symbols = std::u16string;
inline constexpr char16_t kAnyText = 0x100;
inline constexpr char16_t kAnyCharacter = 0x101;

enum class Case : unsigned char { Heeded, Ignored };

// Compiles a text with wildcards but without variables.
Symbols wildcard_symbols(std::string_view text);

// True if the symbols match the whole text. Case::Ignored ignores the case of ASCII letters only.
bool matches(const Symbols& symbols, std::string_view text, Case casing);

// Lower case for ASCII letters; other characters are unchanged.
char lower(char c);
std::string lower(std::string_view text);

// Whether a pattern matches. Unresolved: it has a variable without a value.
enum class Fit : unsigned char { No, Yes, Unresolved };

class Pattern {
public:
    struct Options {
        bool has_wildcards = true;
        bool has_variables = true;
    };

    Pattern(std::string_view text, Options options);

    // The pattern as written in the policy.
    const std::string& text() const { return text_; }

    // The symbols with the values of variables; null if a variable has no value. `buffer` is used
    // only if the pattern has variables.
    const Symbols* resolved(const Context& context, Symbols& buffer) const;

    Fit fit(std::string_view text, const Context& context, Case casing = Case::Heeded) const;

    // The key of the first variable without a value; "" if all have one.
    std::string_view unresolved_key(const Context& context) const;

private:
    struct Piece {
        Symbols symbols = {};
        std::string key = {};  // in lower case; "" for symbols
        std::optional<std::string> fallback = {};
    };

    void add(char16_t symbol);
    // Adds the piece of the variable with this content; false if it is not a valid variable.
    bool add_variable(std::string_view inside);
    static const std::string* value_of(const Piece& piece, const Context& context);

    std::string text_;
    std::vector<Piece> pieces_;
    bool has_variables_ = false;
};

// An ARN with wildcards: five parts that are matched separately, and the rest, which may contain
// colons.
class ArnPattern {
public:
    // Reads a Resource of a policy. Missing parts of an ARN match anything, and only the rest may
    // contain variables. nullopt unless the text is an ARN or "*".
    static std::optional<ArnPattern> of_resource(std::string_view text, bool has_variables);
    // Reads the value of a condition. A text that is neither an ARN nor "*" matches nothing.
    static ArnPattern of_condition(std::string_view text, bool has_variables);

    const std::string& text() const { return text_; }

    Fit fit(std::string_view arn, const Context& context) const;
    std::string_view unresolved_key(const Context& context) const;

private:
    explicit ArnPattern(std::string_view text);

    // The literal text before the first wildcard or variable. A matching ARN must begin with it.
    std::string_view beginning() const { return {text_.data(), beginning_bytes_}; }

    std::string text_;
    bool is_anything_ = false;
    std::vector<Pattern> parts_;  // six, or none
    // 0 if there are variables, because a variable without a value must be detected.
    std::size_t beginning_bytes_ = 0;
    bool is_plain_ = false;  // matches only the identical ARN
};

// The six parts of an ARN: five, and the rest. nullopt if it has fewer.
std::optional<std::array<std::string_view, 6>> arn_parts(std::string_view arn);

}  // namespace stator::emulator::access::iam
