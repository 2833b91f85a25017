#include "emulator/admin/routes/groups.hpp"

#include <gtest/gtest.h>

#include <array>

#include "emulator/admin/router.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "tests/emulator/support/admin_answer.hpp"

namespace stator::emulator::admin::routes {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr std::string_view kNoRules = R"({"universe":"default","rules":[],"seed":7})";

class FaultRoutes : public ::testing::Test {
protected:
    // The answer of that route, or its refusal as "status sentence".
    std::string call(std::string_view method, std::string_view path, const std::string& body = "") {
        return testing::answer_of(router_, method, path, body);
    }

    std::string rules() { return call("GET", "/_stator/v1/faults"); }

    static std::unique_ptr<engine::Engine> open(const engine::Clock& clock) {
        auto opened = engine::Engine::open({}, clock, std::nullopt);
        return std::move(std::get<0>(opened));
    }

    engine::ManualClock real_{engine::Instant(0)};
    engine::VirtualClock clock_{real_};
    std::unique_ptr<engine::Engine> engine_ = open(clock_);
    laboratory::Laboratories laboratories_{*engine_, {.seed = kSeed}};
    const std::array<AdminRoutes, 2> groups_ = {fault_routes(), control_routes()};
    AdminRouter router_{laboratories_, groups_};
};

TEST_F(FaultRoutes, PutReplacesAllRules) {
    EXPECT_EQ(rules(), kNoRules);
    const std::string slow =
        call("PUT", "/_stator/v1/faults", R"({"rules":[{"name":"slow","fault":{"latency":200}}]})");
    EXPECT_EQ(
        slow,
        R"({"universe":"default","rules":[{"name":"slow","match":{},"fault":{"latency":{"fixed":200}},)"
        R"("matched":0,"fired":0}],"seed":7})"
    );
    EXPECT_EQ(rules(), slow);
    EXPECT_EQ(call("PUT", "/_stator/v1/faults", R"({"rules":[]})"), kNoRules);
    EXPECT_FALSE(laboratories_.usual().faults().is_active());
}

TEST_F(FaultRoutes, WarnOfAMisspeltUniverse) {
    const std::string rules = R"({"rules":[{"match":{"universe":"tset-*"},"fault":"throttle"},)"
                              R"({"match":{"universe":"*"},"fault":"throttle"}]})";
    const std::string warnings =
        R"("warnings":["No universe is called 'tset-*' so far, so that this rule is about nothing; )"
        R"(GET /_stator/v1/universes lists them."]})";
    const std::string shown = call("PUT", "/_stator/v1/faults", rules);
    EXPECT_TRUE(shown.ends_with(warnings)) << shown;
    EXPECT_EQ(call("PUT", "/_stator/v1/faults", shown), shown);
    laboratories_.add("tset-1");
    EXPECT_EQ(this->rules().find("warnings"), std::string::npos);
}

TEST_F(FaultRoutes, AcceptsItsOwnOutput) {
    call("PUT", "/_stator/v1/faults", R"({"preset":{"name":"adversarial"}})");
    const std::string shown = rules();
    EXPECT_EQ(call("PUT", "/_stator/v1/faults", shown), shown);
    call("PUT", "/_stator/v1/faults/seed", R"({"seed":18446744073709551615})");
    EXPECT_NE(rules().find(R"("seed":18446744073709551615)"), std::string::npos);
    EXPECT_EQ(call("PUT", "/_stator/v1/faults", shown), shown);
}

TEST_F(FaultRoutes, ARefusedPutChangesNothing) {
    call("PUT", "/_stator/v1/faults", R"({"rules":[{"fault":{"latency":200}}]})");
    const std::string before = rules();
    EXPECT_TRUE(
        call("PUT", "/_stator/v1/faults", R"({"rules":[{"fault":{}}]})").starts_with("400 rules[0]")
    );
    EXPECT_EQ(
        call("PUT", "/_stator/v1/faults"),
        R"(400 the body is missing; send {"rules":[{"fault":{"latency":200}}]}.)"
    );
    EXPECT_EQ(rules(), before);
}

