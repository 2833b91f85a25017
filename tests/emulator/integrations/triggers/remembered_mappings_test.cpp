// Mappings in the data file: those set by the admin API survive a restart, separately in each
// universe.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "emulator/integrations/triggers/mapping_form.hpp"
#include "emulator/laboratory/controls/trigger_control.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::integrations::triggers {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::World;
using testing::WorldOptions;

class RememberedMappings : public ::testing::Test {
protected:
    RememberedMappings() { open(); }

    void open() {
        WorldOptions options;
        options.directory = directory_.path() + "/data";
        world_.emplace(std::move(options));
        sentences_ = laboratory::controls::restore_triggers(world_->laboratories());
    }

    void reopen() {
        ASSERT_TRUE(world_->engine().close());
        world_.reset();
        open();
    }

    std::string set(const std::string& tables, const std::string& universe = "default") {
        std::string body;
        for (const char table : tables) {
            body.append(body.empty() ? "" : ",");
            body.append(R"({"Table":")").append(1, table).append(R"(","BatchSize":7,)");
            body.append(R"("Url":"http://127.0.0.1:1/"})");
        }
        return world_->call("PUT", path(universe), "{\"mappings\":[" + body + "]}");
    }

    // The tables of the universe's mappings: "AB".
    std::string tables(const std::string& universe = "default") {
        const auto laboratory = world_->laboratories().find(universe == "default" ? "" : universe);
        std::string tables;
        for (const auto& mapping : laboratory->triggers().mappings()) tables += mapping->table;
        return tables;
    }

    static std::string path(const std::string& universe) {
        return "/triggers?universe=" + universe;
    }

    testing::TemporaryDirectory directory_;
    std::optional<World> world_;
    std::vector<std::string> sentences_;
};

TEST_F(RememberedMappings, SurviveARestart) {
    set("AB");
    reopen();
    EXPECT_EQ(tables(), "AB");
    EXPECT_THAT(world_->call("GET", "/triggers"), HasSubstr(R"("BatchSize":7)"));
    set("B");
    reopen();
    EXPECT_EQ(tables(), "B");
    set("");
    reopen();
    EXPECT_EQ(tables(), "");
    EXPECT_THAT(sentences_, IsEmpty());
}

TEST_F(RememberedMappings, AReset) {
    set("A");
    world_->call("POST", "/universes/default/reset");
    EXPECT_EQ(tables(), "A");
    reopen();
    EXPECT_EQ(tables(), "A");
}

TEST_F(RememberedMappings, EachUniverseHasItsOwn) {
    world_->call("POST", "/universes", R"({"name":"early"})");
    world_->create_table("early", "T");
    set("A");
    world_->call("POST", "/universes", R"({"name":"copy","from":"default"})");
    world_->call("POST", "/universes", R"({"name":"later"})");
    set("B");
    set("C", "copy");
    for (int restarts = 0; restarts < 2; ++restarts) {
        EXPECT_EQ(tables(), "B");
        EXPECT_EQ(tables("early"), "");
        EXPECT_EQ(tables("copy"), "C");
        EXPECT_EQ(tables("later"), "A");
        reopen();
    }
}

TEST_F(RememberedMappings, ADeletedUniverseHasNone) {
    world_->call("POST", "/universes", R"({"name":"other"})");
    set("A", "other");
    world_->call("DELETE", "/universes/other");
    reopen();
    EXPECT_EQ(tables("other"), "");
}

TEST_F(RememberedMappings, UnreadableMappingsAreReported) {
    world_->universe().triggers().mappings.record(
        R"({"mappings":[{"Table":""}]})", world_->universe().recorder()
    );
    reopen();
    EXPECT_THAT(sentences_, ElementsAre(HasSubstr("cannot be read: ")));
    EXPECT_EQ(tables(), "");
}

}  // namespace
}  // namespace stator::emulator::integrations::triggers
