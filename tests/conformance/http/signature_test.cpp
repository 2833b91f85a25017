#include "conformance/http/signature.hpp"

#include <gtest/gtest.h>

namespace stator::conformance {
namespace {

// 2015-08-30T12:36:00Z, the time of AWS's test suite for Signature Version 4.
constexpr std::time_t kSuiteTime = 1'440'938'160;
const Credentials kSuiteCredentials{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", ""};
const SigningScope kSuiteScope{"us-east-1", "service"};
constexpr std::string_view kSuiteHost = "example.amazonaws.com";

std::string signature_of(transport::HttpRequest request, std::string_view host = kSuiteHost) {
    sign(request, host, kSuiteCredentials, kSuiteScope, kSuiteTime);
    const std::string& authorization = *transport::find_header(request.headers, "Authorization");
    return authorization.substr(authorization.find("Signature=") + 10);
}

transport::HttpRequest request(std::string method, std::string path) {
    transport::HttpRequest request;
    request.method = std::move(method);
    request.path = std::move(path);
    return request;
}

// [AWS Signature Version 4 test suite: get-vanilla, post-vanilla, get-vanilla-query-order-key-case]
TEST(Signature, SignsLikeTheTestSuiteOfAws) {
    transport::HttpRequest get = request("GET", "/");
    sign(get, kSuiteHost, kSuiteCredentials, kSuiteScope, kSuiteTime);
    EXPECT_EQ(*transport::find_header(get.headers, "X-Amz-Date"), "20150830T123600Z");
    EXPECT_EQ(
        *transport::find_header(get.headers, "Authorization"),
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        "SignedHeaders=host;x-amz-date, "
        "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
    );
    EXPECT_EQ(
        signature_of(request("POST", "/")),
        "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"
    );
    EXPECT_EQ(
        signature_of(request("GET", "/?Param2=value2&Param1=value1")),
        "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
    );
}

TEST(Signature, TakesHeadersInAnyCaseWithLooseSpaces) {
    transport::HttpRequest plain = request("GET", "/");
    plain.headers = {{"my-header1", "a b c"}};
    transport::HttpRequest loose = request("GET", "/");
    loose.headers = {{"My-Header1", "  a   b  c "}};
    EXPECT_EQ(signature_of(plain), signature_of(loose));
}

TEST(Signature, SignsTheHostHeaderOfTheRequest) {
    transport::HttpRequest other = request("GET", "/");
    other.headers = {{"Host", "example.amazonaws.com"}};
    EXPECT_EQ(signature_of(other, "elsewhere"), signature_of(request("GET", "/")));
}

TEST(Signature, SendsTheSessionToken) {
    Credentials credentials = kSuiteCredentials;
    credentials.session_token = "token";
    transport::HttpRequest get = request("GET", "/");
    sign(get, kSuiteHost, credentials, kSuiteScope, kSuiteTime);
    EXPECT_EQ(*transport::find_header(get.headers, "X-Amz-Security-Token"), "token");
    EXPECT_NE(
        transport::find_header(get.headers, "Authorization")
            ->find("host;x-amz-date;x-amz-security-token"),
        std::string::npos
    );
}

TEST(Signature, LeavesTheHeadersOfACase) {
    transport::HttpRequest get = request("GET", "/");
    get.headers = {{"authorization", "none"}, {"x-amz-date", "20200101T000000Z"}};
    sign(get, kSuiteHost, kSuiteCredentials, kSuiteScope, kSuiteTime);
    ASSERT_EQ(get.headers.size(), 2U);
    EXPECT_EQ(get.headers[0].value, "none");
}

}  // namespace
}  // namespace stator::conformance
