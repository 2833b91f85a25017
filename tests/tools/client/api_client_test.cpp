#include "tools/client/api_client.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/support/scripted_server.hpp"

namespace stator::tools::client {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestWait{6'400};

std::string throttled() {
    return testing::error_reply("ProvisionedThroughputExceededException", "slowly");
}

std::string failed() {
    return testing::json_reply(500, R"({"__type":"x#InternalServerError"})");
}

// A client of a server that answers each request with the next of `replies`, and with {} after the
// last.
class ApiClientTest : public ::testing::Test {
protected:
    // Whether a call finally succeeds.
    bool calls(std::vector<std::string> replies, std::uint32_t seed = 0) {
        std::size_t next = 0;
        const testing::ScriptedServer server([&](const testing::ScriptedRequest&) {
            return next < replies.size() ? replies[next++] : testing::json_reply(200, "{}");
        });
        waits_.clear();
        ApiSettings settings{.endpoint = server.url(), .seed = seed};
        settings.wait = [this](milliseconds wait) { waits_.push_back(wait); };
        ApiClient api(settings, clock_);
        auto answer = api.call("BatchWriteItem", "{}");
        attempts_ = api.attempts();
        if (const auto* failure = std::get_if<ApiFailure>(&answer)) sentence_ = failure->sentence;
        return std::holds_alternative<std::string>(answer);
    }

    engine::ManualClock clock_{protocol::Instant(1'800'000'000'000)};
    std::vector<milliseconds> waits_;
    int attempts_ = 0;
    std::string sentence_;
};

// A table with few units throttles a whole copy for minutes, without any error.
TEST_F(ApiClientTest, WaitsForThrottlesForMinutes) {
    EXPECT_TRUE(calls(std::vector(59, throttled())));
    EXPECT_EQ(attempts_, 60);
    milliseconds all{0};
    for (const milliseconds wait : waits_) all += wait;
    EXPECT_GT(all, std::chrono::minutes(2));
    EXPECT_FALSE(calls(std::vector(60, throttled())));
    EXPECT_EQ(
        sentence_, "BatchWriteItem was answered with ProvisionedThroughputExceededException: slowly"
    );
}

TEST_F(ApiClientTest, GivesUpAServerThatFailsTenTimesInARow) {
    EXPECT_TRUE(calls(std::vector(9, failed())));
    EXPECT_FALSE(calls(std::vector(10, failed())));
    EXPECT_EQ(sentence_, "BatchWriteItem was answered with InternalServerError");
    const std::string limit = testing::error_reply("LimitExceededException", "too many");
    EXPECT_FALSE(calls(std::vector(10, limit)));
    EXPECT_EQ(attempts_, 10);
}

TEST_F(ApiClientTest, TakesAServerThatThrottlesForOneThatWorks) {
    std::vector<std::string> replies;
    for (int round = 0; round < 3; ++round) {
        replies.insert(replies.end(), 9, failed());
        replies.push_back(throttled());
    }
    EXPECT_TRUE(calls(replies));
    EXPECT_EQ(attempts_, 31);
    // But not for ever.
    replies.clear();
    for (int round = 0; round < 60; ++round) {
        replies.push_back(failed());
        replies.push_back(throttled());
    }
    EXPECT_FALSE(calls(replies));
    EXPECT_EQ(attempts_, 120);
}

TEST_F(ApiClientTest, DoesNotTryARefusalAgain) {
    EXPECT_FALSE(calls({testing::error_reply("ValidationException", "no")}));
    EXPECT_EQ(attempts_, 1);
    EXPECT_TRUE(waits_.empty());
}

// Otherwise clients that are throttled together would be throttled together again and again.
TEST_F(ApiClientTest, WaitsTwiceAsLongEachTimeAndNeverAsLongAsAnother) {
    ASSERT_TRUE(calls(std::vector(30, throttled())));
    const std::vector<milliseconds> first = waits_;
    milliseconds longest{50};
    for (const milliseconds wait : first) {
        EXPECT_LE(wait, longest);
        EXPECT_GE(wait, longest / 2);
        longest = std::min(2 * longest, kLongestWait);
    }
    ASSERT_TRUE(calls(std::vector(30, throttled()), 1));
    EXPECT_NE(waits_, first);
    ASSERT_TRUE(calls(std::vector(30, throttled())));
    EXPECT_EQ(waits_, first);
}

}  // namespace
}  // namespace stator::tools::client
