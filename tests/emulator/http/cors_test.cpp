#include "emulator/http/cors.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::http {
namespace {

HttpRequest from_origin(std::string_view method, std::string_view origin) {
    HttpRequest request;
    request.method = method;
    request.origin = origin;
    request.access_control_request_method = "POST";
    request.access_control_request_headers = "X-Amz-Target, Foo";
    return request;
}

constexpr std::string_view kExpose =
    "Access-Control-Expose-Headers: "
    "x-amzn-RequestId,x-amzn-ErrorType,x-amz-request-id,x-amz-errortype,x-amz-crc32,Date\r\n";

TEST(Cors, AddsNoHeadersWithoutOrigin) {
    EXPECT_EQ(CorsPolicy().header_lines(from_origin("POST", "")), "");
    EXPECT_FALSE(CorsPolicy::is_preflight(from_origin("OPTIONS", "")));
}

TEST(Cors, AllowsEveryOriginByDefault) {
    for (const char* list : {"", "*", "http://a, *"}) {
        EXPECT_EQ(
            CorsPolicy(list).header_lines(from_origin("POST", "http://b")),
            "Access-Control-Allow-Origin: *\r\n" + std::string(kExpose)
        );
    }
}

TEST(Cors, AnswersPreflights) {
    EXPECT_TRUE(CorsPolicy::is_preflight(from_origin("OPTIONS", "http://a")));
    EXPECT_EQ(
        CorsPolicy().header_lines(from_origin("OPTIONS", "http://a")),
        "Access-Control-Allow-Origin: *\r\n" + std::string(kExpose) +
            "Access-Control-Max-Age: 172800\r\n"
            "Access-Control-Allow-Headers: X-Amz-Target, Foo\r\n"
            "Access-Control-Allow-Methods: POST\r\n"
    );
}

TEST(Cors, KeepsToAnAllowList) {
    const CorsPolicy policy("http://a, http://b");
    EXPECT_EQ(
        policy.header_lines(from_origin("POST", "http://b")),
        "Access-Control-Allow-Origin: http://b\r\nVary: Origin\r\n" + std::string(kExpose)
    );
    EXPECT_EQ(policy.header_lines(from_origin("POST", "http://c")), "");
}

}  // namespace
}  // namespace stator::emulator::http