TEST_F(FaultRoutes, PostAppends) {
    call("POST", "/_stator/v1/faults/rules", R"({"fault":{"latency":1}})");
    call("POST", "/_stator/v1/faults/rules", R"({"rules":[{"fault":{"latency":2}}]})");
    const auto states = laboratories_.usual().faults().rules();
    ASSERT_EQ(states.size(), 2U);
    EXPECT_EQ(states[0].rule.name, "rule-1");
    EXPECT_EQ(states[1].rule.name, "rule-2");
    EXPECT_EQ(
        call("POST", "/_stator/v1/faults/rules", R"({"name":"rule-2","fault":{"latency":2}})"),
        "409 There is a rule called 'rule-2' already; delete it first or choose another name."
    );
}

TEST_F(FaultRoutes, ShowsCounters) {
    call("POST", "/_stator/v1/faults/rules", R"({"match":{"every":2},"fault":{"drop":"after"}})");
    for (int i = 0; i < 3; ++i) laboratories_.usual().faults().decide({});
    EXPECT_NE(rules().find(R"("matched":3,"fired":1)"), std::string::npos) << rules();
}

TEST_F(FaultRoutes, DeletesOneRuleOrAll) {
    for (const char* name : {"a", "b", "c"}) {
        const std::string rule = std::string(R"({"name":")") + name + R"(","fault":{"latency":1}})";
        call("POST", "/_stator/v1/faults/rules", rule);
    }
    call("DELETE", "/_stator/v1/faults/rules/b");
    EXPECT_EQ(laboratories_.usual().faults().rules().size(), 2U);
    EXPECT_EQ(
        call("DELETE", "/_stator/v1/faults/rules/b"),
        "404 There is no rule called 'b'; GET /_stator/v1/faults lists the rules."
    );
    EXPECT_EQ(call("DELETE", "/_stator/v1/faults"), kNoRules);
}

TEST_F(FaultRoutes, TheSeedIsThatOfTheLaboratoryUntilItIsPut) {
    EXPECT_EQ(call("GET", "/_stator/v1/faults/seed"), R"({"universe":"default","seed":7})");
    call("POST", "/_stator/v1/faults/rules", R"({"fault":{"latency":1}})");
    laboratories_.usual().faults().decide({});
    EXPECT_EQ(
        call("PUT", "/_stator/v1/faults/seed", R"({"seed":11})"),
        R"({"universe":"default","seed":11})"
    );
    EXPECT_NE(rules().find(R"("matched":0,"fired":0)"), std::string::npos) << rules();
    EXPECT_EQ(
        call("PUT", "/_stator/v1/faults/seed", "{}"),
        "400 'seed' in the body is missing; give a whole number from 0."
    );
}

TEST_F(FaultRoutes, TakesEverySeedThatTheCommandLineTakes) {
    for (const char* seed : {"0", "18446744073709551615"}) {
        const std::string body = R"({"universe":"default","seed":)" + std::string(seed) + "}";
        EXPECT_EQ(call("PUT", "/_stator/v1/faults/seed", body), body);
        EXPECT_EQ(call("GET", "/_stator/v1/faults/seed"), body);
    }
    for (const char* seed : {"-1", "18446744073709551616", "1.0", "1e3", "\"7\""}) {
        EXPECT_EQ(
            call("PUT", "/_stator/v1/faults/seed", std::string(R"({"seed":)") + seed + "}"),
            "400 'seed' in the body must be a whole number from 0 to 18446744073709551615."
        ) << seed;
    }
}

TEST_F(FaultRoutes, RefusesAMemberThatIsGivenTwice) {
    EXPECT_EQ(
        call("PUT", "/_stator/v1/faults/seed", R"({"seed":1,"seed":2})"),
        "400 'seed' in the body is given twice; keep one of them."
    );
    EXPECT_EQ(
        call("PUT", "/_stator/v1/faults", R"({"rules":[],"rules":[{"fault":{"latency":1}}]})"),
        "400 'rules' in the body is given twice; keep one of them."
    );
    EXPECT_EQ(rules(), kNoRules);
}

}  // namespace
}  // namespace stator::emulator::admin::routes
