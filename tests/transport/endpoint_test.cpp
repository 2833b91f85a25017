#include "transport/endpoint.hpp"

#include <gtest/gtest.h>

namespace stator::transport {
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
        {"http://host:70000", std::nullopt},
        {"http://host:-1", std::nullopt},
        {"http://host\r\nX: y", std::nullopt},
    };

    for (const auto& one : cases) EXPECT_EQ(parse_endpoint(one.url), one.endpoint) << one.url;
}

TEST(Endpoint, NamesItsHost) {
    EXPECT_EQ(host_header({false, "localhost", "8000"}), "localhost:8000");
    EXPECT_EQ(host_header({true, "host", "443"}), "host");
    EXPECT_EQ(host_header({false, "::1", "80"}), "[::1]");
}

}  // namespace
}  // namespace stator::transport
