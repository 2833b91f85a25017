#include "emulator/command_line/command_tree.hpp"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

namespace stator::emulator::command_line {
namespace {

using Kind = Values::Kind;

const Option* find_option(const Command& command, std::string_view name) {
    for (const Option& option : command.options) {
        if (option.name == name) return &option;
    }
    return nullptr;
}

Values values_of(const Command& command, std::string_view name) {
    const Option* const option = find_option(command, name);
    return option ? option->values : Values{Kind::Words, {"no such option"}};
}

TEST(CommandTree, KnowsTheValuesOfAnOption) {
    CLI::App app("Tests.", "test");
    bool flag = false;
    int number = 0;
    std::string text;
    app.add_flag("--flag,-f", flag, "a flag");
    app.add_option("--number", number, "a number")->check(CLI::Range(0, 9));
    app.add_option("--text", text, "a text");
    app.add_option("--one", text, "one of some")->check(CLI::IsMember({"b", "a"}));
    app.add_option("--switch", text, "on or off")->type_name("{on,off}");
    app.add_option("--file", text, "a file")->type_name("FILE.{json,md}");
    app.add_option("--directory", text, "a directory")->type_name("DIR");
    const Command tree = command_tree(app);
    EXPECT_EQ(tree.name, "test");
    EXPECT_EQ(tree.help, "Tests.");
    EXPECT_EQ(values_of(tree, "--flag"), Values{Kind::None});
    EXPECT_EQ(values_of(tree, "-f"), Values{Kind::None});
    EXPECT_EQ(values_of(tree, "--number"), Values{Kind::Text});
    EXPECT_EQ(values_of(tree, "--text"), Values{Kind::Text});
    EXPECT_EQ(values_of(tree, "--one"), (Values{Kind::Words, {"b", "a"}}));
    EXPECT_EQ(values_of(tree, "--switch"), (Values{Kind::Words, {"on", "off"}}));
    EXPECT_EQ(values_of(tree, "--file"), Values{Kind::File});
    EXPECT_EQ(values_of(tree, "--directory"), Values{Kind::Directory});
    ASSERT_NE(find_option(tree, "--number"), nullptr);
    EXPECT_EQ(find_option(tree, "--number")->help, "a number");
}

TEST(CommandTree, HasTheOptionsOfOuterCommandsWhereTheyCount) {
    CLI::App app("Tests.", "test");
    std::string text;
    app.add_option("--outer", text, "outside");
    CLI::App* const in = app.add_subcommand("in", "takes both")->fallthrough();
    in->add_option("--inner", text, "inside");
    in->add_option("what", text, "an operand")->type_name("FILE");
    app.add_subcommand("by-itself", "takes neither");
    app.add_subcommand("secret", "is not shown")->group("");
    const Command tree = command_tree(app);
    ASSERT_EQ(tree.commands.size(), 2U);
    const Command& inner = tree.commands.front();
    EXPECT_NE(find_option(inner, "--inner"), nullptr);
    EXPECT_NE(find_option(inner, "--outer"), nullptr);
    EXPECT_EQ(inner.operand, Values{Kind::File});
    EXPECT_EQ(find_option(tree.commands.back(), "--outer"), nullptr);
    EXPECT_EQ(tree.operand, Values{Kind::None});
}

TEST(CommandTree, TakesAnotherTreeForACommand) {
    Command tree{"outer", "all of it"};
    tree.commands = {{"a", "the first"}, {"b", "the second"}};
    Command other{"other", "its own help"};
    other.commands = {{"c", "the third"}};
    tree.replace("b", other);
    tree.replace("none", other);
    std::string paths;
    for (const Place& place : places_of(tree)) paths.append(place.path).append("\n");
    EXPECT_EQ(paths, "outer\nouter a\nouter b\nouter b c\n");
    EXPECT_EQ(tree.commands.back().help, "the second");
}

}  // namespace
}  // namespace stator::emulator::command_line
