#include "emulator/config/limit_flags.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "emulator/config/config.hpp"

namespace stator::emulator::config {
namespace {

// The limits that these arguments give, or the sentence that refuses them.
std::variant<LimitConfig, std::string> limits_of(const std::vector<std::string>& arguments) {
    auto parsed = parse_command_line(arguments);
    if (const auto* exit = std::get_if<EarlyExit>(&parsed)) {
        EXPECT_EQ(exit->code, 2);
        return exit->text;
    }
    return std::get<Config>(parsed).limits;
}

TEST(LimitFlags, HaveDefaults) {
    const auto limits = std::get<LimitConfig>(limits_of({}));
    EXPECT_EQ(limits.head_timeout_s, 10);
    EXPECT_EQ(limits.request_timeout_s, 20);
    EXPECT_EQ(limits.idle_timeout_s, 300);
    EXPECT_EQ(limits.connections, 16'384U);
    EXPECT_EQ(limits.in_flight_mb, 256U);
    EXPECT_EQ(limits.memory_mb, 0U);
}

TEST(LimitFlags, AreRead) {
    const auto limits = std::get<LimitConfig>(limits_of(
        {"--head-timeout=0.5",
         "--request-timeout=3",
         "--idle-timeout=60",
         "--max-connections=100",
         "--max-in-flight=64",
         "--max-memory=512"}
    ));
    EXPECT_EQ(limits.head_timeout_s, 0.5);
    EXPECT_EQ(limits.request_timeout_s, 3);
    EXPECT_EQ(limits.idle_timeout_s, 60);
    EXPECT_EQ(limits.connections, 100U);
    EXPECT_EQ(limits.in_flight_mb, 64U);
    EXPECT_EQ(limits.memory_mb, 512U);
}

TEST(LimitFlags, NameTheOptionThatIsWrong) {
    const std::vector<std::string> wrong = {
        "--head-timeout=0",
        "--request-timeout=0.01",
        "--idle-timeout=nobody",
        "--max-connections=0",
        "--max-in-flight=1",
        "--max-memory=31",
        "--max-memory=-1"};
    for (const std::string& argument : wrong) {
        const auto limits = limits_of({argument});
        ASSERT_TRUE(std::holds_alternative<std::string>(limits)) << argument;
        const std::string name = argument.substr(0, argument.find('='));
        EXPECT_NE(std::get<std::string>(limits).find(name), std::string::npos) << argument;
    }
    EXPECT_EQ(
        std::get<std::string>(limits_of({"--max-memory=31"})),
        "stator: --max-memory cannot be 31: give at least 32 MB, or 0 for no limit.\n"
    );
}

}  // namespace
}  // namespace stator::emulator::config
