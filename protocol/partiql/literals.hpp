// Turns literals of PartiQL into AttributeValues. Pure functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/partiql/syntax_tree.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::partiql {

// Strings, numbers, true, false, null, lists, bags and tuples; no parameters.
bool is_literal(const SyntaxNode& node);

// `path` is the place of the literal in messages, such as "root".
// Errors: numbers out of range, bags of anything but distinct numbers or strings, more than 32
// levels, a parameter or anything else that is not a literal.
Result<values::AttributeValue> literal_value(const SyntaxNode& node, const std::string& path);

// The entries of a map or an item.
using Attributes = std::vector<std::pair<std::string, values::AttributeValue>>;

// The name of a tuple's entry. Errors: it is not a string, or it is empty.
Result<std::string> tuple_name(const SyntaxNode& node, const std::string& path);

// Sorts by name; of several entries with the same name the last one is kept.
void sort_attributes(Attributes& attributes);

}  // namespace stator::protocol::partiql
