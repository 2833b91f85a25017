#include "protocol/operations/transfers/exports.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/transfers/export_filter.hpp"
#include "protocol/operations/transfers/transfer_shapes.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::transfers {
namespace {

using formats::transfer::ExportDescription;
using formats::transfer::ExportSpecification;
using formats::transfer::ExportType;
using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

constexpr Shape kKmsKey{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxKmsKeyIdLength};
constexpr Shape kEncryption{.type = ShapeType::String, .enum_set = "[AES256, KMS]"};
constexpr Shape kFormat{.type = ShapeType::String, .enum_set = "[DYNAMODB_JSON, ION]"};
constexpr Shape kType{.type = ShapeType::String, .enum_set = "[FULL_EXPORT, INCREMENTAL_EXPORT]"};
constexpr Shape kView{.type = ShapeType::String, .enum_set = "[NEW_AND_OLD_IMAGES, NEW_IMAGE]"};
const Member kIncrementalMembers[] = {
    {"ExportFromTime", &operations::shapes::kTimestamp},
    {"ExportToTime", &operations::shapes::kTimestamp},
    {"ExportViewType", &kView},
};
const Shape kIncremental{
    .class_name = "IncrementalExportSpecification", .members = kIncrementalMembers};
const Member kFilterMembers[] = {
    {"FilterExpression", &operations::shapes::kText},
    {"ProjectionExpression", &operations::shapes::kText},
    {"KeyConditionExpression", &operations::shapes::kText},
    {"ExpressionAttributeNames", &operations::shapes::kNames},
    {"ExpressionAttributeValues", &operations::shapes::kAttributeMap},
};
const Shape kFilter{.class_name = "FilterSpecification", .members = kFilterMembers};

const Member kExportMembers[] = {
    {"TableArn", &shapes::kTableArn, true},
    {"ExportTime", &operations::shapes::kTimestamp},
    {"ClientToken", &shapes::kClientToken},
    {"S3Bucket", &shapes::kBucketName, true},
    {"S3BucketOwner", &shapes::kBucketOwner},
    {"S3Prefix", &shapes::kObjectPrefix},
    {"S3SseAlgorithm", &kEncryption},
    {"S3SseKmsKeyId", &kKmsKey},
    {"ExportFormat", &kFormat},
    {"ExportType", &kType},
    {"IncrementalExportSpecification", &kIncremental},
    {"FilterSpecification", &kFilter},
};
const Shape kExport{.members = kExportMembers};

const wire::BoundShape kDescribe(
    wire::required<&TransferRequest::arn>("ExportArn", shapes::kTransferArn)
);
const wire::BoundShape kList(
    wire::allowed<&ListTransfersRequest::table_arn>("TableArn", shapes::kTableArn),
    wire::allowed<&ListTransfersRequest::max_results>("MaxResults", shapes::kPageSize),
    wire::inner<ListTransfersRequest>("NextToken", shapes::kNextToken, nullptr)
);

// AWS: the type is checked before missing members of the specification.
// [case ExportTableToPointInTime/incremental_specification]
Result<void> read_incremental(JsonView json, ExportSpecification& specification) {
    const auto given = json.find("IncrementalExportSpecification");
    if (specification.type != ExportType::Incremental) {
        if (!given) return {};
        return specification.type ? errors::incremental_specification_with_full_export()
                                  : errors::incremental_specification_without_type();
    }
    if (!given) return errors::incremental_specification_required();
    const auto from = given->find("ExportFromTime");
    if (!from) return errors::export_from_time_required();
    const auto to = given->find("ExportToTime");
    specification.incremental = {
        wire::moment_of(*from),
        to ? wire::moment_of(*to) : kNever,
        values::term_from<formats::transfer::ExportView>(given->string_or_empty("ExportViewType"))
            .value_or(formats::transfer::ExportView::NewAndOldImages)};
    return {};
}

Result<ExportSpecification> read_specification(JsonView json) {
    ExportSpecification specification;
    specification.bucket = json.string_or_empty("S3Bucket");
    specification.bucket_owner = json.string_or_empty("S3BucketOwner");
    specification.prefix = json.string_or_empty("S3Prefix");
    specification.kms_key_id = json.string_or_empty("S3SseKmsKeyId");
    specification.client_token = json.string_or_empty("ClientToken");
    if (const auto encryption = json.find("S3SseAlgorithm")) {
        specification.encryption = encryption->string();
    }
    const auto format =
        values::term_from<formats::transfer::ExportFormat>(json.string_or_empty("ExportFormat"));
    specification.format = format.value_or(formats::transfer::ExportFormat::DynamodbJson);
    specification.type =
        values::term_from<formats::transfer::ExportType>(json.string_or_empty("ExportType"));
    if (const auto time = json.find("ExportTime")) specification.time = wire::moment_of(*time);
    STATOR_CHECK(read_incremental(json, specification));
    if (!specification.kms_key_id.empty() && specification.encryption != "KMS") {
        return errors::kms_key_without_kms();
    }
    if (const auto filter = json.find("FilterSpecification")) {
        if (filter->size() == 0) return errors::filter_specification_empty();
        STATOR_CHECK(decode_export_filter(*filter));
        specification.filter = filter->text();
    }
    return specification;
}

void write_incremental(JsonWriter& json, const formats::transfer::IncrementalExport& incremental) {
    json.begin_object("IncrementalExportSpecification");
    json.timestamp_member("ExportFromTime", incremental.from);
    json.timestamp_member("ExportToTime", incremental.to);
    json.string_member("ExportViewType", values::text_of(incremental.view));
    json.end_object();
}

void write_given(JsonWriter& json, std::string_view name, const std::string& text) {
    if (!text.empty()) json.string_member(name, text);
}

void write_end(JsonWriter& json, const ExportDescription& description) {
    if (description.end) json.timestamp_member("EndTime", *description.end);
    if (description.status == formats::transfer::TransferStatus::Completed) {
        json.string_member("ExportManifest", description.manifest);
        json.integer_member("BilledSizeBytes", description.billed_bytes);
        json.integer_member("ItemCount", description.items);
    }
    write_given(json, "FailureCode", description.failure_code);
    write_given(json, "FailureMessage", description.failure_message);
}

}  // namespace

