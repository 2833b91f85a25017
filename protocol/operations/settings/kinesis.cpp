#include "protocol/operations/settings/kinesis.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/kinesis.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/required_table.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::settings {
namespace {

using model::KinesisDestination;
using values::TimePrecision;
using wire::JsonView;
using wire::JsonWriter;
using wire::Member;
using wire::Shape;
using wire::ShapeType;

constexpr std::string_view kPrecisionName = "ApproximateCreationDateTimePrecision";
constexpr std::string_view kEnableConfiguration = "EnableKinesisStreamingConfiguration";
constexpr std::string_view kUpdateConfiguration = "UpdateKinesisStreamingConfiguration";

const Shape kStreamArn{
    .type = ShapeType::String,
    .length_min = kMinStreamArnLength,
    .length_max = kMaxStreamArnLength};
const Shape kPrecision{.type = ShapeType::String, .enum_set = "[MILLISECOND, MICROSECOND]"};
const Member kConfigurationMembers[] = {{kPrecisionName, &kPrecision}};
const Shape kEnabling{.class_name = kEnableConfiguration, .members = kConfigurationMembers};
const Shape kUpdating{.class_name = kUpdateConfiguration, .members = kConfigurationMembers};

template <class Request>
void read_precision(JsonView configuration, Request& request) {
    request.precision =
        values::term_from<values::TimePrecision>(configuration.string_or_empty(kPrecisionName));
}

const wire::BoundShape kEnable(
    wire::required<&EnableKinesisRequest::table_name>("TableName", shapes::kTableNameOrArn),
    wire::required<&EnableKinesisRequest::stream_arn>("StreamArn", kStreamArn),
    wire::inner<
        EnableKinesisRequest>(kEnableConfiguration, kEnabling, read_precision<EnableKinesisRequest>)
);
const wire::BoundShape kDisable(
    wire::required<&DisableKinesisRequest::table_name>("TableName", shapes::kTableNameOrArn),
    wire::required<&DisableKinesisRequest::stream_arn>("StreamArn", kStreamArn),
    wire::inner<DisableKinesisRequest>(kEnableConfiguration, kEnabling, nullptr)
);
const wire::BoundShape kUpdate(
    wire::required<&UpdateKinesisRequest::table_name>("TableName", shapes::kTableNameOrArn),
    wire::required<&UpdateKinesisRequest::stream_arn>("StreamArn", kStreamArn),
    wire::inner<
        UpdateKinesisRequest>(kUpdateConfiguration, kUpdating, read_precision<UpdateKinesisRequest>)
);
const wire::BoundShape kDescribe(
    wire::required<&DescribeKinesisRequest::table_name>("TableName", shapes::kTableNameOrArn)
);

void write_precision(JsonWriter& json, const std::optional<TimePrecision>& precision) {
    if (precision) json.string_member(kPrecisionName, values::text_of(*precision));
}

void write_destination(JsonWriter& json, const KinesisDestination& destination) {
    json.string_member("StreamArn", destination.stream_arn);
    json.string_member("DestinationStatus", values::text_of(destination.status));
}

// Encodes the reply to a change. `configuration` is the member that contains the precision, or ""
// for none.
std::string encode_change(
    const ChangedKinesis& changed,
    std::string_view configuration,
    const std::optional<TimePrecision>& precision
) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", changed.table_name);
        write_destination(json, changed.destination);
        if (!configuration.empty()) {
            json.begin_object(configuration);
            write_precision(json, precision);
            json.end_object();
        }
    });
}

}  // namespace

const Shape kEnableKinesisShape = kEnable.shape();
const Shape kDisableKinesisShape = kDisable.shape();
const Shape kUpdateKinesisShape = kUpdate.shape();
const Shape kDescribeKinesisShape = kDescribe.shape();

Result<EnableKinesisRequest> decode_enable_kinesis(JsonView json) {
    return decode_with_table(json, kEnable);
}

Result<DisableKinesisRequest> decode_disable_kinesis(JsonView json) {
    STATOR_TRY(DisableKinesisRequest request, decode_with_table(json, kDisable));
    if (json.find(kEnableConfiguration)) return errors::kinesis_disable_with_configuration();
    return request;
}

Result<UpdateKinesisRequest> decode_update_kinesis(JsonView json) {
    STATOR_TRY(UpdateKinesisRequest request, decode_with_table(json, kUpdate));
    if (!request.precision) return errors::kinesis_update_empty();
    return request;
}

Result<DescribeKinesisRequest> decode_describe_kinesis(JsonView json) {
    return decode_with_table(json, kDescribe);
}

std::string encode_enable_kinesis(const ChangedKinesis& changed) {
    return encode_change(changed, kEnableConfiguration, changed.destination.precision);
}

// AWS: without a configuration. [case DisableKinesisStreamingDestination/response]
std::string encode_disable_kinesis(const ChangedKinesis& changed) {
    return encode_change(changed, "", std::nullopt);
}

std::string encode_update_kinesis(const ChangedKinesis& changed) {
    return encode_change(changed, kUpdateConfiguration, changed.destination.next_precision);
}

// AWS: the precision is shown only if a request has set it.
// [case DescribeKinesisStreamingDestination/precision]
std::string encode_describe_kinesis(const DescribedKinesis& described) {
    return wire::object_text([&](JsonWriter& json) {
        json.string_member("TableName", described.table_name);
        json.objects_member(
            "KinesisDataStreamDestinations",
            described.destinations,
            [&](const KinesisDestination& destination) {
                write_destination(json, destination);
                if (!destination.status_description.empty()) {
                    json.string_member(
                        "DestinationStatusDescription", destination.status_description
                    );
                }
                write_precision(json, destination.precision);
            }
        );
    });
}

}  // namespace stator::protocol::operations::settings
