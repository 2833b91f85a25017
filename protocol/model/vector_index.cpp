#include "protocol/model/vector_index.hpp"

#include <algorithm>

namespace stator::protocol::model {

bool VectorIndex::uses(std::string_view attribute) const {
    return vector_attribute == attribute || searches_by(attribute);
}

bool VectorIndex::searches_by(std::string_view attribute) const {
    return std::ranges::find(search_schema, attribute, &values::SearchSchemaElement::name) !=
           search_schema.end();
}

}  // namespace stator::protocol::model
