#include "protocol/operations/transfers/bulk.hpp"

#include <algorithm>

#include "protocol/base/limits.hpp"
#include "protocol/errors/bulk.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/transfers/transfer_shapes.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::transfers {
namespace {

using formats::transfer::BulkDescription;
using formats::transfer::BulkSpecification;
using formats::transfer::BulkUsage;
using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

constexpr std::size_t kTokenBlock = 16;

// AWS: the format of tokens. [case ListBulkOperations/next_token]
bool is_page_token(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    return !text.empty() && text.size() % kTokenBlock == 0 &&
           text.find_first_not_of(kDigits) == std::string_view::npos;
}

constexpr wire::Pattern kPageTokenPattern{"([0-9a-f]{16})+", is_page_token};

constexpr Shape kBulkFormat{.type = ShapeType::String, .enum_set = "[DYNAMODB_JSON, ION]"};
constexpr Shape kBulkCompression{.type = ShapeType::String, .enum_set = "[ZSTD, NONE, GZIP]"};
constexpr Shape kReportEncryption{.type = ShapeType::String, .enum_set = "[AES256, KMS]"};
constexpr Shape kReportKey{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxKmsKeyIdLength};
constexpr Shape kReportType{
    .type = ShapeType::String, .enum_set = "[ERROR, CONDITION_CHECK_FAILURE]"};
constexpr Shape kReportTypes{.type = ShapeType::List, .element = &kReportType};
constexpr Shape kPerformanceTier{.type = ShapeType::String, .enum_set = "[STANDARD, ACCELERATED]"};
constexpr Shape kMaxWriteUnits{.type = ShapeType::Long, .value_min = kMinBulkWriteUnits};
constexpr Shape kPageToken{
    .type = ShapeType::String,
    .length_min = 1,
    .length_max = kMaxBulkTokenLength,
    .pattern = &kPageTokenPattern};

const Member kBulkInputMembers[] = {
    {"S3BucketOwner", &shapes::kBucketOwner},
    {"S3Bucket", &shapes::kBucketName, true},
    {"S3KeyPrefix", &shapes::kObjectPrefix},
    {"InputFormat", &kBulkFormat, true},
    {"InputCompressionType", &kBulkCompression},
};
const Shape kBulkInput{.class_name = "InputS3Configuration", .members = kBulkInputMembers};
const Member kReportMembers[] = {
    {"S3BucketOwner", &shapes::kBucketOwner},
    {"S3Bucket", &shapes::kBucketName},
    {"S3KeyPrefix", &shapes::kObjectPrefix},
    {"S3SseAlgorithm", &kReportEncryption},
    {"S3SseKmsKeyId", &kReportKey},
    {"OutputType", &kReportTypes, true},
};
const Shape kReport{.class_name = "OutputS3Configuration", .members = kReportMembers};

const Member kStartBulkMembers[] = {
    {"ClientToken", &shapes::kClientToken},
    {"InputS3Configuration", &kBulkInput, true},
    {"OutputS3Configuration", &kReport, true},
    {"TableName", &operations::shapes::kItemTableName, true},
    {"MaxWriteRequestUnits", &kMaxWriteUnits},
    {"PerformanceTier", &kPerformanceTier},
};
const Shape kStartBulk{.members = kStartBulkMembers};

const wire::BoundShape kOperationArn(
    wire::required<&TransferRequest::arn>("BulkOperationArn", shapes::kTransferArn)
);
const wire::BoundShape kListOperations(
    wire::allowed<&ListTransfersRequest::max_results>("MaxResults", shapes::kPageSize),
    wire::inner<ListTransfersRequest>("NextToken", kPageToken, nullptr)
);

// AWS: S3Bucket is optional in the API model, but required in the documentation.
// [case StartBulkPutItems/output_configuration]
Result<void> check_report(JsonView output) {
    if (!output.find("S3Bucket")) return errors::bulk_output_bucket_required();
    if (output.find("OutputType")->size() == 0) return errors::bulk_output_type_required();
    const bool has_key = output.find("S3SseKmsKeyId").has_value();
    if (has_key && output.string_or_empty("S3SseAlgorithm") != "KMS") {
        return errors::kms_key_without_kms();
    }
    return {};
}

// Returns the hexadecimal digits of the bytes of `arn`, padded with zeros to whole blocks.
std::string token_of_page(std::string_view arn) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string token;
    for (const char character : arn) {
        const auto byte = static_cast<unsigned char>(character);
        token.push_back(kDigits[byte >> 4U]);
        token.push_back(kDigits[byte & 0xFU]);
    }
    const std::size_t rest = token.size() % kTokenBlock;
    if (rest > 0) token.append(kTokenBlock - rest, '0');
    return token;
}

Result<std::string> arn_of_page(std::string_view token) {
    const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
    std::string arn;
    for (std::size_t at = 0; at + 1 < token.size(); at += 2) {
        const int byte = value(token[at]) * 16 + value(token[at + 1]);
        if (byte != 0) arn.push_back(static_cast<char>(byte));
    }
    const bool is_ours =
        formats::transfer::split_transfer_arn(arn, formats::transfer::kBulkOperation).has_value() &&
        token_of_page(arn) == token;
    if (!is_ours) return errors::transfer_token_invalid(token);
    return arn;
}

