#include "protocol/errors/query.hpp"

#include <gtest/gtest.h>

#include "protocol/errors/general.hpp"

namespace stator::protocol::errors {
namespace {

ApiError error(ErrorCause cause) {
    ApiError error = validation("what is wrong");
    error.cause = cause;
    return error;
}

// AWS: [case Scan/start_key_values]
TEST(BadStartKeyValue, IsWrappedIfTheValueItselfIsWrong) {
    for (const ErrorCause cause : {ErrorCause::ValueForm, ErrorCause::ValueContent}) {
        const ApiError bad = bad_start_key_value(error(cause));
        EXPECT_EQ(bad.type, ErrorType::ValidationException);
        EXPECT_EQ(bad.message, "The provided starting key is invalid: what is wrong");
    }
}

TEST(BadStartKeyValue, IsUnchangedOtherwise) {
    for (const ErrorCause cause :
         {ErrorCause::Unspecified, ErrorCause::ItemSize, ErrorCause::NestingTooDeep}) {
        const ApiError bad = bad_start_key_value(error(cause));
        EXPECT_EQ(bad.type, ErrorType::ValidationException);
        EXPECT_EQ(bad.message, "what is wrong");
        EXPECT_EQ(bad.cause, ErrorCause::Unspecified);
    }
}

TEST(BadStartKeyValue, IsAlwaysAValidationException) {
    ApiError other = error(ErrorCause::Unspecified);
    other.type = ErrorType::SerializationException;
    EXPECT_EQ(bad_start_key_value(other).type, ErrorType::ValidationException);
}

}  // namespace
}  // namespace stator::protocol::errors
