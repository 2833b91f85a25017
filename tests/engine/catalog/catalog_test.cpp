// The catalog: existing tables, their visibility over time, and the changes that become durable.
#include "engine/catalog/catalog.hpp"

#include <gtest/gtest.h>

#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::values::TableStatus;

const std::string kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/";

class CatalogTest : public CatalogFixture {};

class ImmediateCatalog : public CatalogFixture {
protected:
    ImmediateCatalog() : CatalogFixture(0) {}
};

TEST_F(CatalogTest, CreatedTableServesDataOnceActive) {
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Creating);
    EXPECT_EQ(status(), "CREATING");
    EXPECT_EQ(message_of(catalog.active_table("tbl")), "Requested resource not found");
    EXPECT_EQ(catalog.next_deadline(), now + kDelayMs);
    advance(kDelayMs - 1);
    EXPECT_EQ(status(), "CREATING");
    advance(1);
    EXPECT_EQ(status(), "ACTIVE");
    EXPECT_EQ(catalog.next_deadline(), kNever);
    EXPECT_TRUE(catalog.active_table("tbl"));
    EXPECT_TRUE(catalog.active_table(kArn + "tbl"));
}

TEST_F(CatalogTest, ChangesCanBeCompletedImmediately) {
    ASSERT_EQ(create(kProvisionedTable), "");
    catalog.complete_changes("other", now);
    EXPECT_EQ(status(), "CREATING");
    catalog.complete_changes("tbl", now);
    EXPECT_EQ(status(), "ACTIVE");
    EXPECT_EQ(index_state("gsi"), "ACTIVE false");
    EXPECT_EQ(catalog.next_deadline(), kNever);
    EXPECT_TRUE(catalog.active_table("tbl"));
    ASSERT_TRUE(catalog.delete_table("tbl", now));
    EXPECT_EQ(status(), "DELETING");
    catalog.complete_changes("tbl", now);
    EXPECT_FALSE(catalog.describe_table("tbl"));
    EXPECT_EQ(catalog.next_deadline(), kNever);
}

TEST_F(CatalogTest, CreateReplyHasIdentityAndTime) {
    ASSERT_EQ(create(kProvisionedTable), "");
    const auto& description = last_reply->description;
    EXPECT_EQ(description.table_arn, kArn + "tbl");
    EXPECT_EQ(description.table_id.size(), 36U);
    EXPECT_EQ(description.table_id[14], '4');
    EXPECT_EQ(description.creation_time, now);
    EXPECT_EQ(description.warm_throughput.read_units_per_second, 5);
    EXPECT_EQ(index_state("gsi"), "CREATING false");
    settle();
    EXPECT_EQ(index_state("gsi"), "ACTIVE false");
}

TEST_F(ImmediateCatalog, ShowsCreatingOnceThenActive) {
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Creating);
    catalog.run_due(now);
    EXPECT_EQ(status(), "ACTIVE");
}

TEST_F(CatalogTest, RefusesSecondTableOfThatName) {
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(
        create(kOnDemandTable),
        "Attempt to change a resource which is still in use: Table is being created: tbl"
    );
    settle();
    EXPECT_EQ(create(kOnDemandTable), "Table already exists: tbl");
}

TEST_F(CatalogTest, RefusesUnitsAboveTheAccounts) {
    EXPECT_EQ(
        create(R"({"TableName":"tbl","ProvisionedThroughput":{"ReadCapacityUnits":40001,)"
               R"("WriteCapacityUnits":1},"AttributeDefinitions":[{"AttributeName":"p",)"
               R"("AttributeType":"S"}],"KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]})"),
        "The requested ReadCapacityUnits, 40001, is above the per table maximum for the account in "
        "us-east-1. Per table maximum: 40000. Refer to the Amazon DynamoDB Developer Guide for "
        "current limits and how to request higher limits."
    );
    EXPECT_EQ(
        message_of(catalog.describe_table("tbl")),
        "Requested resource not found: Table: tbl not found"
    );
}

TEST_F(CatalogTest, DeletedTableIsListedUntilDeletionCompletes) {
    create_on_demand();
    const std::string first_id = table().table_id;
    const auto deleted = catalog.delete_table("tbl", now);
    ASSERT_TRUE(deleted);
    EXPECT_EQ(deleted->description.status, TableStatus::Deleting);
    EXPECT_EQ(status(), "DELETING");
    EXPECT_EQ(message_of(catalog.active_table("tbl")), "Requested resource not found");
    EXPECT_EQ(catalog.list_tables({}).table_names.size(), 1U);
    EXPECT_EQ(
        remove(), "Attempt to change a resource which is still in use: Table is being deleted: tbl"
    );
    settle();
    EXPECT_EQ(remove(), "Requested resource not found: Table: tbl not found");
    EXPECT_TRUE(catalog.list_tables({}).table_names.empty());
    create_on_demand();
    EXPECT_NE(table().table_id, first_id);
}

TEST_F(CatalogTest, ProtectedTableStays) {
    create_on_demand();
    ASSERT_EQ(update(R"("DeletionProtectionEnabled":true)"), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Active);
    EXPECT_EQ(
        remove(),
        "Resource cannot be deleted as it is currently protected against deletion. Disable "
        "deletion protection first."
    );
    ASSERT_EQ(update(R"("DeletionProtectionEnabled":false)"), "");
    EXPECT_EQ(remove(), "");
}

