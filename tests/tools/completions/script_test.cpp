// The behaviour of the scripts in the shells is tested by tests/packages/completions.
#include "tools/completions/script.hpp"

#include <gtest/gtest.h>

#include "tools/completions/shell_text.hpp"

namespace stator::tools::completions {
namespace {

using Kind = emulator::command_line::Values::Kind;

emulator::command_line::Command example() {
    emulator::command_line::Command tree{"tool", "a tool"};
    tree.options = {{"--port", "where", {Kind::Text}}, {"--quiet", "say nothing", {}}};
    emulator::command_line::Command show{"show", "don't change"};
    show.options = {{"--port", "where", {Kind::Text}}, {"--as", "form", {Kind::Words, {"a", "b"}}}};
    show.operand = {Kind::File};
    tree.commands = {show};
    return tree;
}

TEST(CompletionScript, ExistsForThreeShells) {
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const auto script = completion_script(shell, example());
        ASSERT_TRUE(script) << shell;
        EXPECT_NE(script->find("show"), std::string::npos) << shell;
    }
    EXPECT_EQ(completion_script("cmd", example()), std::nullopt);
    EXPECT_EQ(completion_script("", example()), std::nullopt);
}

TEST(CompletionScript, ContainsTheSameValuesOnce) {
    EXPECT_EQ(
        value_branches(example()),
        "    'tool show')\n        values='@file'\n        ;;\n"
        "    'tool --port' | \\\n    'tool show --port')\n        values='@text'\n        ;;\n"
        "    'tool show --as')\n        values='a b'\n        ;;\n"
    );
}

TEST(CompletionScript, QuotesForShells) {
    EXPECT_EQ(shell_quoted("it's $5"), "'it'\\''s $5'");
    EXPECT_NE(zsh_script(example()).find("'show:don'\\''t change'"), std::string::npos);
    EXPECT_NE(fish_script(example()).find("-a show -d 'don\\'t change'"), std::string::npos);
}

}  // namespace
}  // namespace stator::tools::completions
