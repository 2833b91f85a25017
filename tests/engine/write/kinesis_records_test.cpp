// The records that each kind of write adds for a Kinesis data stream, through the whole engine.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/kinesis/outbox.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::write {
namespace {

using protocol::wire::JsonDocument;
using protocol::wire::JsonView;
using testing::Attributes;
using testing::batch;
using testing::binary;
using testing::Database;
using testing::item;
using testing::number;
using testing::put;
using testing::put_if;
using testing::remove;
using testing::text;
using testing::transaction;
using testing::update;

const std::string kStream = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

void enable_kinesis(
    Database& database, const std::string& table = "tbl", const std::string& more = ""
) {
    const std::string reply = database.run(
        "EnableKinesisStreamingDestination",
        R"({"TableName":")" + table + R"(","StreamArn":")" + kStream + "\"" + more + "}"
    );
    ASSERT_NE(reply.find("ENABLING"), std::string::npos) << reply;
}

std::vector<kinesis::OutgoingPtr> waiting(Universe& universe) {
    kinesis::Outbox::Limits limits;
    limits.has_items_once = false;
    return universe.outbox().take(kStream, limits).records;
}

std::string number_in(JsonView change, std::string_view image) {
    const auto found = change.find(image);
    if (!found) return "-";
    const auto value = found->find("n");
    return value ? std::string(value->find("N")->string()) : "?";
}

// Such as "INSERT a -:1": the event, the key, and the number in the old and the new image.
std::string shown(Universe& universe) {
    std::string text;
    for (const auto& record : waiting(universe)) {
        const auto document = JsonDocument::parse(record->document);
        const JsonView change = *document->root().find("dynamodb");
        text += std::string(document->root().string_or_empty("eventName")) + " " +
                std::string(change.find("Keys")->find("pk")->find("S")->string()) + " " +
                number_in(change, "OldImage") + ":" + number_in(change, "NewImage") + "\n";
    }
    return text;
}

void put_number(Database& database, const std::string& key, const std::string& value) {
    database.run(put("tbl", item({{"pk", text(key)}, {"n", number(value)}})));
}

TEST(KinesisRecords, EveryKindOfWriteAddsARecord) {
    Database database;
    database.create_table("tbl", "pk:S");
    put_number(database, "before", "0");
    enable_kinesis(database);
    put_number(database, "a", "1");
    put_number(database, "a", "1");  // changes nothing
    database.run(update("tbl", item({{"pk", text("a")}}), "SET n = n + :one", {{":one", number(1)}})
    );
    database.run(remove("tbl", item({{"pk", text("a")}})));
    database.run(remove("tbl", item({{"pk", text("a")}})));  // no item to delete
    database.run(batch(
        {put("tbl", item({{"pk", text("b")}, {"n", number(3)}})),
         remove("tbl", item({{"pk", text("before")}}))}
    ));
    database.run(transaction(
        {put("tbl", item({{"pk", text("c")}, {"n", number(4)}})),
         remove("tbl", item({{"pk", text("b")}}))}
    ));
    database.run("ExecuteStatement", R"({"Statement":"INSERT INTO tbl VALUE {'pk':'d','n':5}"})");
    database.run(
        "ExecuteTransaction",
        R"({"TransactStatements":[{"Statement":"UPDATE tbl SET n=6 WHERE pk='d'"}]})"
    );
    database.run(put_if("tbl", item({{"pk", text("e")}}), "n = :n", {{":n", number(1)}})
    );  // rejected
    EXPECT_EQ(
        shown(database.universe()),
        "INSERT a -:1\nMODIFY a 1:2\nREMOVE a 2:-\nINSERT b -:3\nREMOVE before 0:-\n"
        "INSERT c -:4\nREMOVE b 3:-\nINSERT d -:5\nMODIFY d 5:6\n"
    );
}

TEST(KinesisRecords, AreAddedOnlyWhileTheDestinationIsActive) {
    EngineOptions options;
    options.table_delay_ms = 100;
    Database database(options);
    database.create_table("tbl", "pk:S");
    database.clock().advance(100);
    enable_kinesis(database);
    put_number(database, "enabling", "1");
    database.clock().advance(100);
    put_number(database, "active", "2");
    database.run(
        "UpdateKinesisStreamingDestination",
        R"({"TableName":"tbl","StreamArn":")" + kStream +
            R"(","UpdateKinesisStreamingConfiguration":{)"
            R"("ApproximateCreationDateTimePrecision":"MICROSECOND"}})"
    );
    put_number(database, "updating", "3");
    database.clock().advance(100);
    put_number(database, "updated", "4");
    database.run(
        "DisableKinesisStreamingDestination",
        R"({"TableName":"tbl","StreamArn":")" + kStream + "\"}"
    );
    put_number(database, "disabling", "5");
    database.clock().advance(100);
    put_number(database, "disabled", "6");
    EXPECT_EQ(
        shown(database.universe()), "INSERT active -:2\nINSERT updating -:3\nINSERT updated -:4\n"
    );
    const auto records = waiting(database.universe());
    EXPECT_EQ(records[1]->document.find("Precision"), std::string::npos);
    EXPECT_NE(
        records[2]->document.find(R"("ApproximateCreationDateTime":1750000000300000)"),
        std::string::npos
    ) << records[2]->document;
}

