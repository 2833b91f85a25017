#include "protocol/formats/transfer/bulk_operation.hpp"

#include <algorithm>

#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/model/member_codec.hpp"

namespace stator::protocol::formats::transfer {

using model::Like;
using wire::JsonView;

namespace {

// Parses the configuration from a text that was validated when it was received.
template <class Value>
Value read_configuration(const std::string& text, Value (*read)(JsonView json)) {
    const auto document = wire::JsonDocument::parse(text);
    if (!document || !document->root().is_object()) return {};
    return read(document->root());
}

}  // namespace

void members(auto& code, Like<BulkSpecification> auto& specification) {
    code.if_set("TableName", specification.table_name);
    code.if_set("InputS3Configuration", specification.input_json);
    code.if_set("OutputS3Configuration", specification.output_json);
    code.if_set("PerformanceTier", specification.tier);
    code("MaxWriteRequestUnits", specification.max_write_units);
    code.if_set("ClientToken", specification.client_token);
}

void members(auto& code, Like<BulkDescription> auto& description) {
    code.demand("BulkOperationArn", description.arn);
    code.demand("BulkOperationStatus", description.status);
    code.if_set("TableArn", description.table_arn);
    code.if_set("TableId", description.table_id);
    members(code, description.specification);
    code.demand("StartMs", description.start);
    code("EndMs", description.end);
    code("ProcessedItemCount", description.counts.processed_items);
    code("ProcessedInputBytes", description.counts.processed_bytes);
    code("TotalInputBytes", description.counts.total_bytes);
    code("FailedItemCount", description.counts.failed_items);
    code("PutItemCount", description.counts.put_items);
    code("BulkPutBytes", description.usage.table);
    code("LocalSecondaryIndexes", description.usage.local_indexes);
    code("GlobalSecondaryIndexes", description.usage.global_indexes);
    code("VectorIndexes", description.usage.vector_indexes);
    code.if_set("FailureCode", description.failure_code);
    code.if_set("FailureMessage", description.failure_message);
    code.if_set("Request", description.request);
}

std::int64_t BulkUsage::total() const {
    std::int64_t bytes = table;
    for (const auto& [name, count] : local_indexes) bytes += count;
    for (const auto& [name, count] : global_indexes) bytes += count;
    return bytes;
}

BulkInput read_bulk_input(JsonView json) {
    BulkInput input;
    model::MemberReader read(json);
    read("S3Bucket", input.bucket);
    read("S3KeyPrefix", input.prefix);
    read("InputFormat", input.format);
    read("InputCompressionType", input.compression);
    return input;
}

BulkOutput read_bulk_output(JsonView json) {
    BulkOutput output;
    std::vector<std::string> types;
    model::MemberReader read(json);
    read("S3Bucket", output.bucket);
    read("S3KeyPrefix", output.prefix);
    read("OutputType", types);
    const auto has = [&](std::string_view type) {
        return std::ranges::find(types, type) != types.end();
    };
    output.has_errors = has("ERROR");
    output.has_condition_failures = has("CONDITION_CHECK_FAILURE");
    return output;
}

std::string bulk_report_folder(const BulkDescription& description) {
    const std::string& prefix = description.specification.output.prefix;
    std::string folder = prefix.empty() ? "" : prefix + "/";
    return folder.append("AWSDynamoDB/").append(transfer_id(description.arn)).append("/");
}

std::string encode_bulk_operation(const BulkDescription& description) {
    return model::stored_text(description);
}

std::optional<BulkDescription> decode_bulk_operation(std::string text) {
    auto description = model::from_stored<BulkDescription>(std::move(text));
    if (!description) return std::nullopt;
    BulkSpecification& specification = description->specification;
    specification.input = read_configuration(specification.input_json, read_bulk_input);
    specification.output = read_configuration(specification.output_json, read_bulk_output);
    return description;
}

}  // namespace stator::protocol::formats::transfer
