#include "protocol/values/table_terms.hpp"

#include <algorithm>

namespace stator::protocol::values {

bool has_key(const KeySchema& schema, std::string_view name) {
    return std::ranges::find(schema, name, &KeySchemaElement::name) != schema.end();
}

const AttributeDefinition* find_definition(
    const std::vector<AttributeDefinition>& definitions, std::string_view name
) {
    const auto found = std::ranges::find(definitions, name, &AttributeDefinition::name);
    return found == definitions.end() ? nullptr : &*found;
}

}  // namespace stator::protocol::values
