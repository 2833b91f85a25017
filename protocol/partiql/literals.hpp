// Converts literals of PartiQL to AttributeValues. Pure functions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/partiql/syntax_tree.hpp"
#include "protocol/values/attribute_value.hpp"

namespace stator::protocol::partiql {

// Returns true for strings, numbers, true, false, null, lists, bags and tuples, but not for
// parameters.
bool is_literal(const SyntaxNode& node);

// `path`: the place of the literal in messages, such as "root". Errors: numbers out of range; bags
// whose members are not distinct numbers or strings; more than 32 levels; a parameter or any other
// node that is not a literal.
Result<values::AttributeValue> literal_value(const SyntaxNode& node, const std::string& path);

// The entries of a map or an item.
using Attributes = std::vector<std::pair<std::string, values::AttributeValue>>;

// Returns the name of a tuple's entry. Errors: it is not a string, or it is empty.
Result<std::string> tuple_name(const SyntaxNode& node, const std::string& path);

// Sorts by name. If a name occurs several times, keeps the last entry.
void sort_attributes(Attributes& attributes);

}  // namespace stator::protocol::partiql
