// The Committer: former versions for pinned readers, and indexes that equal a rebuild after racing
// writes.
#include "engine/write/committer.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <thread>

#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "tests/support/indexed_table.hpp"
#include "tests/support/one_moment.hpp"
#include "tests/support/watched_data_file.hpp"

namespace stator::engine::write {
namespace {

using testing::Attributes;
using testing::Database;
using testing::item;
using testing::ItemRequest;
using testing::number;
using testing::put;
using testing::remove;
using testing::text;
using testing::transaction;
using testing::update;

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

// Like stored_entries(), but derived only from the items.
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
ItemRequest random_write(std::mt19937& random) {
    const auto pick = [&](int count) {
        return std::to_string(random() % static_cast<unsigned>(count));
    };
    const Attributes key = {{"pk", text("p" + pick(3))}, {"sk", number(pick(4))}};
    switch (random() % 4) {
        case 0:
            return put(
                "Tab",
                item(
                    key, {{"g", text("g" + pick(3))}, {"n", number(pick(5))}, {"x", text(pick(9))}}
                )
            );
        case 1:
            return update(
                "Tab",
                item(key),
                "SET g = :g ADD n :n",
                {{":g", text("g" + pick(3))}, {":n", number(1)}}
            );
        case 2: return update("Tab", item(key), "REMOVE g, x");
        default: return remove("Tab", item(key));
    }
}

TEST(Committer, RacingWritesLeaveIndexesEqualToARebuild) {
    Database database;
    const auto table = testing::make_indexed_table(database);
    const auto writer = [&](unsigned seed) {
        std::mt19937 random(seed);
        for (int i = 0; i < 400; ++i) {
            const ItemRequest request = random_write(random);
            ASSERT_EQ(database.run(request), "{}") << i << ", kind " << request.index();
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

TEST(Committer, PinnedReadersSeeFormerVersions) {
    Database database;
    const auto table = testing::make_indexed_table(database);
    const Attributes attributes = {{"pk", text("p")}, {"sk", number(1)}};
    database.run(put("Tab", item(attributes, {{"x", text("before")}})));
    const auto pin = database.universe().consistency().pin();
    database.run(put("Tab", item(attributes, {{"x", text("after")}})));
    const auto key = item(attributes);
    schema::bind_item_keys(table->snapshot()->schema, *key);
    const auto seen = [&](const storage::ReadPoint& point) {
        testing::OneMoment moment(point);
        const auto found =
            read::read_item(*table, {schema::item_hash(*key), key->pk(), key->sk()}, &moment);
        return std::string(found->find("x")->scalar());
    };
    EXPECT_EQ(seen(pin.point), "before");
    EXPECT_EQ(seen(storage::ReadPoint{}), "after");
    database.universe().consistency().release(pin.id);
    EXPECT_FALSE(database.universe().consistency().keeps_history());
}

TEST(Committer, AnIdenticalWriteChangesNothing) {
    Database database;
    database.create_table("Tab", "pk:S sk:N");
    const auto write = [&] {
        return database.run(put("Tab", item({{"pk", text("p")}, {"sk", number(1)}})));
    };
    write();
    const auto before = database.universe().consistency().last_sequence();
    EXPECT_EQ(write(), "{}");
    EXPECT_EQ(database.universe().consistency().last_sequence(), before);
}

// A reader of a record waits for the journal's last ticket, so that it sees nothing that a crash
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
    database.run(put("Tab", item({{"pk", text("a")}})));
    database.run(
        transaction({put("Tab", item({{"pk", text("b")}})), put("Tab", item({{"pk", text("c")}}))})
    );
    database.run(put("Tab", item({{"pk", text("d")}})));
    EXPECT_EQ(readable, (std::vector<std::size_t>{0, 1, 3}));
}

}  // namespace
}  // namespace stator::engine::write
