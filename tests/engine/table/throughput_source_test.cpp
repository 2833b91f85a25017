#include "engine/table/throughput_source.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/storage/partition.hpp"
#include "tests/engine/schema/written_schema.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::table {
namespace {

class ChargedPartitionTest : public ::testing::Test {
protected:
    // The table "Tab" with 5 read and 6 write units; its index has 7 and 8.
    ChargedPartitionTest() : table_(testing::make_indexed_table(database_)) {
        snapshot_ = *table_->snapshot();
        auto& description = snapshot_.description;
        description.billing_mode = protocol::values::BillingMode::Provisioned;
        description.throughput.read_capacity_units = 5;
        description.throughput.write_capacity_units = 6;
        auto* all = protocol::model::find_global_index(description, "all");
        all->throughput.read_capacity_units = 7;
        all->throughput.write_capacity_units = 8;
        all->on_demand_throughput.max_write_request_units = 9;
    }

    const schema::IndexSchema* index(const std::string& name) const {
        return snapshot_.schema.find_index(name);
    }

    testing::Database database_;
    std::shared_ptr<Table> table_;
    TableSnapshot snapshot_;
};

TEST_F(ChargedPartitionTest, OfATableHasItsUnits) {
    const ChargedPartition charged(*table_, snapshot_, nullptr, 42);
    EXPECT_EQ(charged.source().table, table_->number());
    EXPECT_EQ(charged.source().index, "");
    EXPECT_EQ(charged.source().arn, snapshot_.description.table_arn);
    EXPECT_EQ(charged.source().limits.read_units, 5);
    EXPECT_EQ(charged.source().limits.write_units, 6);
    EXPECT_FALSE(charged.source().limits.on_demand);
    EXPECT_EQ(charged.partition(), table_->partitions().find(42).id());
}

TEST_F(ChargedPartitionTest, OfALocalIndexIsTheTables) {
    const ChargedPartition charged(*table_, snapshot_, index("local"), 42);
    EXPECT_EQ(charged.source().index, "");
    EXPECT_EQ(charged.source().limits.read_units, 5);
    EXPECT_EQ(charged.partition(), table_->partitions().find(42).id());
}

TEST_F(ChargedPartitionTest, OfAGlobalIndexIsItsOwn) {
    snapshot_.contents.of(*index("all")).split(40);
    const ChargedPartition charged(*table_, snapshot_, index("all"), 42);
    EXPECT_EQ(charged.source().index, "all");
    EXPECT_EQ(charged.source().arn, snapshot_.description.table_arn + "/index/all");
    EXPECT_EQ(charged.source().limits.read_units, 7);
    EXPECT_EQ(charged.source().limits.write_units, 8);
    EXPECT_EQ(charged.source().limits.max_write, 9);
    EXPECT_EQ(charged.partition(), snapshot_.contents.of(*index("all")).find(42).id());
    EXPECT_NE(charged.partition(), table_->partitions().find(42).id());
}

TEST(KeyText, IsReadable) {
    using protocol::values::AttributeType;
    EXPECT_EQ(key_text(AttributeType::String, "a b"), "a b");
    EXPECT_EQ(key_text(AttributeType::Number, protocol::values::encode_integer(-12)), "-12");
    EXPECT_EQ(key_text(AttributeType::Binary, std::string("\x00\x0F\xA0", 3)), "AA+g");
}

TEST(IndexKeyText, JoinsSeveralAttributes) {
    const auto index = schema::written_index("idx", "a:S b:N c:S");
    const auto item = tests::item("{'a': {'S': 'x'}, 'b': {'N': '1.50'}, 'c': {'S': 'z'}}");
    EXPECT_EQ(index_key_text(index, *item), "x#1.5#z");
}

}  // namespace
}  // namespace stator::engine::table
