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

class JournalRoutes : public ::testing::Test {
protected:
    // The answer, or its refusal as "status sentence". `route` is "GET /_stator/v1/…".
    std::string call(std::string_view route, const std::string& body = "") {
        const auto blank = route.find(' ');
        return testing::answer_of(router_, route.substr(0, blank), route.substr(blank + 1), body);
    }

    void turn_on() { call("PUT /_stator/v1/requests/settings", R"({"on":true})"); }

    void add_scan(std::string table) {
        journal::RequestRecord record;
        record.operation = "Scan";
        record.region = "us-east-1";
        record.uses.resize(1);
        record.uses[0].table = std::move(table);
        record.uses[0].read_units = 0.5;
        record.latency_us = 7;
        laboratories_.usual().journal().add(std::move(record));
    }

    engine::ManualClock machine_{engine::Instant(1'750'000'000'000)};
    engine::VirtualClock clock_{machine_};
    std::unique_ptr<engine::Engine> engine_ =
        std::get<std::unique_ptr<engine::Engine>>(engine::Engine::open({}, clock_));
    laboratory::Laboratories laboratories_{*engine_, {.seed = 7}};
    const std::array<AdminRoutes, 2> groups_ = {journal_routes(), control_routes()};
    AdminRouter router_{laboratories_, groups_};
};

TEST_F(JournalRoutes, ChangeTheSettingsThatAreGiven) {
    EXPECT_EQ(
        call("GET /_stator/v1/requests/settings"),
        R"({"universe":"default","on":false,"capacity":10000,"bodies":"none","label":""})"
    );
    EXPECT_EQ(
        call("PUT /_stator/v1/requests/settings", R"({"on":true,"bodies":"redacted"})"),
        R"({"universe":"default","on":true,"capacity":10000,"bodies":"redacted","label":""})"
    );
    EXPECT_EQ(
        call("PUT /_stator/v1/requests/settings", R"({"capacity":5})"),
        R"({"universe":"default","on":true,"capacity":5,"bodies":"redacted","label":""})"
    );
    EXPECT_EQ(
        call("PUT /_stator/v1/requests/settings", R"({"bodies":"some"})"),
        "400 'bodies' in the body must be one of none, redacted, full."
    );
    EXPECT_EQ(
        call("PUT /_stator/v1/requests/settings"), "400 the body is missing; send {\"on\":true}."
    );
}

TEST_F(JournalRoutes, ExplainHowToTurnTheJournalOn) {
    const std::string refusal =
        "409 The request journal is off and has recorded nothing; start Stator with --journal, or "
        "PUT {\"on\":true} to /_stator/v1/requests/settings.";
    EXPECT_EQ(call("GET /_stator/v1/requests"), refusal);
    EXPECT_EQ(call("GET /_stator/v1/counters"), refusal);
    EXPECT_EQ(call("GET /_stator/v1/report"), refusal);
    EXPECT_EQ(call("POST /_stator/v1/assertions", R"({"assertions":[{"most":0}]})"), refusal);
    turn_on();
    EXPECT_EQ(
        call("GET /_stator/v1/requests"), R"({"universe":"default","requests":[],"recorded":0})"
    );
}

TEST_F(JournalRoutes, ShowRequestsRecordedBeforeTheJournalWasTurnedOff) {
    turn_on();
    add_scan("orders");
    call("PUT /_stator/v1/requests/settings", R"({"on":false})");
    add_scan("orders");
    EXPECT_NE(call("GET /_stator/v1/requests").find(R"("recorded":1)"), std::string::npos);
}

TEST_F(JournalRoutes, ListRequests) {
    turn_on();
    add_scan("orders");
    add_scan("users");
    EXPECT_EQ(
        call("GET /_stator/v1/requests?table=users"),
        R"({"universe":"default","requests":[{"sequence":2,"timeMs":0,"universe":"default",)"
        R"("region":"us-east-1","label":"","accessKey":"","connection":0,)"
        R"("operation":"Scan","status":200,"error":"","latencyMicroseconds":7,)"
        R"("injectedMilliseconds":0,"unprocessed":0,)"
        R"("faults":[],"uses":[{"table":"users","index":"","readUnits":0.5,"writeUnits":0,)"
        R"("scanned":0,"returned":0,"hasFilter":false,"hasMore":false}]}],"recorded":2})"
    );
    EXPECT_EQ(
        call("GET /_stator/v1/requests?universe=alpha"),
        "404 there is no universe 'alpha'; GET /_stator/v1/universes lists them, POST makes one."
    );
    EXPECT_EQ(
        call("GET /_stator/v1/requests?limit=-1"),
        "400 'limit' must be a whole number from 0 to 1000000."
    );
}

