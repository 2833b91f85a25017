#include "protocol/formats/triggers/event_pattern.hpp"

#include <algorithm>
#include <utility>

#include "protocol/formats/triggers/pattern_matchers.hpp"

namespace stator::protocol::formats::triggers {
namespace {

using wire::JsonView;
using Value = std::optional<JsonView>;

constexpr std::string_view kOr = "$or";
constexpr unsigned kMostLevels = 64;

// Returns the last member of that name, including null.
Value member(JsonView object, std::string_view name) {
    Value found;
    for (const auto& entry : object.members()) {
        if (wire::member_name(entry) == name) found = JsonView(entry.value);
    }
    return found;
}

// Returns the pattern's error as the end of a sentence; nullopt if it is valid.
std::optional<std::string> check(JsonView pattern, unsigned level);

std::optional<std::string> check_patterns(JsonView patterns, unsigned level) {
    const std::string problem = "'$or' takes a list of patterns";
    if (!patterns.is_array() || patterns.size() == 0) return problem;
    for (const auto& element : patterns.elements()) {
        if (!JsonView(element).is_object()) return problem;
        if (auto found = check(JsonView(element), level)) return found;
    }
    return std::nullopt;
}

std::optional<std::string> check_leaf(std::string_view name, JsonView alternatives) {
    if (alternatives.size() == 0) return "the list of '" + std::string(name) + "' is empty";
    for (const auto& element : alternatives.elements()) {
        if (auto found = check_alternative(JsonView(element))) return found;
    }
    return std::nullopt;
}

std::optional<std::string> check(JsonView pattern, unsigned level) {
    if (level > kMostLevels) return "it is nested too deeply";
    if (pattern.size() == 0) return "an object of it is empty";
    for (const auto& entry : pattern.members()) {
        const std::string_view name = wire::member_name(entry);
        const JsonView json(entry.value);
        std::optional<std::string> problem;
        if (name == kOr) {
            problem = check_patterns(json, level + 1);
        } else if (json.is_object()) {
            problem = check(json, level + 1);
        } else if (json.is_array()) {
            problem = check_leaf(name, json);
        } else {
            problem = "'" + std::string(name) + "' must be a list of alternatives, such as [\"a\"]";
        }
        if (problem) return problem;
    }
    return std::nullopt;
}

bool matches_object(JsonView pattern, const Value& value);

bool matches_leaf(JsonView alternatives, const Value& value) {
    if (value && value->is_array()) {
        const auto elements = value->elements();
        const bool found = std::any_of(elements.begin(), elements.end(), [&](const auto& element) {
            return matches_leaf(alternatives, JsonView(element));
        });
        // A list exists even if none of its elements matches.
        return found || (elements.Empty() && matches_leaf(alternatives, std::nullopt));
    }
    const auto wanted = alternatives.elements();
    return std::any_of(wanted.begin(), wanted.end(), [&](const auto& alternative) {
        return matches_alternative(JsonView(alternative), value);
    });
}

bool matches_member(std::string_view name, JsonView wanted, const Value& value) {
    if (name == kOr) {
        const auto patterns = wanted.elements();
        return std::any_of(patterns.begin(), patterns.end(), [&](const auto& pattern) {
            return matches_object(JsonView(pattern), value);
        });
    }
    const Value inner = value && value->is_object() ? member(*value, name) : Value();
    return wanted.is_object() ? matches_object(wanted, inner) : matches_leaf(wanted, inner);
}

bool matches_object(JsonView pattern, const Value& value) {
    if (value && value->is_array()) {
        const auto elements = value->elements();
        return std::any_of(elements.begin(), elements.end(), [&](const auto& element) {
            return matches_object(pattern, JsonView(element));
        });
    }
    const auto members = pattern.members();
    return std::all_of(members.begin(), members.end(), [&](const auto& entry) {
        return matches_member(wire::member_name(entry), JsonView(entry.value), value);
    });
}

}  // namespace

std::variant<EventPattern, std::string> EventPattern::parse(const std::string& text) {
    auto document = wire::JsonDocument::parse(text);
    if (!document) return "it is not JSON";
    if (!document->root().is_object()) return "it is not an object";
    if (auto problem = check(document->root(), 0)) return *std::move(problem);
    return EventPattern(std::make_shared<const wire::JsonDocument>(*std::move(document)));
}

bool EventPattern::matches(JsonView record) const {
    return matches_object(document_->root(), record);
}

}  // namespace stator::protocol::formats::triggers
