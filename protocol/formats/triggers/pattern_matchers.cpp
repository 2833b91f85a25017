#include "protocol/formats/triggers/pattern_matchers.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "protocol/base/number_text.hpp"

namespace stator::protocol::formats::triggers {
namespace {

using wire::JsonView;
using PatternValue = std::optional<JsonView>;
using Problem = std::optional<std::string>;

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower_text(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), lower);
    return result;
}

bool is_text(const PatternValue& value) {
    return value && value->is_string();
}

bool is_number(const PatternValue& value) {
    return value && value->is_number();
}

bool equals(JsonView wanted, const PatternValue& value) {
    if (!value) return false;
    if (wanted.is_string()) return value->is_string() && wanted.string() == value->string();
    if (wanted.is_number()) return value->is_number() && wanted.number() == value->number();
    if (wanted.is_boolean()) return value->is_boolean() && wanted.boolean() == value->boolean();
    return wanted.is_null() && value->is_null();
}

// "*" matches any characters, "\*" matches the character "*".
bool matches_wildcard(std::string_view pattern, std::string_view text) {
    std::size_t at = 0;
    std::size_t in_text = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resumed = 0;
    while (in_text < text.size()) {
        const bool is_star = at < pattern.size() && pattern[at] == '*';
        const bool is_escaped = at + 1 < pattern.size() && pattern[at] == '\\' &&
                                (pattern[at + 1] == '*' || pattern[at + 1] == '\\');
        if (is_star) {
            star = ++at;
            resumed = in_text;
        } else if (at < pattern.size() && pattern[at + (is_escaped ? 1 : 0)] == text[in_text]) {
            at += is_escaped ? 2 : 1;
            ++in_text;
        } else if (star != std::string_view::npos) {
            at = star;
            in_text = ++resumed;
        } else {
            return false;
        }
    }
    while (at < pattern.size() && pattern[at] == '*') ++at;
    return at == pattern.size();
}

struct Address {
    std::array<unsigned char, sizeof(in6_addr)> bytes = {};
    unsigned bits = 0;  // 0: not an address
};

Address read_address(std::string_view text) {
    Address address;
    const std::string terminated(text);
    if (terminated.find('\0') != std::string::npos) return address;  // C stops at a zero byte
    if (inet_pton(AF_INET, terminated.c_str(), address.bytes.data()) == 1) address.bits = 32;
    if (address.bits == 0 && inet_pton(AF_INET6, terminated.c_str(), address.bytes.data()) == 1) {
        address.bits = 128;
    }
    return address;
}

struct Network {
    Address address;
    unsigned length = 0;
};

std::optional<Network> read_network(std::string_view text) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const Address address = read_address(text.substr(0, slash));
    const auto length = parse_number<unsigned>(text.substr(slash + 1));
    if (address.bits == 0 || !length || *length > address.bits) return std::nullopt;
    return Network{address, *length};
}

bool is_in_network(std::string_view network_text, std::string_view text) {
    constexpr unsigned kByte = 8;
    const auto network = read_network(network_text);
    const Address address = read_address(text);
    if (!network || address.bits != network->address.bits) return false;
    for (unsigned bit = 0; bit < network->length; ++bit) {
        const unsigned mask = 0x80U >> (bit % kByte);
        const unsigned differs =
            network->address.bytes[bit / kByte] ^ static_cast<unsigned>(address.bytes[bit / kByte]);
        if ((differs & mask) != 0) return false;
    }
    return true;
}

constexpr std::array<std::string_view, 5> kComparisons = {"=", "<", "<=", ">", ">="};

bool compares(std::string_view comparison, double value, double limit) {
    if (comparison == "=") return value == limit;
    if (comparison == "<") return value < limit;
    if (comparison == "<=") return value <= limit;
    if (comparison == ">") return value > limit;
    return value >= limit;
}

Problem check_numeric(JsonView operand) {
    const std::string problem =
        "'numeric' takes one or two comparisons, such as [\">\",0,\"<=\",5]";
    if (!operand.is_array() || (operand.size() != 2 && operand.size() != 4)) return problem;
    bool is_comparison = true;
    for (const auto& element : operand.elements()) {
        const JsonView json(element);
        if (is_comparison) {
            if (!json.is_string() || std::ranges::count(kComparisons, json.string()) == 0) {
                return problem;
            }
        } else if (!json.is_number()) {
            return problem;
        }
        is_comparison = !is_comparison;
    }
    return std::nullopt;
}

bool matches_numeric(JsonView operand, const PatternValue& value) {
    if (!is_number(value)) return false;
    std::string_view comparison;
    for (const auto& element : operand.elements()) {
        const JsonView json(element);
        if (json.is_string()) {
            comparison = json.string();
        } else if (!compares(comparison, value->number(), json.number())) {
            return false;
        }
    }
    return true;
}

