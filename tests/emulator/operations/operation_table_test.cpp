#include "emulator/operations/operation_table.hpp"

#include <gtest/gtest.h>

#include <rapidjson/document.h>

#include <fstream>
#include <sstream>

#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::operations {
namespace {

using protocol::operations::requests::all_operations;

TEST(OperationTable, AnswersEveryOperationWithTraitsOnlyInItsOwnApi) {
    for (const auto& [traits, shape] : all_operations()) {
        const Operation* row = find_operation(traits.name, traits.is_of_streams());
        ASSERT_NE(row, nullptr) << traits.name;
        EXPECT_EQ(row->name, traits.name);
        EXPECT_NE(row->handler, nullptr) << traits.name;
        EXPECT_EQ(find_operation(traits.name, !traits.is_of_streams()), nullptr) << traits.name;
    }
}

TEST(OperationTable, HasLinesForThePagesOfATable) {
    for (const auto& [traits, shape] : all_operations()) {
        const Operation* row = find_operation(traits.name, traits.is_of_streams());
        const bool has_lines = traits.name == "Query" || traits.name == "Scan";
        ASSERT_EQ(row->in_lines != nullptr, has_lines) << traits.name;
        EXPECT_FALSE(row->is_in_lines) << traits.name;
        if (!has_lines) continue;
        EXPECT_EQ(row->in_lines->name, traits.name);
        EXPECT_TRUE(row->in_lines->is_in_lines) << traits.name;
    }
}

TEST(OperationTable, KnowsNamesInDynamoDbsCaseOnly) {
    EXPECT_EQ(find_operation("getitem", false), nullptr);
    EXPECT_EQ(find_operation("", false), nullptr);
    EXPECT_EQ(find_operation("createbackup", false), nullptr);
}

// The newest API model has 62 operations, and DynamoDB Streams has 4.
TEST(OperationTable, AndThePageOfDifferencesHaveAllOperations) {
    std::ostringstream text;
    text << std::ifstream(STATOR_NOT_BUILT).rdbuf();
    rapidjson::Document groups;
    groups.Parse(text.str().c_str());
    ASSERT_TRUE(groups.IsArray());
    std::size_t count = all_operations().size();
    for (const auto& group : groups.GetArray()) {
        for (const auto& operation : group["operations"].GetArray()) {
            ++count;
            EXPECT_EQ(find_operation(operation.GetString(), false), nullptr)
                << operation.GetString() << " is built: take it out of not_built.json";
        }
    }
    EXPECT_EQ(count, 66U);
}

}  // namespace
}  // namespace stator::emulator::operations
