// TransactWriteItems and TransactGetItems with a whole engine.
#include <gtest/gtest.h>

#include "engine/faults/watched_context.hpp"
#include "engine/operations/read_watch.hpp"
#include "engine/schema/partition_hash.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations {
namespace {

using protocol::operations::items::UpdateItemRequest;
using testing::check;
using testing::Database;
using testing::item;
using testing::number;
using testing::put;
using testing::remove;
using testing::text;
using testing::transaction;
using testing::update;

class TransactionsTest : public ::testing::Test {
protected:
    void SetUp() override { database_.create_table("Tab", "pk:S"); }

    std::string write(std::string_view items, std::string_view more = "") {
        return database_.run(
            "TransactWriteItems",
            std::string(R"({"TransactItems":[)").append(items).append("]").append(more).append("}")
        );
    }

    std::string get(std::string_view pk) {
        return database_.run(testing::get("Tab", item({{"pk", text(pk)}})));
    }

    Database database_;
};

constexpr std::string_view kAddOne =
    R"({"Update":{"TableName":"Tab","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD n :o",)"
    R"("ExpressionAttributeValues":{":o":{"N":"1"}}}})";

UpdateItemRequest add_one() {
    return update("Tab", item({{"pk", text("a")}}), "ADD n :o", {{":o", number(1)}});
}

TEST_F(TransactionsTest, WritesAllOrNothing) {
    EXPECT_EQ(
        database_.run(transaction(
            {put("Tab", item({{"pk", text("a")}})),
             check("Tab", item({{"pk", text("b")}}), "attribute_exists(pk)")}
        )),
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons "
        "for specific reasons [None, ConditionalCheckFailed] | The conditional request failed"
    );
    EXPECT_EQ(get("a"), "{}");
    EXPECT_EQ(
        database_.run(transaction(
            {put("Tab", item({{"pk", text("a")}})), put("Tab", item({{"pk", text("b")}}))}
        )),
        "{}"
    );
    EXPECT_EQ(get("b"), R"({"Item":{"pk":{"S":"b"}}})");
}

TEST_F(TransactionsTest, ConditionsSeeTheStateBefore) {
    EXPECT_EQ(
        database_.run(transaction(
            {put("Tab", item({{"pk", text("a")}})),
             check("Tab", item({{"pk", text("a2")}}), "attribute_not_exists(pk)")}
        )),
        "{}"
    );
}

TEST_F(TransactionsTest, RefusesTwoActionsOnOneItem) {
    EXPECT_EQ(
        database_.run(transaction({add_one(), add_one()})),
        "ValidationException: Transaction request cannot include multiple operations on one item"
    );
}

TEST_F(TransactionsTest, RepeatsATokenWithoutEffect) {
    constexpr std::string_view kToken =
        R"(,"ClientRequestToken":"t1","ReturnConsumedCapacity":"TOTAL")";
    EXPECT_EQ(
        write(kAddOne, kToken),
        R"({"ConsumedCapacity":[{"TableName":"Tab","CapacityUnits":2.0,"WriteCapacityUnits":2.0}]})"
    );
    EXPECT_EQ(
        write(kAddOne, kToken),
        R"({"ConsumedCapacity":[{"TableName":"Tab","CapacityUnits":2.0,"ReadCapacityUnits":2.0}]})"
    );
    EXPECT_EQ(get("a"), R"({"Item":{"n":{"N":"1"},"pk":{"S":"a"}}})");
    EXPECT_EQ(
        write(R"({"Put":{"TableName":"Tab","Item":{"pk":{"S":"a"}}}})", kToken).substr(0, 37),
        "IdempotentParameterMismatchException:"
    );
}

TEST_F(TransactionsTest, ForgetsATokenAfterTenMinutes) {
    constexpr std::string_view kToken = R"(,"ClientRequestToken":"t1")";
    write(kAddOne, kToken);
    database_.clock().advance(599'999);
    write(kAddOne, kToken);
    EXPECT_EQ(get("a"), R"({"Item":{"n":{"N":"1"},"pk":{"S":"a"}}})");
    database_.clock().advance(1);
    write(kAddOne, kToken);
    EXPECT_EQ(get("a"), R"({"Item":{"n":{"N":"2"},"pk":{"S":"a"}}})");
}

TEST_F(TransactionsTest, ACancelledTransactionFreesItsToken) {
    constexpr std::string_view kToken = R"(,"ClientRequestToken":"t1")";
    constexpr std::string_view kDelete = R"({"Delete":{"TableName":"Tab","Key":{"pk":{"S":"a"}},)"
                                         R"("ConditionExpression":"attribute_exists(pk) "
}
})";
    EXPECT_EQ(write(kDelete, kToken).substr(0, 28), "TransactionCanceledException");
    write(kAddOne);
    EXPECT_EQ(write(kDelete, kToken), "{}");
    EXPECT_EQ(get("a"), "{}");
}

