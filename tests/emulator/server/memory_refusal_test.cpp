// Replies to requests while the memory limit is reached.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/overload/memory_guard.hpp"
#include "tests/emulator/support/dispatched_world.hpp"

namespace stator::emulator::server {
namespace {

using testing::DispatchedWorld;
using ::testing::HasSubstr;

constexpr std::size_t kLimit = 100u << 20;

class MemoryRefusal : public ::testing::Test {
protected:
    void SetUp() override {
        world_.ask(
            "CreateTable",
            R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
            R"({"AttributeName":"pk","AttributeType":"S"}],"KeySchema":[)"
            R"({"AttributeName":"pk","KeyType":"HASH"}]})"
        );
        world_.ask("PutItem", kPut);
    }

    // Like the server's timer.
    void use(std::size_t bytes) {
        used_ = bytes;
        now_ += std::chrono::minutes(1);
        guard_.check();
    }

    const std::string kPut = R"({"TableName":"Music","Item":{"pk":{"S":"a"}}})";
    const std::string kKey = R"({"TableName":"Music","Key":{"pk":{"S":"a"}}})";

    std::size_t used_ = 0;
    std::chrono::steady_clock::time_point now_{std::chrono::hours(1)};
    overload::MemoryGuard guard_{
        kLimit,
        {[this] { return used_; }, [this] { return used_; }, [] {}, [this] { return now_; }},
        {}};
    DispatchedWorld world_{&guard_};
};

TEST_F(MemoryRefusal, WritesAreRejectedWhileReadsAndDeletesContinue) {
    use(kLimit);
    const http::Reply refused = world_.send("PutItem", kPut);
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(refused.body, HasSubstr("#ItemCollectionSizeLimitExceededException\""));
    EXPECT_THAT(refused.body, HasSubstr("Collection size exceeded."));
    EXPECT_THAT(refused.headers, HasSubstr("x-stator-hint: "));
    EXPECT_THAT(world_.ask("CreateTable", "{}"), HasSubstr("#LimitExceededException\""));
    EXPECT_EQ(world_.ask("GetItem", kKey), R"({"Item":{"pk":{"S":"a"}}})");
    EXPECT_EQ(
        world_.ask(
            "BatchWriteItem",
            R"({"RequestItems":{"Music":[{"DeleteRequest":{"Key":{"pk":{"S":"a"}}}}]}})"
        ),
        R"({"UnprocessedItems":{}})"
    );
    EXPECT_EQ(world_.ask("GetItem", kKey), "{}");
    EXPECT_EQ(guard_.refusals(), 2U);
}

TEST_F(MemoryRefusal, WritesAreAcceptedAgainOnceThereIsRoom) {
    use(kLimit);
    EXPECT_EQ(world_.send("PutItem", kPut).status, 400);
    use(kLimit / 2);
    EXPECT_EQ(world_.send("PutItem", kPut).status, 200);
}

TEST_F(MemoryRefusal, ConsoleIsRejectedLikeOtherClients) {
    use(kLimit);
    EXPECT_THAT(world_.look("PutItem", kPut), HasSubstr("ItemCollectionSizeLimitExceeded"));
}

}  // namespace
}  // namespace stator::emulator::server
