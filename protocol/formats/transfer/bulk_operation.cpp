#include "protocol/formats/transfer/bulk_operation.hpp"

#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/model/definition_json.hpp"

namespace stator::protocol::formats::transfer {
namespace {

namespace stored = model::definition;
using wire::JsonView;
using wire::JsonWriter;

using BytesByIndex = std::map<std::string, std::int64_t>;

void write_bytes(JsonWriter& json, std::string_view name, const BytesByIndex& bytes) {
    json.begin_object(name);
    for (const auto& [index, count] : bytes) json.integer_member(index, count);
    json.end_object();
}

BytesByIndex read_bytes(JsonView json, std::string_view name) {
    BytesByIndex bytes;
    const auto object = stored::read_object(json, name);
    if (!object) return bytes;
    for (const auto& member : object->members()) {
        const JsonView count(member.value);
        if (count.is_integer()) bytes[std::string(wire::member_name(member))] = count.integer();
    }
    return bytes;
}

// The configuration in a text that was checked when it came.
template <class Value>
Value read_configuration(const std::string& text, Value (*read)(JsonView json)) {
    const auto document = wire::JsonDocument::parse(text);
    if (!document || !document->root().is_object()) return {};
    return read(document->root());
}

void write_bulk(JsonWriter& json, const BulkSpecification& specification) {
    stored::write_text(json, "TableName", specification.table_name);
    stored::write_text(json, "InputS3Configuration", specification.input_json);
    stored::write_text(json, "OutputS3Configuration", specification.output_json);
    stored::write_text(json, "PerformanceTier", specification.tier);
    json.integer_member("MaxWriteRequestUnits", specification.max_write_units);
    stored::write_text(json, "ClientToken", specification.client_token);
}

BulkSpecification read_bulk(JsonView json) {
    BulkSpecification specification;
    specification.table_name = stored::read_text(json, "TableName");
    specification.input_json = stored::read_text(json, "InputS3Configuration");
    specification.output_json = stored::read_text(json, "OutputS3Configuration");
    specification.input = read_configuration(specification.input_json, read_bulk_input);
    specification.output = read_configuration(specification.output_json, read_bulk_output);
    specification.tier = stored::read_text(json, "PerformanceTier");
    specification.max_write_units = stored::read_integer(json, "MaxWriteRequestUnits").value_or(0);
    specification.client_token = stored::read_text(json, "ClientToken");
    return specification;
}

void write_counts(JsonWriter& json, const BulkDescription& description) {
    const BulkCounts& counts = description.counts;
    json.integer_member("ProcessedItemCount", counts.processed_items);
    json.integer_member("ProcessedInputBytes", counts.processed_bytes);
    stored::write_integer(json, "TotalInputBytes", counts.total_bytes);
    json.integer_member("FailedItemCount", counts.failed_items);
    json.integer_member("PutItemCount", counts.put_items);
    json.integer_member("BulkPutBytes", description.usage.table);
    write_bytes(json, "LocalSecondaryIndexes", description.usage.local_indexes);
    write_bytes(json, "GlobalSecondaryIndexes", description.usage.global_indexes);
    write_bytes(json, "VectorIndexes", description.usage.vector_indexes);
}

void read_counts(JsonView json, BulkDescription& description) {
    const auto count = [&](std::string_view name) {
        return stored::read_integer(json, name).value_or(0);
    };
    description.counts = {
        count("ProcessedItemCount"),
        count("ProcessedInputBytes"),
        count("FailedItemCount"),
        count("PutItemCount"),
        stored::read_integer(json, "TotalInputBytes")};
    description.usage = {
        count("BulkPutBytes"),
        read_bytes(json, "LocalSecondaryIndexes"),
        read_bytes(json, "GlobalSecondaryIndexes"),
        read_bytes(json, "VectorIndexes")};
}

}  // namespace

std::int64_t BulkUsage::total() const {
    std::int64_t bytes = table;
    for (const auto& [name, count] : local_indexes) bytes += count;
    for (const auto& [name, count] : global_indexes) bytes += count;
    return bytes;
}

BulkInput read_bulk_input(JsonView json) {
    return {
        stored::read_text(json, "S3Bucket"),
        stored::read_text(json, "S3KeyPrefix"),
        values::term_from<ImportFormat>(stored::read_text(json, "InputFormat"))
            .value_or(ImportFormat::DynamodbJson),
        values::term_from<Compression>(stored::read_text(json, "InputCompressionType"))
            .value_or(Compression::None)};
}

BulkOutput read_bulk_output(JsonView json) {
    BulkOutput output{stored::read_text(json, "S3Bucket"), stored::read_text(json, "S3KeyPrefix")};
    const auto types = json.find("OutputType");
    if (!types || !types->is_array()) return output;
    for (const auto& type : types->elements()) {
        if (!type.IsString()) continue;
        output.has_errors = output.has_errors || JsonView(type).string() == "ERROR";
        output.has_condition_failures =
            output.has_condition_failures || JsonView(type).string() == "CONDITION_CHECK_FAILURE";
    }
    return output;
}

std::string bulk_report_folder(const BulkDescription& description) {
    const std::string& prefix = description.specification.output.prefix;
    std::string folder = prefix.empty() ? "" : prefix + "/";
    return folder.append("AWSDynamoDB/").append(transfer_id(description.arn)).append("/");
}

std::string encode_bulk_operation(const BulkDescription& description) {
    return wire::object_text([&](JsonWriter& json) {
        stored::write_text(json, "BulkOperationArn", description.arn);
        stored::write_text(json, "BulkOperationStatus", values::text_of(description.status));
        stored::write_text(json, "TableArn", description.table_arn);
        stored::write_text(json, "TableId", description.table_id);
        write_bulk(json, description.specification);
        stored::write_time(json, "StartMs", description.start);
        stored::write_time(json, "EndMs", description.end);
        write_counts(json, description);
        stored::write_text(json, "FailureCode", description.failure_code);
        stored::write_text(json, "FailureMessage", description.failure_message);
        stored::write_text(json, "Request", description.request);
    });
}

std::optional<BulkDescription> decode_bulk_operation(std::string text) {
    const auto document = wire::JsonDocument::parse(std::move(text));
    if (!document || !document->root().is_object()) return std::nullopt;
    const JsonView json = document->root();
    BulkDescription description;
    description.arn = stored::read_text(json, "BulkOperationArn");
    const auto status =
        values::term_from<TransferStatus>(stored::read_text(json, "BulkOperationStatus"));
    const auto start = stored::read_time(json, "StartMs");
    if (description.arn.empty() || !status || !start) return std::nullopt;
    description.status = *status;
    description.start = *start;
    description.table_arn = stored::read_text(json, "TableArn");
    description.table_id = stored::read_text(json, "TableId");
    description.specification = read_bulk(json);
    description.end = stored::read_time(json, "EndMs");
    read_counts(json, description);
    description.failure_code = stored::read_text(json, "FailureCode");
    description.failure_message = stored::read_text(json, "FailureMessage");
    description.request = stored::read_text(json, "Request");
    return description;
}

}  // namespace stator::protocol::formats::transfer
