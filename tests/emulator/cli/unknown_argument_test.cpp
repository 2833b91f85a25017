#include "emulator/cli/unknown_argument.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "emulator/cli/config.hpp"

namespace stator::emulator::cli {
namespace {

// What is said of a command line that holds an argument too many.
std::string refusal_of(const std::vector<std::string>& arguments) {
    const auto parsed = parse_command_line(arguments);
    const auto* exit = std::get_if<EarlyExit>(&parsed);
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

TEST(UnknownArgument, MayBeNoOptionAtAll) {
    EXPECT_EQ(refusal_of({"8000"}), with_help("nothing takes '8000'"));
    EXPECT_EQ(refusal_of({"--", "8000"}), with_help("nothing takes '8000'"));
}

}  // namespace
}  // namespace stator::emulator::cli
