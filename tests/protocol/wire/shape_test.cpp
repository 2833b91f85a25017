#include "protocol/wire/shape.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::wire {
namespace {

constexpr Shape kString{.type = ShapeType::String};
constexpr Shape kBoolean{.type = ShapeType::Boolean};
constexpr Shape kInteger{.type = ShapeType::Integer};
constexpr Shape kLong{.type = ShapeType::Long};
constexpr Shape kDouble{.type = ShapeType::Double};
constexpr Shape kBlob{.type = ShapeType::Blob};
constexpr Shape kValue{.type = ShapeType::AttributeValue};
constexpr Shape kStrings{.type = ShapeType::List, .element = &kString};
constexpr Shape kValues{.type = ShapeType::Map, .element = &kValue};
constexpr Shape kNames{.type = ShapeType::Map, .element = &kString};
constexpr Shape kKeys{.type = ShapeType::List, .element = &kValues};
constexpr Member kPairMembers[] = {{"Name", &kString}, {"Count", &kInteger}};
constexpr Shape kPair{.type = ShapeType::Structure, .class_name = "Pair", .members = kPairMembers};
constexpr Shape kPairs{.type = ShapeType::List, .element = &kPair};
constexpr Shape kPairsByName{.type = ShapeType::Map, .element = &kPairs};
constexpr Member kTypedMembers[] = {
    {"Text", &kString},
    {"Flag", &kBoolean},
    {"Count", &kInteger},
    {"Size", &kLong},
    {"Share", &kDouble},
    {"Bytes", &kBlob},
    {"Names", &kStrings},
    {"Item", &kValues},
    {"Places", &kNames},
    {"Keys", &kKeys},
    {"One", &kPair},
    {"Pairs", &kPairs},
    {"Tables", &kPairsByName},
    {"Value", &kValue},
};
constexpr Shape kTyped{.type = ShapeType::Structure, .class_name = "X", .members = kTypedMembers};

struct Case {
    std::string json;
    std::string outcome;
};

std::string type_verdict(std::string_view json) {
    return tests::verdict(check_types(tests::document(json).root(), kTyped));
}

void expect_type_verdicts(const std::vector<Case>& cases) {
    for (const Case& each : cases) EXPECT_EQ(type_verdict(each.json), each.outcome) << each.json;
}

const std::string kNoCollection = "Unrecognized collection type class ";
const std::string kNoStructure = "Start of structure or map found where not expected";
const std::string kNoField = "Unexpected field type";
const std::string kNoValue = "Unexpected value type in payload";
const std::string kPackage = "com.amazonaws.dynamodb.v20120810.";
const std::string kMapOf = "Unrecognized collection type java.util.Map<java.lang.String, ";

TEST(ShapeTypes, AreCheckedOfScalarMembers) {
    expect_type_verdicts({
        {"{'Text': 'x', 'Flag': true, 'Count': 1, 'Size': 2.5, 'Share': 1, 'Bytes': 'AA=='}", "ok"},
        {"{'Text': true}", "TRUE_VALUE cannot be converted to String"},
        {"{'Text': false}", "FALSE_VALUE cannot be converted to String"},
        {"{'Text': 23}", "NUMBER_VALUE cannot be converted to String"},
        {"{'Text': -2.5}", "DECIMAL_VALUE cannot be converted to String"},
        {"{'Text': []}", kNoCollection + "java.lang.String"},
        {"{'Text': {}}", kNoStructure},
        {"{'Flag': 'No'}", "ok"},
        {"{'Flag': 'maybe'}", "Unexpected token received from parser"},
        {"{'Flag': 1}", "NUMBER_VALUE cannot be converted to Boolean"},
        {"{'Flag': -2.5}", "DECIMAL_VALUE cannot be converted to Boolean"},
        {"{'Flag': []}", kNoCollection + "java.lang.Boolean"},
        {"{'Flag': {}}", kNoStructure},
        {"{'Count': '23'}", "STRING_VALUE cannot be converted to Integer"},
        {"{'Count': []}", kNoCollection + "java.lang.Integer"},
        {"{'Size': true}", "TRUE_VALUE cannot be converted to Long"},
        {"{'Size': {}}", kNoStructure},
        {"{'Share': 'x'}", "STRING_VALUE cannot be converted to Double"},
        {"{'Bytes': 1}", "only base-64-encoded strings are convertible to bytes"},
        {"{'Bytes': []}", kNoCollection + "java.nio.ByteBuffer"},
        {"{'Bytes': {}}", kNoStructure},
        {"{'Bytes': 'abcde'}",
         "Base64 encoded length is expected a multiple of 4 bytes but found: 5"},
    });
}

TEST(ShapeTypes, AreCheckedOfCollections) {
    expect_type_verdicts({
        {"{'Names': 'x'}", kNoField},
        {"{'Names': {}}", kNoStructure},
        {"{'Names': ['a', 1]}", "NUMBER_VALUE cannot be converted to String"},
        {"{'Item': 'x'}", kNoField},
        {"{'Item': []}", kMapOf + kPackage + "AttributeValue>"},
        {"{'Places': []}", kMapOf + "java.lang.String>"},
        {"{'Tables': []}", kMapOf + "java.util.List<" + kPackage + "Pair>>"},
        {"{'One': []}", kNoCollection + kPackage + "Pair"},
        {"{'One': 23}", kNoField},
        {"{'Pairs': [23]}", kNoValue},
        {"{'Pairs': [[]]}", kNoCollection + kPackage + "Pair"},
        {"{'Pairs': [{'Count': 'x'}]}", "STRING_VALUE cannot be converted to Integer"},
    });
    for (const std::string json : {"{'Keys': ['x']}", "{'Tables': {'x': 'y'}}"}) {
        EXPECT_NE(type_verdict(json).find("cannot be cast to class"), std::string::npos) << json;
    }
}

TEST(ShapeTypes, AreCheckedOfAttributeValues) {
    expect_type_verdicts({
        {"{'Value': 'x'}", kNoField},
        {"{'Item': {'a': 'x'}}", kNoValue},
        {"{'Item': {'a': {'L': [1]}}}", kNoValue},
        {"{'Item': {'a': []}}", kNoCollection + kPackage + "AttributeValue"},
        {"{'Item': {'a': {'N': 3.5}}}", "DECIMAL_VALUE cannot be converted to String"},
        {"{'Item': {'a': {'SS': 'x'}}}", kNoField},
        {"{'Item': {'a': {'BS': ['AB==']}}}", "Invalid last non-pad Base64 character dectected"},
        {"{'Item': {'a': {'M': []}}}", kMapOf + kPackage + "AttributeValue>"},
        {"{'Item': {'a': {'M': {'b': {'L': [{'BOOL': 1}]}}}}}",
         "NUMBER_VALUE cannot be converted to Boolean"},
    });
}

TEST(ShapeTypes, SkipNullAndUnknownMembers) {
    expect_type_verdicts({
        {"{'Text': null, 'Names': [null], 'Item': {'a': null, 'b': {'S': null}}}", "ok"},
        {"{'text': 1, 'Other': {'Text': 1}}", "ok"},
        {"{'Item': {'a': {'Q': 1}}}", "ok"},
    });
}

TEST(ShapeTypes, AreReportedInTheOrderOfTheDocument) {
    EXPECT_EQ(type_verdict("{'Names': 'x', 'Text': 1}"), kNoField);
    EXPECT_EQ(
        type_verdict("{'Text': 1, 'Names': 'x'}"), "NUMBER_VALUE cannot be converted to String"
    );
}

TEST(ShapeTypes, RequireAnObject) {
    for (const std::string json : {"[]", "1", "'x'", "null"}) {
        const auto result = check_types(tests::document(json).root(), kTyped);
        ASSERT_TRUE(result.has_error()) << json;
        EXPECT_EQ(result.error().type, ErrorType::SerializationException);
        EXPECT_EQ(result.error().message, "") << json;
    }
}

constexpr Shape kName{
    .type = ShapeType::String, .length_min = 3, .length_max = 5, .name_pattern = true};
constexpr Shape kTableName{
    .type = ShapeType::String,
    .length_min = 1,
    .length_max = 5,
    .name_pattern = true,
    .arn_allowed = true};
constexpr Shape kMode{.type = ShapeType::String, .enum_set = "[FAST, SLOW]"};
constexpr Shape kShown{
    .type = ShapeType::String, .enum_set = "[FAST, SLOW]", .enum_shown = "[FAST]"};
constexpr Shape kLimit{.type = ShapeType::Integer, .value_min = 1, .value_max = 100};
constexpr Member kKeyMembers[] = {{"AttributeName", &kString, true}, {"Mode", &kMode}};
constexpr Shape kKey{.type = ShapeType::Structure, .class_name = "Key", .members = kKeyMembers};
constexpr Shape kSchema{
    .type = ShapeType::List, .element = &kKey, .length_min = 1, .length_max = 2};
constexpr Shape kText{.type = ShapeType::String};
constexpr Shape kTags{.type = ShapeType::List, .element = &kText, .length_max = 1};
constexpr Shape kByName{.type = ShapeType::Map, .element = &kKey, .length_min = 1};
constexpr Member kMembers[] = {
    {"Name", &kName},
    {"TableName", &kTableName},
    {"Mode", &kMode},
    {"Shown", &kShown},
    {"Limit", &kLimit},
    {"SSEKeys", &kSchema},
    {"Tags", &kTags},
    {"ByName", &kByName},
    {"New", &kMode, false, values::Reader::Current},
    {"Bare", &kMode, false, values::Reader::Current, false},
};
constexpr Shape kRequest{.type = ShapeType::Structure, .members = kMembers};

std::string joined_violations(std::string_view json, const Shape& shape = kRequest) {
    std::string text;
    for (const std::string& violation :
         constraint_violations(tests::document(json).root(), shape)) {
        text.append(text.empty() ? "" : "; ").append(violation);
    }
    return text;
}

std::string violated(
    const std::string& value, const std::string& place, const std::string& constraint
) {
    return "Value '" + value + "' at '" + place + "' failed to satisfy constraint: Member must " +
           constraint;
}

const std::string kPattern = "satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
const std::string kModes = "satisfy enum value set: [FAST, SLOW]";

TEST(ShapeConstraints, ReportThoseThatAValueViolates) {
    const std::string shorter = "have length greater than or equal to ";
    const std::string longer = "have length less than or equal to ";
    const std::vector<Case> cases = {
        {"{'Name': 'a_.-9', 'Mode': 'SLOW', 'Limit': 100, 'Tags': ['x']}", ""},
        {"{'Name': 'ab'}", violated("ab", "name", shorter + "3")},
        {"{'Name': 'abcdef'}", violated("abcdef", "name", longer + "5")},
        {"{'Name': 'ab:'}", violated("ab:", "name", kPattern)},
        {"{'Name': ';'}",
         violated(";", "name", kPattern) + "; " + violated(";", "name", shorter + "3")},
        {"{'Mode': 'fast'}", violated("fast", "mode", kModes)},
        {"{'Mode': 'FAST, SLOW'}", violated("FAST, SLOW", "mode", kModes)},
        {"{'Shown': 'SLOW'}", ""},
        {"{'Shown': 'x'}", violated("x", "shown", "satisfy enum value set: [FAST]")},
        {"{'Limit': 0}", violated("0", "limit", "have value greater than or equal to 1")},
        {"{'Limit': 101}", violated("101", "limit", "have value less than or equal to 100")},
        {"{'Tags': ['x', 'y']}", violated("[x, y]", "tags", longer + "1")},
        {"{'SSEKeys': []}", violated("[]", "sSEKeys", shorter + "1")},
        {"{'ByName': {}}", violated("{}", "byName", shorter + "1")},
    };
    for (const Case& each : cases) EXPECT_EQ(joined_violations(each.json), each.outcome);
}

TEST(ShapeConstraints, OfNestedMembersNameTheirPath) {
    EXPECT_EQ(
        joined_violations(
            "{'SSEKeys': [{'AttributeName': 'a'}, {'AttributeName': 'b', 'Mode': 'X'}]}"
        ),
        violated("X", "sSEKeys.2.member.mode", kModes)
    );
    EXPECT_EQ(
        joined_violations("{'ByName': {'my.Attr': {'AttributeName': 'a', 'Mode': 'X'}}}"),
        violated("X", "byName.my.Attr.member.mode", kModes)
    );
    EXPECT_EQ(
        joined_violations("{'SSEKeys': [{}]}"),
        "Value null at 'sSEKeys.1.member.attributeName' failed to satisfy constraint: Member must "
        "not be null"
    );
}

TEST(ShapeConstraints, ShowALongListWithItsStructures) {
    EXPECT_EQ(
        joined_violations(
            "{'SSEKeys': [{'AttributeName': 'a', 'Mode': 'FAST'}, {'AttributeName': 'b'},"
            " {'AttributeName': 'c', 'Mode': 'SLOW'}]}"
        ),
        violated(
            "[Key(attributeName=a, mode=FAST), Key(attributeName=b, mode=null), "
            "Key(attributeName=c, mode=SLOW)]",
            "sSEKeys",
            "have length less than or equal to 2"
        )
    );
}

TEST(ShapeConstraints, MeasureTextInUnitsOfUtf16) {
    EXPECT_EQ(joined_violations("{'Name': 'ééééé'}"), violated("ééééé", "name", kPattern));
    EXPECT_EQ(
        joined_violations("{'Name': 'é😀😀é'}"),
        violated("é😀😀é", "name", kPattern) + "; " +
            violated("é😀😀é", "name", "have length less than or equal to 5")
    );
}

TEST(ShapeConstraints, OfANameAreThoseOfAnArnIfAllowed) {
    EXPECT_EQ(joined_violations("{'TableName': 'arn:aws:dynamodb:x'}"), "");
    EXPECT_EQ(joined_violations("{'TableName': 'arn:" + std::string(1'020, 'x') + "'}"), "");
    const std::string long_arn = "arn:" + std::string(1'021, 'x');
    EXPECT_EQ(
        joined_violations("{'TableName': '" + long_arn + "'}"),
        violated(long_arn, "tableName", "have length less than or equal to 1024")
    );
}

TEST(ShapeConstraints, ReportAnEmptyTableNameOnlyAsTooShort) {
    EXPECT_EQ(
        joined_violations("{'TableName': ''}"),
        violated("", "tableName", "have length greater than or equal to 1")
    );
    EXPECT_EQ(
        joined_violations("{'Name': ''}"),
        violated("", "name", kPattern) + "; " +
            violated("", "name", "have length greater than or equal to 3")
    );
}

TEST(ShapeConstraints, AreWordedAsTheMemberRequires) {
    EXPECT_EQ(
        joined_violations("{'New': 'X'}"),
        "Value at 'New' failed to satisfy constraint: Member must " + kModes
    );
    EXPECT_EQ(
        joined_violations("{'Bare': 'X'}"), "Failed to satisfy constraint: Member must " + kModes
    );
}

TEST(ShapeConstraints, AreReportedInTheOrderOfTheShape) {
    EXPECT_EQ(
        joined_violations("{'Limit': 0, 'Mode': 'X'}"),
        violated("X", "mode", kModes) + "; " +
            violated("0", "limit", "have value greater than or equal to 1")
    );
}

TEST(CheckConstraints, AcceptsAValidRequest) {
    EXPECT_EQ(tests::verdict(check_constraints(tests::document("{}").root(), kRequest)), "ok");
    EXPECT_EQ(
        tests::verdict(check_constraints(tests::document("{'Limit': 0}").root(), kRequest)),
        "1 validation error detected: " +
            violated("0", "limit", "have value greater than or equal to 1")
    );
}

TEST(LowerCamel, LowersTheFirstLetterOnly) {
    EXPECT_EQ(lower_camel("TableName"), "tableName");
    EXPECT_EQ(lower_camel("SSESpecification"), "sSESpecification");
    EXPECT_EQ(lower_camel(""), "");
}

}  // namespace
}  // namespace stator::protocol::wire