TEST(KinesisRecords, TimeToLiveDeletionsNameTheService) {
    Database database;
    database.create_table("tbl", "pk:S");
    database.run(
        "UpdateTimeToLive",
        R"({"TableName":"tbl","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"n"}})"
    );
    enable_kinesis(database);
    put_number(database, "a", "1750000001");
    database.clock().advance(2'000);
    database.universe().run_due();
    EXPECT_EQ(shown(database.universe()), "INSERT a -:1750000001\nREMOVE a 1750000001:-\n");
    EXPECT_NE(
        waiting(database.universe())[1]->document.find(R"("principalId":"dynamodb.amazonaws.com")"),
        std::string::npos
    );
}

TEST(KinesisRecords, AreDurableWithTheirChanges) {
    const testing::TemporaryDirectory directory;
    std::string before;
    {
        Database database({}, directory.path());
        database.create_table("tbl", "pk:S");
        enable_kinesis(database);
        put_number(database, "a", "1");
        put_number(database, "b", "2");
        put_number(database, "a", "3");
        before = shown(database.universe());
        // The first record was sent.
        kinesis::Outbox::Limits limits;
        limits.records = 1;
        const auto batch = database.universe().outbox().take(kStream, limits);
        database.universe().outbox().forget(batch, batch.records, database.universe().recorder());
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path());
    EXPECT_EQ(before, "INSERT a -:1\nINSERT b -:2\nMODIFY a 1:3\n");
    EXPECT_EQ(shown(database.universe()), "INSERT b -:2\nMODIFY a 1:3\n");
    ASSERT_TRUE(database.close());
}

TEST(KinesisRecords, AreCopiedWithAUniverseAndRemovedByAReset) {
    const testing::TemporaryDirectory directory;
    {
        Database database({}, directory.path());
        database.create_table("tbl", "pk:S");
        enable_kinesis(database);
        put_number(database, "a", "1");
        database.engine().copy_universe("", "fork");
        put_number(database, "b", "2");
        EXPECT_EQ(shown(*database.engine().universe("fork")), "INSERT a -:1\n");
        database.engine().reset_universe("", {});
        EXPECT_EQ(shown(database.universe()), "");
        // After a reset, new writes are sent again, regardless of whether the universe had a table
        // before the reset.
        for (const std::string key : {"c", "d"}) {
            database.engine().reset_universe("", {});
            database.create_table("tbl", "pk:S");
            enable_kinesis(database);
            put_number(database, key, "3");
            EXPECT_EQ(shown(database.universe()), "INSERT " + key + " -:3\n");
        }
        database.engine().reset_universe("", {});
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path());
    EXPECT_EQ(shown(database.universe()), "");
    EXPECT_EQ(shown(*database.engine().universe("fork")), "INSERT a -:1\n");
    ASSERT_TRUE(database.close());
}

TEST(KinesisRecords, RecordsThatAreTooLargeAreCountedAndNotSent) {
    Database database;
    database.create_table("tbl", "pk:S");
    enable_kinesis(database);
    // Binary values grow in the record: twice, from three bytes to four.
    const Attributes large = {{"pk", text("a")}, {"b", binary(std::string(390'000, '\0'))}};
    database.run(put("tbl", item(large)));
    EXPECT_EQ(shown(database.universe()), "INSERT a -:?\n");
    database.run(put("tbl", item(large, {{"n", number(1)}})));
    EXPECT_EQ(shown(database.universe()), "INSERT a -:?\n");
    EXPECT_EQ(database.universe().outbox().figures().at(kStream).too_large, 1U);
}

TEST(KinesisRecords, EventsHaveTheirOwnIds) {
    Database database;
    database.create_table("tbl", "pk:S");
    database.create_table("other", "pk:S");
    enable_kinesis(database);
    enable_kinesis(database, "other");
    put_number(database, "a", "1");
    put_number(database, "b", "1");
    database.run(put("other", item({{"pk", text("a")}, {"n", number(1)}})));
    std::vector<std::string> ids;
    for (const auto& record : waiting(database.universe())) {
        const auto document = JsonDocument::parse(record->document);
        ids.emplace_back(document->root().string_or_empty("eventID"));
        EXPECT_EQ(ids.back().size(), 36U);
        EXPECT_EQ(ids.back()[14], '4');
    }
    ASSERT_EQ(ids.size(), 3U);
    EXPECT_NE(ids[0], ids[1]);
    EXPECT_NE(ids[0], ids[2]);
    EXPECT_NE(ids[1], ids[2]);
}

// The table of each region has its own destinations, which also receive writes of other regions.
TEST(KinesisRecords, ReplicatedWritesAddRecords) {
    Database database;
    database.create_table(
        "tbl",
        "pk:S",
        "",
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})"
    );
    database.run(
        "UpdateTable",
        R"({"TableName":"tbl","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]})"
    );
    enable_kinesis(database);
    database.run(put("tbl", item({{"pk", text("a")}, {"n", number(1)}})), "eu-west-1");
    database.clock().advance(60'000);
    database.universe().run_due();
    EXPECT_EQ(shown(database.universe()), "INSERT a -:1\n");
    EXPECT_NE(
        waiting(database.universe())[0]->document.find(R"("awsRegion":"us-east-1")"),
        std::string::npos
    );
}

}  // namespace
}  // namespace stator::engine::write
