#include "emulator/config/access_flags.hpp"

#include <gtest/gtest.h>

#include "emulator/config/config.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::config {
namespace {

std::variant<Config, EarlyExit> parse_access(const std::vector<std::string>& arguments) {
    return parse_command_line(arguments, Environment::Ignored);
}

std::string access_problem(const std::vector<std::string>& arguments) {
    const auto parsed = parse_access(arguments);
    const auto* const exit = std::get_if<EarlyExit>(&parsed);
    return exit == nullptr ? "" : exit->text;
}

TEST(AccessFlags, NameTheWaysIn) {
    const auto config = std::get<Config>(parse_access({"--socket", "s", "--admin-hosts", "a,b"}));
    EXPECT_EQ(config.access.socket_path, "s");
    EXPECT_EQ(config.access.admin_hosts, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(config.access.admin_token, "");
}

TEST(AccessFlags, TakeATokenOrItsFile) {
    const testing::TemporaryDirectory directory;
    const std::string file = directory.path() + "/token";
    testing::write_file(file, "from-a-file\n");
    const auto named = std::get<Config>(parse_access({"--admin-token-file", file}));
    EXPECT_EQ(named.access.admin_token, "from-a-file");
    const auto given = std::get<Config>(parse_access({"--admin-token", "given"}));
    EXPECT_EQ(given.access.admin_token, "given");

    const std::string both = access_problem({"--admin-token", "given", "--admin-token-file", file});
    EXPECT_NE(both.find("give one"), std::string::npos);
    EXPECT_EQ(both.find("given\""), std::string::npos);
    EXPECT_NE(
        access_problem({"--admin-token-file", file + "2"}).find("has no token"), std::string::npos
    );
    const std::string odd = access_problem({"--admin-token", "two words"});
    EXPECT_NE(odd.find("without blanks"), std::string::npos);
    EXPECT_EQ(odd.find("two words"), std::string::npos) << "a secret is never repeated";
}

}  // namespace
}  // namespace stator::emulator::config
