// TagResource, UntagResource and ListTagsOfResource: all errors that require no table.
#include "protocol/operations/settings/tags.hpp"

#include <gtest/gtest.h>

#include "tests/support/table_requests.hpp"

namespace stator::protocol::operations::settings {
namespace {

using namespace table_requests;

const std::string kArn = "arn:aws:dynamodb:us-east-1:123456789012:table/tbl";

std::string with_arn(const std::string& arn, const std::string& members = "") {
    return R"({"ResourceArn":")" + arn + "\"" + members + "}";
}

std::string tag(const std::string& key, const std::string& value) {
    return with_arn(kArn, R"(,"Tags":[{"Key":")" + key + R"(","Value":")" + value + R"("}])");
}

std::string untag(const std::string& key) {
    return with_arn(kArn, R"(,"TagKeys":[")" + key + R"("])");
}

std::string repeated(const std::string& text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

std::string many_tags(int count) {
    std::string list;
    for (int i = 0; i < count; ++i) {
        list += (i > 0 ? "," : "") + std::string(R"({"Key":"k)") + std::to_string(i) +
                R"(","Value":""})";
    }
    return with_arn(kArn, R"(,"Tags":[)" + list + "]");
}

class TagResource : public ::testing::TestWithParam<table_requests::ErrorCase> {};

