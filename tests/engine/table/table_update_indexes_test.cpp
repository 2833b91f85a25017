// UpdateTable's index actions: phases, refusals by phase, and attribute definitions.
#include "engine/table/table_update.hpp"

#include <gtest/gtest.h>

#include "tests/support/catalog_fixture.hpp"
#include "tests/support/table_updates.hpp"

namespace stator::engine {
namespace {

using protocol::TableStatus;
using namespace table_updates;

class IndexUpdateTest : public CatalogFixture {
protected:
    // The names of the table's attribute definitions, one after the other.
    std::string attributes() {
        std::string names;
        for (const auto& definition : table().attribute_definitions) names += definition.name;
        return names;
    }
};

struct Refusal {
    std::string request;
    std::string error;
};

TEST_F(IndexUpdateTest, NewIndexIsAllocatedBackfilledThenActive) {
    create_on_demand();
    ASSERT_EQ(update(create_index("new", "y")), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Updating);
    EXPECT_EQ(index_state("new"), "CREATING false");
    EXPECT_EQ(attributes(), "psxy");
    advance(kDelayMs);
    EXPECT_EQ(status() + " " + index_state("new"), "ACTIVE CREATING true");
    advance(kDelayMs);
    EXPECT_EQ(status() + " " + index_state("new"), "ACTIVE ACTIVE false");
}

TEST_F(IndexUpdateTest, RefusesWhileAnIndexIsAllocated) {
    create_provisioned();
    ASSERT_EQ(update(create_index("new", "y", "S", "," + units(1, 1))), "");
    const Refusal refusals[] = {
        {delete_index("new"),
         kInUse + "Index creation is in resource allocation phase. Retry deletion during "
                  "backfilling phase or when the index is active. Table: tbl Index: new"},
        {units(7, 7),
         kInUse + "Can't change table IOPS when an index is being created. Table: tbl Indexes: "
                  "[new]"},
        {kEnableStream,
         kInUse + "Can't change stream status when an index is being created. Table: tbl Indexes: "
                  "[new]"},
        {actions(update_action("new", "," + units(2, 2))),
         kInUse + "Index is being created but is not backfilling yet. Table: tbl  Index: new"},
        {kMaxima,
         kInUse + "OnDemandThroughput cannot be updated while index creation is in progress for "
                  "indexes: [new]"},
        {delete_index("gsi"), kOneAtATime},
        {create_index("two", "z", "S", "," + units(1, 1)), kOneAtATime},
        {create_index("new", "y"), "Attempting to create an index which already exists"},
        {kProtect, ""},
        {actions(update_action("gsi", "," + units(4, 4))), ""},
    };
    for (const Refusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    EXPECT_EQ(
        remove(),
        kInUse + "Cannot delete table while indexes are being created, updated, or deleted."
    );
}

TEST_F(IndexUpdateTest, BackfillingAdmitsMore) {
    create_provisioned();
    ASSERT_EQ(update(create_index("new", "y", "S", "," + units(1, 1))), "");
    advance(kDelayMs);
    ASSERT_EQ(index_state("new"), "CREATING true");
    EXPECT_EQ(update(create_index("two", "z", "S", "," + units(1, 1))), kOneAtATime);
    EXPECT_EQ(update(units(7, 7)), "");
    EXPECT_EQ(
        update(delete_index("new")),
        kInUse + "Can't create or delete indexes while table IOPS are being updated. Table: tbl"
    );
    settle();
    EXPECT_EQ(index_state("new"), "ACTIVE false");
}

TEST_F(IndexUpdateTest, BackfillingIndexCanBeDeleted) {
    create_on_demand();
    ASSERT_EQ(update(create_index("new", "y")), "");
    advance(kDelayMs);
    ASSERT_EQ(update(delete_index("new")), "");
    EXPECT_EQ(status() + " " + index_state("new"), "UPDATING DELETING false");
    EXPECT_EQ(attributes(), "psx");
    advance(kDelayMs);
    EXPECT_EQ(status() + " " + index_state("new"), "ACTIVE gone");
}

TEST_F(IndexUpdateTest, RefusesWhileAnIndexIsDeleted) {
    create_provisioned();
    ASSERT_EQ(update(create_index("two", "y", "S", "," + units(1, 1))), "");
    settle();
    ASSERT_EQ(update(delete_index("gsi")), "");
    const std::string deleted = kInUse + "Index is being deleted. Table: tbl Index: gsi";
    const Refusal refusals[] = {
        {delete_index("gsi"), deleted},
        {create_index("gsi", "x", "S", "," + units(1, 1)), deleted},
        {actions(update_action("gsi", "," + units(9, 9))), deleted},
        {units(7, 7),
         kInUse + "Can't change table IOPS when an index is being deleted. Table: tbl Indexes: "
                  "[gsi]"},
        {delete_index("two"), kOneAtATime},
    };
    for (const Refusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    settle();
    EXPECT_EQ(index_state("gsi"), "gone");
    EXPECT_EQ(attributes(), "py");
}

TEST_F(IndexUpdateTest, IndexUnitsLeaveTheTableActive) {
    create_provisioned();
    ASSERT_EQ(update(actions(update_action("gsi", "," + units(4, 4)))), "");
    EXPECT_EQ(status() + " " + index_state("gsi"), "ACTIVE UPDATING false");
    EXPECT_EQ(last_reply->description.global_indexes[0].throughput.read_capacity_units, 3);
    settle();
    EXPECT_EQ(index_state("gsi"), "ACTIVE false");
    EXPECT_EQ(table().global_indexes[0].throughput.read_capacity_units, 4);
}

TEST_F(IndexUpdateTest, RefusesWrongIndexes) {
    create_on_demand();
    const std::string two_actions =
        delete_index("one").insert(delete_index("one").size() - 1, "," + create_action("two", "y"));
    const Refusal refusals[] = {
        {delete_index("nil"), "Requested resource not found: Index nil for table tbl"},
        {actions(update_action("nil", R"(,"OnDemandThroughput":{"MaxReadRequestUnits":1})")),
         "Requested resource not found: Index nil for table tbl"},
        {delete_index("lsi"), "Cannot delete an index that is not a GlobalSecondaryIndex: lsi"},
        {actions(update_action("lsi", "")),
         "Cannot update an index that is not a GlobalSecondaryIndex: lsi"},
        {create_index("lsi", "y"), "Attempting to create an index which already exists"},
        {two_actions, kOneAtATime},
        {actions(create_action("new", "x")),
         kInvalid + "AttributeDefinitions is not specified for index: new"},
        {R"("AttributeDefinitions":[{"AttributeName":"z","AttributeType":"S"}],)" +
             actions(create_action("new", "x")),
         kInvalid + "Some index key attributes are not defined in AttributeDefinitions. Keys: [x], "
                    "AttributeDefinitions: [z]"},
        {create_index("new", "x", "N"),
         kInvalid + "Attributes cannot be redefined. Please check that your attribute has the same "
                    "type as previously defined. Existing schema: Schema:[SchemaElement: "
                    "key{p:S:HASH}, SchemaElement: key{x:S:RANGE}] New schema: "
                    "Schema:[SchemaElement: key{x:N:HASH}]"},
        {create_index("new", "y", "S", "," + units(1, 1)),
         kInvalid + "ProvisionedThroughput should not be specified for index: new when BillingMode "
                    "is PAY_PER_REQUEST"},
        {actions(update_action("nil", "," + units(2, 1'000'000))),
         "Requested resource not found: Index nil for table tbl"},
    };
    for (const Refusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    EXPECT_EQ(status(), "ACTIVE") << "nothing was changed";
    EXPECT_EQ(attributes(), "psx");
}

TEST_F(IndexUpdateTest, ProvisionedIndexNeedsUnits) {
    create_provisioned();
    EXPECT_EQ(
        update(create_index("new", "y")),
        kInvalid + "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: new"
    );
}

TEST_F(IndexUpdateTest, DefinitionsAreADelta) {
    create_on_demand();
    ASSERT_EQ(
        update(
            R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"N"},)"
            R"({"AttributeName":"y","AttributeType":"N"},{"AttributeName":"z","AttributeType":"S"}],)" +
            actions(create_action("new", "y"))
        ),
        ""
    );
    EXPECT_EQ(attributes(), "psxy");
    EXPECT_EQ(table().attribute_definitions[0].type, protocol::AttributeType::String);
}

TEST_F(IndexUpdateTest, TwentyOneIndexesAreTooMany) {
    create_on_demand();
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(update(create_index("index" + std::to_string(i), "y")), "");
        settle();
    }
    EXPECT_EQ(
        update(create_index("new", "y")),
        "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of "
        "20"
    );
}

}  // namespace
}  // namespace stator::engine
