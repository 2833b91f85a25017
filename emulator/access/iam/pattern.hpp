// Pattern: a text of a policy with its wildcards and variables, compiled once. Immutable values.
//
// "*" stands for any text and "?" for any character; "${aws:username}" stands for what the request
// says of that key, "${aws:username, 'nobody'}" for nobody if it says nothing, and "${*}", "${?}"
// and "${$}" for the character. What a variable stands for has no wildcards.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/iam/context.hpp"

namespace stator::emulator::access::iam {

// Bytes to be met, and what stands for more than itself.
using Symbols = std::u16string;
inline constexpr char16_t kAnyText = 0x100;
inline constexpr char16_t kAnyCharacter = 0x101;

enum class Case : unsigned char { Heeded, Ignored };

// A text with its wildcards, and nothing else.
Symbols wildcard_symbols(std::string_view text);

bool matches(const Symbols& symbols, std::string_view text, Case casing);

char lower(char c);
std::string lower(std::string_view text);

// Whether a pattern fits. Unresolved: it has a variable that stands for nothing here.
enum class Fit : unsigned char { No, Yes, Unresolved };

class Pattern {
public:
    struct Options {
        bool has_wildcards = true;
        bool has_variables = true;
    };

    Pattern(std::string_view text, Options options);

    // As it is written.
    const std::string& text() const { return text_; }

    // With what its variables stand for; null when one stands for nothing. `buffer` is written to
    // if there are variables.
    const Symbols* resolved(const Context& context, Symbols& buffer) const;

    Fit fit(std::string_view text, const Context& context, Case casing = Case::Heeded) const;

    // What the first variable asks for that stands for nothing; "" when all stand for something.
    std::string_view unresolved_key(const Context& context) const;

private:
    struct Piece {
        Symbols symbols = {};
        std::string key = {};  // in lower case; "" for symbols
        std::optional<std::string> fallback = {};
    };

    void add(char16_t symbol);
    // The piece of a variable whose inside this is; false if it cannot be one.
    bool add_variable(std::string_view inside);
    static const std::string* value_of(const Piece& piece, const Context& context);

    std::string text_;
    std::vector<Piece> pieces_;
    bool has_variables_ = false;
};

// An ARN with wildcards: five parts that are matched one by one, and the rest, which may have
// colons.
class ArnPattern {
public:
    // For a Resource of a policy: an ARN with fewer parts has any others, and variables stand in
    // the rest alone. Nothing for a text that is no ARN and not "*".
    static std::optional<ArnPattern> of_resource(std::string_view text, bool has_variables);
    // For the value of a condition. One that is no ARN fits nothing but "*".
    static ArnPattern of_condition(std::string_view text, bool has_variables);

    const std::string& text() const { return text_; }

    Fit fit(std::string_view arn, const Context& context) const;
    std::string_view unresolved_key(const Context& context) const;

private:
    explicit ArnPattern(std::string_view text);

    // An ARN must begin so to fit: what stands before the first wildcard or variable.
    std::string_view beginning() const { return {text_.data(), beginning_bytes_}; }

    std::string text_;
    bool is_anything_ = false;
    std::vector<Pattern> parts_;  // six, or none
    // 0 with variables, for one that stands for nothing must be noticed.
    std::size_t beginning_bytes_ = 0;
    bool is_plain_ = false;  // fits the ARN that it is, and no other
};

// The parts of an ARN: five, and the rest; nothing for a text that has fewer.
std::optional<std::array<std::string_view, 6>> arn_parts(std::string_view arn);

}  // namespace stator::emulator::access::iam
