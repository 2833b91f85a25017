// The step of UpdateTable that creates and deletes vector indexes, tested separately.
#include <gtest/gtest.h>

#include <string>

#include "engine/definition/table_update.hpp"
#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

using protocol::model::TableDescription;
using protocol::model::VectorIndex;
using protocol::operations::tables::IndexDeletion;
using protocol::operations::tables::UpdateTableRequest;
using protocol::operations::tables::VectorIndexRequest;
using protocol::values::AttributeType;
using protocol::values::BillingMode;
using protocol::values::IndexStatus;
using protocol::values::TableStatus;

// The table is on demand, and its global index is ACTIVE.
class TableUpdateVectors : public EditedTables {
protected:
    TableUpdateVectors() {
        table_.billing_mode = BillingMode::PayPerRequest;
        table_.attribute_definitions = {
            {"g", AttributeType::String},
            {"n", AttributeType::Number},
            {"pk", AttributeType::String}};
    }

    static VectorIndexRequest index(const std::string& name, const std::string& searched_by = "") {
        VectorIndexRequest request;
        request.index.name = name;
        request.index.vector_attribute = "v";
        request.index.dimensions = 3;
        if (!searched_by.empty()) {
            request.index.search_schema.emplace_back().name = searched_by;
        }
        request.projection.type = protocol::values::ProjectionType::All;
        return request;
    }

    // Returns the error message, or "" if the table was updated.
    std::string update(const UpdateTableRequest& request) {
        TableDescription next = table_;
        const auto result = apply_vector_actions({table_, request, scope_, now_}, next);
        if (result.has_error()) return result.error().message;
        table_ = std::move(next);
        return "";
    }

    std::string create(const VectorIndexRequest& wanted) {
        UpdateTableRequest request;
        request.vector_actions = {wanted};
        return update(request);
    }

    std::string remove(const std::string& name) {
        UpdateTableRequest request;
        request.vector_actions = {IndexDeletion{name}};
        return update(request);
    }

    // Makes the vector index and the table ACTIVE.
    void settle() {
        table_.vector_indexes.at(0).status = IndexStatus::Active;
        table_.status = TableStatus::Active;
    }
};

TEST_F(TableUpdateVectors, CreatesAnIndex) {
    EXPECT_EQ(create(index("near")), "");
    ASSERT_EQ(table_.vector_indexes.size(), 1U);
    EXPECT_TRUE(table_.vector_indexes[0].is_allocating());
    EXPECT_EQ(table_.vector_indexes[0].dimensions, 3);
    EXPECT_EQ(table_.status, TableStatus::Updating);
}

TEST_F(TableUpdateVectors, RequiresAnOnDemandTable) {
    table_.billing_mode = BillingMode::Provisioned;
    EXPECT_NE(create(index("near")), "");
    UpdateTableRequest request;
    request.vector_actions = {index("near")};
    request.billing_mode = BillingMode::PayPerRequest;
    EXPECT_EQ(update(request), "") << "the same request makes it on demand";
}

TEST_F(TableUpdateVectors, RequiresDefinitionsOfSearchAttributes) {
    EXPECT_NE(create(index("near", "group")), "") << "the attribute has no definition";
    UpdateTableRequest request;
    request.vector_actions = {index("near", "group")};
    request.attribute_definitions = {{"group", AttributeType::String}};
    EXPECT_EQ(update(request), "");
    const auto* defined = protocol::values::find_definition(table_.attribute_definitions, "group");
    ASSERT_NE(defined, nullptr);
    EXPECT_EQ(defined->type, AttributeType::String);
    settle();
    EXPECT_EQ(remove("near"), "");
    EXPECT_EQ(protocol::values::find_definition(table_.attribute_definitions, "group"), nullptr);
}

TEST_F(TableUpdateVectors, RefusesToRedefineAnAttribute) {
    UpdateTableRequest request;
    request.vector_actions = {index("near", "g")};
    request.attribute_definitions = {{"g", AttributeType::Number}};
    EXPECT_NE(update(request), "");
    request.attribute_definitions = {{"g", AttributeType::String}};
    EXPECT_EQ(update(request), "");
}

TEST_F(TableUpdateVectors, RefusesANameInUse) {
    const std::string taken = create(index("gsi"));
    EXPECT_NE(taken, "");
    EXPECT_EQ(create(index("near")), "");
    settle();
    EXPECT_EQ(create(index("near")), taken);
}

TEST_F(TableUpdateVectors, ChangesOneIndexAtATime) {
    const std::string busy =
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
        "per table";
    table_.global_indexes[0].status = IndexStatus::Creating;
    EXPECT_EQ(create(index("near")), busy);
    table_.global_indexes[0].status = IndexStatus::Active;
    EXPECT_EQ(create(index("near")), "");
    settle();
    table_.global_indexes[0].status = IndexStatus::Deleting;
    EXPECT_EQ(remove("near"), busy);
}

TEST_F(TableUpdateVectors, DeletesAnIndexOnlyAfterAllocation) {
    EXPECT_NE(remove("near").find("near"), std::string::npos) << "it does not exist";
    create(index("near"));
    EXPECT_NE(remove("near"), "") << "it is still allocating";
    table_.vector_indexes[0].backfilling = true;
    EXPECT_EQ(remove("near"), "");
    EXPECT_EQ(table_.vector_indexes[0].status, IndexStatus::Deleting);
    EXPECT_FALSE(table_.vector_indexes[0].backfilling);
    EXPECT_EQ(table_.status, TableStatus::Updating);
    EXPECT_EQ(remove("near"), create(index("near"))) << "it is being deleted";
}

}  // namespace
}  // namespace stator::engine::definition
