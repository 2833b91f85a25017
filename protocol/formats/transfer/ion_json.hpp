// Ion's text as DynamoDB's JSON. A pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::protocol::formats::transfer {

// What is wrong with a text.
struct IonFault {
    std::string sentence;
};

// Appends the JSON of a struct of Ion: {a:1.} becomes {"a":{"N":"1"}}. What a value of that type
// may hold is for others to check. Members that Item, Record and such wrap are the caller's.
// Returns what is wrong with it, if anything.
std::optional<IonFault> append_json_of_ion(std::string& out, std::string_view ion);

// The same for the struct in its member of that name: {Item:{a:1.}} becomes
// {"Item":{"a":{"N":"1"}}}.
std::optional<IonFault> append_wrapped_json_of_ion(
    std::string& out, std::string_view ion, std::string_view member
);

// The same for a line of a bulk operation, whose condition stands beside the item:
// {Item:{a:1.},ConditionExpression:"attribute_not_exists(a)"}.
std::optional<IonFault> append_bulk_json_of_ion(std::string& out, std::string_view ion);

}  // namespace stator::protocol::formats::transfer
