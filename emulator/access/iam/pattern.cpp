#include "emulator/access/iam/pattern.hpp"

#include <algorithm>

namespace stator::emulator::access::iam {
namespace {

constexpr std::size_t kArnParts = 6;

std::string_view trimmed_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// True for the bytes of a UTF-8 character after its first one.
bool continues_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// Splits at colons outside of variables into at most six parts. The last part contains the rest.
std::vector<std::string_view> pattern_parts(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    bool is_inside = false;
    for (std::size_t at = 0; at < text.size() && parts.size() + 1 < kArnParts; ++at) {
        if (text.substr(at, 2) == "${") is_inside = true;
        if (text[at] == '}') is_inside = false;
        if (text[at] != ':' || is_inside) continue;
        parts.push_back(text.substr(begin, at - begin));
        begin = at + 1;
    }
    parts.push_back(text.substr(begin));
    return parts;
}

}  // namespace

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = lower(c);
    return result;
}

Symbols wildcard_symbols(std::string_view text) {
    Symbols symbols;
    for (const char c : text) {
        symbols.push_back(
            c == '*'   ? kAnyText
            : c == '?' ? kAnyCharacter
                       : char16_t{static_cast<unsigned char>(c)}
        );
    }
    return symbols;
}

bool matches(const Symbols& symbols, std::string_view text, Case casing) {
    const auto same = [&](char16_t wanted, char met) {
        if (wanted == static_cast<unsigned char>(met)) return true;
        return casing == Case::Ignored && wanted < 0x80 &&
               lower(static_cast<char>(wanted)) == lower(met);
    };
    std::size_t at = 0;
    // The last "*" so far, and the end of the text that it matches. On a mismatch it matches one
    // byte more.
    std::size_t star = Symbols::npos;
    std::size_t star_end = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (at < symbols.size() && symbols[at] == kAnyText) {
            star = at++;
            star_end = i;
        } else if (at < symbols.size() && symbols[at] == kAnyCharacter) {
            ++at;
            ++i;
            while (i < text.size() && continues_character(text[i])) ++i;
        } else if (at < symbols.size() && same(symbols[at], text[i])) {
            ++at;
            ++i;
        } else if (star != Symbols::npos) {
            at = star + 1;
            i = ++star_end;
        } else {
            return false;
        }
    }
    return symbols.find_first_not_of(kAnyText, at) == Symbols::npos;
}

Pattern::Pattern(std::string_view text, Options options) : text_(text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (options.has_variables && text.substr(at, 2) == "${") {
            const std::size_t end = text.find('}', at);
            if (end != std::string_view::npos && add_variable(text.substr(at + 2, end - at - 2))) {
                at = end;
                continue;
            }
        }
        if (options.has_wildcards && (text[at] == '*' || text[at] == '?')) {
            add(text[at] == '*' ? kAnyText : kAnyCharacter);
        } else {
            add(static_cast<unsigned char>(text[at]));
        }
    }
    if (pieces_.empty()) pieces_.emplace_back();
}

void Pattern::add(char16_t symbol) {
    if (pieces_.empty() || !pieces_.back().key.empty()) pieces_.emplace_back();
    pieces_.back().symbols.push_back(symbol);
}

bool Pattern::add_variable(std::string_view inside) {
    if (inside == "*" || inside == "?" || inside == "$") {
        add(static_cast<unsigned char>(inside.front()));
        return true;
    }
    Piece piece;
    const std::size_t comma = inside.find(',');
    piece.key = lower(trimmed_blanks(inside.substr(0, comma)));
    if (piece.key.empty()) return false;
    if (comma != std::string_view::npos) {
        const std::string_view fallback = trimmed_blanks(inside.substr(comma + 1));
        const bool is_quoted =
            fallback.size() >= 2 && fallback.front() == '\'' && fallback.back() == '\'';
        if (!is_quoted) return false;
        piece.fallback = fallback.substr(1, fallback.size() - 2);
    }
    pieces_.push_back(std::move(piece));
    has_variables_ = true;
    return true;
}

