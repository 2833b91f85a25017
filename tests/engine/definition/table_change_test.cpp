#include "engine/definition/table_change.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

class TableChangeTest : public EditedTables {};

TEST_F(TableChangeTest, AcceptsATableNameOrArn) {
    for (const std::string& name : {std::string("tbl"), table_.table_arn}) {
        const auto target = named_table(name, "UpdateTable", scope_);
        ASSERT_TRUE(target) << name;
        EXPECT_EQ(target->name, "tbl");
        EXPECT_EQ(target->missing.type, protocol::ErrorType::ResourceNotFoundException);
        EXPECT_EQ(target->missing.message, "Requested resource not found: Table: tbl not found");
    }
}

TEST_F(TableChangeTest, RefusesAnotherRegionOrAccount) {
    for (const std::string place : {"eu-west-1:123456789012", "us-east-1:999999999999"}) {
        const std::string arn = "arn:aws:dynamodb:" + place + ":table/tbl";
        EXPECT_TRUE(named_table(arn, "UpdateTable", scope_).has_error()) << place;
    }
}

TEST_F(TableChangeTest, TreatsARestoringTableAsMissing) {
    EXPECT_EQ(message_of(check_restored(table_)), "");
    table_.restore = protocol::model::RestoreSummary{};
    EXPECT_EQ(
        message_of(check_restored(table_)), "Requested resource not found: Table: tbl not found"
    );
}

}  // namespace
}  // namespace stator::engine::definition
