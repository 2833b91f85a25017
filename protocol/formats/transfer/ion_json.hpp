// Conversion of Ion text to DynamoDB JSON. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::protocol::formats::transfer {

// An error in a text.
struct IonFault {
    std::string sentence;
};

// Appends the JSON of an Ion struct: {a:1.} becomes {"a":{"N":"1"}}. Does not check the contents of
// values. The caller removes wrapping members such as Item. Returns the error, or nullopt.
std::optional<IonFault> append_json_of_ion(std::string& out, std::string_view ion);

// Like append_json_of_ion(), for the struct in the member of that name: {Item:{a:1.}} becomes
// {"Item":{"a":{"N":"1"}}}.
std::optional<IonFault> append_wrapped_json_of_ion(
    std::string& out, std::string_view ion, std::string_view member
);

// Like append_wrapped_json_of_ion(), for a line of a bulk operation, which has a condition next to
// the item: {Item:{a:1.},ConditionExpression:"attribute_not_exists(a)"}.
std::optional<IonFault> append_bulk_json_of_ion(std::string& out, std::string_view ion);

}  // namespace stator::protocol::formats::transfer
