#include "engine/read/planner.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/schema/partition_hash.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::read {
namespace {

using protocol::operations::query::QueryRequest;
using protocol::operations::query::ScanRequest;

// Key pk (S), sk (N); global indexes "all" by g, n and "keys" by g; local index "local" by n.
class PlannerTest : public ::testing::Test {
protected:
    PlannerTest() : table_(testing::make_indexed_table(database_)) {}

    // The request outlives the plan, because the plan refers to its filter.
    protocol::Result<ReadPlan> query(const std::string& condition, const std::string& more = "") {
        const bool has_number = (condition + more).find(":n") != std::string::npos;
        const auto document = tests::document(
            "{'TableName': 'Tab', 'KeyConditionExpression': '" + condition +
            "', 'ExpressionAttributeValues': {':a': {'S': 'a'}" +
            (has_number ? ", ':n': {'N': '5'}}" : "}") + more + "}"
        );
        query_ = protocol::operations::query::decode_query(document.root()).value();
        return plan_query(table_, query_);
    }

    protocol::Result<ReadPlan> scan(const std::string& members) {
        const auto document = tests::document("{'TableName': 'Tab'" + members + "}");
        scan_ = protocol::operations::query::decode_scan(document.root()).value();
        return plan_scan(table_, scan_, {});
    }

    std::string query_verdict(const std::string& condition, const std::string& more) {
        return tests::verdict(query(condition, more));
    }

    std::string scan_verdict(const std::string& members) { return tests::verdict(scan(members)); }

    testing::Database database_;
    std::shared_ptr<table::Table> table_;
    QueryRequest query_;
    ScanRequest scan_;
};

const std::string kOfTable = "pk = :a AND sk = :n";
const std::string kOfIndex = "g = :a AND n = :n";
const std::string kAll = ", 'IndexName': 'all'";

TEST_F(PlannerTest, FindsThePartitionOfAQuery) {
    const auto plan = query("pk = :a AND sk > :n", ", 'ScanIndexForward': false, 'Limit': 3");
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->index, nullptr);
    EXPECT_EQ(plan->pk, "a");
    EXPECT_EQ(plan->begin_hash(), schema::hash_partition_key("a"));
    EXPECT_FALSE(plan->forward);
    EXPECT_EQ(plan->limit, 3u);
    EXPECT_EQ(plan->filter, nullptr);
    EXPECT_FALSE(plan->start);
}

TEST_F(PlannerTest, RefusesIndexesItCannotRead) {
    EXPECT_EQ(
        query_verdict(kOfTable, ", 'IndexName': 'none'"),
        "The table does not have the specified index: none"
    );
    EXPECT_EQ(
        query_verdict(kOfIndex, kAll + ", 'ConsistentRead': true"),
        "Consistent reads are not supported on global secondary indexes"
    );
    EXPECT_EQ(
        query_verdict("pk = :a AND n = :n", ", 'IndexName': 'local', 'ConsistentRead': true"), "ok"
    );
}

TEST_F(PlannerTest, RequiresProjectedAttributesOfAGlobalIndex) {
    const std::string keys = ", 'IndexName': 'keys'";
    const std::string invalid = "One or more parameter values were invalid: ";
    EXPECT_EQ(query_verdict("g = :a", keys + ", 'FilterExpression': 'sk <> :n'"), "ok");
    EXPECT_EQ(
        scan_verdict(keys + ", 'Select': 'ALL_ATTRIBUTES'"),
        invalid +
            "Select type ALL_ATTRIBUTES is not supported for global secondary index keys "
            "because its projection type is not ALL"
    );
    EXPECT_EQ(
        scan_verdict(keys + ", 'ProjectionExpression': 'pk, x, sk, y'"),
        invalid + "Global secondary index keys does not project [x, y]"
    );
    EXPECT_EQ(scan_verdict(kAll + ", 'Select': 'ALL_ATTRIBUTES'"), "ok");
}

TEST_F(PlannerTest, FetchesAttributesThatALocalIndexDoesNotProject) {
    const std::string local = ", 'IndexName': 'local'";
    EXPECT_FALSE(scan(local)->fetch_items);
    EXPECT_FALSE(scan(local + ", 'ProjectionExpression': 'x, n'")->fetch_items);
    EXPECT_TRUE(scan(local + ", 'ProjectionExpression': 'x, y'")->fetch_items);
    EXPECT_TRUE(scan(local + ", 'Select': 'ALL_ATTRIBUTES'")->fetch_items);
}

TEST_F(PlannerTest, KeepsKeysOutOfTheFilterOfAQuery) {
    const std::string only =
        " can only contain non-primary key attributes: Primary key attribute: ";
    EXPECT_EQ(
        query_verdict("pk = :a", ", 'FilterExpression': 'x = :n AND sk = :n'"),
        "Filter Expression" + only + "sk"
    );
    EXPECT_EQ(query_verdict(kOfIndex, kAll + ", 'FilterExpression': 'sk = :n'"), "ok");
    EXPECT_EQ(
        query_verdict("g = :a", kAll + ", 'FilterExpression': 'n = :n'"),
        "Filter Expression" + only + "n"
    );
    EXPECT_EQ(
        scan_verdict(
            ", 'FilterExpression': 'sk = :n', 'ExpressionAttributeValues': {':n': {'N': '5'}}"
        ),
        "ok"
    );
}

