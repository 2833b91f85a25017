#include "conformance/generate/request_writer.hpp"

#include <gtest/gtest.h>

#include <set>

#include "conformance/base/json.hpp"
#include "conformance/generate/mutation.hpp"
#include "conformance/generate/table_writer.hpp"

namespace stator::conformance::generate {
namespace {

std::vector<KnownTable> some_tables(Random& random) {
    std::vector<KnownTable> tables;
    for (const char* name : {"first", "second"}) {
        tables.push_back({random_table(name, random), {}});
        ValueWriter values(random);
        for (int i = 0; i < 4; ++i) tables.back().items.push_back(values.item(tables.back().shape));
    }
    return tables;
}

TEST(RequestWriter, WritesJsonOfEveryOperation) {
    std::set<std::string> operations;
    for (std::uint64_t i = 0; i < 2000; ++i) {
        Random random(1, i);
        const std::vector<KnownTable> tables = some_tables(random);
        const Request request = RequestWriter(random, tables).any();
        operations.insert(request.operation);
        EXPECT_TRUE(parse_json(request.body).IsObject()) << request.body;
    }
    for (const char* operation :
         {"GetItem",
          "PutItem",
          "UpdateItem",
          "DeleteItem",
          "Query",
          "Scan",
          "BatchGetItem",
          "BatchWriteItem",
          "TransactGetItems",
          "TransactWriteItems",
          "ExecuteStatement",
          "BatchExecuteStatement",
          "ExecuteTransaction",
          "CreateTable",
          "UpdateTable"}) {
        EXPECT_TRUE(operations.contains(operation)) << operation;
    }
}

TEST(RequestWriter, WritesTheSameForTheSameSeed) {
    const auto write = [] {
        std::string text;
        for (std::uint64_t i = 0; i < 50; ++i) {
            Random random(7, i);
            const std::vector<KnownTable> tables = some_tables(random);
            const Request request = RequestWriter(random, tables).any();
            text += request.operation + mutated(request.body, random);
        }
        return text;
    };
    EXPECT_EQ(write(), write());
}

TEST(Mutation, KeepsRequestsJson) {
    std::size_t changed = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
        Random random(3, i);
        const std::vector<KnownTable> tables = some_tables(random);
        const Request request = RequestWriter(random, tables).any();
        const std::string mutation = mutated(request.body, random);
        parse_json(mutation);
        if (mutation != request.body) ++changed;
    }
    EXPECT_GT(changed, 1800U);
}

TEST(KnownTable, FindsTheTablesThatARequestNames) {
    Random random(1, 1);
    const std::vector<KnownTable> tables = some_tables(random);
    const auto named = tables_named(R"({"TableName":"second"})", tables);
    ASSERT_EQ(named.size(), 1U);
    EXPECT_EQ(named.front()->shape.name, "second");
}

}  // namespace
}  // namespace stator::conformance::generate
