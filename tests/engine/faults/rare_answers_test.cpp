// Pages as short and as empty as DynamoDB may return them. Following their keys leads to the same
// items.
#include <algorithm>
#include <functional>

#include "engine/base/seeded_random.hpp"
#include "tests/engine/faults/rare_requests.hpp"

namespace stator::engine::faults {
namespace {

using protocol::wire::JsonDocument;

constexpr int kItems = 36;
// More empty pages than this between two rows would look like an endless loop to most users.
constexpr std::size_t kMostPagesPerItem = 40;

// The maximum number of rows of a page. Returns nullopt for an ordinary page.
using PageRows = std::function<std::optional<std::uint64_t>(std::size_t page)>;

struct Read {
    std::string operation;
    std::string request;  // without its last brace
};

struct Pages {
    std::vector<std::string> items;
    std::size_t pages = 0;
    // The number of pages without items but with a key to continue from.
    std::size_t empty = 0;
};

PageRows always(std::uint64_t rows) {
    return [rows](std::size_t) { return rows; };
}

PageRows every_other_empty() {
    return [](std::size_t page) { return page % 2; };
}

PageRows mixed(std::uint64_t seed) {
    return [seed](std::size_t page) -> std::optional<std::uint64_t> {
        const std::uint64_t rows = mix(seed, page) % 4;
        return rows == 3 ? std::nullopt : std::optional(rows);
    };
}

class RarePages : public RareRequests {
protected:
    // Follows the keys of a read to its end.
    Pages read_all(const Read& read, const PageRows& rows_of) {
        Pages pages;
        std::string start;
        std::string last_key;
        const bool is_select = read.operation == "ExecuteStatement";
        do {
            RareAnswers rare;
            rare.page_rows = rows_of(pages.pages);
            const std::string request = read.request + start + "}";
            const std::string text = run(read.operation, request, &rare);
            const auto reply = JsonDocument::parse(text);
            if (!reply) {
                ADD_FAILURE() << request << " " << text;
                return pages;
            }
            const auto items = reply->root().find("Items");
            for (const auto& item : items->elements()) {
                pages.items.push_back(protocol::wire::JsonView(item).text());
            }
            ++pages.pages;
            if (rare.page_rows) {
                EXPECT_LE(items->size(), std::max<std::uint64_t>(*rare.page_rows, 1));
            }
            const auto next = reply->root().find(is_select ? "NextToken" : "LastEvaluatedKey");
            start = next
                        ? (is_select ? ",\"NextToken\":" : ",\"ExclusiveStartKey\":") + next->text()
                        : "";
            if (next && items->size() == 0) ++pages.empty;
            EXPECT_TRUE(!next || start != last_key) << request << " is answered with its own key";
            last_key = start;
        } while (!start.empty() && pages.pages < 2'000);
        EXPECT_LT(pages.pages, 2'000U) << read.request << " does not end";
        return pages;
    }

    // Expects all items exactly once and in order, regardless of the page sizes.
    void expect_complete(const std::vector<Read>& reads) {
        const auto ordinary = [](std::size_t) { return std::optional<std::uint64_t>(); };
        for (const Read& read : reads) {
            SCOPED_TRACE(read.operation + read.request);
            const Pages whole = read_all(read, ordinary);
            EXPECT_FALSE(whole.items.empty());
            EXPECT_EQ(read_all(read, always(1)).items, whole.items);
            EXPECT_EQ(read_all(read, always(2)).items, whole.items);
            for (std::uint64_t seed = 0; seed < 20; ++seed) {
                EXPECT_EQ(read_all(read, mixed(seed)).items, whole.items) << seed;
            }
            EXPECT_EQ(read_all(read, every_other_empty()).items, whole.items);
            if (HasFailure()) return;
        }
    }

    // Expects all items in order, with an empty page wherever possible, and at least one empty
    // page.
    void expect_empty_pages(const std::vector<Read>& reads) {
        for (const Read& read : reads) {
            SCOPED_TRACE(read.operation + read.request);
            const Pages pages = read_all(read, always(0));
            EXPECT_EQ(pages.items, read_all(read, always(1)).items);
            EXPECT_GT(pages.items.size(), 1U);
            EXPECT_GT(pages.empty, 0U);
            // No empty page follows another one.
            EXPECT_LE(pages.empty, pages.items.size());
        }
    }
};

// Keys that are hard to separate: prefixes of each other, and the smallest key that can follow one.
std::string text_key(int i) {
    static const std::vector<std::string> kTails = {
        "", "\\u0001", "\\u0001\\u0001", "\\u0000", "~0", "b", "\\u00ff", "a\\u0001", "z"};
    return "a" + kTails[static_cast<std::size_t>(i) % kTails.size()] +
           (i < 9 ? "" : std::to_string(i / 9));
}

std::string bytes_key(int i) {
    static const std::vector<std::string> kBytes = {
        "AA==", "AAA=", "AQ==", "AQE=", "AAAA", "/w==", "//8=", "AAEB", "fjA="};
    // Four characters are three bytes, so the prefix makes more distinct keys.
    return (i < 9 ? "" : "AAA" + std::to_string(i / 9)) +
           kBytes[static_cast<std::size_t>(i) % kBytes.size()];
}

// {"S":"…"} for the i-th of distinct keys.
std::string key_value(char type, int i) {
    if (type == 'S') return R"({"S":")" + text_key(i) + "\"}";
    if (type == 'B') return R"({"B":")" + bytes_key(i) + "\"}";
    return R"({"N":")" + std::to_string((i - 10) * 7) + R"(.5"})";
}

class PagesOfSortKey : public RarePages, public ::testing::WithParamInterface<char> {
protected:
    PagesOfSortKey() {
        const std::string type(1, GetParam());
        const std::string reply = database.create_table(
            "tab",
            "pk:S sk:" + type,
            "g:S n:N",
            R"("GlobalSecondaryIndexes":[{"IndexName":"sorted","KeySchema":[
                {"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
                "Projection":{"ProjectionType":"ALL"}},{"IndexName":"plain","KeySchema":[
                {"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],
                "LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[
                {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
                "Projection":{"ProjectionType":"ALL"}}])"
        );
        EXPECT_EQ(reply.find("Exception"), std::string::npos) << reply;
        for (int i = 0; i < kItems; ++i) {
            // Many items with the same "n", and some in no index.
            const std::string keys = R"({"pk":{"S":"p)" + std::to_string(i % 8 < 5 ? 0 : i % 3) +
                                     R"("},"sk":)" + key_value(GetParam(), i);
            const std::string more = i % 7 == 0
                                         ? "}"
                                         : R"(,"g":{"S":"g)" + std::to_string(i % 2) +
                                               R"("},"n":{"N":")" + std::to_string(i % 3) + "\"}}";
            EXPECT_EQ(run("PutItem", put_request(keys + more)), "{}");
        }
    }
};

