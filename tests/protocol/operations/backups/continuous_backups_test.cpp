#include "protocol/operations/backups/continuous_backups.hpp"

#include <gtest/gtest.h>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::backups {
namespace {

std::string updating(const std::string& specification) {
    return "{'TableName': 'tbl', 'PointInTimeRecoverySpecification': " + specification + "}";
}

TEST(UpdateContinuousBackups, ChecksTheTableFirst) {
    const std::string required =
        "The parameter 'TableName' is required but was not present in the request";
    EXPECT_EQ(verdict(decode_update_continuous_backups, "{}"), required);
    EXPECT_EQ(verdict(decode_describe_continuous_backups, "{}"), required);
}

TEST(UpdateContinuousBackups, HasASpecificationWithinBounds) {
    const std::string specification = "'pointInTimeRecoverySpecification";
    EXPECT_EQ(
        verdict(decode_update_continuous_backups, "{'TableName': 'tbl'}"),
        kEnvelope + "Value null at " + specification +
            "' failed to satisfy constraint: Member must not be null"
    );
    EXPECT_EQ(
        verdict(decode_update_continuous_backups, updating("{}")),
        kEnvelope + "Value null at " + specification +
            ".pointInTimeRecoveryEnabled' failed to satisfy constraint: Member must not be null"
    );
    const auto with_period = [](int days) {
        return updating(
            "{'PointInTimeRecoveryEnabled': true, 'RecoveryPeriodInDays': " + std::to_string(days) +
            "}"
        );
    };
    EXPECT_EQ(
        verdict(decode_update_continuous_backups, with_period(0)),
        kEnvelope + "Value '0' at " + specification +
            ".recoveryPeriodInDays' failed to satisfy constraint: Member must have value greater "
            "than or equal to 1"
    );
    EXPECT_EQ(
        verdict(decode_update_continuous_backups, with_period(36)),
        kEnvelope + "Value '36' at " + specification +
            ".recoveryPeriodInDays' failed to satisfy constraint: Member must have value less than "
            "or equal to 35"
    );
    EXPECT_EQ(verdict(decode_update_continuous_backups, with_period(1)), "ok");
    EXPECT_EQ(verdict(decode_update_continuous_backups, with_period(35)), "ok");
}

TEST(UpdateContinuousBackups, HasNoPeriodWhenItDisables) {
    EXPECT_EQ(
        verdict(
            decode_update_continuous_backups,
            updating("{'PointInTimeRecoveryEnabled': false, 'RecoveryPeriodInDays': 7}")
        ),
        "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time "
        "recovery."
    );
}

TEST(UpdateContinuousBackups, IsRead) {
    const auto plain =
        decoded(decode_update_continuous_backups, updating("{'PointInTimeRecoveryEnabled': true}"));
    EXPECT_EQ(plain.table_name, "tbl");
    EXPECT_TRUE(plain.enabled);
    EXPECT_EQ(plain.recovery_period_days, std::nullopt);
    const auto off = decoded(
        decode_update_continuous_backups, updating("{'PointInTimeRecoveryEnabled': 'false'}")
    );
    EXPECT_FALSE(off.enabled);
    const auto period = decoded(
        decode_update_continuous_backups,
        updating("{'PointInTimeRecoveryEnabled': true, 'RecoveryPeriodInDays': 7}")
    );
    EXPECT_EQ(period.recovery_period_days, 7);
    EXPECT_EQ(
        decoded(decode_describe_continuous_backups, "{'TableName': 'tbl'}").table_name, "tbl"
    );
}

TEST(ContinuousBackups, ShowAWindowOnlyWhileRecoveryIsOn) {
    EXPECT_EQ(
        single_quoted(encode_continuous_backups({})),
        "{'ContinuousBackupsDescription':{'ContinuousBackupsStatus':'ENABLED',"
        "'PointInTimeRecoveryDescription':{'PointInTimeRecoveryStatus':'DISABLED'}}}"
    );
    EXPECT_EQ(
        single_quoted(encode_continuous_backups({true, 35, Instant(1'500), Instant(2'500)})),
        "{'ContinuousBackupsDescription':{'ContinuousBackupsStatus':'ENABLED',"
        "'PointInTimeRecoveryDescription':{'PointInTimeRecoveryStatus':'ENABLED',"
        "'RecoveryPeriodInDays':35,'EarliestRestorableDateTime':1.5,"
        "'LatestRestorableDateTime':2.5}}}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::backups