TEST_F(CatalogTest, ListsInByteOrderAndPages) {
    for (const std::string name : {"bbb", "Abc", "aaa"}) {
        std::string json = kOnDemandTable;
        ASSERT_EQ(create(json.replace(json.find("tbl"), 3, name)), "");
    }
    const auto first = catalog.list_tables({"", 2});
    EXPECT_EQ(first.table_names, (std::vector<std::string>{"Abc", "aaa"}));
    EXPECT_EQ(first.last_evaluated_table_name, "aaa");
    const auto second = catalog.list_tables({"aaa", 2});
    EXPECT_EQ(second.table_names, (std::vector<std::string>{"bbb"}));
    EXPECT_FALSE(second.last_evaluated_table_name);
    EXPECT_EQ(catalog.list_tables({"aab", 2}).table_names.size(), 1U);
    EXPECT_FALSE(catalog.list_tables({"", 3}).last_evaluated_table_name);
}

struct NameCase {
    std::string name;
    std::string error;
};

TEST_F(CatalogTest, AcceptsAnArnAsTableName) {
    create_on_demand();
    const std::string other_account = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl";
    const std::string other_region = "arn:aws:dynamodb:eu-west-1:123456789012:table/tbl";
    const std::string partition = "arn:azure:dynamodb:us-east-1:123456789012:table/tbl";
    const std::string envelope = "1 validation error detected: ";
    const NameCase cases[] = {
        {kArn + "tbl", ""},
        {kArn + "nil", "Requested resource not found: Table: nil not found"},
        {other_region, envelope + "Invalid AWS region in '" + other_region + "'"},
        {partition, envelope + "Invalid AWS partition in '" + partition + "'"},
        {kArn + "tbl/index/idx", envelope + "Invalid resource type in '" + kArn + "tbl/index/idx'"},
        {"arn:x", envelope + "Invalid resource type in 'arn:x'"},
        {other_account,
         "User: arn:aws:iam::123456789012:root is not authorized to perform: "
         "dynamodb:DescribeTable on resource: " +
             other_account},
    };
    for (const NameCase& test : cases) {
        EXPECT_EQ(message_of(catalog.describe_table(test.name)), test.error) << test.name;
    }
}

TEST_F(CatalogTest, RecordsEveryChangeOnce) {
    create_on_demand();
    ASSERT_EQ(update(R"("BillingMode":"PAY_PER_REQUEST")"), "");  // no change
    ASSERT_EQ(remove(), "");
    settle();
    EXPECT_EQ(
        host->records(),
        (std::vector<std::string>{"1 CREATING", "1 ACTIVE", "1 DELETING", "1 gone"})
    );
    EXPECT_EQ(catalog.last_ticket(), JournalTicket{4});
}

TEST_F(CatalogTest, RestoredTableCompletesItsPendingChange) {
    create_provisioned();
    ASSERT_EQ(
        update(R"("ProvisionedThroughput":{"ReadCapacityUnits":7,"WriteCapacityUnits":7})"), ""
    );
    protocol::model::TableDescription persisted = table();
    persisted.name = "copy";
    now += 10 * kDelayMs;
    catalog.restore(TableNumber{9}, persisted, now);
    EXPECT_TRUE(catalog.active_table("copy"));
    EXPECT_EQ(table("copy").status, TableStatus::Updating);
    settle();
    EXPECT_EQ(table("copy").status, TableStatus::Active);
    EXPECT_EQ(table("copy").throughput.read_capacity_units, 7);
}

TEST_F(CatalogTest, TagsAreMergedAllOrNothing) {
    create_on_demand();
    const std::string arn = kArn + "tbl";
    ASSERT_TRUE(tag(arn, {{"a", "1"}, {"b", "2"}}));
    ASSERT_TRUE(tag(arn + "/stream/label", {{"b", "3"}}));
    EXPECT_EQ(*list_tags(arn), (protocol::operations::settings::Tags{{"a", "1"}, {"b", "3"}}));
    ASSERT_TRUE(untag(arn, {"a", "absent"}));
    EXPECT_EQ(*list_tags(arn), (protocol::operations::settings::Tags{{"b", "3"}}));
    protocol::operations::settings::Tags many;
    for (int i = 0; i < 50; ++i) many.emplace(std::to_string(i), "");
    EXPECT_EQ(
        message_of(tag(arn, many)),
        "Number of Tags exceed the current limit for the provided ResourceArn"
    );
    EXPECT_EQ(list_tags(arn)->size(), 1U);
}

TEST_F(CatalogTest, TagsRequireTheRightTable) {
    const std::string arn = kArn + "tbl";
    const std::string missing = "Requested resource not found: ResourceArn: " + arn + " not found";
    EXPECT_EQ(message_of(list_tags(arn)), missing);
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(message_of(tag(arn, {{"a", "1"}})), missing);
    settle();
    ASSERT_TRUE(tag(arn, {{"a", "1"}}));
    ASSERT_EQ(remove(), "");
    EXPECT_EQ(
        message_of(tag(arn, {{"a", "2"}})),
        "Attempt to change a resource which is still in use: Table is being deleted: tbl"
    );
    EXPECT_EQ(message_of(tag(arn, {{"a", "1"}})), "");
    const std::string region = "arn:aws:dynamodb:eu-west-1:123456789012:table/tbl";
    EXPECT_EQ(
        message_of(list_tags(region)),
        "Invalid TableArn: Invalid ResourceArn provided as input " + region
    );
    const std::string account = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl";
    EXPECT_EQ(
        message_of(list_tags(account)),
        "User: arn:aws:iam::123456789012:root is not authorized to perform: "
        "dynamodb:ListTagsOfResource on resource: " +
            account
    );
}

}  // namespace
}  // namespace stator::engine::catalog
