#include "engine/definition/partitions.hpp"

#include <gtest/gtest.h>

#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

class PartitionsTest : public EditedTables {};

TEST_F(PartitionsTest, AreOnlyIncreased) {
    EXPECT_EQ(apply(partitions_edit("", 8)), "changed");
    EXPECT_EQ(table_.partitions, 8);
    apply(partitions_edit("", 3));
    EXPECT_EQ(table_.partitions, 8);
    EXPECT_EQ(table_.global_indexes[0].partitions, 0);
}

TEST_F(PartitionsTest, AreSeparateForEachIndex) {
    EXPECT_EQ(apply(partitions_edit("gsi", 4)), "changed");
    EXPECT_EQ(table_.global_indexes[0].partitions, 4);
    EXPECT_EQ(table_.partitions, 0);
}

TEST_F(PartitionsTest, RequireAnIndexThatIsNotDeleting) {
    const std::string missing = "The table does not have the specified index: ";
    EXPECT_EQ(apply(partitions_edit("none", 4)), missing + "none");
    table_.global_indexes[0].status = protocol::values::IndexStatus::Creating;
    EXPECT_EQ(apply(partitions_edit("gsi", 4)), "changed");
    table_.global_indexes[0].status = protocol::values::IndexStatus::Deleting;
    EXPECT_EQ(apply(partitions_edit("gsi", 4)), missing + "gsi");
}

}  // namespace
}  // namespace stator::engine::definition
