#include "load/request.hpp"

#include <gtest/gtest.h>

namespace stator::bench {
namespace {

TEST(RequestTemplate, SetsFieldsInTheOrderOfTheText) {
    RequestTemplate request("a@@@b@c@@@@@@@@d");
    ASSERT_EQ(request.field_count(), 2U);
    EXPECT_EQ(request.bytes(), "a000b@c00000000d");
    request.set(0, 42);
    request.set(1, 1234567);
    EXPECT_EQ(request.bytes(), "a042b@c01234567d");
    request.set(0, 7);
    EXPECT_EQ(request.bytes(), "a007b@c01234567d");
}

TEST(RequestTemplate, DropsDigitsThatDoNotFit) {
    RequestTemplate request("@@");
    request.set(0, 12345);
    EXPECT_EQ(request.bytes(), "45");
}

TEST(RequestWriter, WritesOnePostThatLooksSigned) {
    const RequestWriter writer(parse_endpoint("http://127.0.0.1:8123/"));
    const std::string bytes = writer.write("ListTables", "{}");
    EXPECT_TRUE(bytes.starts_with("POST / HTTP/1.1\r\nHost: 127.0.0.1:8123\r\n"));
    EXPECT_TRUE(bytes.ends_with("\r\nContent-Length: 2\r\n\r\n{}"));
    EXPECT_NE(bytes.find("\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"), std::string::npos);
    EXPECT_NE(bytes.find("/us-east-1/dynamodb/aws4_request, SignedHeaders="), std::string::npos);
    EXPECT_EQ(RequestTemplate(bytes).field_count(), 0U);
}

}  // namespace
}  // namespace stator::bench
