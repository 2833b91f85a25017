#include "protocol/operations/transfers/imports.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"
#include "protocol/operations/tables/table_shapes.hpp"
#include "protocol/operations/transfers/transfer_shapes.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::transfers {
namespace {

using formats::transfer::ImportDescription;
using formats::transfer::ImportFormat;
using formats::transfer::ImportSpecification;
using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

bool is_delimiter(std::string_view text) {
    constexpr std::string_view kDelimiters = ",;:|\t ";
    return text.size() == 1 && kDelimiters.find(text.front()) != std::string_view::npos;
}

constexpr wire::Pattern kDelimiterPattern{"[,;:|\\t ]", is_delimiter};

constexpr std::int64_t kMaxHeaderNames = 255;
constexpr std::int64_t kMaxHeaderNameLength = 65'536;

constexpr Shape kInputFormat{.type = ShapeType::String, .enum_set = "[DYNAMODB_JSON, ION, CSV]"};
constexpr Shape kInputCompression{.type = ShapeType::String, .enum_set = "[ZSTD, NONE, GZIP]"};
constexpr Shape kDelimiter{
    .type = ShapeType::String, .length_min = 1, .length_max = 1, .pattern = &kDelimiterPattern};
constexpr Shape kHeaderName{
    .type = ShapeType::String, .length_min = 1, .length_max = kMaxHeaderNameLength};
constexpr Shape kHeaderList{
    .type = ShapeType::List,
    .element = &kHeaderName,
    .length_min = 1,
    .length_max = kMaxHeaderNames};
const Member kCsvMembers[] = {{"Delimiter", &kDelimiter}, {"HeaderList", &kHeaderList}};
const Shape kCsv{.class_name = "CsvOptions", .members = kCsvMembers};
const Member kOptionsMembers[] = {{"Csv", &kCsv}};
const Shape kOptions{.class_name = "InputFormatOptions", .members = kOptionsMembers};
const Member kSourceMembers[] = {
    {"S3BucketOwner", &shapes::kBucketOwner},
    {"S3Bucket", &shapes::kBucketName, true},
    {"S3KeyPrefix", &shapes::kObjectPrefix},
};
const Shape kSource{.class_name = "S3BucketSource", .members = kSourceMembers};

const Member kImportMembers[] = {
    {"ClientToken", &shapes::kClientToken},
    {"S3BucketSource", &kSource, true},
    {"InputFormat", &kInputFormat, true},
    {"InputFormatOptions", &kOptions},
    {"InputCompressionType", &kInputCompression},
    {"TableCreationParameters", &tables::shapes::kTableCreationParameters, true},
};
const Shape kImport{.members = kImportMembers};

const wire::BoundShape kDescribed(
    wire::required<&TransferRequest::arn>("ImportArn", shapes::kTransferArn)
);
const wire::BoundShape kListed(
    wire::allowed<&ListTransfersRequest::table_arn>("TableArn", shapes::kTableArn),
    wire::allowed<&ListTransfersRequest::max_results>("PageSize", shapes::kPageSize),
    wire::inner<ListTransfersRequest>("NextToken", shapes::kNextToken, nullptr)
);

Result<void> read_import_options(JsonView json, ImportSpecification& specification) {
    const auto options = json.find("InputFormatOptions");
    if (!options) return {};
    specification.format_options = options->text();
    const auto csv = options->find("Csv");
    if (!csv) return {};
    if (specification.format != ImportFormat::Csv) {
        return errors::import_format_options_unsupported(values::text_of(specification.format));
    }
    if (const auto delimiter = csv->find("Delimiter")) {
        specification.delimiter = delimiter->string().front();
    }
    if (const auto header = csv->find("HeaderList"))
        wire::read_value(*header, specification.header);
    return {};
}

Result<ImportSpecification> read_import(JsonView json) {
    ImportSpecification specification;
    const JsonView source = *json.find("S3BucketSource");
    specification.bucket = source.string_or_empty("S3Bucket");
    specification.bucket_owner = source.string_or_empty("S3BucketOwner");
    specification.prefix = source.string_or_empty("S3KeyPrefix");
    specification.client_token = json.string_or_empty("ClientToken");
    specification.table_parameters = json.find("TableCreationParameters")->text();
    specification.format =
        values::term_from<formats::transfer::ImportFormat>(json.string_or_empty("InputFormat"))
            .value_or(ImportFormat::DynamodbJson);
    specification.compression = values::term_from<formats::transfer::Compression>(
                                    json.string_or_empty("InputCompressionType")
    )
                                    .value_or(formats::transfer::Compression::None);
    STATOR_CHECK(read_import_options(json, specification));
    return specification;
}

void write_text(JsonWriter& json, std::string_view name, const std::string& text) {
    if (!text.empty()) json.string_member(name, text);
}

void write_bucket_source(JsonWriter& json, const ImportSpecification& specification) {
    json.begin_object("S3BucketSource");
    json.string_member("S3BucketOwner", specification.bucket_owner);
    json.string_member("S3Bucket", specification.bucket);
    write_text(json, "S3KeyPrefix", specification.prefix);
    json.end_object();
}

// AWS: all imports of a region share one log group.
void write_log_group(JsonWriter& json, const ImportDescription& description) {
    const auto parts =
        formats::transfer::split_transfer_arn(description.arn, formats::transfer::kImport);
    if (!parts) return;
    std::string group = "arn:aws:logs:";
    group.append(parts->region).append(":").append(parts->account);
    json.string_member("CloudWatchLogGroupArn", group.append(":log-group:/aws-dynamodb/imports:*"));
}

void write_import_times(JsonWriter& json, const ImportDescription& description) {
    json.timestamp_member("StartTime", description.start);
    if (description.end) json.timestamp_member("EndTime", *description.end);
}

}  // namespace

