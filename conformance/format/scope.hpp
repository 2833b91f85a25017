// Scope: what a case can refer to: texts for `${name}`, and captured parts of earlier replies for
// `{"$ref": "name"}`. A scope belongs to one running case. Not thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"

namespace stator::conformance {

class Scope {
public:
    /// Defines `${name}`, replacing an earlier definition.
    void define(std::string_view name, std::string text);

    /// Keeps a copy of a part of a reply.
    void capture(std::string_view name, const Json& value);

    /// The value captured under that name, or null.
    const Json* captured(std::string_view name) const;

    /// The text for `${name}`: a defined text, or a captured string or number. Nothing if neither.
    std::optional<std::string> text(std::string_view name) const;

private:
    std::map<std::string, std::string, std::less<>> texts_;
    std::map<std::string, JsonDocument, std::less<>> captures_;
};

}  // namespace stator::conformance
