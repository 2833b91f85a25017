#include "emulator/journal/cost_report.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::journal {
namespace {

using engine::capacity::SourceUse;

SourceUse use_of(std::string table, std::string index = "") {
    SourceUse use;
    use.table = std::move(table);
    use.index = std::move(index);
    return use;
}

void add(JournalSnapshot& journal, std::string operation, SourceUse use) {
    RequestRecord record;
    record.operation = std::move(operation);
    record.uses = {std::move(use)};
    journal.totals.add(record);
    ++journal.recorded;
}

// "warning scan: …" for each finding, one per line.
std::string findings_text(const CostReport& report) {
    std::string text;
    for (const Finding& finding : report.findings) {
        text.append(finding.severity == Severity::Warning ? "warning " : "note ");
        text.append(finding_name(finding.kind)).append(": ").append(finding.sentence).append("\n");
    }
    return text;
}

TEST(CostReport, PricesUnitsByTableAndIndex) {
    JournalSnapshot journal;
    SourceUse reads = use_of("orders", "by_day");
    reads.read_units = 2'000'000;
    add(journal, "Query", reads);
    SourceUse writes = use_of("orders");
    writes.write_units = 4'000'000;
    add(journal, "PutItem", writes);
    add(journal, "PutItem", writes);
    const CostReport report =
        build_report(journal, {{{"", "orders", {"by_day"}, BillingMode::Provisioned}}, {}});
    ASSERT_EQ(report.sources.size(), 2U);
    EXPECT_EQ(report.sources[0].index, "");
    EXPECT_EQ(report.sources[0].tally.requests, 2U);
    EXPECT_DOUBLE_EQ(report.sources[0].dollars(), 5.0);
    EXPECT_EQ(report.sources[0].billing, BillingMode::Provisioned);
    EXPECT_EQ(report.sources[1].index, "by_day");
    EXPECT_DOUBLE_EQ(report.sources[1].dollars(), 0.25);
    EXPECT_DOUBLE_EQ(report.dollars(), 5.25);
    EXPECT_EQ(report.recorded, 3U);
    EXPECT_TRUE(report.findings.empty());
}

TEST(CostReport, HasDeletedTablesAndTablesThatWereNeverUsed) {
    JournalSnapshot journal;
    add(journal, "PutItem", use_of("gone"));
    const CostReport report =
        build_report(journal, {{{"alpha", "idle", {}, BillingMode::OnDemand}}, {}});
    ASSERT_EQ(report.sources.size(), 2U);
    EXPECT_EQ(report.sources[0].table, "gone");
    EXPECT_FALSE(report.sources[0].billing);
    EXPECT_EQ(report.sources[1].table, "idle");
    EXPECT_EQ(report.sources[1].universe, "alpha");
    EXPECT_EQ(report.sources[1].tally.requests, 0U);
}

TEST(CostReport, FindsScans) {
    JournalSnapshot journal;
    SourceUse use = use_of("orders");
    use.scanned = 100;
    use.returned = 4;
    add(journal, "Scan", use);
    add(journal, "Scan", use);
    EXPECT_EQ(
        findings_text(build_report(journal, {})),
        "warning scan: 2 Scan requests on table 'orders' evaluated 200 rows and returned 8.\n"
    );
}

TEST(CostReport, FindsFiltersThatThrowNearlyEverythingAway) {
    const auto findings = [](std::int64_t scanned, std::int64_t returned) {
        JournalSnapshot journal;
        journal.filters = {{{"", "Query", "orders", "by_day"}, "a = :a", 3, scanned, returned}};
        return findings_text(build_report(journal, {}));
    };
    EXPECT_EQ(
        findings(200, 15),
        "warning discarding-filter: A filter of Query on index 'by_day' of table 'orders' threw "
        "away 92.5 % of 200 rows that were paid for: a = :a.\n"
    );
    EXPECT_EQ(findings(200, 20), "");  // exactly 90 %
    EXPECT_NE(findings(10, 0), "");
    EXPECT_EQ(findings(9, 0), "");  // too few to tell
}

TEST(CostReport, FindsPagesThatWereNotFollowed) {
    JournalSnapshot journal;
    journal.unfollowed_pages = {
        {{"alpha", "Query", "orders", ""}, 3, 1},
        {{"", "Query", "orders", ""}, 2, 2},
        {{"", "ExecuteStatement", "orders", ""}, 1, 0}};
    EXPECT_EQ(
        findings_text(build_report(journal, {})),
        "warning unfollowed-page: 3 pages of Query on table 'orders' in universe 'alpha' had a "
        "LastEvaluatedKey that no later request started from; 1 request of these had a Limit.\n"
        "note unfollowed-page: 2 pages of Query on table 'orders' had a LastEvaluatedKey that no "
        "later request started from; 2 requests of these had a Limit.\n"
        "warning unfollowed-page: 1 page of ExecuteStatement on table 'orders' had a NextToken "
        "that no later request started from.\n"
    );
}

TEST(CostReport, FindsUnprocessedElementsThatWereIgnored) {
    JournalSnapshot journal;
    journal.ignored_unprocessed = {
        {{"", "BatchWriteItem", "orders", ""}, 2}, {{"", "BatchGetItem", "users", ""}, 1}};
    EXPECT_EQ(
        findings_text(build_report(journal, {})),
        "warning ignored-unprocessed: 2 writes that BatchWriteItem on table 'orders' gave back in "
        "UnprocessedItems were never sent again.\n"
        "warning ignored-unprocessed: 1 key that BatchGetItem on table 'users' gave back in "
        "UnprocessedKeys was never sent again.\n"
    );
}

TEST(CostReport, FindsHotKeys) {
    const CostReport report =
        build_report({}, {{}, {{"", "orders", "by_day", "Monday", 0.625, 0.4, "eu-west-2"}}});
    EXPECT_EQ(
        findings_text(report),
        "warning hot-key: Key Monday takes 62.5 % of the reads and 40 % of the writes of index "
        "'by_day' of table 'orders' in eu-west-2.\n"
    );
    using Evidence = std::vector<std::pair<std::string, double>>;
    EXPECT_EQ(report.findings[0].evidence, (Evidence{{"readShare", 0.625}, {"writeShare", 0.4}}));
}

TEST(CostReport, FindsIndexesThatNothingReads) {
    JournalSnapshot journal;
    SourceUse writes = use_of("orders", "written");
    writes.write_units = 12;
    add(journal, "PutItem", writes);
    SourceUse reads = use_of("orders", "read");
    reads.read_units = 0.5;
    add(journal, "Query", reads);
    add(journal, "Query", use_of("orders", "deleted"));
    const ReportInputs inputs{
        {{"", "orders", {"idle", "read", "written"}, BillingMode::OnDemand}}, {}};
    EXPECT_EQ(
        findings_text(build_report(journal, inputs)),
        "note unused-index: Nothing read index 'idle' of table 'orders'; it cost 0 write units.\n"
        "warning unused-index: Nothing read index 'written' of table 'orders'; it cost 12 write "
        "units.\n"
    );
}

}  // namespace
}  // namespace stator::emulator::journal
