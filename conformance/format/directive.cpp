#include "conformance/format/directive.hpp"

#include <algorithm>
#include <array>

namespace stator::conformance {
namespace {

constexpr std::array<std::string_view, 1> kTimes{"times"};
constexpr std::array<std::string_view, 1> kWith{"with"};
constexpr std::array<std::string_view, 2> kLevelsAndLeaf{"levels", "leaf"};
constexpr std::span<const std::string_view> kNone{};

constexpr std::array kDirectives{
    Directive{"$repeat", DirectiveKind::Generator, kTimes, kNone},
    Directive{"$nest", DirectiveKind::Generator, kLevelsAndLeaf, kNone},
    Directive{"$list", DirectiveKind::Generator, kTimes, kNone},
    Directive{"$map", DirectiveKind::Generator, kTimes, kNone},
    Directive{"$join", DirectiveKind::Generator, kTimes, kWith},
    Directive{"$concat", DirectiveKind::Generator, kNone, kNone},
    Directive{"$base64", DirectiveKind::Generator, kNone, kNone},
    Directive{"$ref", DirectiveKind::Generator, kNone, kNone},
    Directive{"$partial", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$unordered", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$set", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$any_of", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$all_of", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$not", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$contains", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$regex", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$absent", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$exists", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$number", DirectiveKind::Matcher, kNone, kNone},
    Directive{"$length", DirectiveKind::Matcher, kNone, kNone},
};

bool names_directive(std::string_view name) {
    return name.starts_with('$') && !name.starts_with("$$") && !name.starts_with("${");
}

bool is_among(std::string_view name, std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

void check_companions(const Json& value, const Directive& directive) {
    for (const std::string_view name : directive.required) {
        if (find_member(value, name) == nullptr) {
            throw CaseError(std::string(directive.name) + " needs '" + std::string(name) + "'");
        }
    }
    for (const auto& member : value.GetObject()) {
        const std::string_view name = text_of(member.name);
        if (name == directive.name || is_among(name, directive.required) ||
            is_among(name, directive.optional)) {
            continue;
        }
        throw CaseError(
            std::string(directive.name) + " cannot stand beside '" + std::string(name) + "'"
        );
    }
}

}  // namespace

const Directive* find_directive(const Json& value) {
    if (!value.IsObject()) return nullptr;
    for (const auto& member : value.GetObject()) {
        const std::string_view name = text_of(member.name);
        if (!names_directive(name)) continue;
        const auto* const found = std::find_if(
            kDirectives.begin(), kDirectives.end(), [&](const auto& d) { return d.name == name; }
        );
        if (found == kDirectives.end()) {
            throw CaseError("unknown matcher or generator '" + std::string(name) + "'");
        }
        check_companions(value, *found);
        return found;
    }
    return nullptr;
}

const Json& argument_of(const Json& value, const Directive& directive) {
    return *find_member(value, directive.name);
}

}  // namespace stator::conformance
