#include "protocol/operations/requests/operation_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stator::protocol::operations::requests {
namespace {

bool has_member(std::string_view operation, std::string_view name) {
    const auto members = find_operation(operation)->shape->members;
    return std::ranges::find(members, name, &wire::Member::name) != members.end();
}

TEST(OperationList, HasTheShapeOfEveryRequest) {
    for (const auto& [traits, shape] : all_operations()) {
        ASSERT_NE(shape, nullptr) << traits.name;
        EXPECT_EQ(shape->type, wire::ShapeType::Structure) << traits.name;
        if (traits.page) {
            EXPECT_TRUE(has_member(traits.name, traits.page->request)) << traits.name;
        }
    }
    EXPECT_EQ(find_operation("PutMusic"), nullptr);
}

TEST(OperationList, HasTheOperationsOwnShapes) {
    EXPECT_TRUE(has_member("PutItem", "Item"));
    EXPECT_TRUE(has_member("DeleteItem", "Key"));
    EXPECT_TRUE(has_member("ListTables", "ExclusiveStartTableName"));
    EXPECT_TRUE(has_member("ListStreams", "ExclusiveStartStreamArn"));
    EXPECT_TRUE(has_member("UpdateTimeToLive", "TimeToLiveSpecification"));
    EXPECT_TRUE(has_member("UntagResource", "TagKeys"));
    EXPECT_TRUE(find_operation("DescribeLimits")->shape->members.empty());
}

}  // namespace
}  // namespace stator::protocol::operations::requests
