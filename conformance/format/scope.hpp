// What the strings of one case may refer to: names and texts for `${name}`, captured parts of
// earlier replies for `{"$ref": "name"}`. One scope belongs to one running case and to one thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/base/json.hpp"

namespace stator::conformance {

class Scope {
public:
    /// Gives `${name}` a meaning, in place of what it had.
    void define(std::string_view name, std::string text);

    /// Keeps a copy of a part of a reply.
    void capture(std::string_view name, const Json& value);

    /// What was captured under that name, or null.
    const Json* captured(std::string_view name) const;

    /// What `${name}` stands for: a defined text, or a captured string or number. None if neither.
    std::optional<std::string> text(std::string_view name) const;

private:
    std::map<std::string, std::string, std::less<>> texts_;
    std::map<std::string, JsonDocument, std::less<>> captures_;
};

}  // namespace stator::conformance
