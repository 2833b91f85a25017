#include "emulator/operations/operation_table.hpp"

#include <gtest/gtest.h>

#include "protocol/operations/operation_traits.hpp"

namespace stator::emulator::operations {
namespace {

using protocol::operations::kOperationTraits;
using protocol::operations::OperationTraits;

TEST(OperationTable, AnswersEveryOperationThatHasTraitsInItsOwnApiAlone) {
    for (const OperationTraits& traits : kOperationTraits) {
        const Operation* row = find_operation(traits.name, traits.is_of_streams());
        ASSERT_NE(row, nullptr) << traits.name;
        EXPECT_EQ(row->name, traits.name);
        EXPECT_NE(row->handler, nullptr) << traits.name;
        EXPECT_EQ(find_operation(traits.name, !traits.is_of_streams()), nullptr) << traits.name;
    }
}

TEST(OperationTable, KnowsNamesInDynamoDbsCaseOnly) {
    EXPECT_EQ(find_operation("getitem", false), nullptr);
    EXPECT_EQ(find_operation("", false), nullptr);
    EXPECT_EQ(find_operation("CreateBackup", false), nullptr);
}

}  // namespace
}  // namespace stator::emulator::operations