Read query(const std::string& key, const std::string& value, const std::string& more = "") {
    return {
        "Query",
        R"re({"TableName":"tab","KeyConditionExpression":")re" + key +
            R"( = :p","ExpressionAttributeValues":{":p":{"S":")" + value + "\"}}" + more};
}

Read select(const std::string& rest) {
    return {"ExecuteStatement", R"({"Statement":"SELECT * FROM )" + rest + "\""};
}

constexpr const char* kBackward = R"(,"ScanIndexForward":false)";

TEST_P(PagesOfSortKey, OfAQueryLeadToEveryItemOnce) {
    expect_complete({
        query("pk", "p0"),
        query("pk", "p0", kBackward),
        query("pk", "p0", R"(,"Limit":2)"),
        query("pk", "p1", R"(,"ConsistentRead":true)"),
        query("pk", "p0", R"(,"ProjectionExpression":"n,sk")"),
    });
}

TEST_P(PagesOfSortKey, OfAQueryOfAnIndexLeadToEveryItemOnce) {
    std::vector<Read> reads;
    for (const std::string direction : {"", kBackward}) {
        reads.push_back(query("g", "g0", R"(,"IndexName":"sorted")" + direction));
        reads.push_back(query("g", "g1", R"(,"IndexName":"plain")" + direction));
        reads.push_back(query("pk", "p0", R"(,"IndexName":"local")" + direction));
    }
    expect_complete(reads);
}

