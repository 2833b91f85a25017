#include "emulator/laboratory/table_hint.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::laboratory {
namespace {

using testing::World;

class TableHintTest : public ::testing::Test {
protected:
    TableHintTest() {
        world_.laboratories().set_log([this](const std::string& line) { log_.push_back(line); });
    }

    // The hint for a request for `tables` in that universe.
    std::string hint(const std::string& universe, std::vector<std::string> tables) {
        engine::RequestContext context;
        context.place = {universe, "us-east-1"};
        return hint_of_tables(
            world_.laboratories(), *world_.laboratories().find(universe), context, tables
        );
    }

    World world_;
    std::vector<std::string> log_;
};

TEST_F(TableHintTest, NamesTheUniverseOrTheRegion) {
    world_.create_table("other", "Tab");
    EXPECT_EQ(hint("", {"Tab"}), "table 'Tab' is in universe 'other' (us-east-1)");
    EXPECT_EQ(hint("", {"None", "Tab"}), "table 'Tab' is in universe 'other' (us-east-1)");
    EXPECT_EQ(hint("", {"None"}), "");
    EXPECT_EQ(hint("other", {"Tab"}), "") << "it is here";
    // The request more likely means another region of the same universe.
    world_.run("", "CreateTable", World::create_table_request("Tab"), "eu-west-1");
    EXPECT_EQ(hint("", {"Tab"}), "table 'Tab' is in universe 'default' (eu-west-1)");
}

TEST_F(TableHintTest, IsLoggedOnce) {
    world_.create_table("other", "Tab");
    for (int i = 0; i < 3; ++i) hint("", {"Tab"});
    hint("third", {"Tab"});
    EXPECT_EQ(
        log_,
        (std::vector<std::string>{
            "table 'Tab' is in universe 'other' (us-east-1), and was asked for in universe "
            "'default' (us-east-1)",
            "table 'Tab' is in universe 'other' (us-east-1), and was asked for in universe "
            "'third' (us-east-1)"})
    );
}

TEST_F(TableHintTest, ARegionCannotMakeHeaders) {
    const std::string region = "eu\r\nSet-Cookie: x";
    world_.run("other", "CreateTable", World::create_table_request("Tab"), region);
    EXPECT_EQ(hint("", {"Tab"}), "table 'Tab' is in universe 'other' (eu??Set-Cookie: x)");
}

TEST_F(TableHintTest, IsNoHeaderWhereAnswersRepeat) {
    const Laboratory& usual = world_.laboratory();
    EXPECT_EQ(hint_header(usual, "table"), "x-stator-hint: table\r\n");
    EXPECT_EQ(hint_header(usual, ""), "");
    world_.laboratories().reset("", {7, {}});
    EXPECT_EQ(hint_header(usual, "table"), "");
}

}  // namespace
}  // namespace stator::emulator::laboratory
