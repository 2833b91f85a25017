#include "emulator/command_line/unknown_argument.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "emulator/config/config.hpp"

namespace stator::emulator::command_line {
namespace {

// The error for a command line with one argument too many.
std::string refusal_of(const std::vector<std::string>& arguments) {
    const auto parsed = config::parse_command_line(arguments);
    const auto* exit = std::get_if<config::EarlyExit>(&parsed);
    return exit != nullptr ? exit->text : "taken";
}

std::string with_help(const std::string& clause) {
    return "stator: " + clause + "; see stator --help.\n";
}

TEST(UnknownArgument, NamesTheOptionThatWasMeant) {
    EXPECT_EQ(
        refusal_of({"--prot", "8000"}),
        with_help("there is no option --prot (did you mean --port?)")
    );
    EXPECT_EQ(
        refusal_of({"--dbpath=x"}),
        with_help("there is no option --dbpath (did you mean --db-path?)")
    );
}

TEST(UnknownArgument, GuessesNothingFarAway) {
    EXPECT_EQ(refusal_of({"--frobnicate"}), with_help("there is no option --frobnicate"));
    EXPECT_EQ(refusal_of({"-z"}), with_help("there is no option -z"));
}

TEST(UnknownArgument, NeedNotLookLikeAnOption) {
    EXPECT_EQ(refusal_of({"8000"}), with_help("nothing takes '8000'"));
    EXPECT_EQ(refusal_of({"--", "8000"}), with_help("nothing takes '8000'"));
}

// `tool move --table T`, where the table must be named.
std::string refusal_of_tool(const std::vector<std::string>& arguments) {
    CLI::App app("", "tool");
    std::string table;
    CLI::App* const move = app.add_subcommand("move");
    move->add_option("--table", table)->required();
    app.add_subcommand("send")->add_option("--to", table);
    app.add_option("--stable", table);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::ParseError& error) {
        return clause_on(app, error);
    }
    return "taken";
}

TEST(UnknownArgument, IsOneOfTheSubcommandThatHasBegun) {
    EXPECT_EQ(
        refusal_of_tool({"move", "--table", "a", "--tabl", "b"}),
        "there is no option --tabl (did you mean --table?)"
    );
    EXPECT_EQ(
        refusal_of_tool({"move", "--tabel", "a"}),
        "there is no option --tabel (did you mean --table?)"
    );
    EXPECT_EQ(
        refusal_of_tool({"--stabel", "a", "move", "--table", "a"}),
        "there is no option --stabel (did you mean --stable?)"
    );
    // As in the AWS CLI.
    EXPECT_EQ(
        refusal_of_tool({"move", "--table-name", "a"}),
        "there is no option --table-name (did you mean --table?)"
    );
    EXPECT_EQ(refusal_of_tool({"move", "--tables-of", "a"}), "there is no option --tables-of");
    EXPECT_EQ(refusal_of_tool({"move", "a"}), "--table is required");
    EXPECT_EQ(refusal_of_tool({"move", "--table", "a", "b"}), "nothing takes 'b'");
    EXPECT_EQ(refusal_of_tool({"move"}), "--table is required");
    EXPECT_EQ(refusal_of_tool({"send", "a"}), "nothing takes 'a' (did you mean --to a?)");
}

}  // namespace
}  // namespace stator::emulator::command_line