const wire::Shape kExportTableShape = kExport;
const wire::Shape kDescribeExportShape = kDescribe.shape();
const wire::Shape kListExportsShape = kList.shape();

Result<ExportRequest> decode_export_table(JsonView json) {
    STATOR_CHECK(wire::check_types(json, kExport));
    STATOR_CHECK(wire::check_constraints(json, kExport));
    ExportRequest request;
    request.table_arn = json.string_or_empty("TableArn");
    STATOR_TRY(request.specification, read_specification(json));
    request.canonical = wire::canonical_text(json);
    return request;
}

Result<TransferRequest> decode_describe_export(JsonView json) {
    return checked_arn(
        kDescribe.decode(json), formats::transfer::kExport, errors::invalid_export_arn
    );
}

Result<ListTransfersRequest> decode_list_exports(JsonView json) {
    STATOR_TRY(ListTransfersRequest request, kList.decode(json));
    STATOR_TRY(
        request.start_arn,
        arn_of_token(json.string_or_empty("NextToken"), formats::transfer::kExport)
    );
    return request;
}

// AWS: ExportType is shown if the request contained it. [case ExportTableToPointInTime/response]
std::string encode_export_description(const ExportDescription& description) {
    const ExportSpecification& specification = description.specification;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("ExportDescription");
        json.string_member("ExportArn", description.arn);
        json.string_member("ExportStatus", values::text_of(description.status));
        json.timestamp_member("StartTime", description.start);
        write_end(json, description);
        json.string_member("TableArn", description.table_arn);
        json.string_member("TableId", description.table_id);
        if (specification.time) json.timestamp_member("ExportTime", *specification.time);
        json.string_member("ClientToken", specification.client_token);
        json.string_member("DestinationType", "S3");
        json.string_member("S3Bucket", specification.bucket);
        write_given(json, "S3BucketOwner", specification.bucket_owner);
        write_given(json, "S3Prefix", specification.prefix);
        json.string_member("S3SseAlgorithm", specification.encryption);
        write_given(json, "S3SseKmsKeyId", specification.kms_key_id);
        json.string_member("ExportFormat", values::text_of(specification.format));
        if (specification.type) {
            json.string_member("ExportType", values::text_of(*specification.type));
        }
        if (specification.incremental) write_incremental(json, *specification.incremental);
        if (!specification.filter.empty()) {
            json.raw_member("FilterSpecification", specification.filter);
        }
        json.end_object();
    });
}

std::string encode_list_exports(const TransferPage<ExportDescription>& page) {
    const auto write = [](JsonWriter& json, const ExportDescription& description) {
        json.string_member("ExportArn", description.arn);
        json.string_member("ExportStatus", values::text_of(description.status));
        const auto type = description.specification.type.value_or(ExportType::Full);
        json.string_member("ExportType", values::text_of(type));
    };
    return encode_page("ExportSummaries", page, write, token_of_arn);
}

}  // namespace stator::protocol::operations::transfers