const wire::Shape kImportTableShape = kImport;
const wire::Shape kDescribeImportShape = kDescribed.shape();
const wire::Shape kListImportsShape = kListed.shape();

// AWS: the table's parameters are checked as in CreateTable.
// [case ImportTable/table_creation_parameters]
Result<ImportRequest> decode_import_table(JsonView json) {
    STATOR_CHECK(wire::check_types(json, kImport));
    STATOR_CHECK(wire::check_constraints(json, kImport));
    ImportRequest request;
    STATOR_TRY(request.specification, read_import(json));
    STATOR_TRY(request.table, tables::decode_create_table(*json.find("TableCreationParameters")));
    request.canonical = wire::canonical_text(json);
    return request;
}

Result<TransferRequest> decode_describe_import(JsonView json) {
    return checked_arn(
        kDescribed.decode(json), formats::transfer::kImport, errors::invalid_import_arn
    );
}

Result<ListTransfersRequest> decode_list_imports(JsonView json) {
    STATOR_TRY(ListTransfersRequest request, kListed.decode(json));
    STATOR_TRY(
        request.start_arn,
        arn_of_token(json.string_or_empty("NextToken"), formats::transfer::kImport)
    );
    return request;
}

std::string encode_import_description(const ImportDescription& description) {
    const ImportSpecification& specification = description.specification;
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("ImportTableDescription");
        json.string_member("ImportArn", description.arn);
        json.string_member("ImportStatus", values::text_of(description.status));
        json.string_member("TableArn", description.table_arn);
        json.string_member("TableId", description.table_id);
        json.string_member("ClientToken", specification.client_token);
        write_bucket_source(json, specification);
        json.integer_member("ErrorCount", description.counts.errors);
        write_log_group(json, description);
        json.string_member("InputFormat", values::text_of(specification.format));
        if (!specification.format_options.empty()) {
            json.raw_member("InputFormatOptions", specification.format_options);
        }
        json.string_member("InputCompressionType", values::text_of(specification.compression));
        json.raw_member("TableCreationParameters", specification.table_parameters);
        write_import_times(json, description);
        json.integer_member("ProcessedSizeBytes", description.counts.processed_bytes);
        json.integer_member("ProcessedItemCount", description.counts.processed_items);
        json.integer_member("ImportedItemCount", description.counts.imported_items);
        write_text(json, "FailureCode", description.failure_code);
        write_text(json, "FailureMessage", description.failure_message);
        json.end_object();
    });
}

std::string encode_list_imports(const TransferPage<ImportDescription>& page) {
    const auto write = [](JsonWriter& json, const ImportDescription& description) {
        json.string_member("ImportArn", description.arn);
        json.string_member("ImportStatus", values::text_of(description.status));
        json.string_member("TableArn", description.table_arn);
        write_bucket_source(json, description.specification);
        write_log_group(json, description);
        json.string_member("InputFormat", values::text_of(description.specification.format));
        write_import_times(json, description);
    };
    return encode_page("ImportSummaryList", page, write, token_of_arn);
}

}  // namespace stator::protocol::operations::transfers
