#include "emulator/journal/report_formats.hpp"

#include <gtest/gtest.h>

#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {
namespace {

CostReport some_report() {
    CostReport report;
    report.recorded = 3;
    report.total.requests = 3;
    report.total.read_units = 3;
    report.total.write_units = 1;
    report.total.errors["ValidationException"] = 1;
    SourceCost source;
    source.table = "orders";
    source.index = "by_day";
    source.region = "eu-west-2";
    source.billing = BillingMode::OnDemand;
    source.tally = report.total;
    report.sources = {source};
    Finding scan;
    scan.table = "orders";
    scan.region = "eu-west-2";
    scan.operation = "Scan";
    scan.sentence = "1 Scan | of <orders> & \"co\".";
    scan.evidence = {{"requests", 1}, {"readUnits", 0.5}};
    Finding page;
    page.kind = FindingKind::UnfollowedPage;
    page.severity = Severity::Note;
    page.sentence = "1 page.";
    report.findings = {scan, page};
    report.assertions = {{"no <scans>", false, 1, "1 requests."}, {"cheap", true, 3, "3 units."}};
    return report;
}

TEST(ReportFormats, AreKnownByNameAndByFile) {
    EXPECT_EQ(find_report_format("markdown"), ReportFormat::Markdown);
    EXPECT_EQ(find_report_format("md"), std::nullopt);
    EXPECT_EQ(report_format_of_file("out/report.json"), ReportFormat::Json);
    EXPECT_EQ(report_format_of_file("report.md"), ReportFormat::Markdown);
    EXPECT_EQ(report_format_of_file("report.xml"), ReportFormat::JUnit);
    EXPECT_EQ(report_format_of_file("report.txt"), std::nullopt);
    EXPECT_EQ(report_content_type(ReportFormat::JUnit), "application/xml");
    EXPECT_TRUE(report_text(some_report(), ReportFormat::Markdown).starts_with("# "));
}

TEST(ReportFormats, WriteJson) {
    EXPECT_EQ(
        report_text(some_report(), ReportFormat::Json),
        R"({"prices":{"dollarsPerMillionReadUnits":0.125,"dollarsPerMillionWriteUnits":0.625},)"
        R"("total":{"requests":3,"errors":1,"throttled":0,"faults":0,"readUnits":3,)"
        R"("writeUnits":1,"scanned":0,"returned":0,"dollars":0.000001},)"
        R"("sources":[{"universe":"default","region":"eu-west-2","table":"orders",)"
        R"("index":"by_day","billing":"on-demand",)"
        R"("requests":3,"errors":1,"throttled":0,"faults":0,"readUnits":3,"writeUnits":1,)"
        R"("scanned":0,"returned":0,"dollars":0.000001}],)"
        R"("findings":[{"kind":"scan","severity":"warning",)"
        R"("sentence":"1 Scan | of <orders> & \"co\".","universe":"default",)"
        R"("region":"eu-west-2","table":"orders",)"
        R"("index":"","operation":"Scan","evidence":{"requests":1,"readUnits":0.5}},)"
        R"({"kind":"unfollowed-page","severity":"note","sentence":"1 page.","universe":"default",)"
        R"("region":"","table":"","index":"","operation":"","evidence":{}}],)"
        R"("assertions":[{"name":"no <scans>","passed":false,"actual":1,)"
        R"("sentence":"1 requests."},{"name":"cheap","passed":true,"actual":3,)"
        R"("sentence":"3 units."}]})"
    );
}

TEST(ReportFormats, WriteMarkdown) {
    EXPECT_EQ(
        report_text(some_report(), ReportFormat::Markdown),
        "# Requests and what they cost\n\n"
        "3 requests, 1 errors, 0 throttled, 3 read units, 1 write units: $0.000001 on demand in "
        "us-east-1.\n\n"
        "| universe | region | table | index | billing | requests | read units | write units | "
        "scanned | returned | dollars |\n"
        "|---|---|---|---|---|---:|---:|---:|---:|---:|---:|\n"
        "| default | eu-west-2 | orders | by_day | on-demand | 3 | 3 | 1 | 0 | 0 | 0.000001 |\n"
        "\n## Findings\n\n"
        "- **scan** (warning): 1 Scan \\| of \\<orders> & \"co\".\n"
        "- **unfollowed-page** (note): 1 page.\n"
        "\n## Assertions\n\n"
        "- **failed**: no \\<scans>. 1 requests.\n"
        "- passed: cheap. 3 units.\n"
    );
    EXPECT_NE(markdown_report({}).find("None."), std::string::npos);
}

TEST(ReportFormats, WriteJUnit) {
    EXPECT_EQ(
        report_text(some_report(), ReportFormat::JUnit),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites tests=\"8\" failures=\"2\">\n"
        "  <testsuite name=\"stator\" tests=\"8\" failures=\"2\" errors=\"0\" skipped=\"0\">\n"
        "    <testcase classname=\"stator.findings\" name=\"scan\">\n"
        "      <failure type=\"scan\" message=\"1 Scan | of &lt;orders&gt; &amp; "
        "&quot;co&quot;.\">1 Scan | of &lt;orders&gt; &amp; &quot;co&quot;.</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"stator.findings\" name=\"discarding-filter\">\n"
        "    </testcase>\n"
        "    <testcase classname=\"stator.findings\" name=\"unfollowed-page\">\n"
        "      <system-out>1 page.</system-out>\n"
        "    </testcase>\n"
        "    <testcase classname=\"stator.findings\" name=\"ignored-unprocessed\">\n"
        "    </testcase>\n"
        "    <testcase classname=\"stator.findings\" name=\"hot-key\">\n"
        "    </testcase>\n"
        "    <testcase classname=\"stator.findings\" name=\"unused-index\">\n"
        "    </testcase>\n"
        "    <testcase classname=\"stator.assertions\" name=\"no &lt;scans&gt;\">\n"
        "      <failure type=\"assertion\" message=\"1 requests.\">1 requests.</failure>\n"
        "    </testcase>\n"
        "    <testcase classname=\"stator.assertions\" name=\"cheap\">\n"
        "    </testcase>\n"
        "  </testsuite>\n"
        "</testsuites>\n"
    );
}

TEST(ReportFormats, SayIfHotKeysWereNotMeasured) {
    CostReport report = some_report();
    report.measures_keys = false;
    const std::string xml = junit_report(report);
    EXPECT_NE(xml.find(" errors=\"0\" skipped=\"1\">"), std::string::npos) << xml;
    EXPECT_NE(
        xml.find("name=\"hot-key\">\n"
                 "      <skipped message=\"Heat is off: hot keys were not looked for.\"/>\n"),
        std::string::npos
    ) << xml;
    EXPECT_NE(markdown_report(report).find("- Heat is off: hot keys"), std::string::npos);
}

TEST(ReportFormats, EscapeOrReplaceSpecialCharactersInXml) {
    EXPECT_EQ(xml_escaped("a\x01z"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(xml_escaped("\xEF\xBF\xBF!"), "\xEF\xBF\xBD!");
    EXPECT_EQ(xml_escaped("ä\n'"), "ä&#10;&apos;");
}

TEST(ReportFormats, KeepMarkdownToOneLine) {
    CostReport report;
    report.findings.resize(1);
    report.findings[0].sentence = "a\nb\r*c*";
    EXPECT_NE(markdown_report(report).find("): a b \\*c\\*\n"), std::string::npos);
}

}  // namespace
}  // namespace stator::emulator::journal
