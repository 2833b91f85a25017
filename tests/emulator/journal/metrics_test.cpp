#include "emulator/journal/metrics.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::journal {
namespace {

bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

TEST(Metrics, DescribeOnlyTheProcessWithoutAJournal) {
    EXPECT_EQ(
        metrics_text({{"stator_uptime_seconds", "How long.", 12.5, true}}, nullptr),
        "# HELP stator_up 1 while Stator answers.\n"
        "# TYPE stator_up gauge\n"
        "stator_up 1\n"
        "# HELP stator_uptime_seconds How long.\n"
        "# TYPE stator_uptime_seconds counter\n"
        "stator_uptime_seconds 12.5\n"
    );
}

TEST(Metrics, CountRequests) {
    JournalTotals totals;
    RequestRecord record;
    record.operation = "Query";
    record.universe = "al\"p\\h\na";
    record.region = "eu-west-2";
    record.injected_ms = 750;
    record.error = "ThrottlingException";
    record.faults = {"slow"};
    record.uses.resize(1);
    record.uses[0].table = "orders";
    record.uses[0].index = "by_day";
    record.uses[0].read_units = 1.5;
    record.uses[0].write_units = 2;
    record.uses[0].scanned = 7;
    record.uses[0].returned = 3;
    totals.add(record);
    totals.add(record);
    const std::string text = metrics_text({}, &totals);
    const std::string table = R"({universe="al\"p\\h\na",region="eu-west-2",)"
                              R"(operation="Query",table="orders")";
    const std::string source = table + R"(,index="by_day"} )";
    EXPECT_TRUE(has_line(text, "stator_requests_total" + table + "} 2")) << text;
    EXPECT_TRUE(has_line(text, "stator_throttled_total" + table + "} 2"));
    EXPECT_TRUE(has_line(text, "stator_errors_total" + table + R"(,error="ThrottlingException"} 2)")
    );
    EXPECT_TRUE(has_line(text, "stator_faults_total" + table + R"(,fault="slow"} 2)"));
    EXPECT_TRUE(has_line(text, "stator_consumed_read_units_total" + source + "3"));
    EXPECT_TRUE(has_line(text, "stator_consumed_write_units_total" + source + "4"));
    EXPECT_TRUE(has_line(text, "stator_rows_scanned_total" + source + "14"));
    EXPECT_TRUE(has_line(text, "stator_rows_returned_total" + source + "6"));
    EXPECT_TRUE(has_line(text, R"(stator_injected_latency_seconds_total{operation="Query"} 1.5)"))
        << text;
}

TEST(Metrics, CountRequestsWithoutATable) {
    JournalTotals totals;
    RequestRecord record;
    record.operation = "ListTables";
    totals.add(record);
    EXPECT_TRUE(has_line(
        metrics_text({}, &totals),
        R"(stator_requests_total{universe="default",region="",operation="ListTables",table=""} 1)"
    ));
}

TEST(Metrics, SortLatenciesIntoCumulativeBuckets) {
    JournalTotals totals;
    RequestRecord record;
    record.operation = "GetItem";
    for (const std::int64_t latency_us : {100, 101, 20'000'000}) {
        record.latency_us = latency_us;
        totals.add(record);
    }
    const std::string text = metrics_text({}, &totals);
    const std::string bucket = R"(stator_request_duration_seconds_bucket{operation="GetItem",le=")";
    EXPECT_TRUE(has_line(text, bucket + R"(0.0001"} 1)")) << text;
    EXPECT_TRUE(has_line(text, bucket + R"(0.00025"} 2)"));
    EXPECT_TRUE(has_line(text, bucket + R"(10"} 2)"));
    EXPECT_TRUE(has_line(text, bucket + R"(+Inf"} 3)"));
    EXPECT_TRUE(
        has_line(text, R"(stator_request_duration_seconds_sum{operation="GetItem"} 20.000201)")
    );
    EXPECT_TRUE(has_line(text, R"(stator_request_duration_seconds_count{operation="GetItem"} 3)"));
}

}  // namespace
}  // namespace stator::emulator::journal
