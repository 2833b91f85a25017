#include "emulator/admin/routes/groups.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::World;

std::string level(std::string_view name) {
    return std::string(R"({"universe":"default","level":")").append(name).append("\"}");
}

class HostileRoutes : public ::testing::Test {
protected:
    std::string show() { return world_.call("GET", "/hostile"); }

    std::string put(std::string_view name) { return world_.call("PUT", "/hostile", level(name)); }

    // The output of the controls that a level sets.
    std::string controls() {
        return world_.call("GET", "/faults") + world_.call("GET", "/consistency") +
               world_.call("GET", "/streams");
    }

    World world_;
};

TEST_F(HostileRoutes, ALevelIsShownAndCanBePutBack) {
    EXPECT_EQ(show(), level("off"));
    for (const std::string_view name : laboratory::kHostileLevels) {
        EXPECT_EQ(put(name), level(name));
        EXPECT_EQ(show(), level(name));
    }
}

TEST_F(HostileRoutes, SettingsOfALevelAreShownByTheOtherControls) {
    put("rough");
    const std::string shown = controls();
    EXPECT_NE(shown.find(R"("name":"hostile-unavailable")"), std::string::npos);
    EXPECT_NE(shown.find(R"("mode":"oldest-legal","lag":{"uniform":[0,400]})"), std::string::npos);
    EXPECT_NE(shown.find(R"("shardRecords":20)"), std::string::npos);
}

TEST_F(HostileRoutes, OffRestoresPreviousSettings) {
    world_.call("PUT", "/faults", R"({"rules":[{"name":"slow","fault":{"latency":200}}]})");
    world_.call("PUT", "/consistency", R"({"mode":"lagged","lag":70,"indexLag":80})");
    world_.call("PUT", "/streams", R"({"lag":90})");
    const std::string before = controls();
    put("mild");
    put("brutal");
    EXPECT_NE(controls(), before);
    put("off");
    EXPECT_EQ(controls(), before);
    put("off");
    EXPECT_EQ(controls(), before);
}

TEST_F(HostileRoutes, RulesAddedInTheMeantimeStay) {
    put("rough");
    world_.call("POST", "/faults/rules", R"({"name":"slow","fault":{"latency":200}})");
    put("brutal");
    EXPECT_EQ(world_.laboratory().faults().rules().front().rule.name, "slow");
    put("off");
    EXPECT_EQ(world_.laboratory().faults().rules().size(), 1u);
}

TEST_F(HostileRoutes, ItsRulesAreItsOwn) {
    put("rough");
    const std::string set = controls();
    EXPECT_EQ(
        world_.call("POST", "/faults/rules", R"({"name":"hostile-x","fault":{"latency":200}})"),
        "400 {\"message\":\"The name 'hostile-x' is one of /_stator/v1/hostile, as all that begin "
        "with "
        "'hostile-'; choose another.\"}"
    );
    world_.call("PUT", "/faults", R"({"rules":[{"name":"hostile-x","fault":{"latency":200}}]})");
    world_.call("DELETE", "/faults");
    EXPECT_EQ(controls(), set);
}

TEST_F(HostileRoutes, TheSameLevelAgainRevertsManualChanges) {
    put("rough");
    const std::string set = controls();
    world_.call("DELETE", "/faults/rules/hostile-unavailable");
    world_.call("PUT", "/streams", R"({"lag":0})");
    EXPECT_NE(controls(), set);
    put("rough");
    EXPECT_EQ(controls(), set);
}

TEST_F(HostileRoutes, AForkHasTheSameLevelAndCanBeSwitchedOffSeparately) {
    put("rough");
    world_.call("POST", "/universes/default/fork", R"({"name":"fork"})");
    const auto fork = world_.laboratories().find("fork");
    EXPECT_EQ(fork->hostile_level(), laboratory::HostileLevel::Rough);
    EXPECT_TRUE(fork->faults().is_active());
    EXPECT_TRUE(fork->universe().switches().stream_adversity.is_on());
    fork->set_hostile_level(laboratory::HostileLevel::Off);
    EXPECT_FALSE(fork->faults().is_active());
    EXPECT_FALSE(fork->universe().switches().stream_adversity.is_on());
    EXPECT_FALSE(fork->universe().consistency().lags());
    EXPECT_EQ(show(), level("rough"));
    EXPECT_TRUE(world_.laboratory().faults().is_active());
}

TEST_F(HostileRoutes, NewUniversesAreAsHostileAsTheDefaultOne) {
    put("mild");
    const auto fresh = world_.laboratories().find("new");
    EXPECT_EQ(fresh->hostile_level(), laboratory::HostileLevel::Mild);
    EXPECT_EQ(
        fresh->universe().switches().stream_adversity.adversity(),
        laboratory::hostile_settings(laboratory::HostileLevel::Mild).streams
    );
}

TEST_F(HostileRoutes, UnknownLevelsAreRejected) {
    EXPECT_EQ(
        put("harsh"),
        "400 {\"message\":\"'level' in the body must be one of off, mild, rough, brutal.\"}"
    );
    EXPECT_EQ(show(), level("off"));
}

}  // namespace
}  // namespace stator::emulator::admin::routes
