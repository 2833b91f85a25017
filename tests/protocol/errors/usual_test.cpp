#include "protocol/errors/usual.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::errors {
namespace {

TEST(UsualError, ExistsForEveryType) {
    for (unsigned value = 0; value <= static_cast<unsigned>(ErrorType::ValidationException);
         ++value) {
        const auto type = static_cast<ErrorType>(value);
        EXPECT_EQ(usual_error(type).type, type) << error_name(type);
    }
}

TEST(UsualError, OfThroughputHasOneReasonLeftBlank) {
    for (const ErrorType type :
         {ErrorType::ProvisionedThroughputExceededException,
          ErrorType::ThrottlingException,
          ErrorType::RequestLimitExceeded}) {
        const ApiError error = usual_error(type);
        ASSERT_EQ(error.throttling_reasons.size(), 1u) << error_name(type);
        EXPECT_EQ(error.throttling_reasons[0].reason, "");
        EXPECT_EQ(error.throttling_reasons[0].resource, "");
    }
}

TEST(UsualError, OfACancelledTransactionHasAConflict) {
    const ApiError error = usual_error(ErrorType::TransactionCanceledException);
    ASSERT_EQ(error.cancellation_reasons.size(), 1u);
    EXPECT_EQ(error.cancellation_reasons[0].code, "TransactionConflict");
    EXPECT_NE(error.message.find("[TransactionConflict]"), std::string::npos);
}

TEST(UsualCancellationReason, IsKnownByItsCode) {
    for (const std::string code :
         {"None",
          "ConditionalCheckFailed",
          "DuplicateItem",
          "ItemCollectionSizeLimitExceeded",
          "ProvisionedThroughputExceeded",
          "ResourceNotFound",
          "ThrottlingError",
          "TransactionConflict",
          "ValidationError"}) {
        const auto reason = usual_cancellation_reason(code);
        ASSERT_TRUE(reason) << code;
        EXPECT_EQ(reason->code, code);
        EXPECT_EQ(reason->message.empty(), code == "None") << code;
    }
    for (const std::string code : {"", "none", "InternalFailure", "ValidationException"})
        EXPECT_FALSE(usual_cancellation_reason(code)) << code;
}

}  // namespace
}  // namespace stator::protocol::errors
