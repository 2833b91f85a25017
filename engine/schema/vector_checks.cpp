#include "engine/schema/vector_checks.hpp"

#include <algorithm>

#include "protocol/errors/keys.hpp"
#include "protocol/errors/vectors.hpp"
#include "protocol/values/float32.hpp"
#include "protocol/values/number.hpp"

namespace stator::engine::schema {
namespace {

using protocol::expression::UpdateAction;
using values::AttributeType;
using values::AttributeValueView;
using values::ItemImage;

Result<void> check_vector(const VectorIndexSchema& index, AttributeValueView value) {
    const std::string& name = index.vector_attribute;
    if (value.type() != AttributeType::List) return errors::vector_not_list(name, index.name);
    const std::size_t size = value.count();
    if (size != index.dimensions) {
        return errors::vector_of_other_size(name, index.dimensions, size, index.name);
    }
    std::size_t place = 0;
    for (const AttributeValueView element : value.elements()) {
        if (element.type() != AttributeType::Number) {
            return errors::vector_element_not_number(name, place, element.type(), index.name);
        }
        if (!values::is_in_float32_range(element.scalar())) {
            return errors::vector_element_out_of_range(
                name, place, values::number_text(element.scalar()), index.name
            );
        }
        ++place;
    }
    return {};
}

Result<void> check_search_attribute(
    const VectorIndexSchema& index, const KeyAttribute& key, AttributeValueView value
) {
    if (value.type() == key.type) return {};
    return errors::search_attribute_type_mismatch(key.name, key.type, value.type(), index.name);
}

bool is_empty(AttributeValueView value) {
    return value.type() != AttributeType::Number && value.scalar().empty();
}

bool touches(const protocol::expression::UpdateExpression& update, std::string_view attribute) {
    return std::ranges::any_of(update.actions, [&](const UpdateAction& action) {
        return action.path.attribute() == attribute;
    });
}

// `update` is null for a put.
Result<void> check(
    const VectorIndexSchema& index,
    const protocol::expression::UpdateExpression* update,
    const ItemImage& item
) {
    const auto judged = [&](const std::string& name) -> std::optional<AttributeValueView> {
        if (update != nullptr && !touches(*update, name)) return std::nullopt;
        return item.find(name);
    };
    if (const auto value = judged(index.vector_attribute))
        STATOR_CHECK(check_vector(index, *value));
    if (index.hash) {
        if (const auto value = judged(index.hash->name)) {
            STATOR_CHECK(check_search_attribute(index, *index.hash, *value));
            if (is_empty(*value)) {
                if (update != nullptr) {
                    return errors::empty_updated_index_key(errors::empty_kind(index.hash->type));
                }
                return errors::empty_index_key(
                    errors::empty_kind(index.hash->type), index.name, index.hash->name
                );
            }
        }
    }
    for (const KeyAttribute& filter : index.filters) {
        if (const auto value = judged(filter.name)) {
            STATOR_CHECK(check_search_attribute(index, filter, *value));
        }
    }
    return {};
}

}  // namespace

Result<void> check_item_vectors(const TableSchema& schema, const ItemImage& item) {
    for (const VectorIndexSchema& index : schema.vector_indexes) {
        STATOR_CHECK(check(index, nullptr, item));
    }
    return {};
}

Result<void> check_updated_item_vectors(
    const TableSchema& schema,
    const protocol::expression::UpdateExpression& update,
    const ItemImage& item
) {
    for (const VectorIndexSchema& index : schema.vector_indexes) {
        STATOR_CHECK(check(index, &update, item));
    }
    return {};
}

bool can_hold(const VectorIndexSchema& index, const ItemImage& item) {
    const auto value = item.find(index.vector_attribute);
    if (!value || value->type() != AttributeType::List || value->count() != index.dimensions) {
        return false;
    }
    if (index.hash) {
        const auto hash = item.find(index.hash->name);
        if (!hash || hash->type() != index.hash->type || is_empty(*hash)) return false;
    }
    for (const AttributeValueView element : value->elements()) {
        if (element.type() != AttributeType::Number) return false;
        if (!values::is_in_float32_range(element.scalar())) return false;
    }
    return std::ranges::all_of(index.filters, [&](const KeyAttribute& filter) {
        const auto given = item.find(filter.name);
        return !given || given->type() == filter.type;
    });
}

}  // namespace stator::engine::schema
