#include "emulator/journal/request_journal.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "emulator/journal/request_fingerprints.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::emulator::journal {
namespace {

using engine::capacity::RequestMeter;
using engine::capacity::SourceUse;
using protocol::values::ItemImagePtr;
using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using protocol::wire::member_name;

SourceUse read_use(std::string table, std::string index = "") {
    SourceUse use;
    use.table = std::move(table);
    use.index = std::move(index);
    use.read_units = 0.5;
    use.scanned = 20;
    use.returned = 1;
    return use;
}

RequestRecord record_of(std::string operation, std::vector<SourceUse> uses = {}) {
    RequestRecord record;
    record.operation = std::move(operation);
    record.uses = std::move(uses);
    return record;
}

ItemImagePtr image_of(JsonView json) {
    return protocol::wire::decode_item(json, protocol::values::Dialect::Current).value();
}

// A request's meter after such a reply.
RequestMeter meter_of(const std::string& reply) {
    using Kind = engine::capacity::GivenBackElement::Kind;
    RequestMeter meter;
    const auto document = JsonDocument::parse(reply);
    if (!document) return meter;
    const JsonView root = document->root();
    if (const auto key = root.find("LastEvaluatedKey")) meter.last_evaluated_key = image_of(*key);
    meter.next_token = root.string_or_empty("NextToken");
    if (const auto tables = root.find("UnprocessedKeys")) {
        for (const auto& table : tables->members()) {
            for (const auto& key : JsonView(table.value).find("Keys")->elements()) {
                meter.given_back.push_back(
                    {std::string(member_name(table)), Kind::Get, image_of(JsonView(key))}
                );
            }
        }
    }
    if (const auto tables = root.find("UnprocessedItems")) {
        for (const auto& table : tables->members()) {
            for (const auto& write : JsonView(table.value).elements()) {
                const auto put = JsonView(write).find("PutRequest");
                const JsonView image =
                    put ? *put->find("Item") : *JsonView(write).find("DeleteRequest")->find("Key");
                meter.given_back.push_back(
                    {std::string(member_name(table)),
                     put ? Kind::Put : Kind::Delete,
                     image_of(image)}
                );
            }
        }
    }
    meter.unprocessed = static_cast<std::int64_t>(meter.given_back.size());
    return meter;
}

// A record of an exchange like those that the dispatcher makes.
RequestRecord exchange(
    std::string operation, const std::string& request, const std::string& reply, SourceUse use
) {
    RequestRecord record = record_of(std::move(operation), {std::move(use)});
    const RequestMeter meter = meter_of(reply);
    record.unprocessed = meter.unprocessed;
    const auto document = JsonDocument::parse(request);
    if (document) describe_exchange(document->root(), meter, record);
    return record;
}

void turn_on(RequestJournal& journal, JournalSettings settings = {}) {
    settings.on = true;
    journal.configure(settings);
}

std::vector<std::uint64_t> sequences(const RequestJournal& journal, const RequestFilter& filter) {
    std::vector<std::uint64_t> numbers;
    for (const auto& record : journal.list(filter)) numbers.push_back(record->sequence);
    return numbers;
}

using Numbers = std::vector<std::uint64_t>;

TEST(RequestJournal, IsOffUntilConfigured) {
    RequestJournal journal;
    EXPECT_FALSE(journal.is_on());
    journal.add(record_of("Scan", {read_use("t")}));
    EXPECT_EQ(journal.recorded(), 0U);
    turn_on(journal);
    EXPECT_TRUE(journal.is_on());
    journal.add(record_of("Scan", {read_use("t")}));
    EXPECT_EQ(journal.recorded(), 1U);
}

TEST(RequestJournal, KeepsTheLastRequestsAndAllSums) {
    RequestJournal journal;
    turn_on(journal, {.capacity = 3});
    for (int i = 0; i < 5; ++i) journal.add(record_of("GetItem", {read_use("t")}));
    EXPECT_EQ(sequences(journal, {}), (Numbers{3, 4, 5}));
    EXPECT_EQ(journal.recorded(), 5U);
    const JournalTotals totals = journal.totals();
    const Tally& tally = totals.sources.at({"", "GetItem", "t", ""});
    EXPECT_EQ(tally.requests, 5U);
    EXPECT_EQ(tally.read_units, 2.5);
    EXPECT_EQ(tally.scanned, 100);
    turn_on(journal, {.capacity = 1});
    EXPECT_EQ(sequences(journal, {}), (Numbers{5}));
}

TEST(RequestJournal, HasAnErrorWhereAWriteWasLost) {
    RequestJournal journal;
    turn_on(journal, {.capacity = 2});
    std::vector<std::uint64_t> numbers;
    for (int i = 0; i < 3; ++i)
        numbers.push_back(journal.add(record_of("PutItem", {read_use("t")})));
    EXPECT_EQ(numbers, (Numbers{1, 2, 3}));
    for (const std::uint64_t number : {1, 2, 9}) journal.note_lost_write(number);
    const auto records = journal.list({});
    EXPECT_EQ(records.at(0)->status, 500);
    EXPECT_EQ(records.at(0)->error, "InternalServerError");
    EXPECT_EQ(records.at(1)->error, "");
    const JournalTotals totals = journal.totals();
    EXPECT_EQ(totals.sources.at({"", "PutItem", "t", ""}).error_count(), 1U);
    EXPECT_EQ(totals.tables.at({"", "PutItem", "t", ""}).error_count(), 1U);
    EXPECT_EQ(totals.operations.at({"", "PutItem", "", ""}).error_count(), 1U);
    EXPECT_EQ(totals.operations.at({"", "PutItem", "", ""}).requests, 3U);
}

TEST(RequestJournal, DropsRecordsWhoseBodiesAreTooLargeTogether) {
    RequestJournal journal;
    turn_on(journal, {.bodies = BodyKeeping::Full});
    for (int i = 0; i < 5; ++i) {
        RequestRecord record = record_of("PutItem");
        record.request_body = "\"" + std::string(RequestJournal::kMaxBodyBytes / 4, 'x') + "\"";
        journal.add(std::move(record));
    }
    EXPECT_EQ(sequences(journal, {}), (Numbers{3, 4, 5}));
}

TEST(RequestJournal, ListsAsManyRecordsAsFit) {
    RequestJournal journal;
    turn_on(journal);
    journal.add(record_of("Query", {read_use("orders", "by_day")}));
    journal.add(record_of("Query", {read_use("orders")}));
    RequestRecord refused = record_of("PutItem", {read_use("users")});
    refused.error = "ValidationException";
    refused.universe = "alpha";
    journal.add(std::move(refused));
    journal.add(record_of("ListTables"));

    EXPECT_EQ(sequences(journal, {.operation = "Query"}), (Numbers{1, 2}));
    EXPECT_EQ(sequences(journal, {.table = "orders"}), (Numbers{1, 2}));
    EXPECT_EQ(sequences(journal, {.table = "orders", .index = "by_day"}), (Numbers{1}));
    EXPECT_EQ(sequences(journal, {.table = "users", .index = "by_day"}), Numbers{});
    EXPECT_EQ(sequences(journal, {.universe = "alpha"}), (Numbers{3}));
    EXPECT_EQ(sequences(journal, {.universe = ""}), (Numbers{1, 2, 4}));
    EXPECT_EQ(sequences(journal, {.error = "ValidationException"}), (Numbers{3}));
    EXPECT_EQ(sequences(journal, {.limit = 2}), (Numbers{3, 4}));
    EXPECT_EQ(sequences(journal, {.since = 1, .limit = 2}), (Numbers{2, 3}));
    EXPECT_EQ(sequences(journal, {.since = 0, .limit = 100}), (Numbers{1, 2, 3, 4}));
    EXPECT_EQ(sequences(journal, {.since = 4}), Numbers{});
}

TEST(RequestJournal, KeepsBodiesAsConfigured) {
    const std::string body = R"({"Item":{"pk":{"S":"secret"}}})";
    const std::vector<std::tuple<BodyKeeping, std::string, std::string>> cases = {
        {BodyKeeping::None, "", ""},
        {BodyKeeping::Redacted, R"({"Item":{"pk":{"S":"***"}}})", "\"***\""},
        {BodyKeeping::Full, body, "\"not JSON, and secret\""},
    };
    for (const auto& [bodies, expected, reply] : cases) {
        RequestJournal journal;
        turn_on(journal, {.bodies = bodies});
        EXPECT_EQ(journal.bodies(), bodies);
        RequestRecord record = record_of("PutItem");
        record.request_body = body;
        record.reply_body = "not JSON, and secret";
        journal.add(std::move(record));
        const auto kept = journal.list({}).front();
        EXPECT_EQ(std::string_view(kept->request_body), expected);
        EXPECT_EQ(std::string_view(kept->reply_body), reply);
    }
}

TEST(RequestJournal, CountsARequestOnceForItsTable) {
    RequestJournal journal;
    turn_on(journal);
    RequestRecord record = record_of("PutItem", {read_use("t"), read_use("t", "gsi")});
    record.error = "ProvisionedThroughputExceededException";
    record.faults = {"throttle"};
    record.latency_us = 700;
    journal.add(std::move(record));
    const JournalTotals totals = journal.totals();
    const Tally& table = totals.tables.at({"", "PutItem", "t", ""});
    EXPECT_EQ(table.requests, 1U);
    EXPECT_EQ(table.read_units, 1.0);
    EXPECT_EQ(table.throttled, 1U);
    EXPECT_EQ(table.errors.at("ProvisionedThroughputExceededException"), 1U);
    EXPECT_EQ(table.faults.at("throttle"), 1U);
    EXPECT_EQ(totals.sources.at({"", "PutItem", "t", "gsi"}).requests, 1U);
    EXPECT_EQ(totals.operations.at({"", "PutItem", "", ""}).requests, 1U);
    const LatencyHistogram& latency = totals.latencies.at("PutItem");
    EXPECT_EQ(latency.count(), 1U);
    EXPECT_EQ(latency.counts.at(3), 1U);  // 500 < 700 <= 1000
}

TEST(RequestJournal, SharesOneRowAmongTooManyTables) {
    JournalTotals totals;
    for (std::size_t i = 0; i < JournalTotals::kMaxRows + 5; ++i) {
        totals.add(record_of("GetItem", {read_use("t" + std::to_string(i))}));
    }
    EXPECT_EQ(totals.tables.size(), JournalTotals::kMaxRows + 1);
    const TotalKey others{"", "GetItem", std::string(JournalTotals::kOthers), ""};
    EXPECT_EQ(totals.tables.at(others).requests, 5U);
}

const std::string kPage = R"({"Items":[],"LastEvaluatedKey":{"pk":{"S":"a"},"sk":{"N":"1"}}})";

RequestRecord query(const std::string& members, const std::string& reply) {
    return exchange("Query", "{\"TableName\":\"t\"" + members + "}", reply, read_use("t"));
}

TEST(RequestJournal, FindsPagesThatAreNotFollowed) {
    RequestJournal journal;
    turn_on(journal);
    journal.add(query("", kPage));
    journal.add(query(R"(,"Limit":5)", kPage));
    const auto pages = journal.snapshot().unfollowed_pages;
    ASSERT_EQ(pages.size(), 1U);
    EXPECT_EQ(pages[0].source, (TotalKey{"", "Query", "t", ""}));
    EXPECT_EQ(pages[0].pages, 2U);
    EXPECT_EQ(pages[0].with_limit, 1U);
}

TEST(RequestJournal, FindsPagesThatAreFollowed) {
    RequestJournal journal;
    turn_on(journal);
    journal.add(query(R"(,"Limit":5)", kPage));
    // The members of the key in another order, another Limit.
    const std::string start = R"(,"Limit":2,"ExclusiveStartKey":{"sk":{"N":"1"},"pk":{"S":"a"}})";
    journal.add(query(start, kPage));
    EXPECT_EQ(journal.snapshot().unfollowed_pages.size(), 1U);  // the second page returned it
    journal.add(query(start, R"({"Items":[]})"));
    EXPECT_EQ(journal.snapshot().unfollowed_pages.size(), 0U);
}

TEST(RequestJournal, DistinguishesShapesAndUniversesOfPages) {
    RequestJournal journal;
    turn_on(journal);
    journal.add(query(R"(,"IndexName":"a")", kPage));
    const std::string start = R"(,"ExclusiveStartKey":{"pk":{"S":"a"},"sk":{"N":"1"}})";
    journal.add(query(R"(,"IndexName":"b")" + start, "{}"));
    RequestRecord elsewhere = query(R"(,"IndexName":"a")" + start, "{}");
    elsewhere.universe = "alpha";
    journal.add(std::move(elsewhere));
    EXPECT_EQ(journal.snapshot().unfollowed_pages.size(), 1U);
    journal.add(query(R"(,"IndexName":"a")" + start, "{}"));
    EXPECT_EQ(journal.snapshot().unfollowed_pages.size(), 0U);
}

TEST(RequestJournal, FollowsTokensOfStatements) {
    RequestJournal journal;
    turn_on(journal);
    const auto statement = [](const std::string& members, const std::string& reply) {
        return exchange(
            "ExecuteStatement",
            R"({"Statement":"SELECT * FROM t")" + members + "}",
            reply,
            read_use("t")
        );
    };
    journal.add(
        statement("", R"({"Items":[],"LastEvaluatedKey":{"pk":{"S":"a"}},"NextToken":"abc"})")
    );
    EXPECT_EQ(journal.snapshot().unfollowed_pages.size(), 1U);
    journal.add(statement(R"(,"NextToken":"abc")", R"({"Items":[]})"));
    EXPECT_EQ(journal.snapshot().unfollowed_pages.size(), 0U);
}

TEST(RequestJournal, RemembersOpenPagesWithinBounds) {
    RequestObservations observations;
    RequestRecord record = record_of("Scan", {read_use("t")});
    record.shape = 1;
    constexpr std::uint64_t kPages = 3 * BoundedMemory<int>::kMaxYoung;
    for (record.page_key = 1; record.page_key <= kPages; ++record.page_key) {
        observations.add(record);
    }
    EXPECT_EQ(observations.unfollowed_pages().at(0).pages, kPages);
    record.page_key = 0;
    record.start_key = 1;  // forgotten, therefore still counted
    observations.add(record);
    EXPECT_EQ(observations.unfollowed_pages().at(0).pages, kPages);
    record.start_key = kPages;
    observations.add(record);
    EXPECT_EQ(observations.unfollowed_pages().at(0).pages, kPages - 1);
}

const std::string kBatch =
    R"({"RequestItems":{"t":[{"PutRequest":{"Item":{"pk":{"S":"a"},"s":{"SS":["x","y"]}}}},)"
    R"({"DeleteRequest":{"Key":{"pk":{"S":"b"}}}}]}})";
const std::string kGivenBack =
    R"({"UnprocessedItems":{"t":[{"PutRequest":{"Item":{"pk":{"S":"a"},"s":{"SS":["x","y"]}}}},)"
    R"({"DeleteRequest":{"Key":{"pk":{"S":"b"}}}}]}})";

TEST(RequestJournal, FindsWritesThatAreNotSentAgain) {
    RequestJournal journal;
    turn_on(journal);
    journal.add(exchange("BatchWriteItem", kBatch, kGivenBack, read_use("t")));
    // Other writes to the table are not retries of these.
    journal.add(exchange(
        "BatchWriteItem",
        R"({"RequestItems":{"t":[{"DeleteRequest":{"Key":{"pk":{"S":"z"}}}}]}})",
        R"({"UnprocessedItems":{}})",
        read_use("t")
    ));
    const auto ignored = journal.snapshot().ignored_unprocessed;
    ASSERT_EQ(ignored.size(), 1U);
    EXPECT_EQ(ignored[0].table, (TotalKey{"", "BatchWriteItem", "t", ""}));
    EXPECT_EQ(ignored[0].elements, 2U);
}

TEST(RequestJournal, FindsWritesThatAreSentAgainWithOthersOrSeparately) {
    RequestJournal journal;
    turn_on(journal);
    journal.add(exchange("BatchWriteItem", kBatch, kGivenBack, read_use("t")));
    journal.add(exchange(
        "BatchWriteItem",
        R"({"RequestItems":{"t":[{"DeleteRequest":{"Key":{"pk":{"S":"z"}}}},)"
        R"({"PutRequest":{"Item":{"s":{"SS":["y","x"]},"pk":{"S":"a"}}}}]}})",
        R"({"UnprocessedItems":{}})",
        read_use("t")
    ));
    EXPECT_EQ(journal.snapshot().ignored_unprocessed.at(0).elements, 1U);
    journal.add(exchange(
        "DeleteItem",
        R"({"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/t","Key":{"pk":{"S":"b"}}})",
        "{}",
        read_use("t")
    ));
    EXPECT_TRUE(journal.snapshot().ignored_unprocessed.empty());
}

TEST(RequestJournal, FindsKeysThatAreNotReadAgain) {
    RequestJournal journal;
    turn_on(journal);
    const std::string keys = R"({"t":{"Keys":[{"pk":{"S":"a"}}]}})";
    const std::string request = "{\"RequestItems\":" + keys + "}";
    journal.add(
        exchange("BatchGetItem", request, "{\"UnprocessedKeys\":" + keys + "}", read_use("t"))
    );
    EXPECT_EQ(journal.snapshot().ignored_unprocessed.at(0).elements, 1U);
    journal.add(exchange("BatchGetItem", request, R"({"UnprocessedKeys":{}})", read_use("t")));
    EXPECT_TRUE(journal.snapshot().ignored_unprocessed.empty());
}

TEST(RequestJournal, KnowsNumbersThatAreSpeltInAnotherWay) {
    RequestJournal journal;
    turn_on(journal);
    const auto keys = [](const std::string& number) {
        return R"({"t":{"Keys":[{"pk":{"N":")" + number + R"("},"sk":{"N":"7"}}]}})";
    };
    const auto get = [&](const std::string& number, const std::string& given_back) {
        const std::string request = "{\"RequestItems\":" + keys(number) + "}";
        const std::string reply = "{\"UnprocessedKeys\":" + given_back + "}";
        return exchange("BatchGetItem", request, reply, read_use("t"));
    };
    journal.add(get("1.0", keys("1")));
    journal.add(get("2.0", "{}"));
    EXPECT_EQ(journal.snapshot().ignored_unprocessed.at(0).elements, 1U);
    journal.add(get("10e-1", "{}"));
    EXPECT_TRUE(journal.snapshot().ignored_unprocessed.empty());
}

TEST(RequestJournal, SumsFiltersByTheirText) {
    RequestJournal journal;
    turn_on(journal);
    SourceUse use = read_use("t");
    use.has_filter = true;
    const auto filtered = [&](const std::string& filter) {
        return exchange("Scan", R"({"TableName":"t",)" + filter + "}", "{}", use);
    };
    journal.add(
        filtered(R"("FilterExpression":"a = :a","ExpressionAttributeValues":{":a":{"N":"1"}})")
    );
    journal.add(
        filtered(R"("FilterExpression":"a = :a","ExpressionAttributeValues":{":a":{"N":"2"}})")
    );
    journal.add(filtered(R"("ScanFilter":{"b":{"ComparisonOperator":"NULL"}})"));
    const auto filters = journal.snapshot().filters;
    ASSERT_EQ(filters.size(), 2U);
    EXPECT_EQ(filters[0].filter, "ScanFilter on b");
    EXPECT_EQ(filters[1].filter, "a = :a");
    EXPECT_EQ(filters[1].requests, 2U);
    EXPECT_EQ(filters[1].scanned, 40);
    EXPECT_EQ(filters[1].returned, 2);
}

TEST(RequestJournal, ForgetsAllButTheNumbering) {
    RequestJournal journal;
    turn_on(journal);
    journal.add(query("", kPage));
    journal.remember({{"a", true, 0, "A."}});
    journal.clear();
    const JournalSnapshot empty = journal.snapshot();
    EXPECT_EQ(empty.recorded, 0U);
    EXPECT_TRUE(empty.totals.operations.empty());
    EXPECT_TRUE(empty.unfollowed_pages.empty());
    EXPECT_TRUE(empty.assertions.empty());
    journal.add(record_of("ListTables"));
    EXPECT_EQ(sequences(journal, {}), (Numbers{2}));
}

TEST(RequestJournal, TakesRequestsOfManyThreads) {
    RequestJournal journal;
    turn_on(journal, {.capacity = 10});
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int j = 0; j < 500; ++j) journal.add(record_of("GetItem", {read_use("t")}));
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(journal.totals().operations.at({"", "GetItem", "", ""}).requests, 2'000U);
    EXPECT_EQ(sequences(journal, {.limit = 1}), (Numbers{2'000}));
}

}  // namespace
}  // namespace stator::emulator::journal
