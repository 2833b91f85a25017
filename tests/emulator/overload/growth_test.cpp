#include "emulator/overload/growth.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/errors/usual.hpp"

namespace stator::emulator::overload {
namespace {

using protocol::ErrorType;
using protocol::wire::JsonDocument;

bool grows(std::string_view operation, std::string body) {
    const auto document = JsonDocument::parse(std::move(body));
    EXPECT_TRUE(document);
    return document && makes_data_grow(operation, document->root());
}

TEST(Growth, KnowsRequestsThatPutOrUpdate) {
    struct Row {
        std::string operation;
        std::string body;
        bool expected;
    };

    const std::vector<Row> rows = {
        {"PutItem", "{}", true},
        {"UpdateItem", "{}", true},
        {"DeleteItem", "{}", false},
        {"GetItem", "{}", false},
        {"Query", "{}", false},
        {"CreateTable", "{}", true},
        {"DeleteTable", "{}", false},
        {"ImportTable", "{}", true},
        {"StartBulkPutItems", "{}", true},
        {"RestoreTableToPointInTime", "{}", true},
        {"RestoreTableFromBackup", "{}", true},
        {"DescribeLimits", "{}", false},
        {"UpdateTable", R"({"GlobalSecondaryIndexUpdates":[{"Delete":{}}]})", false},
        {"UpdateTable", R"({"GlobalSecondaryIndexUpdates":[{"Delete":{}},{"Create":{}}]})", true},
        {"UpdateTable", R"({"GlobalSecondaryIndexUpdates":7})", false},
        {"BatchWriteItem", R"({"RequestItems":{"T":[{"DeleteRequest":{}}]}})", false},
        {"BatchWriteItem",
         R"({"RequestItems":{"T":[{"DeleteRequest":{}}],"U":[{"PutRequest":{}}]}})",
         true},
        {"BatchWriteItem", R"({"RequestItems":{"T":7,"U":[7]}})", false},
        {"BatchWriteItem", R"({"RequestItems":[]})", false},
        {"TransactWriteItems", R"({"TransactItems":[{"Delete":{}},{"ConditionCheck":{}}]})", false},
        {"TransactWriteItems", R"({"TransactItems":[{"Delete":{}},{"Put":{}}]})", true},
        {"TransactWriteItems", R"({"TransactItems":[{"Update":{}}]})", true},
        {"TransactWriteItems", R"({"TransactItems":{}})", false},
        {"ExecuteStatement", R"({"Statement":"SELECT * FROM T"})", false},
        {"ExecuteStatement", R"({"Statement":"DELETE FROM T WHERE a=1"})", false},
        {"ExecuteStatement", R"({"Statement":" \n insert INTO T VALUE {}"})", true},
        {"ExecuteStatement", R"({"Statement":"UPDATE\"T\" SET a=1"})", true},
        {"ExecuteStatement", R"({"Statement":"UPDATED"})", false},
        {"ExecuteStatement", R"({"Statement":"   "})", false},
        {"ExecuteStatement", R"({"Statement":7})", false},
        {"BatchExecuteStatement",
         R"({"Statements":[{"Statement":"SELECT 1"},{"Statement":"INSERT INTO T"}]})",
         true},
        {"BatchExecuteStatement", R"({"Statements":[{"Statement":"DELETE FROM T"}]})", false},
        {"ExecuteTransaction", R"({"TransactStatements":[{"Statement":"UPDATE T"}]})", true},
        {"ExecuteTransaction", R"({"TransactStatements":[{"Statement":"DELETE FROM T"}]})", false},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(grows(row.operation, row.body), row.expected) << row.operation << row.body;
    }
}

TEST(Growth, IsRejectedWithDynamoDbsMessage) {
    const auto of_items = ErrorType::ItemCollectionSizeLimitExceededException;
    EXPECT_EQ(no_room_error("PutItem").type, of_items);
    EXPECT_EQ(no_room_error("ExecuteTransaction").type, of_items);
    EXPECT_EQ(no_room_error("PutItem").message, protocol::errors::usual_error(of_items).message);
    EXPECT_EQ(no_room_error("CreateTable").type, ErrorType::LimitExceededException);
    EXPECT_EQ(no_room_error("UpdateTable").type, ErrorType::LimitExceededException);
}

}  // namespace
}  // namespace stator::emulator::overload
