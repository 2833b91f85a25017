#include "protocol/operations/tables/table_members.hpp"

#include "protocol/errors/serialization.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/model/schema_members.hpp"
#include "protocol/wire/scalar_text.hpp"

namespace stator::protocol::operations::tables {
namespace {

using wire::JsonView;

// Returns the elements of an array that are not null.
std::vector<JsonView> present_elements(JsonView list) {
    std::vector<JsonView> elements;
    for (const auto& element : list.elements()) {
        if (!element.IsNull()) elements.emplace_back(element);
    }
    return elements;
}

std::optional<std::int64_t> read_integer(JsonView json, std::string_view member) {
    const auto found = json.find(member);
    if (!found) return std::nullopt;
    return found->integer();
}

}  // namespace

void members(model::MemberReader& read, ProjectionRequest& projection) {
    read("ProjectionType", projection.type);
    read("NonKeyAttributes", projection.non_key_attributes);
}

IndexRequest read_index(JsonView json) {
    IndexRequest request;
    model::MemberReader read(json);
    read("IndexName", request.index.name);
    read("KeySchema", request.index.key_schema);
    read("Projection", request.projection);
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
    model::MemberReader read(json);
    read("IndexName", index.name);
    if (const auto attribute = json.find("VectorAttribute")) {
        index.vector_attribute = attribute->string_or_empty("AttributeName");
    }
    read("SearchSchema", index.search_schema);
    read("Projection", request.projection);
    index.dimensions = read_integer(json, "Dimensions").value_or(0);
    read("DistanceFunction", index.distance);
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

Result<EncryptionRequest> read_encryption(JsonView json) {
    EncryptionRequest request;
    const auto enabled = json.find("Enabled");
    const std::string_view type = json.string_or_empty("SSEType");
    const auto key = json.find("KMSMasterKeyId");
    request.enabled = enabled && wire::truth_of(*enabled);
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