// Returns the only member of a matcher.
std::pair<std::string_view, JsonView> only_member(JsonView matcher) {
    const auto members = matcher.members();
    const auto& member = *members.begin();
    return {wire::member_name(member), JsonView(member.value)};
}

bool is_ignoring_case(JsonView operand) {
    return operand.is_object() && operand.size() == 1 &&
           only_member(operand).first == "equals-ignore-case" &&
           only_member(operand).second.is_string();
}

bool is_text_matcher(std::string_view name) {
    return name == "prefix" || name == "suffix" || name == "wildcard" ||
           name == "equals-ignore-case";
}

Problem check_text_operand(std::string_view name, JsonView operand) {
    const bool may_ignore_case = name == "prefix" || name == "suffix";
    if (operand.is_string() || (may_ignore_case && is_ignoring_case(operand))) return std::nullopt;
    return "'" + std::string(name) + "' takes a string";
}

bool matches_text(std::string_view name, JsonView operand, std::string_view text) {
    if (name == "prefix" || name == "suffix") {
        const bool ignores_case = operand.is_object();
        const std::string wanted = ignores_case ? lower_text(only_member(operand).second.string())
                                                : std::string(operand.string());
        const std::string given = ignores_case ? lower_text(text) : std::string(text);
        return name == "prefix" ? given.starts_with(wanted) : given.ends_with(wanted);
    }
    if (name == "wildcard") return matches_wildcard(operand.string(), text);
    return lower_text(operand.string()) == lower_text(text);
}

// `check` returns the error of one operand.
template <typename Check>
Problem check_each(JsonView operands, const Check& check) {
    if (!operands.is_array()) return check(operands);
    if (operands.size() == 0) return "a list in 'anything-but' is empty";
    for (const auto& element : operands.elements()) {
        if (Problem problem = check(JsonView(element))) return problem;
    }
    return std::nullopt;
}

Problem check_anything_but(JsonView operand) {
    if (operand.is_object()) {
        if (operand.size() != 1) return "'anything-but' takes one matcher";
        const auto [name, operands] = only_member(operand);
        if (!is_text_matcher(name)) {
            return "'anything-but' knows no '" + std::string(name) + "'";
        }
        return check_each(operands, [name = name](JsonView json) -> Problem {
            return check_text_operand(name, json);
        });
    }
    return check_each(operand, [](JsonView json) -> Problem {
        if (json.is_string() || json.is_number()) return std::nullopt;
        return "'anything-but' takes strings and numbers";
    });
}

template <typename Matches>
bool any_of(JsonView operands, const Matches& matches) {
    if (!operands.is_array()) return matches(operands);
    const auto elements = operands.elements();
    return std::any_of(elements.begin(), elements.end(), [&](const auto& element) {
        return matches(JsonView(element));
    });
}

bool matches_anything_but(JsonView operand, const PatternValue& value) {
    if (!value || value->is_object() || value->is_array()) return false;
    if (operand.is_object()) {
        if (!is_text(value)) return false;
        const auto [name, operands] = only_member(operand);
        return !any_of(operands, [&, name = name](JsonView json) {
            return matches_text(name, json, value->string());
        });
    }
    return !any_of(operand, [&](JsonView json) { return equals(json, value); });
}

}  // namespace

Problem check_alternative(JsonView alternative) {
    if (alternative.is_array()) return "an alternative cannot be a list";
    if (!alternative.is_object()) return std::nullopt;
    if (alternative.size() != 1) return "a matcher has one member";
    const auto [name, operand] = only_member(alternative);
    if (name == "exists") {
        if (operand.is_boolean()) return std::nullopt;
        return "'exists' takes true or false";
    }
    if (name == "numeric") return check_numeric(operand);
    if (name == "anything-but") return check_anything_but(operand);
    if (name == "cidr") {
        if (operand.is_string() && read_network(operand.string())) return std::nullopt;
        return "'cidr' takes a network such as \"10.0.0.0/24\"";
    }
    if (is_text_matcher(name)) return check_text_operand(name, operand);
    return "there is no matcher '" + std::string(name) + "'";
}

bool matches_alternative(JsonView alternative, PatternValue value) {
    if (!alternative.is_object()) return equals(alternative, value);
    const auto [name, operand] = only_member(alternative);
    // AWS: only leaves count as existing. [doc Lambda with-ddb-filtering.html]
    if (name == "exists") return (value && !value->is_object()) == operand.boolean();
    if (name == "numeric") return matches_numeric(operand, value);
    if (name == "anything-but") return matches_anything_but(operand, value);
    if (!is_text(value)) return false;
    if (name == "cidr") return is_in_network(operand.string(), value->string());
    return matches_text(name, operand, value->string());
}

}  // namespace stator::protocol::formats::triggers
