#include "protocol/operations/backups/continuous_backups.hpp"

#include "protocol/base/limits.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/operations/parameters.hpp"
#include "protocol/operations/required_table.hpp"
#include "protocol/wire/bound_shape.hpp"

namespace stator::protocol::operations::backups {
namespace {

using wire::JsonView;
using wire::JsonWriter;
using wire::Shape;
using wire::ShapeType;

const Shape kPeriod{
    .type = ShapeType::Integer, .value_min = 1, .value_max = kMaxRecoveryPeriodDays};
const wire::BoundShape kSpecificationForm(
    wire::required<&UpdateContinuousBackupsRequest::enabled>(
        "PointInTimeRecoveryEnabled", operations::shapes::kBoolean
    ),
    wire::allowed<&UpdateContinuousBackupsRequest::recovery_period_days>(
        "RecoveryPeriodInDays", kPeriod
    )
);
const Shape kSpecification = kSpecificationForm.shape("PointInTimeRecoverySpecification");

const wire::BoundShape kUpdate(
    wire::required<&UpdateContinuousBackupsRequest::table_name>(
        "TableName", operations::shapes::kTableNameOrArn
    ),
    wire::nested<kSpecificationForm>("PointInTimeRecoverySpecification", kSpecification, true)
);
const wire::BoundShape kDescribe(wire::required<&DescribeContinuousBackupsRequest::table_name>(
    "TableName", operations::shapes::kTableNameOrArn
));

}  // namespace

const wire::Shape kUpdateContinuousBackupsShape = kUpdate.shape();
const wire::Shape kDescribeContinuousBackupsShape = kDescribe.shape();

Result<UpdateContinuousBackupsRequest> decode_update_continuous_backups(JsonView json) {
    STATOR_TRY(UpdateContinuousBackupsRequest request, decode_with_table(json, kUpdate));
    if (!request.enabled && request.recovery_period_days) {
        return errors::recovery_period_while_disabling();
    }
    return request;
}

Result<DescribeContinuousBackupsRequest> decode_describe_continuous_backups(JsonView json) {
    return decode_with_table(json, kDescribe);
}

// AWS: ContinuousBackupsStatus depends on the table's age, not on point-in-time recovery.
// [case UpdateContinuousBackups/disabling]
std::string encode_continuous_backups(const model::ContinuousBackups& backups) {
    return wire::object_text([&](JsonWriter& json) {
        json.begin_object("ContinuousBackupsDescription");
        json.string_member("ContinuousBackupsStatus", "ENABLED");
        json.begin_object("PointInTimeRecoveryDescription");
        json.string_member("PointInTimeRecoveryStatus", backups.enabled ? "ENABLED" : "DISABLED");
        if (backups.enabled) {
            json.integer_member("RecoveryPeriodInDays", backups.recovery_period_days);
            json.timestamp_member("EarliestRestorableDateTime", backups.earliest_restorable);
            json.timestamp_member("LatestRestorableDateTime", backups.latest_restorable);
        }
        json.end_object();
        json.end_object();
    });
}

}  // namespace stator::protocol::operations::backups
