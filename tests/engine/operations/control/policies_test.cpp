// Resource-based policies through the whole engine: persisted, copied, and deleted with their
// table.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;

std::string document(std::string_view sid) {
    return R"({"Version":"2012-10-17","Statement":[{"Sid":")" + std::string(sid) +
           R"(","Effect":"Deny","Principal":"*","Action":"dynamodb:Scan","Resource":"*"}]})";
}

// The text as a JSON string.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) out.append(c == '"' ? "\\\"" : std::string(1, c));
    return out + "\"";
}

std::string table_arn(Database& database) {
    return database.member("DescribeTable", R"({"TableName":"tbl"})", "TableArn");
}

std::string of(const std::string& arn, const std::string& more = "") {
    return R"({"ResourceArn":")" + arn + "\"" + more + "}";
}

std::string put(Database& database, const std::string& arn, std::string_view sid) {
    return database.member(
        "PutResourcePolicy", of(arn, R"(,"Policy":)" + quoted(document(sid))), "RevisionId"
    );
}

std::string get(Database& database, const std::string& arn) {
    return database.run("GetResourcePolicy", of(arn));
}

std::string shown(std::string_view sid, const std::string& revision) {
    return R"({"Policy":)" + quoted(document(sid)) + R"(,"RevisionId":")" + revision + "\"}";
}

std::string none(const std::string& arn) {
    return "PolicyNotFoundException: Resource-based policy not found for the provided "
           "ResourceArn: " +
           arn;
}

TEST(ResourcePolicies, HaveDistinctRevisionsWhileTheClockIsStopped) {
    Database database;
    database.create_table("tbl", "pk:S");
    const std::string arn = table_arn(database);
    const std::string first = put(database, arn, "a");
    EXPECT_EQ(first, std::to_string(Database::kStart.unix_ms()));
    EXPECT_EQ(put(database, arn, "a"), first);
    const std::string second = put(database, arn, "b");
    EXPECT_EQ(second, std::to_string(Database::kStart.unix_ms() + 1));
    EXPECT_EQ(database.run("DeleteResourcePolicy", of(arn)), R"({"RevisionId":")" + second + "\"}");
    EXPECT_NE(put(database, arn, "b"), second);
}

TEST(ResourcePolicies, SurviveARestart) {
    const testing::TemporaryDirectory directory;
    std::string arn;
    std::string first;
    {
        Database database({}, directory.path());
        database.create_table("tbl", "pk:S");
        arn = table_arn(database);
        first = put(database, arn, "a");
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path());
    EXPECT_EQ(get(database, arn), shown("a", first));
    const std::string second = put(database, arn, "b");
    EXPECT_NE(second, first);
    ASSERT_TRUE(database.close());
}

TEST(ResourcePolicies, AreCopiedWithTheirUniverseAndBack) {
    Database database;
    database.create_table("tbl", "pk:S");
    const std::string arn = table_arn(database);
    const std::string revision = put(database, arn, "a");
    database.engine().copy_universe("", "fork");
    database.run("DeleteResourcePolicy", of(arn));
    EXPECT_EQ(get(database, arn), none(arn));
    database.engine().copy_universe("fork", "");
    EXPECT_EQ(get(database, arn), shown("a", revision));
}

TEST(ResourcePolicies, AreDeletedWithTheirTable) {
    const testing::TemporaryDirectory directory;
    std::string arn;
    {
        Database database({}, directory.path());
        database.create_table("tbl", "pk:S");
        arn = table_arn(database);
        put(database, arn, "a");
        database.run("DeleteTable", R"({"TableName":"tbl"})");
        database.create_table("tbl", "pk:S");
        EXPECT_EQ(get(database, arn), none(arn));
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path());
    EXPECT_EQ(get(database, arn), none(arn));
    ASSERT_TRUE(database.close());
}

TEST(ResourcePolicies, OfAStreamAreDeletedWithTheStream) {
    constexpr std::int64_t kOneDayMs = 24LL * 3'600'000;
    const std::string on =
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"})";
    Database database;
    database.create_table("tbl", "pk:S", "", on);
    const std::string describe = R"({"TableName":"tbl"})";
    const std::string stream = database.member("DescribeTable", describe, "LatestStreamArn");
    const std::string policy =
        R"({"Statement":[{"Effect":"Deny","Principal":"*","Action":"dynamodb:GetRecords",)"
        R"("Resource":"*"}]})";
    database.run("PutResourcePolicy", of(stream, R"(,"Policy":)" + quoted(policy)));
    EXPECT_TRUE(get(database, stream).starts_with(R"({"Policy":)"));
    EXPECT_EQ(get(database, table_arn(database)), none(table_arn(database)));
    database.run(
        "UpdateTable", R"({"TableName":"tbl","StreamSpecification":{"StreamEnabled":false}})"
    );
    EXPECT_TRUE(get(database, stream).starts_with(R"({"Policy":)"));
    database.clock().advance(2 * kOneDayMs);
    const std::string label = stream.substr(stream.rfind('/') + 1);
    EXPECT_EQ(
        get(database, stream),
        "ResourceNotFoundException: Requested resource not found: Stream: " + label +
            " not found for Table: tbl"
    );
    put(database, table_arn(database), "a");
    EXPECT_TRUE(database.table("tbl")->snapshot()->description.policies.of_streams.empty());
}

// The records of a deleted table can be read for a day; its stream does not belong to a new table.
TEST(ResourcePolicies, DoNotBelongToAFormerTableOfThatName) {
    const std::string on =
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"})";
    Database database;
    database.create_table("tbl", "pk:S", "", on);
    const std::string stream =
        database.member("DescribeTable", R"({"TableName":"tbl"})", "LatestStreamArn");
    database.run("DeleteTable", R"({"TableName":"tbl"})");
    database.clock().advance(1);
    database.create_table("tbl", "pk:S");
    EXPECT_TRUE(get(database, stream).starts_with("ResourceNotFoundException")) << stream;
}

}  // namespace
}  // namespace stator::engine::operations::control
