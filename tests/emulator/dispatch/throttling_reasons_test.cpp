#include "emulator/dispatch/throttling_reasons.hpp"

#include <gtest/gtest.h>

#include "protocol/errors/usual.hpp"

namespace stator::emulator::dispatch {
namespace {

using protocol::ApiError;
using protocol::ErrorType;

const protocol::model::TableScope kScope = {"eu-west-2", "123456789012"};
constexpr std::string_view kTableArn = "arn:aws:dynamodb:eu-west-2:123456789012:table/Music";

engine::faults::RequestFacts request(std::string operation, std::vector<std::string> indexes = {}) {
    engine::faults::RequestFacts facts;
    facts.operation = std::move(operation);
    facts.tables = {"Music"};
    facts.indexes = std::move(indexes);
    return facts;
}

// "reason resource".
std::string completed(ApiError error, const engine::faults::RequestFacts& facts) {
    complete_throttling_reasons(error, facts, kScope);
    if (error.throttling_reasons.empty()) return "none";
    return error.throttling_reasons[0].reason + " " + error.throttling_reasons[0].resource;
}

TEST(ThrottlingReasons, SuitTheRequest) {
    const auto provisioned =
        protocol::errors::usual_error(ErrorType::ProvisionedThroughputExceededException);
    EXPECT_EQ(
        completed(provisioned, request("GetItem")),
        "TableReadProvisionedThroughputExceeded " + std::string(kTableArn)
    );
    EXPECT_EQ(
        completed(provisioned, request("BatchWriteItem")),
        "TableWriteProvisionedThroughputExceeded " + std::string(kTableArn)
    );
    EXPECT_EQ(
        completed(provisioned, request("Query", {"ByYear"})),
        "IndexReadProvisionedThroughputExceeded " + std::string(kTableArn) + "/index/ByYear"
    );
    EXPECT_EQ(
        completed(
            protocol::errors::usual_error(ErrorType::RequestLimitExceeded), request("PutItem")
        ),
        "TableWriteAccountLimitExceeded " + std::string(kTableArn)
    );
}

TEST(ThrottlingReasons, KeepAGivenReason) {
    auto error = protocol::errors::usual_error(ErrorType::ThrottlingException);
    error.throttling_reasons[0].reason = "TableReadAccountLimitExceeded";
    EXPECT_EQ(
        completed(error, request("Query", {"ByYear"})),
        "TableReadAccountLimitExceeded " + std::string(kTableArn)
    );
    error.throttling_reasons[0].resource = "arn:x";
    EXPECT_EQ(completed(error, request("PutItem")), "TableReadAccountLimitExceeded arn:x");
}

TEST(ThrottlingReasons, AnEmptyOneIsRemovedIfTheRequestNamesNoTable) {
    const auto error = protocol::errors::usual_error(ErrorType::ThrottlingException);
    EXPECT_EQ(completed(error, {}), "none");
    EXPECT_EQ(completed(error, request("UpdateTable")), "none") << "nor on the control plane";
}

}  // namespace
}  // namespace stator::emulator::dispatch
