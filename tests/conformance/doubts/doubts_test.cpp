#include <gtest/gtest.h>

#include "conformance/doubts/capture_script.hpp"
#include "conformance/doubts/differences_page.hpp"
#include "conformance/doubts/ledger.hpp"
#include "conformance/doubts/settlement.hpp"
#include "conformance/format/case_parser.hpp"
#include "tests/conformance/temporary_folder.hpp"

namespace stator::conformance::doubts {
namespace {

using conformance::testing::TemporaryFolder;

constexpr const char* kCases = R"([
  {"asserts": "certain", "source": "s", "tier": 1, "steps": [{"do": "PutItem"}]},
  {"asserts": "unsure", "source": "s", "tier": 1, "doubt": "never seen",
   "tables": {"t": {"keys": "pk:S"}},
   "steps": [
     {"do": "PutItem", "with": {"TableName": "${t}", "Item": {"pk": {"S": "${unique}'s"}}}},
     {"do": "PutItem", "with": {"TableName": "${t}", "Item": {}},
      "expect_error": {"type": "ValidationException", "message": "no ${unique}"}}]},
  {"asserts": "waits", "source": "s", "tier": 1, "doubt": "never seen",
   "steps": [{"do": "ListTables", "expect": {}, "until": true}]}])";

std::vector<Case> some_cases() {
    return parse_cases(kCases, "PutItem/some");
}

TEST(Ledger, HasTheDoubtfulCasesWithTheirLastRequest) {
    const std::vector<Case> cases = some_cases();
    const auto ledger = read_ledger(cases, kRunPlaceholder, "eu-west-2");
    ASSERT_EQ(ledger.size(), 2U);
    EXPECT_EQ(ledger[0].obstacle, "");
    EXPECT_EQ(ledger[0].setup.size(), 1U);
    EXPECT_NE(ledger[0].settling.body.find(R"("Item":{})"), std::string::npos);
    EXPECT_EQ(ledger[0].tables.front().name.size(), 24U);
    EXPECT_EQ(ledger[1].obstacle, "it waits for something to happen");
    const std::string text = ledger_text(ledger);
    EXPECT_NE(text.find("doubt: never seen"), std::string::npos);
    EXPECT_NE(text.find("2 doubts, 1 of them settled by --script"), std::string::npos);
}

TEST(CaptureScript, SendsOnlyRequestsThatSettleACase) {
    const std::vector<Case> cases = some_cases();
    const std::string script = capture_script(read_ledger(cases, kRunPlaceholder, "eu-west-2"));
    EXPECT_NE(script.find("call CreateTable"), std::string::npos);
    EXPECT_NE(script.find("'PutItem.some#2.http'"), std::string::npos);
    EXPECT_EQ(script.find("PutItem.some#3"), std::string::npos);
    EXPECT_NE(script.find("1 of them, 2 requests"), std::string::npos);
}

TEST(Settlement, ComparesAnswersWithTheCases) {
    const std::vector<Case> cases = some_cases();
    const TemporaryFolder folder;
    folder.write("run", "abc123 eu-west-2\n");
    const std::string unique = *scope_of(cases[1], "abc123", "eu-west-2").text("unique");
    const std::string head = "HTTP/1.1 400 Bad Request\r\nContent-Type: x\r\n\r\n";
    const std::string name = capture_file("PutItem/some#2");
    folder.write(
        name, head + R"({"__type":"x#ValidationException","message":"no )" + unique + R"("})"
    );
    EXPECT_EQ(settle(cases, folder.path()).confirmed, 1U);
    folder.write(name, head + R"({"__type":"x#ValidationException","message":"other"})");
    const Settlement refuted = settle(cases, folder.path());
    EXPECT_EQ(refuted.refuted, 1U);
    EXPECT_NE(refuted.text.find("refuted    PutItem/some#2"), std::string::npos) << refuted.text;
}

TEST(Settlement, NeedsTheScriptsFolder) {
    const TemporaryFolder folder;
    EXPECT_THROW(settle(some_cases(), folder.path()), std::runtime_error);
}

TEST(DifferencesPage, ListsMissingDeliberateAndUncertainDifferences) {
    const TemporaryFolder folder;
    folder.write("not_built.json", R"([{"what": "W", "why": "Y", "operations": ["A", "B"]}])");
    folder.write("deliberate.md", "## Deliberate\n");
    const std::string page = differences_page(some_cases(), folder.path());
    EXPECT_NE(page.find("| W | A, B | Y |"), std::string::npos);
    EXPECT_NE(page.find("## Deliberate"), std::string::npos);
    EXPECT_NE(page.find("- never seen (some × 2)"), std::string::npos) << page;
    EXPECT_THROW(differences_page(some_cases(), folder.path() / "none"), std::runtime_error);
}

}  // namespace
}  // namespace stator::conformance::doubts
