#include "program/admin_entrance.hpp"

#include <gtest/gtest.h>

namespace stator::program {
namespace {

emulator::config::Config config_with(const std::vector<std::string>& arguments) {
    return std::get<emulator::config::Config>(
        emulator::config::parse_command_line(arguments, emulator::config::Environment::Ignored)
    );
}

TEST(AdminEntrance, NeedsNoTokenOnThisMachine) {
    const auto entrance = admin_entrance(config_with({"--admin-hosts", "devbox,ci"}), false);
    EXPECT_EQ(entrance.gate.token, "");
    EXPECT_FALSE(entrance.is_token_new);
    EXPECT_TRUE(entrance.gate.checks_host);
    EXPECT_EQ(entrance.gate.names, (std::vector<std::string>{"devbox", "ci", "127.0.0.1"}));
}

TEST(AdminEntrance, MakesATokenUpWhereOthersReachIt) {
    const auto config = config_with({"--host", "0.0.0.0"});
    const auto entrance = admin_entrance(config, true);
    EXPECT_TRUE(entrance.is_token_new);
    EXPECT_EQ(entrance.gate.token.size(), 32U);
    EXPECT_NE(admin_entrance(config, true).gate.token, entrance.gate.token);
    EXPECT_EQ(
        entrance_text(config, 8000, 8000, entrance, ""),
        "The admin API needs the token " + entrance.gate.token +
            "\nThe console is at http://127.0.0.1:8000/_stator/console#token=" +
            entrance.gate.token + "\n"
    );
}

TEST(AdminEntrance, DoesNotPrintAConfiguredToken) {
    for (const bool is_reachable : {false, true}) {
        const auto config = config_with({"--host", "0.0.0.0", "--admin-token", "secret"});
        const auto entrance = admin_entrance(config, is_reachable);
        EXPECT_EQ(entrance.gate.token, "secret");
        EXPECT_EQ(entrance_text(config, 8000, 8000, entrance, ""), "");
    }
}

TEST(AdminEntrance, MakesNoTokenIfAdminApiIsDisabled) {
    const auto entrance = admin_entrance(config_with({"--host", "*", "--no-admin"}), true);
    EXPECT_FALSE(entrance.is_token_new);
}

TEST(AdminEntrance, PrintsTheOtherWaysIn) {
    const auto config = config_with({"--tls", "self", "--socket", "/run/stator.sock"});
    EXPECT_EQ(
        entrance_text(config, 8000, 8000, admin_entrance(config, false), "/tmp/ca.pem"),
        "It speaks https there, too: https://localhost:8000; clients need the CA in /tmp/ca.pem\n"
        "It takes requests at the socket /run/stator.sock, too\n"
    );
}

}  // namespace
}  // namespace stator::program
