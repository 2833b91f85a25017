#include "protocol/partiql/parameters.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::partiql {
namespace {

std::string verdict(std::string_view parameters) {
    const auto document = tests::document(parameters);
    return tests::verdict(decode_parameters(document.root()));
}

const std::string kTooDeep =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";
const std::string kNotANumber = "The parameter cannot be converted to a numeric value: abc";
const std::string kEmptyValue =
    "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";

// The value inside `levels` maps.
std::string nested(int levels, std::string value) {
    for (int i = 0; i < levels; ++i) value = "{'M':{'n':" + value + "}}";
    return value;
}

TEST(PartiqlParameters, AreDecodedInOrder) {
    const auto document = tests::document("[{'S': 'b'}, {'N': '1.0'}, {'S': 'a'}]");
    const auto decoded = decode_parameters(document.root());
    ASSERT_FALSE(decoded.has_error());
    std::string text;
    for (const values::AttributeValue& value : *decoded) {
        wire::append_attribute_value(text, value.view());
    }
    EXPECT_EQ(text, R"({"S":"b"}{"N":"1"}{"S":"a"})");
}

TEST(PartiqlParameters, AreNoneWhenAbsent) {
    const auto decoded = decode_parameters(std::nullopt);
    ASSERT_FALSE(decoded.has_error());
    EXPECT_TRUE(decoded->empty());
}

TEST(PartiqlParameters, ReportTheFirstFaultInDocumentOrder) {
    const std::string deep = nested(40, "{'N':'abc'}");
    EXPECT_EQ(verdict("[" + deep + "]"), kTooDeep);
    EXPECT_EQ(verdict("[{'M':{'d':" + deep + ",'bad':{'N':'abc'}}}]"), kTooDeep);
    EXPECT_EQ(verdict("[{'M':{'bad':{'N':'abc'},'d':" + deep + "}}]"), kNotANumber);
    EXPECT_EQ(verdict("[{'NS':['1','abc']}, " + deep + "]"), kNotANumber);
    EXPECT_EQ(verdict("[{'N':''}]"), "The parameter cannot be converted to a numeric value");
}

TEST(PartiqlParameters, NestThirtyTwoLevels) {
    EXPECT_EQ(verdict("[" + nested(31, "{'S':'x'}") + "]"), "ok");
    EXPECT_EQ(verdict("[" + nested(32, "{'S':'x'}") + "]"), kTooDeep);
    EXPECT_EQ(verdict("[{'L':[" + nested(31, "{'S':'x'}") + "]}]"), kTooDeep);
}

TEST(PartiqlParameters, MayNotBeNull) {
    EXPECT_EQ(verdict("[{'S': 'a'}, null]"), kEmptyValue);
    EXPECT_EQ(verdict("[{}]"), kEmptyValue);
    EXPECT_EQ(verdict("[{'L': [null]}]"), kEmptyValue);
    EXPECT_EQ(verdict("[{'M': {'': {'S': 'a'}}}]"), "Empty attribute name");
}

}  // namespace
}  // namespace stator::protocol::partiql
