#include "protocol/errors/general.hpp"

#include <gtest/gtest.h>

#include "protocol/errors/items.hpp"

namespace stator::protocol::errors {
namespace {

TEST(Enveloped, ArePlainValidationErrors) {
    EXPECT_EQ(enveloped(validation("x")).message, "1 validation error detected: x");
    for (const ErrorCause cause : {ErrorCause::ValueForm, ErrorCause::ItemSize}) {
        ApiError bare = validation("x");
        bare.cause = cause;
        EXPECT_EQ(enveloped(bare).message, "x");
    }
    const ApiError failed = conditional_check_failed(nullptr);
    EXPECT_EQ(enveloped(failed).message, failed.message);
}

}  // namespace
}  // namespace stator::protocol::errors