TEST_P(TagResource, Refuses) {
    const auto document = table_requests::parse(GetParam().request);
    EXPECT_EQ(table_requests::message_of(decode_tag_resource(document.root())), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Arns,
    TagResource,
    ::testing::Values(
        table_requests::ErrorCase{
            "absent",
            "{}",
            "1 validation error detected: Value null at 'resourceArn' failed to satisfy "
            "constraint: Member must not be null"},
        table_requests::ErrorCase{
            "of wrong type",
            R"({"ResourceArn":[]})",
            "Unrecognized collection type class java.lang.String"},
        table_requests::ErrorCase{
            "not one",
            with_arn("tbl"),
            table_requests::kInvalid + "ARNs must start with 'arn:': tbl"},
        table_requests::ErrorCase{
            "malformed",
            with_arn("arn:not/a/good/format"),
            table_requests::kInvalid +
                "Provided Arn is not a DynamoDB resource arn: arn:not/a/good/format"},
        table_requests::ErrorCase{
            "of another service",
            with_arn("arn:aws:s3:us-east-1:123456789012:table/tbl"),
            table_requests::kInvalid + "Provided Arn is not a DynamoDB resource arn: "
                                       "arn:aws:s3:us-east-1:123456789012:table/tbl"},
        table_requests::ErrorCase{
            "of a table that cannot be",
            with_arn("arn:aws:dynamodb:us-east-1:123456789012:table/ab", R"(,"Tags":[])"),
            "Invalid TableArn: Invalid ResourceArn provided as input "
            "arn:aws:dynamodb:us-east-1:123456789012:table/ab"},
        table_requests::ErrorCase{
            "of an index",
            with_arn(kArn + "/index/idx"),
            table_requests::kInvalid +
                "Invalid resource arn provided, only table or stream is accepted. Provided "
                "resource arn: " +
                kArn + "/index/idx"},
        table_requests::ErrorCase{
            "of a backup",
            with_arn(kArn + "/backup/01"),
            table_requests::kInvalid + "Provided Arn is not a DynamoDB resource arn: " + kArn +
                "/backup/01"},
        table_requests::ErrorCase{
            "of a stream", with_arn(kArn + "/stream/1", R"(,"Tags":[{"Key":"a","Value":""}])"), ""}
    )
);

INSTANTIATE_TEST_SUITE_P(
    Tags,
    TagResource,
    ::testing::Values(
        table_requests::ErrorCase{
            "absent",
            with_arn(kArn),
            "1 validation error detected: Value null at 'tags' failed to satisfy constraint: "
            "Member must not be null"},
        table_requests::ErrorCase{
            "none",
            with_arn(kArn, R"(,"Tags":[])"),
            "Atleast one Tag needs to be provided as Input."},
        table_requests::ErrorCase{
            "no key",
            with_arn(kArn, R"(,"Tags":[{"Value":"a"}])"),
            "The Tag Key provided is invalid, Key: null"},
        table_requests::ErrorCase{
            "empty key", tag("", "a"), "The Tag Key provided is invalid, Key: "},
        table_requests::ErrorCase{
            "no value",
            with_arn(kArn, R"(,"Tags":[{"Key":"a"}])"),
            "The Tag Value provided is invalid, Value: null"},
        table_requests::ErrorCase{
            "character", tag("d%g", "a"), "The Tag Key provided is invalid, Key: d%g"},
        table_requests::ErrorCase{
            "character of value", tag("a", "hi!"), "The Tag Value provided is invalid, Value: hi!"},
        table_requests::ErrorCase{
            "emoji", tag("a", "😀"), "The Tag Value provided is invalid, Value: 😀"},
        table_requests::ErrorCase{
            "reserved", tag("Aws:a", "b"), "Tag Key cannot be prefixed with aws:, Key: Aws:a"},
        table_requests::ErrorCase{
            "twice",
            with_arn(kArn, R"(,"Tags":[{"Key":"a","Value":"1"},{"Key":"a","Value":"2"}])"),
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found a"},
        table_requests::ErrorCase{"empty value", tag("a", ""), ""},
        table_requests::ErrorCase{"every character", tag("aZ09 +-=._:/@", "aZ09 +-=._:/@"), ""},
        table_requests::ErrorCase{"other scripts", tag("законные буквы", "鍵ѮѮ"), ""},
        table_requests::ErrorCase{
            "128 characters", tag(repeated("א", 128), repeated("א", 256)), ""},
        table_requests::ErrorCase{
            "129 characters",
            tag(repeated("x", 129), ""),
            "The Tag Key provided is invalid, Key: " + repeated("x", 129)},
        table_requests::ErrorCase{
            "257 characters",
            tag("a", repeated("x", 257)),
            "The Tag Value provided is invalid, Value: " + repeated("x", 257)},
        table_requests::ErrorCase{"fifty", many_tags(50), ""},
        table_requests::ErrorCase{
            "fifty-one",
            many_tags(51),
            "Number of Tags exceed the current limit for the provided ResourceArn"}
    )
);

class UntagResource : public ::testing::TestWithParam<table_requests::ErrorCase> {};

TEST_P(UntagResource, Refuses) {
    const auto document = table_requests::parse(GetParam().request);
    EXPECT_EQ(table_requests::message_of(decode_untag_resource(document.root())), GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Keys,
    UntagResource,
    ::testing::Values(
        table_requests::ErrorCase{
            "absent",
            with_arn(kArn),
            "1 validation error detected: Value null at 'tagKeys' failed to satisfy constraint: "
            "Member must not be null"},
        table_requests::ErrorCase{
            "none",
            with_arn(kArn, R"(,"TagKeys":[])"),
            "Atleast one Tag Key needs to be provided as Input."},
        table_requests::ErrorCase{
            "reserved", untag("aws:a"), "Tag Key cannot be prefixed with aws:, Key: aws:a"},
        table_requests::ErrorCase{
            "fifty-one",
            with_arn(kArn, R"(,"TagKeys":["k")" + repeated(R"(,"k")", 50) + "]"),
            "Number of Tags exceed the current limit for the provided ResourceArn"},
        table_requests::ErrorCase{"fine", untag("a"), ""}
    )
);

TEST(ListTags, IgnoresTheToken) {
    const auto document = table_requests::parse(with_arn(kArn, R"(,"NextToken":"nonsense")"));
    const auto request = decode_list_tags(document.root());
    ASSERT_TRUE(request);
    EXPECT_EQ(request->resource_arn, kArn);
}

TEST(ListTags, WritesKeysAndValues) {
    EXPECT_EQ(encode_list_tags({}), R"({"Tags":[]})");
    EXPECT_EQ(
        encode_list_tags({{"b", ""}, {"a", "1"}}),
        R"({"Tags":[{"Key":"a","Value":"1"},{"Key":"b","Value":""}]})"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::settings
