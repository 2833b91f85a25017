// The equalities on a table's key attributes required by a WHERE clause of AND-connected terms.
#pragma once

#include <string>

#include "engine/base/vocabulary.hpp"
#include "engine/schema/schema.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::partiql {

struct KeyEqualities {
    // The first value of each key attribute; absent if there is none.
    values::AttributeValue hash;
    values::AttributeValue range;
    // A key attribute with two different values, or "".
    std::string contradicted;
    // True if the clause has other conditions.
    bool has_other_terms = false;

    // True if every key attribute of the table has a value.
    bool is_complete(const schema::TableSchema& schema) const {
        return !hash.is_absent() && (!range.is_absent() || !schema.range);
    }

    // The key attributes that have a value, not yet validated.
    values::MutableItemImagePtr key_image(const schema::TableSchema& schema) const;
};

// `where` may be null. `accept_in`: IN with a single member counts as an equality.
KeyEqualities find_key_equalities(
    const schema::TableSchema& schema, const protocol::expression::Condition* where, bool accept_in
);

}  // namespace stator::engine::partiql