TEST_P(PagesOfSortKey, OfAScanLeadToEveryItemOnce) {
    const std::string scan = R"({"TableName":"tab")";
    expect_complete({
        {"Scan", scan},
        {"Scan", scan + R"(,"Limit":3)"},
        {"Scan", scan + R"(,"IndexName":"sorted")"},
        {"Scan", scan + R"(,"IndexName":"plain")"},
        {"Scan", scan + R"(,"IndexName":"local")"},
    });
    std::vector<std::string> whole = read_all({"Scan", scan}, mixed(1)).items;
    std::vector<std::string> parts;
    for (const char* segment : {"0", "1", "2"}) {
        const Read part{"Scan", scan + R"(,"TotalSegments":3,"Segment":)" + std::string(segment)};
        for (auto& item : read_all(part, mixed(2)).items) parts.push_back(std::move(item));
    }
    std::sort(whole.begin(), whole.end());
    std::sort(parts.begin(), parts.end());
    EXPECT_EQ(parts, whole);
}

TEST_P(PagesOfSortKey, OfASelectLeadToEveryItemOnce) {
    expect_complete({
        select("tab"),
        select("tab WHERE pk = 'p0'"),
        select("tab WHERE pk = 'p0' ORDER BY sk DESC"),
        select("tab WHERE pk IN ['p0', 'p1', 'none', 'p2']"),
        select("tab WHERE n = 1"),
        select(R"(tab.\"sorted\" WHERE g = 'g0')"),
        select(R"(tab.\"sorted\" WHERE g = 'g0' ORDER BY n DESC)"),
        select(R"(tab.\"plain\")"),
        select(R"(tab.\"local\" WHERE pk = 'p0')"),
    });
}

TEST_P(PagesOfSortKey, FilteredLeadToEveryItemOnce) {
    expect_complete({
        {"Scan",
         R"({"TableName":"tab","FilterExpression":"n = :n",)"
         R"("ExpressionAttributeValues":{":n":{"N":"1"}})"},
        {"Query",
         R"({"TableName":"tab","KeyConditionExpression":"pk = :p","FilterExpression":"n = :n",)"
         R"("ExpressionAttributeValues":{":p":{"S":"p0"},":n":{"N":"1"}})"},
    });
}

// Between a lower and an upper bound, and up to one: the keys of empty pages must stay inside.
TEST_P(PagesOfSortKey, OfARangeLeadToEveryItemOnce) {
    std::vector<Read> reads;
    const std::string bounds = R"(":l":)" + key_value(GetParam(), 1) + R"(,":u":)" +
                               key_value(GetParam(), GetParam() == 'N' ? 30 : 5);
    for (const std::string direction : {"", kBackward}) {
        reads.push_back(
            {"Query",
             R"({"TableName":"tab","KeyConditionExpression":"pk = :p AND sk BETWEEN :l AND :u",)"
             R"("ExpressionAttributeValues":{":p":{"S":"p0"},)" +
                 bounds + "}" + direction}
        );
        if (GetParam() == 'N') continue;
        const std::string prefix = GetParam() == 'S' ? R"({"S":"a"})" : R"({"B":"AA=="})";
        reads.push_back(
            {"Query",
             R"re({"TableName":"tab","KeyConditionExpression":"pk = :p AND begins_with(sk, :b)",)re"
             R"("ExpressionAttributeValues":{":p":{"S":"p0"},":b":)" +
                 prefix + "}" + direction}
        );
    }
    expect_complete(reads);
}

