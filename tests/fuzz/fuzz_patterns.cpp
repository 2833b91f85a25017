// A pattern of a trigger's filter criteria on the first line, a record after it: a second
// implementation, rule by rule on plain trees, has the same result; spacing changes nothing.
#include <arpa/inet.h>

#include <array>
#include <optional>
#include <variant>

#include "protocol/formats/triggers/event_pattern.hpp"
#include "protocol/wire/json.hpp"
#include "tests/fuzz/oracle.hpp"
#include "tests/fuzz/target.hpp"

namespace stator::fuzz {
namespace {

using protocol::formats::triggers::EventPattern;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;

std::string in_lower_case(std::string_view text) {
    std::string lower;
    for (const char c : text) {
        lower.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
    }
    return lower;
}

// Row by row: whether the first `i` symbols of the pattern match the first `j` of the text.
bool wildcard_fits(std::string_view pattern, std::string_view text) {
    std::vector<bool> row(text.size() + 1, false);
    row[0] = true;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        std::vector<bool> next(text.size() + 1, false);
        const bool is_star = pattern[at] == '*';
        const bool escapes = pattern[at] == '\\' && at + 1 < pattern.size() &&
                             (pattern[at + 1] == '*' || pattern[at + 1] == '\\');
        if (escapes) ++at;
        for (std::size_t i = 0; i <= text.size(); ++i) {
            next[i] = is_star ? row[i] || (i > 0 && next[i - 1])
                              : i > 0 && row[i - 1] && text[i - 1] == pattern[at];
        }
        row = next;
    }
    return row[text.size()];
}

// The bits of an address as characters; "" if it is not an address.
std::string address_bits(std::string_view text) {
    std::array<unsigned char, 16> bytes{};
    const std::string whole(text);
    std::size_t count = 0;
    if (whole.find('\0') != std::string::npos) return "";
    if (inet_pton(AF_INET, whole.c_str(), bytes.data()) == 1) count = 4;
    if (count == 0 && inet_pton(AF_INET6, whole.c_str(), bytes.data()) == 1) count = 16;
    std::string bits;
    for (std::size_t i = 0; i < count * 8; ++i) {
        bits.push_back((bytes.at(i / 8) >> (7 - i % 8) & 1) != 0 ? '1' : '0');
    }
    return bits;
}

bool network_has(std::string_view network, std::string_view text) {
    const std::size_t slash = network.find('/');
    const std::string base = address_bits(network.substr(0, slash));
    const std::string bits = address_bits(text);
    const auto length = std::stoul(std::string(network.substr(slash + 1)));
    return bits.size() == base.size() && bits.substr(0, length) == base.substr(0, length);
}

bool text_fits(std::string_view matcher, JsonView operand, std::string_view text) {
    if (operand.is_object()) {
        const std::string wanted = in_lower_case(operand.string_or_empty("equals-ignore-case"));
        const std::string given = in_lower_case(text);
        return matcher == "prefix" ? given.starts_with(wanted) : given.ends_with(wanted);
    }
    const std::string_view wanted = operand.string();
    if (matcher == "prefix") return text.starts_with(wanted);
    if (matcher == "suffix") return text.ends_with(wanted);
    if (matcher == "wildcard") return wildcard_fits(wanted, text);
    return in_lower_case(wanted) == in_lower_case(text);
}

std::vector<JsonView> one_or_all(JsonView operand) {
    std::vector<JsonView> all;
    if (!operand.is_array()) return {operand};
    for (const auto& element : operand.elements()) all.emplace_back(element);
    return all;
}

bool is_literally(JsonView wanted, JsonView value) {
    if (wanted.is_number() && value.is_number()) return wanted.number() == value.number();
    if (wanted.is_number() || value.is_number()) return false;
    return wanted.text() == value.text();
}

bool number_fits(JsonView operand, double value) {
    const std::vector<JsonView> parts = one_or_all(operand);
    for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
        const std::string_view sign = parts[i].string();
        const double limit = parts[i + 1].number();
        const bool is_equal = value == limit && sign.find('=') != std::string_view::npos;
        const bool is_beyond = sign[0] == '<' ? value < limit : sign[0] == '>' && value > limit;
        if (!is_equal && !is_beyond) return false;
    }
    return true;
}

