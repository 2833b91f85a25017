#include "emulator/admin/backup_routes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "engine/backup_inspection.hpp"
#include "tests/emulator/support/world.hpp"

namespace stator::emulator::admin {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::World;

class BackupRoutes : public ::testing::Test {
protected:
    BackupRoutes() {
        world_.create_table("", "Music");
        world_.create_table("", "Other");
        world_.put("", "Music", "ann");
    }

    std::string back_up(const std::string& universe, const std::string& table) {
        const std::string reply = world_.run(
            universe, "CreateBackup", R"({"TableName":")" + table + R"(","BackupName":"nightly"})"
        );
        return World::member(reply, "BackupArn");
    }

    void remember(const std::string& table) {
        world_.run(
            "",
            "UpdateContinuousBackups",
            R"({"TableName":")" + table +
                R"(","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})"
        );
    }

    World world_;
};

TEST_F(BackupRoutes, ListBackupsWithWhatTheyHold) {
    EXPECT_EQ(world_.call("GET", "/backups"), R"({"universe":"default","backups":[]})");
    const std::string arn = back_up("", "Music");
    back_up("", "Other");
    const std::string shown = world_.call("GET", "/backups?table=Music");
    EXPECT_THAT(
        shown,
        HasSubstr(
            R"({"universe":"default","backups":[{"region":"us-east-1","table":"Music",)"
            R"("name":"nightly","arn":")" +
            arn + R"(","status":"AVAILABLE","type":"USER","items":1,"bytes":5,"created":"2025-)"
        )
    );
    EXPECT_THAT(shown, Not(HasSubstr("Other")));
    EXPECT_THAT(world_.call("GET", "/backups"), HasSubstr("Other"));
}

TEST_F(BackupRoutes, BackupsAreOfTheirUniverse) {
    world_.create_table("a", "Music");
    back_up("a", "Music");
    EXPECT_EQ(world_.call("GET", "/backups"), R"({"universe":"default","backups":[]})");
    EXPECT_EQ(engine::inspect_backups(world_.universe("a")).size(), 1U);
}

TEST_F(BackupRoutes, SayWhichMomentsThereAre) {
    remember("Music");
    world_.put("", "Music", "bob");
    world_.real().advance(600'000);
    const std::string shown = world_.call("GET", "/history");
    EXPECT_THAT(shown, HasSubstr(R"("limitBytes":268435456,"forgottenChanges":0,"tables":[)"));
    EXPECT_THAT(
        shown,
        HasSubstr(R"("table":"Music","recovery":true,"periodDays":35,"earliest":"2025-06-15T)")
    );
    EXPECT_THAT(shown, HasSubstr(R"("earliestMs":1750000000000,)"));
    EXPECT_THAT(shown, HasSubstr(R"("latestMs":1750000300000,"changes":1,)"));
    EXPECT_THAT(shown, HasSubstr(R"("table":"Other","recovery":false,"changes":0,"bytes":0})"));
    EXPECT_THAT(world_.call("GET", "/history?table=Music"), Not(HasSubstr("Other")));
}

TEST_F(BackupRoutes, MetricsCountThem) {
    remember("Music");
    world_.put("", "Music", "bob");
    back_up("", "Music");
    const AdminRouter router(world_.laboratories(), all_admin_routes());
    http::HttpRequest request;
    request.method = "GET";
    request.target = "/metrics";
    const std::string text = router.handle(request)->body;
    EXPECT_THAT(text, HasSubstr("\nstator_backups 1\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_backup_bytes 10\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_history_changes 1\n"));
    EXPECT_THAT(text, Not(HasSubstr("\nstator_history_bytes 0\n")));
    EXPECT_THAT(text, HasSubstr("\nstator_history_limit_bytes 268435456\n"));
    EXPECT_THAT(text, HasSubstr("\nstator_history_forgotten_changes_total 0\n"));
}

}  // namespace
}  // namespace stator::emulator::admin