TEST_P(PagesOfSortKey, AreEmptyWhereTheyCanBe) {
    expect_empty_pages({
        query("pk", "p0"),
        query("pk", "p0", kBackward),
        {"Scan", R"({"TableName":"tab")"},
    });
    for (const std::string index : {"sorted", "plain", "local"}) {
        const std::string pk = index == "local" ? "pk" : "g";
        const std::string value = index == "local" ? "p0" : "g1";
        const std::string name = R"(,"IndexName":")" + index + "\"";
        expect_empty_pages({
            query(pk, value, name),
            query(pk, value, name + kBackward),
            {"Scan", R"({"TableName":"tab")" + name},
        });
    }
}

TEST_P(PagesOfSortKey, OfASelectAreEmptyWhereTheyCanBe) {
    expect_empty_pages({
        select("tab"),
        select("tab WHERE pk = 'p0'"),
        select("tab WHERE pk = 'p0' ORDER BY sk DESC"),
        select("tab WHERE pk IN ['p0', 'p1', 'none', 'p2']"),
        select(R"(tab.\"sorted\" WHERE g = 'g0' ORDER BY n DESC)"),
        select(R"(tab.\"plain\")"),
        select(R"(tab.\"local\" WHERE pk = 'p0')"),
    });
}

// Even if a rule always injects empty pages, the client must reach the end.
TEST_P(PagesOfSortKey, ThatAreAllEmptyReachTheEndSoon) {
    for (const Read& read : {query("pk", "p0"), query("pk", "p0", kBackward), select("tab")}) {
        const Pages pages = read_all(read, always(0));
        EXPECT_LE(pages.pages, kMostPagesPerItem * (pages.items.size() + 1)) << read.request;
    }
}

// Numbers with and without another number between them, and numbers too far apart for a middle.
TEST_F(RarePages, AreEmptyBetweenNumbersThatLeaveRoom) {
    database.create_table("tab", "pk:S sk:N");
    for (const char* number :
         {"-1e125",
          "-1",
          "-1e-130",
          "0",
          "1e-130",
          "2e-130",
          "1",
          "2",
          "1700000000",
          "1700000001",
          "12345678901234567890123456789012345678",
          "12345678901234567890123456789012345679",
          "1e125"}) {
        const std::string key = R"({"pk":{"S":"p"},"sk":{"N":")" + std::string(number) + "\"}}";
        ASSERT_EQ(run("PutItem", put_request(key)), "{}");
    }
    expect_complete({query("pk", "p"), query("pk", "p", kBackward)});
    // No number is next to zero, and none is between neighbours of 38 digits.
    constexpr std::size_t kGapsWithRoom = 9;
    EXPECT_EQ(read_all(query("pk", "p"), always(0)).empty, kGapsWithRoom);
    EXPECT_EQ(read_all(query("pk", "p", kBackward), always(0)).empty, kGapsWithRoom);
}

// The request log must show the same cost of an empty page as its reply.
TEST_F(RarePages, EmptyPageCostsWhatItsReplySays) {
    database.create_table("tab", "pk:S sk:S");
    for (const char* key : {"a", "b"}) {
        const std::string keys = R"({"pk":{"S":"p"},"sk":{"S":")" + std::string(key) + "\"}}";
        ASSERT_EQ(run("PutItem", put_request(keys)), "{}");
    }
    const std::string request = query("pk", "p", R"(,"ReturnConsumedCapacity":"TOTAL")").request +
                                R"(,"ExclusiveStartKey":{"pk":{"S":"p"},"sk":{"S":"a"}}})";
    RareAnswers rare;
    rare.page_rows = 0;
    capacity::RequestMeter meter;
    const std::string reply = run("Query", request, &rare, &meter);
    EXPECT_NE(reply.find(R"("Items":[])"), std::string::npos) << reply;
    EXPECT_NE(reply.find("LastEvaluatedKey"), std::string::npos) << reply;
    EXPECT_NE(reply.find(R"("CapacityUnits":0.5)"), std::string::npos) << reply;
    ASSERT_EQ(meter.uses.size(), 1U);
    EXPECT_DOUBLE_EQ(meter.uses[0].read_units, 0.5);
    EXPECT_TRUE(meter.uses[0].has_more);
}

