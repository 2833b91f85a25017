// The list of subcommands: each is found, shown and completed.
#include "program/subcommands.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace stator::program {
namespace {

const emulator::command_line::Command* find(
    const emulator::command_line::Command& tree, const std::string& name
) {
    for (const auto& command : tree.commands) {
        if (command.name == name) return &command;
    }
    return nullptr;
}

TEST(Subcommands, AreFoundByTheFirstArgument) {
    for (const auto& help : subcommand_helps()) {
        const Subcommand* found = find_subcommand({help.name, "--help"});
        ASSERT_NE(found, nullptr) << help.name;
        EXPECT_STREQ(found->shown.name, help.name);
    }
    EXPECT_EQ(find_subcommand({}), nullptr);
    EXPECT_EQ(find_subcommand({"serve"}), nullptr);
    EXPECT_EQ(find_subcommand({"--port", "ctl"}), nullptr);
}

TEST(Subcommands, HaveTheirOwnOptionsInTheTree) {
    const auto tree = command_tree();
    ASSERT_NE(find(tree, "ctl"), nullptr);
    EXPECT_FALSE(find(tree, "ctl")->commands.empty());
    for (const std::string name : {"export", "import", "copy", "check", "mcp"}) {
        ASSERT_NE(find(tree, name), nullptr) << name;
        EXPECT_FALSE(find(tree, name)->options.empty()) << name;
        EXPECT_FALSE(find(tree, name)->help.empty()) << name;
    }
    EXPECT_EQ(find(tree, "completions"), nullptr);
}

TEST(Subcommands, PrintCompletions) {
    const engine::SystemClock clock;
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    const Process process{{}, clock, in, out, err};
    EXPECT_EQ(find_subcommand({"completions"})->run({"completions", "bash"}, process), 0);
    EXPECT_NE(out.str().find("healthcheck"), std::string::npos);
    EXPECT_EQ(find_subcommand({"completions"})->run({"completions", "tcsh"}, process), 2);
    EXPECT_NE(err.str().find("bash, zsh and fish"), std::string::npos);
}

}  // namespace
}  // namespace stator::program
