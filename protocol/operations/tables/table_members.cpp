#include "protocol/operations/tables/table_members.hpp"

#include "protocol/errors/serialization.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::operations::tables {
namespace {

using wire::JsonView;

// The members of an array that are not null.
std::vector<JsonView> present_elements(JsonView list) {
    std::vector<JsonView> elements;
    for (const auto& element : list.elements()) {
        if (!element.IsNull()) elements.emplace_back(element);
    }
    return elements;
}

values::AttributeType key_attribute_type(std::string_view text) {
    if (text == "N") return values::AttributeType::Number;
    return text == "B" ? values::AttributeType::Binary : values::AttributeType::String;
}

std::optional<std::int64_t> read_integer(JsonView json, std::string_view member) {
    const auto found = json.find(member);
    if (!found) return std::nullopt;
    return found->integer();
}

ProjectionRequest read_projection(JsonView json) {
    ProjectionRequest projection;
    projection.type =
        values::term_from<values::ProjectionType>(json.string_or_empty("ProjectionType"));
    if (const auto list = json.find("NonKeyAttributes")) {
        projection.non_key_attributes.emplace();
        for (const JsonView name : present_elements(*list)) {
            projection.non_key_attributes->emplace_back(name.string());
        }
    }
    return projection;
}

}  // namespace

std::vector<values::AttributeDefinition> read_definitions(JsonView list) {
    std::vector<values::AttributeDefinition> definitions;
    for (const JsonView element : present_elements(list)) {
        definitions.push_back(
            {std::string(element.string_or_empty("AttributeName")),
             key_attribute_type(element.string_or_empty("AttributeType"))}
        );
    }
    return definitions;
}

values::KeySchema read_key_schema(JsonView list) {
    values::KeySchema schema;
    for (const JsonView element : present_elements(list)) {
        const bool hash = element.string_or_empty("KeyType") == "HASH";
        schema.push_back(
            {std::string(element.string_or_empty("AttributeName")),
             hash ? values::KeyType::Hash : values::KeyType::Range}
        );
    }
    return schema;
}

IndexRequest read_index(JsonView json) {
    IndexRequest request;
    request.index.name = json.string_or_empty("IndexName");
    if (const auto schema = json.find("KeySchema")) {
        request.index.key_schema = read_key_schema(*schema);
    }
    if (const auto projection = json.find("Projection")) {
        request.projection = read_projection(*projection);
    }
    request.index.throughput = read_throughput(json);
    request.index.on_demand_throughput = read_on_demand_throughput(json);
    request.index.warm_throughput = read_warm_throughput(json);
    return request;
}

std::vector<IndexRequest> read_indexes(JsonView json, std::string_view member) {
    std::vector<IndexRequest> indexes;
    const auto list = json.find(member);
    if (!list) return indexes;
    for (const JsonView element : present_elements(*list)) indexes.push_back(read_index(element));
    return indexes;
}

VectorIndexRequest read_vector_index(JsonView json) {
    VectorIndexRequest request;
    model::VectorIndex& index = request.index;
    index.name = json.string_or_empty("IndexName");
    if (const auto attribute = json.find("VectorAttribute")) {
        index.vector_attribute = attribute->string_or_empty("AttributeName");
    }
    if (const auto schema = json.find("SearchSchema")) {
        for (const JsonView element : present_elements(*schema)) {
            const auto type = values::term_from<values::SearchSchemaElementType>(
                element.string_or_empty("SearchSchemaElementType")
            );
            index.search_schema.push_back(
                {std::string(element.string_or_empty("AttributeName")),
                 type.value_or(values::SearchSchemaElementType::InlineFilter)}
            );
        }
    }
    if (const auto projection = json.find("Projection")) {
        request.projection = read_projection(*projection);
    }
    index.dimensions = read_integer(json, "Dimensions").value_or(0);
    index.distance =
        values::term_from<values::DistanceFunction>(json.string_or_empty("DistanceFunction"))
            .value_or(values::DistanceFunction::Cosine);
    return request;
}

std::vector<VectorIndexRequest> read_vector_indexes(JsonView json, std::string_view member) {
    std::vector<VectorIndexRequest> indexes;
    const auto list = json.find(member);
    if (!list) return indexes;
    for (const JsonView element : present_elements(*list)) {
        indexes.push_back(read_vector_index(element));
    }
    return indexes;
}

std::optional<values::CapacityUnits> read_throughput(JsonView json, std::string_view member) {
    const auto found = json.find(member);
    if (!found) return std::nullopt;
    return values::CapacityUnits{
        read_integer(*found, "ReadCapacityUnits").value_or(0),
        read_integer(*found, "WriteCapacityUnits").value_or(0)};
}

model::OnDemandThroughput read_on_demand_throughput(JsonView json, std::string_view member) {
    const auto found = json.find(member);
    if (!found) return {};
    return {
        read_integer(*found, "MaxReadRequestUnits"), read_integer(*found, "MaxWriteRequestUnits")};
}

WarmThroughputRequest read_warm_throughput(JsonView json) {
    const auto found = json.find("WarmThroughput");
    if (!found) return {};
    return {
        read_integer(*found, "ReadUnitsPerSecond"), read_integer(*found, "WriteUnitsPerSecond")};
}

bool read_boolean(JsonView json) {
    if (json.is_boolean()) return json.boolean();
    return wire::boolean_from_text(json.string()).value_or(false);
}

Result<EncryptionRequest> read_encryption(JsonView json) {
    EncryptionRequest request;
    const auto enabled = json.find("Enabled");
    const std::string_view type = json.string_or_empty("SSEType");
    const auto key = json.find("KMSMasterKeyId");
    request.enabled = enabled && read_boolean(*enabled);
    if (!request.enabled) {
        if (!type.empty()) return errors::sse_type_without_encryption();
        if (key) return errors::kms_key_without_encryption();
        return request;
    }
    if (key && type.empty()) return errors::kms_type_required();
    if (type == "AES256") return errors::sse_aes256_unsupported();
    if (key) request.kms_master_key_id = std::string(key->string());
    return request;
}

Result<std::optional<values::TableClass>> read_table_class(JsonView request) {
    const auto found = request.find("TableClass");
    if (!found) return std::optional<values::TableClass>();
    const auto table_class = values::term_from<values::TableClass>(found->string());
    if (!table_class) return errors::table_class_invalid();
    return table_class;
}

std::vector<std::string> names_of(const std::vector<values::AttributeDefinition>& definitions) {
    std::vector<std::string> names;
    names.reserve(definitions.size());
    for (const values::AttributeDefinition& definition : definitions)
        names.push_back(definition.name);
    return names;
}

std::vector<std::string> names_of(const values::KeySchema& schema) {
    std::vector<std::string> names;
    for (const values::KeySchemaElement& element : schema) names.push_back(element.name);
    return names;
}

}  // namespace stator::protocol::operations::tables