// A SELECT is a Query: its empty page costs the same and reports its key like its other pages.
TEST_F(RarePages, EmptyPageOfASelectCostsWhatItsReplySays) {
    database.create_table("tab", "pk:S sk:S");
    for (const char* key : {"a", "b"}) {
        const std::string keys = R"({"pk":{"S":"p"},"sk":{"S":")" + std::string(key) + "\"}}";
        ASSERT_EQ(run("PutItem", put_request(keys)), "{}");
    }
    const std::string request =
        select("tab WHERE pk = 'p'").request + R"(,"ReturnConsumedCapacity":"TOTAL")";
    RareAnswers rare;
    rare.page_rows = 0;
    const std::string first_reply = run("ExecuteStatement", request + "}", &rare);
    const auto first = JsonDocument::parse(first_reply);
    ASSERT_TRUE(first && first->root().find("NextToken"));
    const std::string token = first->root().find("NextToken")->text();
    capacity::RequestMeter meter;
    const std::string reply =
        run("ExecuteStatement", request + R"(,"NextToken":)" + token + "}", &rare, &meter);
    EXPECT_NE(reply.find(R"("Items":[])"), std::string::npos) << reply;
    EXPECT_NE(reply.find("NextToken"), std::string::npos) << reply;
    EXPECT_NE(reply.find("LastEvaluatedKey"), std::string::npos) << reply;
    EXPECT_NE(reply.find(R"("CapacityUnits":0.5)"), std::string::npos) << reply;
    ASSERT_EQ(meter.uses.size(), 1U);
    EXPECT_DOUBLE_EQ(meter.uses[0].read_units, 0.5);
    EXPECT_TRUE(meter.uses[0].has_more);
}

INSTANTIATE_TEST_SUITE_P(SortKeys, PagesOfSortKey, ::testing::Values('S', 'N', 'B'));

class PagesOfPartitionKey : public RarePages, public ::testing::WithParamInterface<char> {};

TEST_P(PagesOfPartitionKey, LeadToEveryItemOnce) {
    const std::string type(1, GetParam());
    database.create_table("tab", "pk:" + type);
    for (int i = 0; i < kItems; ++i) {
        const std::string item = R"({"pk":)" + key_value(GetParam(), i) + "}";
        ASSERT_EQ(run("PutItem", put_request(item)), "{}");
    }
    expect_complete(
        {{"Scan", R"({"TableName":"tab")"},
         {"Scan", R"({"TableName":"tab","TotalSegments":4,"Segment":2)"},
         select("tab")}
    );
    expect_empty_pages({{"Scan", R"({"TableName":"tab")"}, select("tab")});
}

// Rows with equal keys in an index, which differ only in the table's partition key.
TEST_P(PagesOfPartitionKey, OfEqualIndexKeysLeadToEveryItemOnce) {
    const std::string type(1, GetParam());
    database.create_table(
        "tab",
        "pk:" + type,
        "g:S",
        R"("GlobalSecondaryIndexes":[{"IndexName":"plain","KeySchema":[
            {"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}])"
    );
    for (int i = 0; i < kItems; ++i) {
        const std::string item = R"({"pk":)" + key_value(GetParam(), i) + R"(,"g":{"S":"g"}})";
        ASSERT_EQ(run("PutItem", put_request(item)), "{}");
    }
    const std::string index = R"(,"IndexName":"plain")";
    const std::vector<Read> reads = {
        query("g", "g", index),
        query("g", "g", index + kBackward),
        {"Scan", R"({"TableName":"tab")" + index},
    };
    expect_complete(reads);
    expect_empty_pages(reads);
}

INSTANTIATE_TEST_SUITE_P(PartitionKeys, PagesOfPartitionKey, ::testing::Values('S', 'N', 'B'));

}  // namespace
}  // namespace stator::engine::faults
