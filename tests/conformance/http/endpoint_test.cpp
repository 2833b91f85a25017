#include "conformance/http/endpoint.hpp"

#include <gtest/gtest.h>

namespace stator::conformance {
namespace {

TEST(Endpoint, IsReadFromAUrl) {
    const struct {
        const char* url;
        std::optional<Endpoint> endpoint;
    } cases[] = {
        {"http://localhost:8000", Endpoint{false, "localhost", "8000"}},
        {"http://localhost:8000/", Endpoint{false, "localhost", "8000"}},
        {"http://host", Endpoint{false, "host", "80"}},
        {"https://host", Endpoint{true, "host", "443"}},
        {"http://[::1]:8000", Endpoint{false, "::1", "8000"}},
        {"http://[::1]", Endpoint{false, "::1", "80"}},
        {"localhost:8000", std::nullopt},
        {"ftp://localhost", std::nullopt},
        {"http://", std::nullopt},
        {"http://host:port", std::nullopt},
        {"http://host:", std::nullopt},
        {"http://host/path", std::nullopt},
        {"http://user@host", std::nullopt},
        {"http://[::1", std::nullopt},
    };

    for (const auto& one : cases) EXPECT_EQ(parse_endpoint(one.url), one.endpoint) << one.url;
}

TEST(Endpoint, NamesItsHost) {
    EXPECT_EQ(host_header({false, "localhost", "8000"}), "localhost:8000");
    EXPECT_EQ(host_header({true, "host", "443"}), "host");
    EXPECT_EQ(host_header({false, "::1", "80"}), "[::1]");
}

TEST(Endpoint, KnowsThisMachine) {
    EXPECT_TRUE(is_loopback({false, "localhost", "1"}));
    EXPECT_TRUE(is_loopback({false, "127.0.0.2", "1"}));
    EXPECT_TRUE(is_loopback({false, "::1", "1"}));
    EXPECT_FALSE(is_loopback({false, "192.168.1.1", "1"}));
}

TEST(Endpoint, KnowsTheNamesOfAws) {
    const Endpoint aws{true, "dynamodb.eu-west-2.amazonaws.com", "443"};
    const Endpoint local{false, "localhost", "8000"};
    EXPECT_EQ(region_of(aws), "eu-west-2");
    EXPECT_EQ(region_of(local), std::nullopt);
    EXPECT_EQ(streams_endpoint(aws).host, "streams.dynamodb.eu-west-2.amazonaws.com");
    EXPECT_EQ(streams_endpoint(local), local);
}

}  // namespace
}  // namespace stator::conformance
