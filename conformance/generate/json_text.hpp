// JSON as text: generators put requests together as strings, which is all that a server sees.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stator::conformance::generate {

/// The text as a JSON string, quotes included.
std::string in_quotes(std::string_view text);

/// An object under construction; members keep their order.
class ObjectText {
public:
    /// `json` is the value's text.
    ObjectText& add(std::string_view name, std::string_view json);
    ObjectText& add_text(std::string_view name, std::string_view text);

    bool is_empty() const { return members_.empty(); }

    std::string text() const { return "{" + members_ + "}"; }

private:
    std::string members_;
};

/// `[a,b]`, from the texts of its elements.
std::string list_text(const std::vector<std::string>& elements);

/// An AttributeValue of a scalar type that JSON writes as a string: `{"S":"x"}`.
std::string attribute_value(std::string_view type, std::string_view text);

}  // namespace stator::conformance::generate
