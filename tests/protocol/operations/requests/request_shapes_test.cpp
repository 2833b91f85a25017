#include "protocol/operations/requests/request_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "protocol/operations/operation_traits.hpp"

namespace stator::protocol::operations::requests {
namespace {

bool has_member(std::string_view operation, std::string_view name) {
    const auto members = find_request_shape(operation)->members;
    return std::ranges::find(members, name, &wire::Member::name) != members.end();
}

TEST(RequestShapes, AreThereForEveryOperation) {
    for (const OperationTraits& traits : kOperationTraits) {
        const wire::Shape* const shape = find_request_shape(traits.name);
        ASSERT_NE(shape, nullptr) << traits.name;
        EXPECT_EQ(shape->type, wire::ShapeType::Structure) << traits.name;
        if (traits.page) {
            EXPECT_TRUE(has_member(traits.name, traits.page->request)) << traits.name;
        }
    }
    EXPECT_EQ(find_request_shape("PutMusic"), nullptr);
}

TEST(RequestShapes, AreTheOperationsOwn) {
    EXPECT_TRUE(has_member("PutItem", "Item"));
    EXPECT_TRUE(has_member("DeleteItem", "Key"));
    EXPECT_TRUE(has_member("ListTables", "ExclusiveStartTableName"));
    EXPECT_TRUE(has_member("ListStreams", "ExclusiveStartStreamArn"));
    EXPECT_TRUE(has_member("UpdateTimeToLive", "TimeToLiveSpecification"));
    EXPECT_TRUE(has_member("UntagResource", "TagKeys"));
    EXPECT_TRUE(find_request_shape("DescribeLimits")->members.empty());
}

}  // namespace
}  // namespace stator::protocol::operations::requests