TEST_F(TransactionsTest, TokensAndEffectsSurviveARestartTogether) {
    const testing::TemporaryDirectory directory;
    constexpr std::string_view kToken = R"(,"ClientRequestToken":"t1")";
    const std::string request =
        R"({"TransactItems":[)" + std::string(kAddOne) + "]" + std::string(kToken) + "}";
    {
        Database first({}, directory.path());
        first.create_table("Tab", "pk:S");
        EXPECT_EQ(first.run("TransactWriteItems", request), "{}");
        EXPECT_TRUE(first.close());
    }
    Database second({}, directory.path());
    EXPECT_EQ(second.run("TransactWriteItems", request), "{}");
    EXPECT_EQ(
        second.run(testing::get("Tab", item({{"pk", text("a")}}))),
        R"({"Item":{"n":{"N":"1"},"pk":{"S":"a"}}})"
    );
}

// An entry of the register that is held open causes the conflict.
class ConflictTest : public TransactionsTest {
protected:
    void SetUp() override {
        TransactionsTest::SetUp();
        database_.run(put("Tab", item({{"pk", text("a")}})));
        const auto table = database_.table("Tab");
        const engine::transactions::ItemName name{table->number(), {0, "a", ""}};
        entry_.emplace(database_.universe().transactions().running.enter(std::span(&name, 1)));
    }

    std::optional<transactions::TransactionRegister::Entry> entry_;
};

TEST_F(ConflictTest, SingleWritesAreRefused) {
    constexpr std::string_view kConflict =
        "TransactionConflictException: Transaction is ongoing for the item";
    EXPECT_EQ(database_.run(put("Tab", item({{"pk", text("a")}}))), kConflict);
    EXPECT_EQ(database_.run(remove("Tab", item({{"pk", text("a")}}))), kConflict);
    EXPECT_EQ(database_.run(put("Tab", item({{"pk", text("b")}}))), "{}");
    entry_.reset();
    EXPECT_EQ(database_.run(remove("Tab", item({{"pk", text("a")}}))), "{}");
}

TEST_F(ConflictTest, TransactionsAreCancelled) {
    EXPECT_EQ(
        database_.run(transaction({put("Tab", item({{"pk", text("b")}})), add_one()})),
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons "
        "for specific reasons [None, TransactionConflict] | Transaction is ongoing for the item"
    );
    EXPECT_EQ(get("b"), "{}");
    EXPECT_EQ(
        database_
            .run(
                "TransactGetItems",
                R"({"TransactItems":[{"Get":{"TableName":"Tab","Key":{"pk":{"S":"a"}}}}]})"
            )
            .substr(0, 28),
        "TransactionCanceledException"
    );
}

TEST_F(ConflictTest, ReadsAreNot) {
    EXPECT_EQ(get("a"), R"({"Item":{"pk":{"S":"a"}}})");
}

// The account's limit is not one of the reasons that a cancelled transaction can report.
TEST_F(TransactionsTest, TheLimitOfTheAccountRefusesReadsAsAWhole) {
    database_.create_table(
        "Warm",
        "pk:S",
        "",
        R"("WarmThroughput":{"ReadUnitsPerSecond":40000,"WriteUnitsPerSecond":4000})"
    );
    Universe& universe = database_.universe();
    database_.clock().advance(3'600'000);  // until the warm throughput is available
    universe.run_due();
    faults::WatchedContext context;
    context.place.region = "us-east-1";
    context.now = database_.clock().now();
    const auto table = database_.table("Warm");
    const auto snapshot = table->snapshot();
    universe.throughput().set_mode(capacity::ThrottleMode::Aws);
    RequestOutcome outcome;
    ReadWatch watch({universe, context, outcome}, *table, *snapshot);
    const std::uint64_t hash = schema::hash_partition_key("a");
    ASSERT_TRUE(watch.admit(hash).has_value());
    watch.note_item({hash, "a", {}}, {.table = 50'000}, true);
    const std::string reply = database_.run(
        "TransactGetItems",
        R"({"TransactItems":[{"Get":{"TableName":"Warm","Key":{"pk":{"S":"a"}}}}]})"
    );
    EXPECT_TRUE(reply.starts_with("RequestLimitExceeded: ")) << reply;
}

}  // namespace
}  // namespace stator::engine::operations
