#include "protocol/errors/backups.hpp"

#include <gtest/gtest.h>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

// AWS: "2026-10-06T23:16:32Z". [case RestoreTableToPointInTime/outside_window]
TEST(BackupErrors, PrintMillisecondsOnlyIfTheyAreNotZero) {
    const ApiError error = restore_time_outside_window(
        Instant(1'791'328'592'000), Instant(1'791'501'393'000), Instant(1'791'501'393'250)
    );
    EXPECT_EQ(error.type, ErrorType::InvalidRestoreTimeException);
    EXPECT_EQ(
        error.message,
        "RestoreDateTime '2026-10-06T23:16:32Z' must be within EarliestRestorableDateTime "
        "'2026-10-08T23:16:33Z' and LatestRestorableDateTime '2026-10-08T23:16:33.250Z'"
    );
    EXPECT_EQ(
        system_backup_not_deletable("arn:b", Instant(1'794'525'393'007)).message,
        "Invalid Request: User is not allowed to delete the system backup with arn arn:b. It will "
        "automatically expire on 2026-11-12T23:16:33.007Z"
    );
}

TEST(BackupErrors, NameTheIndexIfItIsOne) {
    EXPECT_EQ(
        restored_throughput_with_on_demand().message,
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to "
        "PAY_PER_REQUEST"
    );
    EXPECT_EQ(
        restored_index_throughput_with_on_demand("gsi").message,
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to "
        "PAY_PER_REQUEST for index gsi"
    );
}

TEST(BackupErrors, NameTheSourceBackup) {
    EXPECT_EQ(
        restore_target_being_restored("tbl", "arn:b").message,
        "Table: tbl is already being restored from backup: arn:b"
    );
    EXPECT_EQ(
        restore_target_being_recovered("tbl").message, "Table: tbl is already being restored"
    );
    EXPECT_EQ(restore_target_being_recovered("tbl").type, ErrorType::TableInUseException);
}

TEST(BackupErrors, CountTheRestores) {
    EXPECT_EQ(too_many_at_once(50, "restore").type, ErrorType::LimitExceededException);
    EXPECT_EQ(
        too_many_at_once(50, "restore").message,
        "Subscriber limit exceeded: Only 50 restore operations can be done simultaneously"
    );
}

}  // namespace
}  // namespace stator::protocol::errors
