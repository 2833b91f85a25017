// UpdateTable's index actions: phases, refusals by phase, and attribute definitions.
#include "engine/definition/table_update.hpp"

#include <gtest/gtest.h>

#include "tests/support/catalog_fixture.hpp"
#include "tests/support/table_updates.hpp"

namespace stator::engine::definition {
namespace {

using protocol::values::TableStatus;
using namespace table_updates;

class IndexUpdateTest : public CatalogFixture {
protected:
    // The names of the table's attribute definitions, concatenated.
    std::string attributes() {
        std::string names;
        for (const auto& definition : table().attribute_definitions) names += definition.name;
        return names;
    }
};

struct IndexRefusal {
    std::string request;
    std::string error;
};

TEST_F(IndexUpdateTest, NewIndexIsAllocatedBackfilledThenActive) {
    create_on_demand();
    ASSERT_EQ(update(table_updates::create_index("new", "y")), "");
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
    ASSERT_EQ(
        update(table_updates::create_index("new", "y", "S", "," + table_updates::units(1, 1))), ""
    );
    const IndexRefusal refusals[] = {
        {table_updates::delete_index("new"),
         table_updates::kInUse +
             "Index creation is in resource allocation phase. Retry deletion during "
             "backfilling phase or when the index is active. Table: tbl Index: new"},
        {table_updates::units(7, 7),
         table_updates::kInUse +
             "Can't change table IOPS when an index is being created. Table: tbl Indexes: "
             "[new]"},
        {table_updates::kEnableStream,
         table_updates::kInUse +
             "Can't change stream status when an index is being created. Table: tbl Indexes: "
             "[new]"},
        {table_updates::actions(
             table_updates::update_action("new", "," + table_updates::units(2, 2))
         ),
         table_updates::kInUse +
             "Index is being created but is not backfilling yet. Table: tbl  Index: new"},
        {table_updates::kMaxima,
         table_updates::kInUse +
             "OnDemandThroughput cannot be updated while index creation is in progress for "
             "indexes: [new]"},
        {table_updates::delete_index("gsi"), table_updates::kOneAtATime},
        {table_updates::create_index("two", "z", "S", "," + table_updates::units(1, 1)),
         table_updates::kOneAtATime},
        {table_updates::create_index("new", "y"),
         "Attempting to create an index which already exists"},
        {table_updates::kProtect, ""},
        {table_updates::actions(
             table_updates::update_action("gsi", "," + table_updates::units(4, 4))
         ),
         ""},
    };
    for (const IndexRefusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    EXPECT_EQ(
        remove(),
        table_updates::kInUse +
            "Cannot delete table while indexes are being created, updated, or deleted."
    );
}

TEST_F(IndexUpdateTest, BackfillingAdmitsMore) {
    create_provisioned();
    ASSERT_EQ(
        update(table_updates::create_index("new", "y", "S", "," + table_updates::units(1, 1))), ""
    );
    advance(kDelayMs);
    ASSERT_EQ(index_state("new"), "CREATING true");
    EXPECT_EQ(
        update(table_updates::create_index("two", "z", "S", "," + table_updates::units(1, 1))),
        table_updates::kOneAtATime
    );
    EXPECT_EQ(update(table_updates::units(7, 7)), "");
    EXPECT_EQ(
        update(table_updates::delete_index("new")),
        table_updates::kInUse +
            "Can't create or delete indexes while table IOPS are being updated. Table: tbl"
    );
    settle();
    EXPECT_EQ(index_state("new"), "ACTIVE false");
}

TEST_F(IndexUpdateTest, BackfillingIndexCanBeDeleted) {
    create_on_demand();
    ASSERT_EQ(update(table_updates::create_index("new", "y")), "");
    advance(kDelayMs);
    ASSERT_EQ(update(table_updates::delete_index("new")), "");
    EXPECT_EQ(status() + " " + index_state("new"), "UPDATING DELETING false");
    EXPECT_EQ(attributes(), "psx");
    advance(kDelayMs);
    EXPECT_EQ(status() + " " + index_state("new"), "ACTIVE gone");
}

TEST_F(IndexUpdateTest, RefusesWhileAnIndexIsDeleted) {
    create_provisioned();
    ASSERT_EQ(
        update(table_updates::create_index("two", "y", "S", "," + table_updates::units(1, 1))), ""
    );
    settle();
    ASSERT_EQ(update(table_updates::delete_index("gsi")), "");
    const std::string deleted =
        table_updates::kInUse + "Index is being deleted. Table: tbl Index: gsi";
    const IndexRefusal refusals[] = {
        {table_updates::delete_index("gsi"), deleted},
        {table_updates::create_index("gsi", "x", "S", "," + table_updates::units(1, 1)), deleted},
        {table_updates::actions(
             table_updates::update_action("gsi", "," + table_updates::units(9, 9))
         ),
         deleted},
        {table_updates::units(7, 7),
         table_updates::kInUse +
             "Can't change table IOPS when an index is being deleted. Table: tbl Indexes: "
             "[gsi]"},
        {table_updates::delete_index("two"), table_updates::kOneAtATime},
    };
    for (const IndexRefusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    settle();
    EXPECT_EQ(index_state("gsi"), "gone");
    EXPECT_EQ(attributes(), "py");
}

TEST_F(IndexUpdateTest, IndexUnitsLeaveTheTableActive) {
    create_provisioned();
    ASSERT_EQ(
        update(table_updates::actions(
            table_updates::update_action("gsi", "," + table_updates::units(4, 4))
        )),
        ""
    );
    EXPECT_EQ(status() + " " + index_state("gsi"), "ACTIVE UPDATING false");
    EXPECT_EQ(last_reply->description.global_indexes[0].throughput.read_capacity_units, 3);
    settle();
    EXPECT_EQ(index_state("gsi"), "ACTIVE false");
    EXPECT_EQ(table().global_indexes[0].throughput.read_capacity_units, 4);
}

TEST_F(IndexUpdateTest, RefusesWrongIndexes) {
    create_on_demand();
    const std::string two_actions = table_updates::delete_index("one").insert(
        table_updates::delete_index("one").size() - 1,
        "," + table_updates::create_action("two", "y")
    );
    const IndexRefusal refusals[] = {
        {table_updates::delete_index("nil"),
         "Requested resource not found: Index nil for table tbl"},
        {table_updates::actions(table_updates::update_action(
             "nil", R"(,"OnDemandThroughput":{"MaxReadRequestUnits":1})"
         )),
         "Requested resource not found: Index nil for table tbl"},
        {table_updates::delete_index("lsi"),
         "Cannot delete an index that is not a GlobalSecondaryIndex: lsi"},
        {table_updates::actions(table_updates::update_action("lsi", "")),
         "Cannot update an index that is not a GlobalSecondaryIndex: lsi"},
        {table_updates::create_index("lsi", "y"),
         "Attempting to create an index which already exists"},
        {two_actions, table_updates::kOneAtATime},
        {table_updates::actions(table_updates::create_action("new", "x")),
         table_updates::kInvalid + "AttributeDefinitions is not specified for index: new"},
        {R"("AttributeDefinitions":[{"AttributeName":"z","AttributeType":"S"}],)" +
             table_updates::actions(table_updates::create_action("new", "x")),
         table_updates::kInvalid +
             "Some index key attributes are not defined in AttributeDefinitions. Keys: [x], "
             "AttributeDefinitions: [z]"},
        {table_updates::create_index("new", "x", "N"),
         table_updates::kInvalid +
             "Attributes cannot be redefined. Please check that your attribute has the same "
             "type as previously defined. Existing schema: Schema:[SchemaElement: "
             "key{p:S:HASH}, SchemaElement: key{x:S:RANGE}] New schema: "
             "Schema:[SchemaElement: key{x:N:HASH}]"},
        {table_updates::create_index("new", "y", "S", "," + table_updates::units(1, 1)),
         table_updates::kInvalid +
             "ProvisionedThroughput should not be specified for index: new when BillingMode "
             "is PAY_PER_REQUEST"},
        {table_updates::actions(
             table_updates::update_action("nil", "," + table_updates::units(2, 1'000'000))
         ),
         "Requested resource not found: Index nil for table tbl"},
    };
    for (const IndexRefusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    EXPECT_EQ(status(), "ACTIVE") << "nothing was changed";
    EXPECT_EQ(attributes(), "psx");
}

TEST_F(IndexUpdateTest, ProvisionedIndexNeedsUnits) {
    create_provisioned();
    EXPECT_EQ(
        update(table_updates::create_index("new", "y")),
        table_updates::kInvalid +
            "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: new"
    );
}

TEST_F(IndexUpdateTest, DefinitionsAreADelta) {
    create_on_demand();
    ASSERT_EQ(
        update(
            R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"N"},)"
            R"({"AttributeName":"y","AttributeType":"N"},{"AttributeName":"z","AttributeType":"S"}],)" +
            table_updates::actions(table_updates::create_action("new", "y"))
        ),
        ""
    );
    EXPECT_EQ(attributes(), "psxy");
    EXPECT_EQ(table().attribute_definitions[0].type, protocol::values::AttributeType::String);
}

TEST_F(IndexUpdateTest, TwentyOneIndexesAreTooMany) {
    create_on_demand();
    for (int i = 0; i < 20; ++i) {
        ASSERT_EQ(update(table_updates::create_index("index" + std::to_string(i), "y")), "");
        settle();
    }
    EXPECT_EQ(
        update(table_updates::create_index("new", "y")),
        "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of "
        "20"
    );
}

}  // namespace
}  // namespace stator::engine::definition