// AWS: a key with several values cannot be a variable. [docs.aws.amazon.com/IAM/latest/UserGuide/
// reference_policies_variables.html]
const std::string* Pattern::value_of(const Piece& piece, const Context& context) {
    const ContextValue* const found = context.find(piece.key);
    if (found != nullptr && !found->is_list && found->values.size() == 1) {
        return &found->values.front();
    }
    return piece.fallback ? &*piece.fallback : nullptr;
}

const Symbols* Pattern::resolved(const Context& context, Symbols& buffer) const {
    if (!has_variables_) return &pieces_.front().symbols;
    buffer.clear();
    for (const Piece& piece : pieces_) {
        if (piece.key.empty()) {
            buffer += piece.symbols;
            continue;
        }
        const std::string* const value = value_of(piece, context);
        if (value == nullptr) return nullptr;
        for (const char c : *value) buffer.push_back(static_cast<unsigned char>(c));
    }
    return &buffer;
}

Fit Pattern::fit(std::string_view text, const Context& context, Case casing) const {
    Symbols buffer;
    const Symbols* const symbols = resolved(context, buffer);
    if (symbols == nullptr) return Fit::Unresolved;
    return matches(*symbols, text, casing) ? Fit::Yes : Fit::No;
}

std::string_view Pattern::unresolved_key(const Context& context) const {
    for (const Piece& piece : pieces_) {
        if (!piece.key.empty() && value_of(piece, context) == nullptr) return piece.key;
    }
    return {};
}

std::optional<std::array<std::string_view, 6>> arn_parts(std::string_view arn) {
    std::array<std::string_view, kArnParts> parts;
    for (std::size_t i = 0; i + 1 < kArnParts; ++i) {
        const std::size_t colon = arn.find(':');
        if (colon == std::string_view::npos) return std::nullopt;
        parts[i] = arn.substr(0, colon);
        arn.remove_prefix(colon + 1);
    }
    parts.back() = arn;
    return parts;
}

// The literal beginning quickly excludes most patterns, because they are about other resources than
// the request.
ArnPattern::ArnPattern(std::string_view text) : text_(text), is_anything_(text == "*") {
    if (text.find('$') != std::string_view::npos) return;
    beginning_bytes_ = std::min(text.find_first_of("*?"), text.size());
    is_plain_ = beginning_bytes_ == text.size() && arn_parts(text).has_value();
}

std::optional<ArnPattern> ArnPattern::of_resource(std::string_view text, bool has_variables) {
    ArnPattern pattern(text);
    if (pattern.is_anything_) return pattern;
    if (!text.starts_with("arn:")) return std::nullopt;
    for (const std::string_view part : pattern_parts(text)) {
        const bool is_rest = pattern.parts_.size() + 1 == kArnParts;
        pattern.parts_.emplace_back(
            part, Pattern::Options{.has_variables = has_variables && is_rest}
        );
    }
    while (pattern.parts_.size() < kArnParts) {
        pattern.parts_.emplace_back("*", Pattern::Options{});
    }
    return pattern;
}

ArnPattern ArnPattern::of_condition(std::string_view text, bool has_variables) {
    ArnPattern pattern(text);
    const auto parts = pattern_parts(text);
    if (pattern.is_anything_ || parts.size() < kArnParts) return pattern;
    for (const std::string_view part : parts) {
        pattern.parts_.emplace_back(part, Pattern::Options{.has_variables = has_variables});
    }
    return pattern;
}

Fit ArnPattern::fit(std::string_view arn, const Context& context) const {
    if (is_anything_) return Fit::Yes;
    if (is_plain_) return arn == text_ ? Fit::Yes : Fit::No;
    if (!arn.starts_with(beginning())) return Fit::No;
    const auto parts = arn_parts(arn);
    if (parts_.empty()) return Fit::No;
    Fit result = parts ? Fit::Yes : Fit::No;
    for (std::size_t i = 0; i < kArnParts; ++i) {
        const Fit fit = parts_[i].fit(parts ? (*parts)[i] : "", context);
        if (fit == Fit::Unresolved) return fit;
        if (fit == Fit::No) result = fit;
    }
    return result;
}

std::string_view ArnPattern::unresolved_key(const Context& context) const {
    for (const Pattern& part : parts_) {
        if (const std::string_view key = part.unresolved_key(context); !key.empty()) return key;
    }
    return {};
}

}  // namespace stator::emulator::access::iam
