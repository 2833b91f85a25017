// Scope: the names that a case can use: texts for `${name}`, and captured parts of earlier replies
// for `{"$ref": "name"}`. A scope belongs to one running case. Not thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"

namespace stator::conformance {

class Scope {
public:
    /// Defines `${name}`, and replaces an earlier definition.
    void define(std::string_view name, std::string text);

    /// Stores a copy of a part of a reply.
    void capture(std::string_view name, const Json& value);

    /// Returns the value captured under that name, or null.
    const Json* captured(std::string_view name) const;

    /// Returns the text for `${name}`: a defined text, or a captured string or number. nullopt if
    /// there is neither.
    std::optional<std::string> text(std::string_view name) const;

private:
    std::map<std::string, std::string, std::less<>> texts_;
    std::map<std::string, JsonDocument, std::less<>> captures_;
};

}  // namespace stator::conformance
