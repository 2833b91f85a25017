// Time to Live of a table: when it can be set, and which requests see it.
#include <gtest/gtest.h>

#include <string>

#include "engine/catalog/catalog.hpp"
#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::definition {
namespace {

class TableTimeToLive : public CatalogFixture {
protected:
    TableTimeToLive() : CatalogFixture(5'000) {}

    std::string set(bool enabled, const std::string& attribute = "end") {
        return message_of(update_time_to_live({"tbl", enabled, attribute}));
    }

    std::string attribute() {
        const auto found = time_to_live_attribute("tbl");
        return found.has_error() ? found.error().message : *found;
    }

    void create_table() {
        ASSERT_EQ(create(kOnDemandTable), "");
        advance(5'000);
    }
};

TEST_F(TableTimeToLive, IsSwitchedOnAndOff) {
    create_table();
    EXPECT_EQ(attribute(), "");
    EXPECT_TRUE(catalog.tables_with_time_to_live().empty());
    EXPECT_EQ(set(true), "");
    EXPECT_EQ(attribute(), "end");
    ASSERT_EQ(catalog.tables_with_time_to_live().size(), 1U);
    EXPECT_EQ(catalog.tables_with_time_to_live()[0]->snapshot()->description.name, "tbl");
    EXPECT_EQ(host->records().back(), "1 ACTIVE");
    EXPECT_EQ(set(false), "");
    EXPECT_EQ(attribute(), "");
    EXPECT_TRUE(catalog.tables_with_time_to_live().empty());
}

TEST_F(TableTimeToLive, RefusesWhatChangesNothing) {
    create_table();
    EXPECT_EQ(set(false), "TimeToLive is already disabled");
    EXPECT_EQ(set(true), "");
    const std::size_t recorded = host->records().size();
    const std::string other =
        "TimeToLive is active on a different AttributeName: current AttributeName is end";
    EXPECT_EQ(set(true), "TimeToLive is already enabled");
    EXPECT_EQ(set(true, "other"), other);
    EXPECT_EQ(set(false, "other"), other);
    EXPECT_EQ(attribute(), "end");
    EXPECT_EQ(host->records().size(), recorded);
}

// AWS: the table is invisible for about a second. [case time_to_live/table_status]
TEST_F(TableTimeToLive, WaitsForTheTable) {
    const std::string missing = "Requested resource not found: Table: tbl not found";
    EXPECT_EQ(set(true), missing);
    EXPECT_EQ(attribute(), missing);
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(set(true), missing);
    advance(999);
    EXPECT_EQ(set(true), missing);
    advance(1);
    EXPECT_EQ(
        set(true), "Attempt to change a resource which is still in use: Table tbl is being created"
    );
    EXPECT_EQ(
        attribute(),
        "Cannot describe time to live while table is in CREATING state: Current table state is "
        "CREATING"
    );
    advance(4'000);
    EXPECT_EQ(set(true), "");
}

TEST_F(TableTimeToLive, DeletesNothingFromATableThatIsDeleting) {
    create_table();
    EXPECT_EQ(set(true), "");
    ASSERT_EQ(remove(), "");
    EXPECT_TRUE(catalog.tables_with_time_to_live().empty());
    EXPECT_EQ(
        attribute(),
        "Cannot describe time to live while table is in DELETING state: Current table state is "
        "DELETING"
    );
}

TEST_F(TableTimeToLive, AcceptsTheTableArn) {
    create_table();
    const std::string arn = "arn:aws:dynamodb:us-east-1:123456789012:table/tbl";
    EXPECT_TRUE(update_time_to_live({arn, true, "end"}));
    const auto found = time_to_live_attribute(arn);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, "end");
}

}  // namespace
}  // namespace stator::engine::definition