TEST_F(JournalRoutes, FilterByPatterns) {
    turn_on();
    add_scan("orders-1");
    call("PUT /_stator/v1/requests/settings", R"({"label":"test-3"})");
    add_scan("orders-2");
    const auto found = [this](const std::string& query) {
        const std::string answer = call("GET /_stator/v1/requests?" + query);
        return (answer.find("orders-1") != std::string::npos ? "1" : "") +
               std::string(answer.find("orders-2") != std::string::npos ? "2" : "");
    };
    EXPECT_EQ(found("table=orders-*"), "12");
    EXPECT_EQ(found("table=*-2&operation=S*n&region=us-*"), "2");
    EXPECT_EQ(found("region=eu-*"), "");
    EXPECT_EQ(found("label=test-*"), "2");
    EXPECT_EQ(found("label=test-4"), "");
    EXPECT_EQ(found("index=*"), "") << "a table is no index";
}

TEST_F(JournalRoutes, EmbedBodies) {
    call("PUT /_stator/v1/requests/settings", R"({"on":true,"bodies":"redacted"})");
    journal::RequestRecord record;
    record.operation = "PutItem";
    record.request_body = R"({"Item":{"pk":{"S":"secret"}}})";
    record.reply_body = "{}";
    laboratories_.usual().journal().add(std::move(record));
    EXPECT_NE(
        call("GET /_stator/v1/requests")
            .find(R"("uses":[],"request":{"Item":{"pk":{"S":"***"}}},"reply":{}})"),
        std::string::npos
    );
}

TEST_F(JournalRoutes, CountAndForget) {
    turn_on();
    add_scan("orders");
    const std::string row =
        R"("index":"","requests":1,"readUnits":0.5,"writeUnits":0,"scanned":0,"returned":0,)"
        R"("throttled":0,"injectedMilliseconds":0,"errors":{},"faults":{}})";
    const std::string place = R"([{"universe":"default","region":"us-east-1",)";
    EXPECT_EQ(
        call("GET /_stator/v1/counters"),
        R"({"universe":"default","operations":)" + place + R"("operation":"Scan","table":"",)" +
            row + R"(],"tables":)" + place + R"("operation":"Scan","table":"orders",)" + row +
            R"(],"sources":)" + place + R"("operation":"Scan","table":"orders",)" + row + "]}"
    );
    EXPECT_EQ(
        call("DELETE /_stator/v1/requests"),
        R"({"universe":"default","on":true,"capacity":10000,"bodies":"none","label":""})"
    );
    EXPECT_EQ(
        call("GET /_stator/v1/counters"),
        R"({"universe":"default","operations":[],"tables":[],"sources":[]})"
    );
}

TEST_F(JournalRoutes, CheckAssertionsAndReportThem) {
    turn_on();
    add_scan("orders");
    const std::string answer = call(
        "POST /_stator/v1/assertions",
        R"({"assertions":[{"name":"no scans","operation":"Scan","table":"orders","most":0}]})"
    );
    EXPECT_TRUE(
        answer.starts_with(R"({"universe":"default","passed":false,"results":[{"name":"no scans")")
    ) << answer;
    for (const char* format : {"json", "markdown", "junit"}) {
        const std::string report = call(std::string("GET /_stator/v1/report?format=") + format);
        EXPECT_NE(report.find("no scans"), std::string::npos) << report;
        EXPECT_NE(report.find("1 Scan request"), std::string::npos) << report;
    }
    EXPECT_EQ(
        call("GET /_stator/v1/report?format=pdf"), "400 'format' must be json, markdown or junit."
    );
}

}  // namespace
}  // namespace stator::emulator::admin::routes