TEST_F(PlannerTest, KeepsPathsOutOfKeys) {
    const std::string scalars =
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
        "allowed: ";
    EXPECT_EQ(query_verdict(kOfTable, ", 'ProjectionExpression': 'pk.x'"), scalars + "Key: pk");
    EXPECT_EQ(
        query_verdict(kOfTable, ", 'FilterExpression': 'attribute_exists(g[0])'"),
        scalars + "IndexKey: g"
    );
    EXPECT_EQ(scan_verdict(", 'FilterExpression': 'attribute_exists(sk.x)'"), scalars + "Key: sk");
    EXPECT_EQ(scan_verdict(", 'ProjectionExpression': 'x.pk'"), "ok");
}

TEST_F(PlannerTest, AcceptsAStartKeyOfExactlyTheKeys) {
    const std::string invalid = "The provided starting key is invalid";
    const auto from = [&](const std::string& key) {
        return query_verdict("pk = :a", ", 'ExclusiveStartKey': " + key);
    };
    EXPECT_EQ(from("{'pk': {'S': 'a'}, 'sk': {'N': '1'}}"), "ok");
    EXPECT_EQ(from("{'pk': {'S': 'a'}}"), invalid);
    EXPECT_EQ(from("{'pk': {'S': 'a'}, 'sk': {'S': '1'}}"), invalid);
    EXPECT_EQ(
        from("{'pk': {'S': 'b'}, 'sk': {'N': '1'}}"),
        "The provided starting key is outside query boundaries based on provided conditions"
    );
    const std::string index_part = "'g': {'S': 'a'}, 'n': {'N': '5'}";
    const auto from_index = [&](const std::string& key) {
        return query_verdict("g = :a", kAll + ", 'ExclusiveStartKey': {" + key + "}");
    };
    EXPECT_EQ(from_index(index_part + ", 'pk': {'S': 'x'}, 'sk': {'N': '1'}"), "ok");
    EXPECT_EQ(
        from_index(index_part + ", 'pk': {'S': 'x'}, 'x': {'N': '1'}"),
        invalid + ": The provided key element does not match the schema"
    );
    EXPECT_EQ(from_index(index_part), invalid);
}

TEST_F(PlannerTest, AcceptsAStartKeyWithinTheSortKeys) {
    const auto from = [&](const std::string& pk, const std::string& sk) {
        return query_verdict(
            "pk = :a AND sk >= :n",
            ", 'ExclusiveStartKey': {'pk': {'S': '" + pk + "'}, 'sk': {'N': '" + sk + "'}}"
        );
    };
    EXPECT_EQ(from("a", "5"), "ok");
    EXPECT_EQ(from("a", "4"), "The provided starting key does not match the range key predicate");
    EXPECT_EQ(from("b", "4"), "The provided starting key does not match the range key predicate");
    EXPECT_EQ(from("b", "6"), "The query can return at most one row and cannot be restarted");
}

TEST_F(PlannerTest, CutsAScanIntoSegmentsWithoutGaps) {
    for (const int total : {1, 2, 3, 7, 1'000}) {
        std::uint64_t next = 0;
        for (int segment = 0; segment < total; ++segment) {
            const auto plan = scan(
                ", 'Segment': " + std::to_string(segment) +
                ", 'TotalSegments': " + std::to_string(total)
            );
            ASSERT_TRUE(plan);
            ASSERT_EQ(plan->first_hash, next) << segment << " of " << total;
            next = plan->last_hash + 1;
        }
        EXPECT_EQ(next, 0u) << total;
    }
}

TEST_F(PlannerTest, AcceptsOnlyAStartKeyOfItsSegment) {
    const bool is_upper = schema::hash_partition_key("a") >> 63 != 0;
    const auto from = [&](int segment) {
        return scan_verdict(
            ", 'Segment': " + std::to_string(segment) +
            ", 'TotalSegments': 2, 'ExclusiveStartKey': {'pk': {'S': 'a'}, 'sk': {'N': '1'}}"
        );
    };
    EXPECT_EQ(from(is_upper ? 1 : 0), "ok");
    EXPECT_EQ(
        from(is_upper ? 0 : 1).substr(0, 65),
        "The provided starting key is invalid: Invalid ExclusiveStartKey. "
    );
    EXPECT_EQ(
        scan_verdict(", 'ExclusiveStartKey': {'pk': {'S': 'a'}, 'sk': {'S': '1'}}"),
        "The provided starting key is invalid"
    );
}

TEST_F(PlannerTest, OrdersPositionsLikeTheSource) {
    const auto& schema = table_->snapshot()->schema;
    const auto position = [&](const schema::IndexSchema* index, const std::string& json) {
        return position_of(schema, SourceKeys::of(schema, index), *tests::item(json));
    };
    const std::string head = "{'g': {'S': 'a'}, 'pk': {'S': 'p'}, ";
    const auto one = position(nullptr, head + "'n': {'N': '1'}, 'sk': {'N': '2'}}");
    const auto two = position(nullptr, head + "'n': {'N': '0'}, 'sk': {'N': '10'}}");
    EXPECT_EQ(one.hash, schema::hash_partition_key("p"));
    EXPECT_EQ(one.pk, "p");
    EXPECT_LT(one.sk, two.sk);
    const auto* all = schema.find_index("all");
    const auto index_one = position(all, head + "'n': {'N': '1'}, 'sk': {'N': '2'}}");
    const auto index_two = position(all, head + "'n': {'N': '0'}, 'sk': {'N': '10'}}");
    EXPECT_EQ(index_one.pk, index_two.pk);
    EXPECT_GT(index_one.sk, index_two.sk);
}

}  // namespace
}  // namespace stator::engine::read
