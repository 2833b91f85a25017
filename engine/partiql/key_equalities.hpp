// The equalities on a table's key attributes that a WHERE clause of AND-connected terms demands.
#pragma once

#include <string>

#include "engine/schema/schema.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::partiql {

struct KeyEqualities {
    // The first value of each; "" where there is none.
    protocol::values::AttributeValue hash;
    protocol::values::AttributeValue range;
    // A key attribute with two different values; "" when there is none.
    std::string contradicted;
    // Whether the clause says anything else.
    bool has_other_terms = false;

    // Every key attribute of the table has a value.
    bool is_complete(const schema::TableSchema& schema) const {
        return !hash.is_absent() && (!range.is_absent() || !schema.range);
    }

    // The key attributes that have a value, not yet checked.
    protocol::values::MutableItemImagePtr key_image(const schema::TableSchema& schema) const;
};

// `where` may be null. `accept_in`: IN with a single member is an equality too.
KeyEqualities find_key_equalities(
    const schema::TableSchema& schema, const protocol::expression::Condition* where, bool accept_in
);

}  // namespace stator::engine::partiql
