#include "protocol/expression/functions.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::expression {
namespace {

TEST(Function, HasANameAFamilyAndOperands) {
    struct FunctionCase {
        std::string_view name;
        Function function;
        bool updates;
        std::size_t arity;
    };

    const FunctionCase cases[] = {
        {"attribute_exists", Function::AttributeExists, false, 1},
        {"attribute_not_exists", Function::AttributeNotExists, false, 1},
        {"attribute_type", Function::AttributeTypeIs, false, 2},
        {"begins_with", Function::BeginsWith, false, 2},
        {"contains", Function::Contains, false, 2},
        {"size", Function::Size, false, 1},
        {"if_not_exists", Function::IfNotExists, true, 2},
        {"list_append", Function::ListAppend, true, 2},
    };
    for (const FunctionCase& each : cases) {
        const auto function = function_from_name(each.name);
        ASSERT_EQ(function, each.function) << each.name;
        EXPECT_EQ(is_update_function(*function), each.updates) << each.name;
        EXPECT_EQ(function_arity(*function), each.arity) << each.name;
    }
}

// [case condition/function_name_case]
TEST(Function, HasItsNameInLowerCaseExactly) {
    for (const std::string_view name :
         {"", "Size", "SIZE", "sizes", "siz", "begins-with", "attribute_exist", "exists"}) {
        EXPECT_EQ(function_from_name(name), std::nullopt) << name;
    }
}

TEST(Function, IsRefusedAsUnknownOrAsOfTheOtherFamily) {
    const auto message = [](values::ExpressionKind kind, std::string_view name) {
        return refused_function(kind, name).message;
    };
    EXPECT_EQ(
        message(values::ExpressionKind::Condition, "Size"),
        "Invalid ConditionExpression: Invalid function name; function: Size"
    );
    EXPECT_EQ(
        message(values::ExpressionKind::Condition, "list_append"),
        "Invalid ConditionExpression: The function is not allowed in a condition expression; "
        "function: list_append"
    );
    EXPECT_EQ(
        message(values::ExpressionKind::Update, "contains"),
        "Invalid UpdateExpression: The function is not allowed in an update expression; function: "
        "contains"
    );
}

}  // namespace
}  // namespace stator::protocol::expression
