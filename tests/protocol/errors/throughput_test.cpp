#include "protocol/errors/throughput.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::protocol::errors {
namespace {

constexpr std::string_view kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/t";

TEST(ThrottlingReason, NamesSourceDirectionAndLimit) {
    struct Case {
        bool is_index;
        bool is_write;
        ThroughputLimit limit;
        std::string reason;
    };

    const std::vector<Case> cases = {
        {false, false, ThroughputLimit::Provisioned, "TableReadProvisionedThroughputExceeded"},
        {false, true, ThroughputLimit::KeyRange, "TableWriteKeyRangeThroughputExceeded"},
        {true, false, ThroughputLimit::MaxOnDemand, "IndexReadMaxOnDemandThroughputExceeded"},
        {true, true, ThroughputLimit::Account, "IndexWriteAccountLimitExceeded"},
    };
    for (const Case& each : cases) {
        const ThrottlingReason reason =
            throttling_reason({kArn, each.is_index, each.is_write, false}, each.limit);
        EXPECT_EQ(reason.reason, each.reason);
        EXPECT_EQ(reason.resource, kArn);
    }
}

TEST(ThroughputExceeded, DependsOnTheBillingModeThenOnTheLimit) {
    struct Case {
        bool is_on_demand;
        ThroughputLimit limit;
        ErrorType type;
    };

    const std::vector<Case> cases = {
        {false, ThroughputLimit::Provisioned, ErrorType::ProvisionedThroughputExceededException},
        {false, ThroughputLimit::KeyRange, ErrorType::ProvisionedThroughputExceededException},
        {true, ThroughputLimit::KeyRange, ErrorType::ThrottlingException},
        {true, ThroughputLimit::MaxOnDemand, ErrorType::ThrottlingException},
        {true, ThroughputLimit::Account, ErrorType::RequestLimitExceeded},
    };
    for (const Case& each : cases) {
        const ThrottledSource source{kArn, false, true, each.is_on_demand};
        const ApiError error = throughput_exceeded(source, each.limit);
        EXPECT_EQ(error.type, each.type);
        ASSERT_EQ(error.throttling_reasons.size(), 1u);
        EXPECT_EQ(error.throttling_reasons[0].reason, throttling_reason(source, each.limit).reason);
    }
}

TEST(ThroughputExceeded, SpeaksOfIndexesThatHoldAWriteUp) {
    const auto message = [](bool is_index, bool is_write, bool is_on_demand) {
        const ThrottledSource source{kArn, is_index, is_write, is_on_demand};
        return throughput_exceeded(source, ThroughputLimit::KeyRange).message;
    };
    const std::string plural = "one or more global secondary indexes";
    EXPECT_NE(message(true, true, false).find(plural), std::string::npos);
    EXPECT_NE(message(true, true, true).find(plural), std::string::npos);
    EXPECT_EQ(message(false, true, false).find(plural), std::string::npos);
    EXPECT_EQ(message(true, false, true).find(plural), std::string::npos);
}

}  // namespace
}  // namespace stator::protocol::errors
