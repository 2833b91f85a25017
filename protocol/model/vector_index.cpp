#include "protocol/model/vector_index.hpp"

#include <algorithm>

#include "protocol/model/definition_json.hpp"

namespace stator::protocol::model {

bool VectorIndex::uses(std::string_view attribute) const {
    return vector_attribute == attribute || searches_by(attribute);
}

bool VectorIndex::searches_by(std::string_view attribute) const {
    return std::ranges::find(search_schema, attribute, &values::SearchSchemaElement::name) !=
           search_schema.end();
}

}  // namespace stator::protocol::model

namespace stator::protocol::model::definition {

using wire::JsonView;
using wire::JsonWriter;

void write_vector_indexes(JsonWriter& json, const std::vector<VectorIndex>& indexes) {
    if (indexes.empty()) return;
    json.objects_member("VectorIndexes", indexes, [&](const VectorIndex& index) {
        json.string_member("IndexName", index.name);
        json.string_member("VectorAttribute", index.vector_attribute);
        json.begin_array("SearchSchema");
        for (const values::SearchSchemaElement& element : index.search_schema) {
            json.begin_object();
            json.string_member("AttributeName", element.name);
            json.string_member("SearchSchemaElementType", values::text_of(element.type));
            json.end_object();
        }
        json.end_array();
        write_projection(json, index.projection);
        json.integer_member("Dimensions", index.dimensions);
        json.string_member("DistanceFunction", values::text_of(index.distance));
        json.string_member("IndexStatus", values::text_of(index.status));
        write_flag(json, "Backfilling", index.backfilling);
    });
}

std::vector<VectorIndex> read_vector_indexes(JsonView json) {
    std::vector<VectorIndex> indexes;
    for_each_object(json, "VectorIndexes", [&](JsonView element) {
        VectorIndex index{read_text(element, "IndexName"), read_text(element, "VectorAttribute")};
        for_each_object(element, "SearchSchema", [&](JsonView part) {
            const auto type = values::term_from<values::SearchSchemaElementType>(
                read_text(part, "SearchSchemaElementType")
            );
            index.search_schema.push_back(
                {read_text(part, "AttributeName"),
                 type.value_or(values::SearchSchemaElementType::InlineFilter)}
            );
        });
        index.projection = read_projection(element);
        index.dimensions = read_integer(element, "Dimensions").value_or(0);
        index.distance =
            values::term_from<values::DistanceFunction>(read_text(element, "DistanceFunction"))
                .value_or(index.distance);
        index.status = values::term_from<values::IndexStatus>(read_text(element, "IndexStatus"))
                           .value_or(index.status);
        index.backfilling = read_flag(element, "Backfilling");
        indexes.push_back(std::move(index));
    });
    return indexes;
}

}  // namespace stator::protocol::model::definition
