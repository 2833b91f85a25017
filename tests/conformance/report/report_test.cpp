#include "conformance/report/report.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "conformance/base/json.hpp"
#include "conformance/report/comparison.hpp"
#include "tests/conformance/temporary_folder.hpp"

namespace stator::conformance {
namespace {

CaseResult result(std::string name, std::string operation, int tier, std::string message) {
    CaseResult result;
    result.name = std::move(name);
    result.operation = std::move(operation);
    result.asserts = "It <does> so.";
    result.tier = tier;
    result.has_passed = message.empty();
    result.message = std::move(message);
    result.duration = std::chrono::milliseconds(5);
    return result;
}

std::vector<CaseResult> results() {
    return {
        result("p/a", "PutItem", 1, ""),
        result("p/b", "PutItem", 3, "step 1: a\nb & c\n"),
        result("g/a", "GetItem", 1, ""),
    };
}

const ReportHead kHead{
    "Stator", "http://x", "2026-01-31T12:00:00Z", std::chrono::milliseconds(1'234)};

TEST(Report, ShowsFailuresThenScores) {
    EXPECT_EQ(
        text_report(kHead, results()),
        "FAIL p/b (tier 3)\n"
        "  It <does> so.\n"
        "    step 1: a\n"
        "    b & c\n"
        "\n"
        "operation     tier 1     tier 2     tier 3        all\n"
        "GetItem          1/1          -          -        1/1\n"
        "PutItem          1/1          -        0/1        1/2\n"
        "all              2/2          -        0/1        2/3\n"
        "\n"
        "2 of 3 cases pass (66.6 %) on Stator in 1.2 s\n"
    );
}

TEST(Report, NeverRoundsUpToAll) {
    EXPECT_EQ(percentage({9'999, 10'000}), "99.9 %");
    EXPECT_EQ(percentage({10'000, 10'000}), "100 %");
    EXPECT_EQ(percentage({0, 5}), "0 %");
    EXPECT_EQ(percentage({0, 0}), "-");
}

TEST(Report, WritesJson) {
    const JsonDocument report = parse_json(json_report(kHead, results()));
    EXPECT_EQ(text_of(*find_member(report, "target")), "Stator");
    const Json& cases = *find_member(report, "cases");
    ASSERT_EQ(cases.Size(), 3U);
    EXPECT_EQ(
        to_text(cases[1]),
        R"({"name":"p/b","tier":3,"operation":"PutItem","result":"fail",)"
        R"("message":"step 1: a\nb & c\n","ms":5})"
    );
}

TEST(Report, WritesHtmlThatNeedsNothingElse) {
    const std::string html = html_report(kHead, results());
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_EQ(html.find("src="), std::string::npos);
    EXPECT_NE(html.find("It &lt;does&gt; so."), std::string::npos);
    EXPECT_NE(html.find("b &amp; c"), std::string::npos);
}

TEST(Comparison, PutsTargetsSideBySide) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("a.json", json_report(kHead, results()));
    EXPECT_EQ(
        compare_reports({file, file}),
        "| target | tier 1 | tier 2 | tier 3 | all |\n"
        "|---|---|---|---|---|\n"
        "| Stator | 100 % (2/2) | – | 0 % (0/1) | 66.6 % (2/3) |\n"
        "| Stator | 100 % (2/2) | – | 0 % (0/1) | 66.6 % (2/3) |\n"
    );
}

TEST(Comparison, RejectsInvalidReports) {
    const testing::TemporaryFolder folder;
    EXPECT_THROW(compare_reports({folder.path() / "none"}), std::runtime_error);
    EXPECT_THROW(compare_reports({folder.write("a.json", "{}")}), std::runtime_error);
    EXPECT_THROW(compare_reports({folder.write("b.json", "{")}), std::runtime_error);
}

}  // namespace
}  // namespace stator::conformance
