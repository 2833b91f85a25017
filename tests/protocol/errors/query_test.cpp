#include "protocol/errors/query.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/errors/general.hpp"
#include "tests/support/expression_support.hpp"

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

TEST(StartKeyNotSupported, ShowsTheValueWithItsType) {
    const std::string intro =
        "The provided exclusive start key is invalid: ExclusiveStartKey: {p=AttributeValue: {";
    const auto message = [](const std::string& json) {
        const auto item = tests::item("{'p': " + json + "}");
        return start_key_not_supported("p", *item->find("p")).message;
    };
    EXPECT_EQ(message("{'S': 'a b'}"), intro + "S:a b}}");
    EXPECT_EQ(message("{'S': ''}"), intro + "S:}}");
    EXPECT_EQ(message("{'N': '-1.50'}"), intro + "N:-1.5}}");
}

TEST(QueryErrors, ListNamesInTheirOrder) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(
        hash_keys_need_equality(Names{"b"}).message,
        "HASH key attributes b must have equality conditions specified in the query"
    );
    EXPECT_EQ(
        attributes_not_projected("gsi", Names{"b", "a", "c"}).message,
        "One or more parameter values were invalid: Global secondary index gsi does not project "
        "[b, a, c]"
    );
}

TEST(QueryErrors, NameTheParameterOfAFilterOnAKey) {
    EXPECT_EQ(
        filter_on_key("QueryFilter", "p").message,
        "QueryFilter can only contain non-primary key attributes: Primary key attribute: p"
    );
    EXPECT_EQ(
        filter_on_key("Filter Expression", "p").message,
        "Filter Expression can only contain non-primary key attributes: Primary key attribute: p"
    );
}

TEST(QueryErrors, NameTheSegmentThatAStartKeyIsOutsideOf) {
    EXPECT_EQ(
        start_key_outside_segment(4096, 1).message,
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
        "ExclusiveStartKey with correct Segment. TotalSegments: 4096 Segment: 1"
    );
}

}  // namespace
}  // namespace stator::protocol::errors
