#include "emulator/laboratory/controls/clock_control.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

using testing::World;

constexpr engine::Instant kNewYear{1'767'225'600'000};  // 2026-01-01

class ClockControl : public ::testing::Test {
protected:
    // "" if the clock accepts it, or the error.
    std::string set(const std::string& json, Others others = Others::Stay) {
        const auto document = protocol::wire::JsonDocument::parse(json);
        const auto change = read_clock(document->root(), "the body");
        if (change.has_error()) return change.error().sentence;
        (*change)(world_.laboratory(), others);
        return "";
    }

    std::string settings() {
        std::string text;
        protocol::wire::JsonWriter json(text);
        json.begin_object();
        write_clock(json, world_.laboratory());
        json.end_object();
        return text;
    }

    engine::Instant now() { return world_.clock().now(); }

    World world_;
};

TEST_F(ClockControl, WritesSettingsThatRestoreIt) {
    for (const char* form :
         {R"({"mode":"follow"})",
          R"({"mode":"frozen","set":"2026-01-01T00:00:00.250Z"})",
          R"({"mode":"shifted","offsetMs":-3600000})",
          R"({"mode":"scaled","scale":60,"anchor":{"nowMs":5000,"realMs":1750000000000}})",
          R"({"mode":"scaled","scale":0.001,"anchor":{"nowMs":5000,"realMs":1700000000000}})"}) {
        EXPECT_EQ(set(form), "");
        EXPECT_EQ(settings(), form);
        world_.real().advance(777);
        EXPECT_EQ(settings(), form) << "time goes on, the setting stays";
        set(R"({"set":"2001-01-01","scale":7})");
        EXPECT_EQ(set(form), "");
        EXPECT_EQ(settings(), form);
    }
}

TEST_F(ClockControl, AScaledClockContinuesAsIfItHadNotBeenInterrupted) {
    set(R"({"set":5000,"scale":60})");
    world_.real().advance(1'001);
    const std::string before = settings();
    set(R"({"mode":"frozen","set":7})");
    world_.real().advance(999);
    set(before);
    EXPECT_EQ(now(), engine::Instant(5'000 + 2'000 * 60));
}

TEST_F(ClockControl, AbsentMembersStayOrGetDefaults) {
    set(R"({"mode":"frozen","set":"2026-01-01"})");
    set("{}");
    EXPECT_EQ(now(), kNewYear);
    set(R"({"mode":"frozen"})");
    EXPECT_EQ(now(), kNewYear);
    set(R"({"mode":"scaled","scale":2})");
    world_.real().advance(5);
    EXPECT_EQ(now(), kNewYear + 10);
    set(R"({"scale":60})", Others::BecomeUsual);
    EXPECT_EQ(now(), world_.real().now());
    set(R"({"set":"2026-01-01"})", Others::BecomeUsual);
    world_.real().advance(5);
    EXPECT_EQ(now(), kNewYear + 5);
    set(R"({"mode":"frozen"})", Others::BecomeUsual);
    EXPECT_EQ(now(), world_.real().now());
    set("{}", Others::BecomeUsual);
    EXPECT_EQ(settings(), R"({"mode":"follow"})");
}

TEST_F(ClockControl, RejectsInvalidSettings) {
    struct Case {
        const char* json;
        const char* part;
    };

    const Case cases[] = {
        {R"({"now":"2026-01-01T00:00:00Z"})", "'set' sets the clock"},
        {R"({"nowMs":5})", "'set' sets the clock"},
        {R"({"mode":"frozen","now":6,"nowMs":5})", "is not 'nowMs'"},
        {R"({"offsetMs":5})", "needs 'mode'"},
        {R"({"scale":0})", "stops the clock"},
        {R"({"scale":1e-7})", "from 1e-06"},
        {R"({"mode":"follow","scale":2})", "leave them out"},
        {R"({"mode":"frozen","scale":1})", "a frozen clock has no 'scale'"},
        {R"({"mode":"shifted","scale":2,"offsetMs":5})", "a shifted clock has no 'scale'"},
        {R"({"mode":"shifted"})", "needs 'offsetMs' or 'set'"},
        {R"({"mode":"scaled"})", "needs 'scale'"},
        {R"({"mode":"scaled","scale":0})", "needs 'scale'"},
        {R"({"mode":"scaled","scale":2,"anchor":{"nowMs":5}})", "'realMs'"},
        {R"({"mode":"scaled","scale":2,"anchor":{"nowMs":5,"realMs":5,"x":1}})", "'x'"},
        {R"({"mode":"frozen","anchor":{"nowMs":5,"realMs":5}})", "goes with \"mode\":\"scaled\""},
        {R"({"mode":"stopped"})", "must be one of follow, frozen, shifted, scaled"},
        {R"({"nextDue":5})", "has no member 'nextDue'"},
    };
    for (const Case& each : cases) {
        const std::string sentence = set(each.json);
        EXPECT_NE(sentence.find(each.part), std::string::npos) << each.json << ": " << sentence;
        EXPECT_TRUE(sentence.ends_with('.')) << sentence;
        EXPECT_EQ(settings(), R"({"mode":"follow"})") << each.json;
    }
}

}  // namespace
}  // namespace stator::emulator::laboratory::controls