void write_index_bytes(
    JsonWriter& json,
    std::string_view name,
    const std::map<std::string, std::int64_t>& indexes,
    std::string_view member
) {
    if (indexes.empty()) return;
    json.begin_object(name);
    for (const auto& [index, bytes] : indexes) {
        json.begin_object(index);
        json.integer_member(member, bytes);
        json.end_object();
    }
    json.end_object();
}

void write_usage(JsonWriter& json, std::string_view table_name, const BulkUsage& usage) {
    json.begin_array("BulkOperationUsage");
    json.begin_object();
    json.string_member("TableName", table_name);
    json.integer_member("BulkPutBytes", usage.total());
    json.begin_object("Table");
    json.integer_member("BulkPutBytes", usage.table);
    json.end_object();
    write_index_bytes(json, "LocalSecondaryIndexes", usage.local_indexes, "BulkPutBytes");
    write_index_bytes(json, "GlobalSecondaryIndexes", usage.global_indexes, "BulkPutBytes");
    write_index_bytes(json, "VectorIndexes", usage.vector_indexes, "BulkPutVectorBytes");
    json.end_object();
    json.end_array();
}

void write_target(JsonWriter& json, const BulkDescription& description) {
    json.begin_array("TableDetails");
    json.begin_object();
    json.string_member("TableName", description.specification.table_name);
    json.string_member("TableId", description.table_id);
    json.end_object();
    json.end_array();
}

// Writes the members that summaries also have.
void write_bulk_state(JsonWriter& json, const BulkDescription& description) {
    json.string_member("BulkOperationArn", description.arn);
    json.string_member("BulkOperationStatus", values::text_of(description.status));
}

void write_bulk_times(JsonWriter& json, const BulkDescription& description) {
    json.timestamp_member("StartTime", description.start);
    if (description.end) json.timestamp_member("EndTime", *description.end);
}

}  // namespace

const wire::Shape kStartBulkPutItemsShape = kStartBulk;
const wire::Shape kBulkOperationArnShape = kOperationArn.shape();
const wire::Shape kListBulkOperationsShape = kListOperations.shape();

Result<StartBulkRequest> decode_start_bulk_put_items(JsonView json) {
    STATOR_CHECK(wire::check_types(json, kStartBulk));
    STATOR_CHECK(wire::check_constraints(json, kStartBulk));
    const JsonView input = *json.find("InputS3Configuration");
    const JsonView output = *json.find("OutputS3Configuration");
    STATOR_CHECK(check_report(output));
    StartBulkRequest request;
    BulkSpecification& specification = request.specification;
    specification.table_name = json.string_or_empty("TableName");
    specification.input_json = input.text();
    specification.output_json = output.text();
    specification.input = formats::transfer::read_bulk_input(input);
    specification.output = formats::transfer::read_bulk_output(output);
    specification.client_token = json.string_or_empty("ClientToken");
    if (const auto tier = json.find("PerformanceTier")) specification.tier = tier->string();
    if (const auto units = json.find("MaxWriteRequestUnits")) {
        specification.max_write_units = units->integer();
    }
    request.canonical = wire::canonical_text(json);
    return request;
}

// AWS: the message was observed for exports. [case DescribeBulkOperation/bulk_operation_arn]
Result<TransferRequest> decode_bulk_operation_arn(JsonView json) {
    return checked_arn(
        kOperationArn.decode(json),
        formats::transfer::kBulkOperation,
        errors::invalid_bulk_operation_arn
    );
}

Result<ListTransfersRequest> decode_list_bulk_operations(JsonView json) {
    STATOR_TRY(ListTransfersRequest request, kListOperations.decode(json));
    if (const auto token = json.find("NextToken")) {
        STATOR_TRY(request.start_arn, arn_of_page(token->string()));
    }
    return request;
}

// AWS: members in the order of the API model. [case StartBulkPutItems/response]
std::string encode_bulk_description(const BulkDescription& description) {
    const BulkSpecification& specification = description.specification;
    const formats::transfer::BulkCounts& counts = description.counts;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("BulkOperationDescription");
        write_bulk_state(json, description);
        write_target(json, description);
        json.string_member("ClientToken", specification.client_token);
        json.raw_member("InputS3Configuration", specification.input_json);
        json.raw_member("OutputS3Configuration", specification.output_json);
        write_bulk_times(json, description);
        json.integer_member("ProcessedItemCount", counts.processed_items);
        json.integer_member("ProcessedInputBytes", counts.processed_bytes);
        if (counts.total_bytes) json.integer_member("TotalInputBytes", *counts.total_bytes);
        write_usage(json, specification.table_name, description.usage);
        json.integer_member("FailedItemCount", counts.failed_items);
        if (!description.failure_code.empty()) {
            json.string_member("FailureCode", description.failure_code);
            json.string_member("FailureMessage", description.failure_message);
        }
        if (specification.max_write_units > 0) {
            json.integer_member("MaxWriteRequestUnits", specification.max_write_units);
        }
        json.string_member("PerformanceTier", specification.tier);
        json.end_object();
    });
}

std::string encode_cancelled_bulk_operation(const BulkDescription& description) {
    return wire::object_text([&](JsonWriter& json) { write_bulk_state(json, description); });
}

std::string encode_list_bulk_operations(const TransferPage<BulkDescription>& page) {
    const auto write = [](JsonWriter& json, const BulkDescription& description) {
        write_bulk_state(json, description);
        write_bulk_times(json, description);
    };
    return encode_page("BulkOperationsSummaryList", page, write, token_of_page);
}

}  // namespace stator::protocol::operations::transfers
