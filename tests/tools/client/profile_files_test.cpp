#include "tools/client/profile_files.hpp"

#include <gtest/gtest.h>

namespace stator::tools::client {
namespace {

TEST(ProfileFile, ReadsSectionsAndNestedSettings) {
    const auto file = ProfileFile::parse(
        "stray = 1\n"
        "[default]\n"
        "region=eu-west-2\r\n"
        "# region = us-east-1\n"
        "; a comment\n"
        "nonsense\n"
        "[ profile  one ]\n"
        "services = local\n"
        "s3 =\n"
        "  endpoint_url = http://s3\n"
        "endpoint_url = http://all?a=b\n"
        "empty =\n"
        "[services local]\n"
        "s3 = \n"
        "  endpoint_url = http://s3\n"
        "dynamodb =\n"
        "\tendpoint_url = http://127.0.0.1:8000\n"
    );
    EXPECT_EQ(file.find("default", "region"), "eu-west-2");
    EXPECT_EQ(file.find("profile one", "endpoint_url"), "http://all?a=b");
    EXPECT_EQ(file.find("profile one", "s3.endpoint_url"), "http://s3");
    EXPECT_EQ(file.find("services local", "dynamodb.endpoint_url"), "http://127.0.0.1:8000");
    EXPECT_EQ(file.find("profile one", "empty"), std::nullopt);
    EXPECT_EQ(file.find("profile one", "none"), std::nullopt);
    EXPECT_EQ(file.find("none", "region"), std::nullopt);
    EXPECT_TRUE(file.has_section("profile one"));
    EXPECT_FALSE(file.has_section("one"));
}

TEST(ProfileFile, AcceptsInvalidFiles) {
    for (const char* text : {"", "[", "[]", "[a", "=", "[a]\n=\n = b\n  = c"}) {
        EXPECT_FALSE(ProfileFile::parse(text).has_section("b")) << text;
    }
}

TEST(ProfileFile, NamesTheSectionOfAProfile) {
    EXPECT_EQ(config_section("default"), "default");
    EXPECT_EQ(config_section("one"), "profile one");
}

}  // namespace
}  // namespace stator::tools::client