bool nothing_of(JsonView operand, JsonView value) {
    if (!operand.is_object()) {
        for (const JsonView other : one_or_all(operand)) {
            if (is_literally(other, value)) return false;
        }
        return true;
    }
    if (!value.is_string()) return false;
    const auto& matcher = *operand.members().begin();
    for (const JsonView other : one_or_all(JsonView(matcher.value))) {
        if (text_fits(protocol::wire::member_name(matcher), other, value.string())) return false;
    }
    return true;
}

// `value` is nullopt if the record lacks the attribute.
bool alternative_fits(JsonView alternative, std::optional<JsonView> value) {
    if (!alternative.is_object()) return value && is_literally(alternative, *value);
    const auto& member = *alternative.members().begin();
    const std::string_view name = protocol::wire::member_name(member);
    const JsonView operand(member.value);
    if (name == "exists") return operand.boolean() == (value && !value->is_object());
    if (!value || value->is_object()) return false;
    if (name == "numeric") return value->is_number() && number_fits(operand, value->number());
    if (name == "anything-but") return nothing_of(operand, *value);
    if (!value->is_string()) return false;
    if (name == "cidr") return network_has(operand.string(), value->string());
    return text_fits(name, operand, value->string());
}

// All values that an array of the record stands for: its elements, their elements, and so on. An
// empty array counts as a missing value.
void spread(std::optional<JsonView> value, std::vector<std::optional<JsonView>>& out) {
    if (!value || !value->is_array()) return out.push_back(value);
    if (value->size() == 0) return out.push_back(std::nullopt);
    for (const auto& element : value->elements()) spread(JsonView(element), out);
}

bool leaf_fits(JsonView alternatives, std::optional<JsonView> value) {
    std::vector<std::optional<JsonView>> values;
    spread(value, values);
    for (const auto& one : values) {
        for (const JsonView alternative : one_or_all(alternatives)) {
            if (alternative_fits(alternative, one)) return true;
        }
    }
    return false;
}

bool object_fits(JsonView pattern, std::optional<JsonView> value);

bool member_fits(std::string_view name, JsonView wanted, std::optional<JsonView> value) {
    if (name == "$or") {
        for (const JsonView pattern : one_or_all(wanted)) {
            if (object_fits(pattern, value)) return true;
        }
        return false;
    }
    std::optional<JsonView> inner;
    if (value && value->is_object()) {
        for (const auto& entry : value->members()) {
            if (protocol::wire::member_name(entry) == name) inner = JsonView(entry.value);
        }
    }
    return wanted.is_object() ? object_fits(wanted, inner) : leaf_fits(wanted, inner);
}

bool object_fits(JsonView pattern, std::optional<JsonView> value) {
    if (value && value->is_array()) {
        for (const auto& element : value->elements()) {
            if (object_fits(pattern, JsonView(element))) return true;
        }
        return false;
    }
    for (const auto& entry : pattern.members()) {
        const std::string_view name = protocol::wire::member_name(entry);
        if (!member_fits(name, JsonView(entry.value), value)) return false;
    }
    return true;
}

void check_pattern(const std::string& text, const JsonDocument& record) {
    const auto parsed = EventPattern::parse(text);
    if (const auto* problem = std::get_if<std::string>(&parsed)) {
        require(!problem->empty(), "what is wrong", text);
        require(is_utf8(*problem), "in UTF-8", text, *problem);
        return;
    }
    const auto json = JsonDocument::parse(text);
    const JsonView root = record.root();
    const bool matches = std::get<EventPattern>(parsed).matches(root);
    require(matches == object_fits(json->root(), root), "as a plain reading", text, root.text());
    const auto compact = EventPattern::parse(json->root().text());
    require(std::holds_alternative<EventPattern>(compact), "without blanks", text);
    require(std::get<EventPattern>(compact).matches(root) == matches, "spacing", text);
}

}  // namespace
}  // namespace stator::fuzz

STATOR_FUZZ_TARGET(patterns) {
    using namespace stator::fuzz;
    std::string_view rest = text_of(data, size);
    const std::string pattern(take_line(rest));
    auto record = JsonDocument::parse(std::string(rest));
    if (!record || !record->root().is_object()) record = JsonDocument::parse("{}");
    check_pattern(pattern, *record);
    return 0;
}
