#include "protocol/base/api_error.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>

#include "protocol/base/result.hpp"

namespace stator::protocol {
namespace {

constexpr std::string_view kModelled = "com.amazonaws.dynamodb.v20120810";
constexpr std::string_view kService = "com.amazon.coral.service";
constexpr std::string_view kValidate = "com.amazon.coral.validate";

TEST(ErrorType, HasNamePrefixAndStatus) {
    struct Case {
        ErrorType type;
        std::string_view name;
        std::string_view prefix;
        int status;
    };

    const Case cases[] = {
        {ErrorType::AccessDeniedException, "AccessDeniedException", kService, 400},
        {ErrorType::ConditionalCheckFailedException,
         "ConditionalCheckFailedException",
         kModelled,
         400},
        {ErrorType::InternalFailure, "InternalFailure", kService, 500},
        {ErrorType::InternalServerError, "InternalServerError", kModelled, 500},
        {ErrorType::InvalidEndpointException, "InvalidEndpointException", kModelled, 421},
        {ErrorType::MissingAuthenticationTokenException,
         "MissingAuthenticationTokenException",
         kService,
         400},
        {ErrorType::RequestEntityTooLarge, "RequestEntityTooLarge", kService, 413},
        {ErrorType::RequestTimeoutException, "RequestTimeoutException", kService, 408},
        {ErrorType::ResourceInUseException, "ResourceInUseException", kModelled, 400},
        {ErrorType::SerializationException, "SerializationException", kService, 400},
        {ErrorType::ServiceUnavailable, "ServiceUnavailable", kService, 503},
        {ErrorType::ThrottlingException, "ThrottlingException", kModelled, 400},
        {ErrorType::TransactionCanceledException, "TransactionCanceledException", kModelled, 400},
        {ErrorType::UnknownOperationException, "UnknownOperationException", kService, 400},
        {ErrorType::ValidationError, "ValidationError", kValidate, 400},
        {ErrorType::ValidationException, "ValidationException", kValidate, 400},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(error_name(each.type), each.name);
        EXPECT_EQ(error_prefix(each.type), each.prefix) << each.name;
        EXPECT_EQ(error_status(each.type), each.status) << each.name;
    }
}

TEST(ErrorType, IsFoundByItsWholeName) {
    std::set<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(ErrorType::ValidationException); ++i) {
        const auto type = static_cast<ErrorType>(i);
        EXPECT_EQ(find_error_type(error_name(type)), type) << error_name(type);
        EXPECT_TRUE(names.insert(error_name(type)).second) << error_name(type);
    }
    for (const std::string_view name :
         {"", "Validation", "validationexception", "ValidationExceptions", "Unknown"}) {
        EXPECT_EQ(find_error_type(name), std::nullopt) << name;
    }
}

TEST(Result, ThrowsTheErrorIfItsValueIsRequested) {
    const Result<int> result = ApiError{ErrorType::TableNotFoundException, "tbl is not here"};
    try {
        static_cast<void>(result.value());
        FAIL() << "there is no value";
    } catch (const std::logic_error& error) {
        EXPECT_EQ(std::string(error.what()), "TableNotFoundException: tbl is not here");
    }
}

}  // namespace
}  // namespace stator::protocol
