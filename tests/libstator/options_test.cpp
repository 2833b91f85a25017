// The options that stator_open() accepts, and its errors for others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>

#include "tests/libstator/client.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::libstator {
namespace {

using ::testing::HasSubstr;
using testing::Library;

std::string problem_with(const char* options) {
    try {
        Library opened(options);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

TEST(Options, AreThoseOfTheCommandLine) {
    EXPECT_EQ(
        problem_with(R"({"seed":7,"ttl-delay":0.5,"journal":true,"heat":false,"hostile":"mild",)"
                     R"("freeze":"2026-01-01T00:00:00Z","partitions":4,"isolation":null})"),
        ""
    );
    EXPECT_EQ(problem_with(""), "");
}

TEST(Options, AreRefusedInASentence) {
    struct Case {
        const char* options;
        const char* sentence;
    };

    const std::array cases = {
        Case{"[]", R"(the options are no JSON object; give one such as {"db-path": "data"}.)"},
        Case{
            R"({"port":8000})",
            "'port' is an option of the server, and there is none here; leave it out."},
        Case{
            R"({"dbpath":"x"})",
            "there is no option 'dbpath'; the options are those of the command line without their "
            "dashes, such as 'db-path'."},
        Case{
            R"({"seed":"abc"})",
            "--seed cannot be 'abc': give a whole number from 0 to 18446744073709551615."},
        Case{R"({"seed":[7]})", "'seed' cannot be [7]: give a string, a number, true or false."},
        Case{
            R"({"laboratory":{"clocks":{}}})",
            "the laboratory has a mistake: the top level has no member 'clocks'; it may have seed"},
    };
    for (const Case& each : cases) {
        EXPECT_THAT(problem_with(each.options), HasSubstr(each.sentence)) << each.options;
    }
}

TEST(Options, AreCutOffWhereThereIsNoRoom) {
    std::array<char, 8> problem = {};
    EXPECT_EQ(stator_open("[]", problem.data(), problem.size()), nullptr);
    EXPECT_STREQ(problem.data(), "the opt");
    EXPECT_EQ(stator_open("[]", nullptr, 0), nullptr);
}

TEST(Options, DoNotComeFromTheEnvironment) {
    ::setenv("STATOR_SEED", "abc", 1);
    ::setenv("STATOR_COSTUME", "1", 1);
    EXPECT_EQ(problem_with(nullptr), "");
    ::unsetenv("STATOR_SEED");
    ::unsetenv("STATOR_COSTUME");
}

TEST(Options, DeclareALaboratory) {
    Library stator(R"({"laboratory":{"clock":{"mode":"frozen","set":"2026-05-05T00:00:00Z"},)"
                   R"("universes":[{"name":"u1","fixtures":[{"table":{"TableName":"Music",)"
                   R"("BillingMode":"PAY_PER_REQUEST",)"
                   R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                   R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]},)"
                   R"("items":[{"pk":{"S":"a"}}]}]}]}})");
    const std::string body = R"({"TableName":"Music"})";
    stator_request request = testing::library_request("Scan", body);
    request.universe = "u1";
    EXPECT_THAT(stator.execute(request).body, HasSubstr(R"("Count":1)"));
    EXPECT_THAT(stator.admin("GET", "/_stator/v1/clock").body, HasSubstr("2026-05-05"));
}

TEST(Options, OpenADataFileOnce) {
    const testing::TemporaryDirectory temporary;
    const std::string& directory = temporary.path();
    const std::string options = R"({"db-path":")" + directory + "\"}";
    Library first(options.c_str());
    EXPECT_THAT(problem_with(options.c_str()), HasSubstr(directory));
}

}  // namespace
}  // namespace stator::libstator
