// The Committer: history for pinned readers, and indexes that equal a rebuild whatever writes race.
#include "engine/write/committer.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <thread>

#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "protocol/wire/attribute_codec.hpp"
#include "tests/support/indexed_table.hpp"
#include "tests/support/one_moment.hpp"
#include "tests/support/watched_data_file.hpp"

namespace stator::engine::write {
namespace {

using testing::Database;

std::string name_of(const schema::IndexSchema& index, const storage::Slot& slot) {
    const storage::KeyView key = slot.key();
    return index.name + ":" + std::string(key.pk) + "/" + std::string(key.sk);
}

// Every entry of every index as text, from the trees.
std::map<std::string, std::string> stored_entries(table::Table& table) {
    std::map<std::string, std::string> entries;
    const auto snapshot = table.snapshot();
    for (const schema::IndexSchema& index : snapshot->schema.indexes) {
        testing::each_slot(table, &index, [&](const storage::Slot& slot) {
            entries[name_of(index, slot)] = testing::json_of(slot);
        });
    }
    return entries;
}

// The same, derived from the items alone.
std::map<std::string, std::string> rebuilt_entries(table::Table& table) {
    std::map<std::string, std::string> entries;
    const auto snapshot = table.snapshot();
    testing::each_slot(table, nullptr, [&](const storage::Slot& slot) {
        for (const schema::IndexSchema& index : snapshot->schema.indexes) {
            table::DerivedEntry entry =
                table::derive_entry(snapshot->schema, index, slot.current().shared_image());
            if (!entry.record) continue;
            const storage::Slot derived(entry.hash, std::move(entry.record));
            entries[name_of(index, derived)] = testing::json_of(derived);
        }
    });
    return entries;
}

// One random write to one of a few keys.
std::string random_write(std::mt19937& random, std::string& operation) {
    const auto pick = [&](int count) {
        return std::to_string(random() % static_cast<unsigned>(count));
    };
    const std::string key = R"("pk":{"S":"p)" + pick(3) + R"("},"sk":{"N":")" + pick(4) + R"("})";
    switch (random() % 4) {
        case 0:
            operation = "PutItem";
            return R"({"TableName":"Tab","Item":{)" + key + R"(,"g":{"S":"g)" + pick(3) +
                   R"("},"n":{"N":")" + pick(5) + R"("},"x":{"S":")" + pick(9) + R"("}}})";
        case 1:
            operation = "UpdateItem";
            return R"({"TableName":"Tab","Key":{)" + key +
                   R"(},"UpdateExpression":"SET g = :g ADD n :n",)"
                   R"("ExpressionAttributeValues":{":g":{"S":"g)" +
                   pick(3) + R"("},":n":{"N":"1"}}})";
        case 2:
            operation = "UpdateItem";
            return R"({"TableName":"Tab","Key":{)" + key + R"(},"UpdateExpression":"REMOVE g, x"})";
        default: operation = "DeleteItem"; return R"({"TableName":"Tab","Key":{)" + key + "}}";
    }
}

TEST(Committer, RacingWritesLeaveIndexesEqualToARebuild) {
    Database database;
    const auto table = testing::make_indexed_table(database);
    const auto writer = [&](unsigned seed) {
        std::mt19937 random(seed);
        std::string operation;
        for (int i = 0; i < 400; ++i) {
            const std::string request = random_write(random, operation);
            const std::string reply = database.run(operation, request);
            ASSERT_EQ(reply, "{}") << operation << request;
        }
    };
    std::vector<std::thread> threads;
    for (unsigned seed = 1; seed <= 4; ++seed) threads.emplace_back(writer, seed);
    for (std::uint64_t i = 0; i < 3; ++i)
        table->partitions().split(0x3000000000000000ULL * (i + 1) + 7);
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(stored_entries(*table), rebuilt_entries(*table));
    EXPECT_FALSE(stored_entries(*table).empty());
}

TEST(Committer, PinnedReadersSeeThePast) {
    Database database;
    const auto table = testing::make_indexed_table(database);
    const auto put = [&](std::string_view x) {
        return database.run(
            "PutItem",
            std::string(R"({"TableName":"Tab","Item":{"pk":{"S":"p"},"sk":{"N":"1"},)"
                        R"("x":{"S":")")
                .append(x)
                .append(R"("}}})")
        );
    };
    put("before");
    const auto pin = database.universe().consistency().pin();
    put("after");
    const auto document = protocol::wire::JsonDocument::parse(R"({"pk":{"S":"p"},"sk":{"N":"1"}})");
    const auto key =
        protocol::wire::decode_item(document->root(), protocol::values::Dialect::Current).value();
    schema::bind_item_keys(table->snapshot()->schema, *key);
    const auto seen = [&](const storage::ReadPoint& point) {
        testing::OneMoment moment(point);
        const auto item =
            read::read_item(*table, {schema::item_hash(*key), key->pk(), key->sk()}, &moment);
        return std::string(item->find("x")->scalar());
    };
    EXPECT_EQ(seen(pin.point), "before");
    EXPECT_EQ(seen(storage::ReadPoint{}), "after");
    database.universe().consistency().release(pin.id);
    EXPECT_FALSE(database.universe().consistency().keeps_history());
}

TEST(Committer, AnIdenticalWriteChangesNothing) {
    Database database;
    database.create_table("Tab", "pk:S sk:N");
    const std::string put = R"({"TableName":"Tab","Item":{"pk":{"S":"p"},"sk":{"N":"1"}}})";
    database.run("PutItem", put);
    const auto before = database.universe().consistency().last_sequence();
    EXPECT_EQ(database.run("PutItem", put), "{}");
    EXPECT_EQ(database.universe().consistency().last_sequence(), before);
}

// Whoever reads a record waits for the journal's last ticket, so that nothing is told which a crash
// could still undo.
TEST(Committer, RecordsCanBeReadOnceTheJournalHasThem) {
    Database* opened = nullptr;
    std::vector<std::size_t> readable;
    const auto watch = [&](const persistence::ChangeBatch& batch) {
        if (batch.records.empty()) return;
        std::size_t count = 0;
        for (const auto& stream : opened->universe().region("us-east-1").streams().all()) {
            for (const auto& shard : stream->shards()) count += shard->record_count();
        }
        readable.push_back(count);
    };
    Database database({}, std::make_unique<testing::WatchedDataFile>(watch));
    opened = &database;
    database.create_table(
        "Tab",
        "pk:S",
        "",
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"})"
    );
    database.run("PutItem", R"({"TableName":"Tab","Item":{"pk":{"S":"a"}}})");
    const std::string two =
        R"({"TransactItems":[{"Put":{"TableName":"Tab","Item":{"pk":{"S":"b"}}}},)"
        R"({"Put":{"TableName":"Tab","Item":{"pk":{"S":"c"}}}}]})";
    database.run("TransactWriteItems", two);
    database.run("PutItem", R"({"TableName":"Tab","Item":{"pk":{"S":"d"}}})");
    EXPECT_EQ(readable, (std::vector<std::size_t>{0, 1, 3}));
}

}  // namespace
}  // namespace stator::engine::write
