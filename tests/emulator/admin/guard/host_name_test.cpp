#include "emulator/admin/guard/host_name.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::admin::guard {
namespace {

TEST(HostName, KnowsTheWaysToThisMachine) {
    for (const char* name :
         {"localhost",
          "LocalHost",
          "localhost.",
          "orders.localhost",
          "127.0.0.1",
          "127.9.8.7",
          "::1"}) {
        EXPECT_TRUE(is_loopback(name)) << name;
    }
    for (const char* name :
         {"",
          "example.com",
          "localhost.example.com",
          "notlocalhost",
          "127.0.0.1.example.com",
          "127.example.com",
          "127.1",
          "128.0.0.1",
          "0.0.0.0",
          "::2",
          "::"}) {
        EXPECT_FALSE(is_loopback(name)) << name;
    }
}

TEST(HostName, TakesThePortOff) {
    EXPECT_EQ(host_without_port("localhost:8000"), "localhost");
    EXPECT_EQ(host_without_port("localhost"), "localhost");
    EXPECT_EQ(host_without_port("[::1]:8000"), "::1");
    EXPECT_EQ(host_without_port("[::1]"), "::1");
    EXPECT_EQ(host_without_port("[::1"), "[::1");
    EXPECT_EQ(host_without_port(""), "");
}

TEST(HostName, FindsTheHostOfAPage) {
    EXPECT_EQ(host_of_origin("http://localhost:5173"), "localhost:5173");
    EXPECT_EQ(host_of_origin("null"), "");
    EXPECT_EQ(host_of_origin("localhost"), "");
}

}  // namespace
}  // namespace stator::emulator::admin::guard
