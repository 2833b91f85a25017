#include "emulator/admin/guard/gate.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::admin::guard {
namespace {

constexpr const char* kToken = "correct-horse";

class GateTest : public ::testing::Test {
protected:
    // The status of the refusal; 0 if there is none.
    static int refused(const Gate& gate, const http::HttpRequest& request, Part part = Part::Api) {
        const auto reply = gate.refuse(request, part);
        return reply ? reply->status : 0;
    }

    static http::HttpRequest from(std::string_view host, std::string_view origin = "") {
        http::HttpRequest request;
        request.method = "GET";
        request.target = "/_stator/v1/clock";
        request.host = host;
        request.origin = origin;
        return request;
    }

    static http::HttpRequest with_bearer(std::string_view authorization) {
        http::HttpRequest request = from("10.1.2.3:8000");
        request.authorization = authorization;
        return request;
    }

    const Gate open_;
    const Gate at_home_{{.names = {"devbox"}, .checks_host = true}};
    const Gate abroad_{{.token = kToken, .names = {"devbox"}, .checks_host = true}};
};

TEST_F(GateTest, AtHomeTheHostIsANameOfThisMachine) {
    for (const char* host :
         {"localhost:8000",
          "127.0.0.1",
          "[::1]:8000",
          "a.localhost:1",
          "devbox:8000",
          "DEVBOX",
          ""}) {
        EXPECT_EQ(refused(at_home_, from(host)), 0) << host;
        EXPECT_EQ(refused(at_home_, from(host), Part::Page), 0) << host;
    }
    for (const char* host :
         {"evil.example",
          "evil.example:8000",
          "localhost.evil.example",
          "127.0.0.1.evil.example"}) {
        EXPECT_EQ(refused(at_home_, from(host)), 403) << host;
        EXPECT_EQ(refused(at_home_, from(host), Part::Page), 403) << host;
        EXPECT_EQ(refused(open_, from(host)), 0) << host;
    }
    // The error names the rejected host and the option that allows it.
    const std::string body = at_home_.refuse(from("evil.example"), Part::Api)->body;
    EXPECT_NE(body.find("evil.example"), std::string::npos);
    EXPECT_NE(body.find("--admin-hosts"), std::string::npos);
}

// A page whose DNS name was rebound to this machine sends its own name in both headers.
TEST_F(GateTest, AReboundPageIsRefusedAtHome) {
    EXPECT_EQ(refused(at_home_, from("evil.example:8000", "http://evil.example:8000")), 403);
}

TEST_F(GateTest, PagesOfOtherMachinesAreRefused) {
    for (const Gate* gate : {&open_, &at_home_}) {
        EXPECT_EQ(refused(*gate, from("localhost:8000", "https://evil.example")), 403);
        EXPECT_EQ(refused(*gate, from("localhost:8000", "null")), 403);
        EXPECT_EQ(refused(*gate, from("localhost:8000", "http://localhost:5173")), 0);
        EXPECT_EQ(refused(*gate, from("localhost:8000", "http://[::1]:5173")), 0);
    }
    EXPECT_EQ(refused(at_home_, from("localhost:8000", "https://devbox:3000")), 0);
    EXPECT_EQ(refused(open_, from("localhost:8000", "https://devbox:3000")), 403);
}

TEST_F(GateTest, ATokenIsRequiredAndMayBeSentInEitherHeader) {
    EXPECT_EQ(refused(abroad_, from("10.1.2.3:8000")), 401);
    EXPECT_EQ(refused(abroad_, from("localhost:8000")), 401);
    EXPECT_EQ(refused(abroad_, with_bearer("Bearer correct-horse")), 0);
    EXPECT_EQ(refused(abroad_, with_bearer("bearer   correct-horse ")), 0);
    for (const char* wrong :
         {"Bearer wrong",
          "Bearer correct-hors",
          "Bearer correct-horse2",
          "Bearer ",
          "Bearer",
          "correct-horse",
          "Basic correct-horse",
          "AWS4-HMAC-SHA256 Credential=console/20260101/us-east-1/dynamodb/aws4_request"}) {
        EXPECT_EQ(refused(abroad_, with_bearer(wrong)), 401) << wrong;
    }
    http::HttpRequest request = with_bearer("AWS4-HMAC-SHA256 Credential=console");
    request.stator_admin_token = kToken;
    EXPECT_EQ(refused(abroad_, request), 0);
    request.stator_admin_token = "wrong";
    EXPECT_EQ(refused(abroad_, request), 401);
}

TEST_F(GateTest, NoRefusalRepeatsAToken) {
    const auto reply = abroad_.refuse(with_bearer("Bearer some-guess"), Part::Api);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->body.find(kToken), std::string::npos);
    EXPECT_EQ(reply->body.find("some-guess"), std::string::npos);
    EXPECT_EQ(reply->headers, "WWW-Authenticate: Bearer realm=\"stator\"\r\n");
}

// The page contains no secrets, and it has to ask the user for the token.
TEST_F(GateTest, ThePageNeedsNoToken) {
    EXPECT_EQ(refused(abroad_, from("10.1.2.3:8000"), Part::Page), 0);
}

TEST_F(GateTest, AbroadThePageIsAtHomeWhereItCameFrom) {
    http::HttpRequest request = from("10.1.2.3:8000", "http://10.1.2.3:8000");
    EXPECT_EQ(refused(abroad_, request), 401);
    request.stator_admin_token = kToken;
    EXPECT_EQ(refused(abroad_, request), 0);
    request.origin = "http://10.1.2.3:9000";
    EXPECT_EQ(refused(abroad_, request), 403);
}

TEST_F(GateTest, AnswersTheQuestionWhetherAPageMayRead) {
    http::HttpRequest request = from("10.1.2.3:8000", "http://localhost:5173");
    request.method = "OPTIONS";
    const auto reply = abroad_.refuse(request, Part::Api);
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 200);
    const auto has = [&reply](const char* line) {
        return reply->headers.find(line) != std::string::npos;
    };
    EXPECT_TRUE(has("Access-Control-Allow-Origin: http://localhost:5173\r\n"));
    EXPECT_TRUE(has("Access-Control-Allow-Methods: GET\r\n"));
    request.origin = "https://evil.example";
    EXPECT_EQ(refused(abroad_, request), 403);
}

TEST_F(GateTest, AUnixSocketIsGuardedByItsMode) {
    http::HttpRequest request = from("any.name");
    request.is_by_unix_socket = true;
    EXPECT_EQ(refused(abroad_, request), 0);
    EXPECT_EQ(refused(at_home_, request), 0);
    request.origin = "https://evil.example";
    EXPECT_EQ(refused(at_home_, request), 403);
}

}  // namespace
}  // namespace stator::emulator::admin::guard
