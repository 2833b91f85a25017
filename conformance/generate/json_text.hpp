// JSON as text: generators assemble requests as strings, the form in which a server receives them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stator::conformance::generate {

/// Returns the text as a JSON string with quotes.
std::string in_quotes(std::string_view text);

/// An object under construction. Members keep their order.
class ObjectText {
public:
    /// `json`: the value as JSON text.
    ObjectText& add(std::string_view name, std::string_view json);
    ObjectText& add_text(std::string_view name, std::string_view text);

    bool is_empty() const { return members_.empty(); }

    std::string text() const { return "{" + members_ + "}"; }

private:
    std::string members_;
};

/// Returns `[a,b]` from the texts of the elements.
std::string list_text(const std::vector<std::string>& elements);

/// Returns an AttributeValue of a scalar type that JSON writes as a string: `{"S":"x"}`.
std::string attribute_value(std::string_view type, std::string_view text);

}  // namespace stator::conformance::generate
