#include "emulator/admin/routes/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "engine/inspection/backup_inspection.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::admin::routes {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::list;
using ::testing::Not;
using testing::number;
using testing::text;
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

TEST_F(BackupRoutes, ListBackupsWithTheirDetails) {
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
    EXPECT_EQ(engine::inspection::inspect_backups(world_.universe("a")).size(), 1U);
}

TEST_F(BackupRoutes, ShowRestorableMoments) {
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

class DiffRoute : public BackupRoutes {
protected:
    std::string diff(const std::string& a, const std::string& b, const std::string& more = "") {
        return world_.call("GET", "/diff?a=" + a + "&b=" + b + "&format=text" + more);
    }
};

TEST_F(DiffRoute, ShowsChangesSinceABackup) {
    const std::string backup = "backup:" + back_up("", "Music");
    EXPECT_EQ(diff(backup, "table:Music"), "");
    world_.put("", "Music", "ann", {{"n", number(1)}, {"l", list({text("x")})}});
    world_.put("", "Music", "bob");
    EXPECT_EQ(
        diff(backup, "table:Music"),
        "Music (us-east-1): 1 added, 0 removed, 1 changed\n"
        "+ {\"pk\":{\"S\":\"bob\"}}\n"
        "~ {\"pk\":{\"S\":\"ann\"}}\n"
        "    l: nothing -> {\"L\":[{\"S\":\"x\"}]}\n"
        "    n: nothing -> {\"N\":\"1\"}\n"
    );
    EXPECT_THAT(diff("table:Music", backup), HasSubstr("0 added, 1 removed, 1 changed"));
    const std::string path = "/diff?a=" + backup + "&b=table:Music";
    EXPECT_THAT(
        world_.call("GET", path + "&limit=1"),
        HasSubstr(R"("equal":false,"cut":true,"tables":[{"region":"us-east-1","table":"Music",)"
                  R"("in":"both","added":1,"removed":0,"changed":1,"items":[{"what":"added",)"
                  R"("key":{"pk":{"S":"bob"}},"item":{"pk":{"S":"bob"}}}]}])")
    );
    EXPECT_THAT(
        world_.call("GET", path),
        HasSubstr(R"(,{"what":"changed","key":{"pk":{"S":"ann"}},"paths":[)"
                  R"({"path":"l","after":{"L":[{"S":"x"}]}},{"path":"n","after":{"N":"1"}}]}])")
    );
}

TEST_F(DiffRoute, ShowsChangesSinceAMoment) {
    remember("Music");
    world_.real().advance(1'000);
    world_.put("", "Music", "bob");
    EXPECT_EQ(diff("table:Music@1750000001000", "table:Music"), "");
    EXPECT_THAT(
        diff("table:Music@2025-06-15T15:06:40.000Z", "table:Music"), HasSubstr("1 added, 0 removed")
    );
    EXPECT_THAT(
        diff("table:Music@1749999999999", "table:Music"),
        HasSubstr("409 {\"message\":\"'table:Music@1749999999999' is not known: the moments of the "
        )
    );
    EXPECT_THAT(diff("table:Other@1750000000000", "table:Other"), HasSubstr("is off"));
}

TEST_F(DiffRoute, ComparesUniversesTableByTable) {
    world_.call("POST", "/universes/default/fork", R"({"name":"b"})");
    EXPECT_EQ(diff("universe:default", "universe:b"), "");
    world_.put("b", "Other", "x");
    world_.create_table("b", "Third");
    EXPECT_EQ(
        diff("universe:default", "universe:b"),
        "Other (us-east-1): 1 added, 0 removed, 0 changed\n"
        "+ {\"pk\":{\"S\":\"x\"}}\n"
        "Third (us-east-1): only in universe:b, with 0 items\n"
    );
    EXPECT_THAT(diff("table:Other", "table:b/Other"), HasSubstr("1 added"));
}

TEST_F(DiffRoute, ReportsWhyNothingCanBeCompared) {
    EXPECT_THAT(diff("Music", "table:Music"), HasSubstr("400 {\"message\":\"'Music' is nothing"));
    EXPECT_THAT(diff("table:Music", "universe:default"), HasSubstr("cannot be compared"));
    EXPECT_THAT(diff("table:Nobody", "table:Music"), HasSubstr("404 "));
    EXPECT_THAT(diff("backup:none", "table:Music"), HasSubstr("404 "));
    EXPECT_THAT(diff("universe:none", "universe:default"), HasSubstr("404 "));
    EXPECT_THAT(diff("snapshot:none", "universe:default"), HasSubstr("404 "));
    EXPECT_THAT(diff("table:Music@then", "table:Music"), HasSubstr("'then' is no time"));
    EXPECT_THAT(diff("table:Music", "table:Music", "&limit=x"), HasSubstr("400 "));
}

TEST(DiffOfSnapshots, ComparesThemWithUniverses) {
    const testing::TemporaryDirectory directory;
    World world({.snapshots = directory.path()});
    world.create_table("", "Music");
    world.put("", "Music", "ann", {{"n", number(1)}});
    world.call("POST", "/snapshots", R"({"name":"before"})");
    const std::string path = "/diff?a=snapshot:before&b=universe:default&format=text";
    EXPECT_EQ(world.call("GET", path), "");
    world.put("", "Music", "ann", {{"n", number(2)}});
    EXPECT_EQ(
        world.call("GET", path),
        "Music (us-east-1): 0 added, 0 removed, 1 changed\n"
        "~ {\"pk\":{\"S\":\"ann\"}}\n"
        "    n: {\"N\":\"1\"} -> {\"N\":\"2\"}\n"
    );
}

TEST(ExportRoutes, ListExportsWithTheirStatus) {
    World world;
    EXPECT_EQ(world.call("GET", "/exports"), R"({"universe":"default","exports":[]})");
    for (const std::string table : {"Music", "Other"}) {
        world.create_table("", table);
        world.run(
            "",
            "UpdateContinuousBackups",
            R"({"TableName":")" + table +
                R"(","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})"
        );
        const std::string reply =
            world.run("", "DescribeTable", R"({"TableName":")" + table + "\"}");
        const std::string arn = World::member(reply, "TableArn");
        world.run(
            "",
            "ExportTableToPointInTime",
            R"({"TableArn":")" + arn + R"(","S3Bucket":"bucket","S3Prefix":"p"})"
        );
    }
    const std::string shown = world.call("GET", "/exports?table=Music");
    EXPECT_THAT(
        shown,
        HasSubstr(R"({"universe":"default","exports":[{"region":"us-east-1","table":"Music",)")
    );
    // This world has no buckets.
    EXPECT_THAT(
        shown,
        HasSubstr(R"("status":"FAILED","type":"FULL_EXPORT","format":"DYNAMODB_JSON",)"
                  R"("bucket":"bucket","folder":"p/AWSDynamoDB/)")
    );
    EXPECT_THAT(shown, HasSubstr(R"("failureCode":"S3NoSuchBucket")"));
    EXPECT_THAT(shown, Not(HasSubstr("Other")));
    EXPECT_THAT(world.call("GET", "/exports"), HasSubstr("Other"));
}

