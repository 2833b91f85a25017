#include "protocol/errors/throttling.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/throttling_rows.hpp"

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/t";

std::string source_text(const ThrottlingAnswer& answer) {
    std::string text = answer.is_on_demand ? "on demand" : "provisioned";
    text.append(answer.is_index ? " index" : " table");
    return text.append(answer.is_write ? " write" : " read");
}

TEST(ThrottlingAnswers, EqualThoseOfDynamoDb) {
    EXPECT_EQ(throttling_answers().size(), testing::kThrottlingRows.size());
    for (const ThrottlingAnswer& answer : throttling_answers()) {
        const std::string source = source_text(answer);
        const auto* row = testing::find_throttling_row(source, answer.reason);
        ASSERT_NE(row, nullptr) << source << " " << answer.reason;
        EXPECT_EQ(error_name(answer.words.type), row->exception) << source << " " << answer.reason;
        EXPECT_TRUE(answer.words.message.starts_with(row->message))
            << source << " " << answer.words.message;
        EXPECT_TRUE(answer.reason.ends_with(throughput_limit_name(answer.limit))) << answer.reason;
    }
}

TEST(ThrottlingAnswers, MatchTheSource) {
    for (const ThrottlingAnswer& answer : throttling_answers()) {
        const ThrottledSource source{kArn, answer.is_index, answer.is_write, answer.is_on_demand};
        ASSERT_EQ(find_throttling_answer(source, answer.limit), &answer) << answer.reason;
        const ApiError error = throughput_exceeded(source, answer.limit);
        EXPECT_EQ(error.type, answer.words.type);
        EXPECT_EQ(error.message, answer.words.message);
        ASSERT_EQ(error.throttling_reasons.size(), 1U);
        EXPECT_EQ(error.throttling_reasons[0].reason, answer.reason);
        EXPECT_EQ(error.throttling_reasons[0].resource, kArn);
    }
}

TEST(ThrottlingAnswers, ALimitThatTheBillingModeDoesNotHaveBecomesItsDefault) {
    const ThrottledSource provisioned{kArn, true, true, false};
    EXPECT_EQ(find_throttling_answer(provisioned, ThroughputLimit::Account), nullptr);
    EXPECT_EQ(
        throughput_exceeded(provisioned, ThroughputLimit::Account).throttling_reasons[0].reason,
        "IndexWriteProvisionedThroughputExceeded"
    );
    const ThrottledSource on_demand{kArn, false, false, true};
    EXPECT_EQ(find_throttling_answer(on_demand, ThroughputLimit::Provisioned), nullptr);
    EXPECT_EQ(
        throughput_exceeded(on_demand, ThroughputLimit::Provisioned).throttling_reasons[0].reason,
        "TableReadKeyRangeThroughputExceeded"
    );
}

TEST(ThrottlingAnswers, AreFoundByReasonAndLimit) {
    const auto* answer = find_throttling_reason("IndexWriteAccountLimitExceeded");
    ASSERT_NE(answer, nullptr);
    EXPECT_EQ(answer->limit, ThroughputLimit::Account);
    EXPECT_TRUE(answer->is_index && answer->is_write);
    for (const char* none : {"TableProvisionedThroughputExceeded", "TableRead", ""}) {
        EXPECT_EQ(find_throttling_reason(none), nullptr) << none;
    }
    EXPECT_EQ(find_throughput_limit("MaxOnDemandThroughputExceeded"), ThroughputLimit::MaxOnDemand);
    EXPECT_EQ(find_throughput_limit("Maximum"), std::nullopt);
}

TEST(ThrottlingAnswers, TooManyCallsOfTheControlPlaneHaveNoReason) {
    const ApiError error = request_rate_exceeded();
    EXPECT_EQ(error.type, ErrorType::ThrottlingException);
    EXPECT_EQ(error.message, "Rate exceeded");
    EXPECT_TRUE(error.throttling_reasons.empty());
}

}  // namespace
}  // namespace stator::protocol::errors
