#include "emulator/journal/assertions.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::journal {
namespace {

using engine::capacity::SourceUse;
using protocol::wire::JsonDocument;

SourceUse use_of(std::string table, std::string index, double read, double write) {
    SourceUse use;
    use.table = std::move(table);
    use.index = std::move(index);
    use.read_units = read;
    use.write_units = write;
    use.scanned = 10;
    use.returned = 2;
    return use;
}

// A Scan of orders, a Query of its index, a throttled PutItem that touches both, in "alpha".
JournalTotals some_totals() {
    JournalTotals totals;
    RequestRecord scan;
    scan.operation = "Scan";
    scan.region = "eu-west-2";
    scan.uses = {use_of("orders", "", 2.5, 0)};
    totals.add(scan);
    RequestRecord query;
    query.operation = "Query";
    query.uses = {use_of("orders", "by_day", 0.5, 0)};
    totals.add(query);
    RequestRecord put;
    put.operation = "PutItem";
    put.universe = "alpha";
    put.error = "ProvisionedThroughputExceededException";
    put.faults = {"throttle"};
    put.uses = {use_of("orders", "", 0, 1), use_of("orders", "by_day", 0, 1)};
    totals.add(put);
    return totals;
}

AssertionResult check(const std::string& assertion) {
    const auto document = JsonDocument::parse(R"({"assertions":[)" + assertion + "]}");
    const auto read = read_assertions(document->root());
    if (read.has_error()) return {"", false, -1, read.error().sentence};
    return judge(read->front(), measure(read->front(), some_totals()));
}

TEST(Assertions, SumMatchingRequests) {
    const std::vector<std::pair<const char*, double>> cases = {
        {R"({"operation":"Scan","table":"orders","most":0})", 1},
        {R"({"operation":"Scan","table":"orders","index":"by_day","most":0})", 0},
        {R"({"operation":"Scan","universe":"alpha","most":0})", 0},
        {R"({"most":0})", 3},
        {R"({"universe":"","most":0})", 2},
        {R"({"table":"orders","most":0})", 3},
        {R"({"table":"orders","index":"","most":0})", 2},
        {R"({"table":"orders","index":"by_day","most":0})", 2},
        {R"({"metric":"readUnits","table":"orders","most":0})", 3},
        {R"({"metric":"writeUnits","table":"orders","most":0})", 2},
        {R"({"metric":"writeUnits","index":"by_day","most":0})", 1},
        {R"({"metric":"errors","most":0})", 1},
        {R"({"metric":"throttled","table":"orders","most":0})", 1},
        {R"({"metric":"faults","most":0})", 1},
        {R"({"metric":"scanned","operation":"Query","most":0})", 10},
        {R"({"metric":"returned","operation":"Query","most":0})", 2},
        {R"({"region":"eu-*","most":0})", 1},
        {R"({"operation":"*an","most":0})", 1},
        {R"({"table":"ord*","index":"by_*","most":0})", 2},
        {R"({"table":"ord*","index":"*","most":0})", 2},
        {R"({"universe":"al*","most":0})", 1},
        {R"({"universe":"*","most":0})", 3},
    };
    for (const auto& [assertion, actual] : cases) {
        const AssertionResult result = check(assertion);
        EXPECT_EQ(result.actual, actual) << assertion << ": " << result.sentence;
        EXPECT_EQ(result.passed, actual == 0) << assertion;
    }
}

TEST(Assertions, KeepToBothBounds) {
    EXPECT_TRUE(check(R"({"metric":"readUnits","most":3})").passed);
    EXPECT_FALSE(check(R"({"metric":"readUnits","most":2.9})").passed);
    EXPECT_TRUE(check(R"({"metric":"readUnits","least":3})").passed);
    EXPECT_FALSE(check(R"({"metric":"readUnits","least":3.1})").passed);
    EXPECT_FALSE(check(R"({"metric":"readUnits","least":3.1,"most":9})").passed);
    EXPECT_TRUE(check(R"({"metric":"readUnits","least":2,"most":9})").passed);
}

TEST(Assertions, ReportTheirResults) {
    EXPECT_EQ(
        check(R"({"name":"no scans","operation":"Scan","table":"orders","most":0})").sentence,
        "Scan on table 'orders': 1 requests, but allowed are at most 0."
    );
    EXPECT_EQ(
        check(R"({"metric":"readUnits","index":"by_day","table":"orders","least":0.5,"most":4})")
            .sentence,
        "All operations on index 'by_day' of table 'orders': 0.5 read units, as allowed: at least "
        "0.5 and at most 4."
    );
    EXPECT_EQ(
        check(R"({"operation":"Scan","table":"ordres","universe":"alpha","most":0})").sentence,
        "Scan on table 'ordres' in universe 'alpha': 0 requests, as allowed: at most 0. No request "
        "has named that table."
    );
}

TEST(Assertions, SayWhichRequestsTheyAreAbout) {
    EXPECT_EQ(
        check(R"({"operation":"Scan","table":"orders","region":"eu-*","label":"test-3",)"
              R"("from":"2026-01-01","to":1767312000000,"most":9})")
            .name,
        "Scan on table 'orders' in eu-* labelled 'test-3' from 2026-01-01T00:00:00.000Z until "
        "2026-01-02T00:00:00.000Z, at most 9"
    );
    EXPECT_EQ(
        check(R"({"finding":"scan","table":"orders","label":"","most":0})").name,
        "Findings scan on table 'orders' without a label, at most 0"
    );
}

TEST(Assertions, FailWhereForgottenRequestsCouldChangeTheResult) {
    const auto passes = [](const std::string& bounds, double actual) {
        Assertion assertion;
        const auto document = JsonDocument::parse(R"({"assertions":[{)" + bounds + "}]}");
        assertion = read_assertions(document->root())->front();
        return judge(assertion, {actual, 5, {}});
    };
    EXPECT_TRUE(passes("\"least\":1", 2).passed);
    EXPECT_FALSE(passes("\"least\":3", 2).passed);
    EXPECT_FALSE(passes("\"most\":1", 2).passed);
    const AssertionResult unknown = passes("\"most\":3", 2);
    EXPECT_FALSE(unknown.passed);
    EXPECT_EQ(
        unknown.sentence,
        "All operations: 2 requests, as allowed: at most 3. But 5 requests of these are no longer "
        "in the journal; give it a larger 'capacity'."
    );
}

TEST(Assertions, HaveANameOfTheirOwnIfNeedBe) {
    EXPECT_EQ(check(R"({"name":"no scans","most":0})").name, "no scans");
    EXPECT_EQ(check(R"({"operation":"Scan","most":0})").name, "Scan, at most 0");
}

TEST(Assertions, AreRefusedInOneSentence) {
    const std::vector<std::pair<const char*, const char*>> cases = {
        {R"({"operation":"scan","most":0})",
         "'operation' in assertions[0] must be an operation of DynamoDB such as Scan."},
        {R"({"operation":"Scan"})", "assertions[0] needs 'most', 'least' or both."},
        {R"({"least":2,"most":1})", "'least' in assertions[0] must not be greater than 'most'."},
        {R"({"finding":"scan","metric":"errors","most":0})",
         "'metric' in assertions[0] does not go with 'finding'."},
        {R"({"severity":"note","most":0})",
         "'severity' in assertions[0] needs 'finding' beside it."},
        {R"({"from":5,"to":5,"most":0})", "'from' in assertions[0] must be before 'to'."},
        {R"({"from":"noon","most":0})",
         "'from' in assertions[0] must be a time such as 2026-01-01T00:00:00Z, or milliseconds "
         "since 1970."},
        {R"({"most":-1})", "'most' in assertions[0] must be a number from 0 to 1e+15."},
    };
    for (const auto& [assertion, sentence] : cases) EXPECT_EQ(check(assertion).sentence, sentence);
    EXPECT_NE(
        check(R"({"metric":"costs","most":0})").sentence.find("must be one of"), std::string::npos
    );
    EXPECT_NE(check(R"({"tabel":"t","most":0})").sentence.find("'tabel'"), std::string::npos);
    const auto empty = JsonDocument::parse(R"({"assertions":[]})");
    EXPECT_TRUE(read_assertions(empty->root()).has_error());
}

TEST(Assertions, AreAnsweredAsJson) {
    EXPECT_EQ(
        assertions_text({{"a", true, 0, "A."}, {"b \"c\"", false, 2.5, "B."}}),
        R"({"passed":false,"results":[{"name":"a","passed":true,"actual":0,"sentence":"A."},)"
        R"({"name":"b \"c\"","passed":false,"actual":2.5,"sentence":"B."}]})"
    );
    EXPECT_TRUE(assertions_text({{"a", true, 0, "A."}}).starts_with(R"({"passed":true)"));
}

}  // namespace
}  // namespace stator::emulator::journal