TEST(KinesisRoutes, ShowDestinationsAndQueuedRecords) {
    World world;
    EXPECT_EQ(
        world.call("GET", "/kinesis"), R"({"universe":"default","destinations":[],"streams":[]})"
    );
    const std::string stream = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";
    for (const std::string table : {"Music", "Other"}) {
        world.create_table("", table);
        world.run(
            "",
            "EnableKinesisStreamingDestination",
            R"({"TableName":")" + table + R"(","StreamArn":")" +
                (table == "Music" ? stream : "no stream at all, so that it fails for good") + "\"}"
        );
    }
    world.put("", "Music", "ann");
    const std::string waiting =
        R"("streams":[{"streamArn":")" + stream + R"(","waiting":1,"waitingBytes":)";
    EXPECT_THAT(
        world.call("GET", "/kinesis?table=Music"),
        AllOf(
            HasSubstr(
                R"({"universe":"default","destinations":[{"region":"us-east-1","table":"Music",)"
                R"("streamArn":")" +
                stream + R"(","status":"ACTIVE","precision":"MILLISECOND"}],)" + waiting
            ),
            HasSubstr(R"(,"oldest":"2025-06-15T15:06:40.000Z","oldestMs":1750000000000,"sent":0,)"
                      R"("failures":0,"tooLarge":0}]})")
        )
    );
    EXPECT_THAT(
        world.call("GET", "/kinesis"),
        HasSubstr(R"("status":"ENABLE_FAILED","statusDescription":"User does not have)")
    );
    world.universe().outbox().note_failure(
        stream, 1, "no answer", engine::Instant(1'750'000'000'000)
    );
    EXPECT_THAT(
        world.call("GET", "/kinesis"),
        HasSubstr(
            R"("failures":1,"tooLarge":0,"error":"no answer","failed":"2025-06-15T15:06:40.000Z")"
        )
    );
}

TEST(BulkRoutes, ListOperationsWithTheirStatus) {
    World world;
    EXPECT_EQ(
        world.call("GET", "/bulk-operations"), R"({"universe":"default","bulkOperations":[]})"
    );
    for (const std::string table : {"Music", "Other"}) {
        world.create_table("", table);
        world.run(
            "",
            "StartBulkPutItems",
            R"({"TableName":")" + table +
                R"(","InputS3Configuration":{"S3Bucket":"in","S3KeyPrefix":"p","InputFormat":"ION"},)"
                R"("OutputS3Configuration":{"S3Bucket":"out","OutputType":["ERROR"]}})"
        );
    }
    const std::string shown = world.call("GET", "/bulk-operations?table=Music");
    EXPECT_THAT(
        shown,
        HasSubstr(
            R"({"universe":"default","bulkOperations":[{"region":"us-east-1","table":"Music",)"
        )
    );
    // This world has no buckets.
    EXPECT_THAT(
        shown,
        HasSubstr(R"("status":"FAILED","format":"ION","compression":"NONE","bucket":"in",)"
                  R"("prefix":"p","reportBucket":"out","reportFolder":"AWSDynamoDB/)")
    );
    EXPECT_THAT(
        shown,
        HasSubstr(R"("processedItems":0,"putItems":0,"failedItems":0,"conditionFailures":0,)"
                  R"("processedBytes":0,"failureCode":"S3NoSuchBucket")")
    );
    EXPECT_THAT(shown, Not(HasSubstr("Other")));
    EXPECT_THAT(world.call("GET", "/bulk-operations"), HasSubstr("Other"));
}

}  // namespace
}  // namespace stator::emulator::admin::routes
