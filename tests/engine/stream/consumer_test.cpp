// A consumer that follows the shard tree like the Kinesis Client Library, parents before their
// children, while writers write, partitions split and shards roll over.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "engine/storage/partition.hpp"
#include "protocol/values/number.hpp"
#include "tests/support/database.hpp"

namespace stator::engine::stream {
namespace {

using testing::Database;
using testing::item;
using testing::number;
using testing::text;
using testing::update;

constexpr int kWriters = 3;
constexpr int kKeysPerWriter = 8;
constexpr int kWritesPerWriter = 2'000;
constexpr int kSplits = 12;

std::string key_of(int writer, int key) {
    return "w" + std::to_string(writer) + "k" + std::to_string(key);
}

// Increments the counter of the writer's items in turn.
void write_counters(Database& database, int writer) {
    for (int i = 0; i < kWritesPerWriter; ++i) {
        const std::string reply = database.run(update(
            "Tab",
            item({{"pk", text(key_of(writer, i % kKeysPerWriter))}}),
            "ADD n :one",
            {{":one", number(1)}}
        ));
        ASSERT_EQ(reply, "{}");
    }
}

class Consumer {
public:
    explicit Consumer(const Stream& stream) : stream_(stream) {}

    // Reads all available records of every shard whose parent has been read to its end. Returns the
    // number of records.
    std::size_t poll() {
        std::size_t count = 0;
        for (const auto& shard : stream_.shards()) {
            const std::string parent = shard->description().parent_id;
            const bool is_ready = parent.empty() || drained_.contains(parent);
            if (is_ready && !drained_.contains(shard->id())) count += read(*shard);
        }
        return count;
    }

    // The number of records of each key.
    const std::map<std::string, int>& counts() const { return counts_; }

    const std::vector<std::string>& problems() const { return problems_; }

private:
    std::size_t read(const Shard& shard) {
        protocol::model::StreamPosition& position = positions_[shard.id()];
        Shard::Batch batch = shard.read(position, {100, 1'000'000});
        for (const protocol::model::StreamRecord& record : batch.records) note(record);
        if (batch.next) {
            position = *batch.next;
        } else {
            drained_.insert(shard.id());
        }
        return batch.records.size();
    }

    void note(const protocol::model::StreamRecord& record) {
        const std::string key(record.keys->find("pk")->scalar());
        const std::string number =
            protocol::values::number_text(record.new_image->find("n")->scalar());
        const int expected = ++counts_[key];
        if (number == std::to_string(expected)) return;
        problems_.push_back(
            key + " came with " + number + " instead of " + std::to_string(expected)
        );
    }

    const Stream& stream_;
    std::map<std::string, protocol::model::StreamPosition> positions_;
    std::set<std::string> drained_;
    std::map<std::string, int> counts_;
    std::vector<std::string> problems_;
};

TEST(StreamConsumer, SeesEveryChangeOnceInOrderWhilePartitionsSplit) {
    Database database;
    database.create_table(
        "Tab",
        "pk:S",
        "",
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"})"
    );
    database.universe().run_due();
    const auto table = database.table("Tab");
    const auto stream = table->stream();
    std::atomic<int> writing{kWriters};
    std::vector<std::thread> threads;
    threads.reserve(kWriters);
    for (int writer = 0; writer < kWriters; ++writer) {
        threads.emplace_back([&database, &writing, writer] {
            write_counters(database, writer);
            --writing;
        });
    }
    threads.emplace_back([&] {
        for (std::uint64_t i = 1; i <= kSplits; ++i) {
            table->split_partition(UINT64_MAX / (kSplits + 1) * i, database.clock().now());
            if (i % 4 == 0) {
                database.clock().advance(kShardLifeMs);
                table->roll_shards(database.clock().now());
            }
            std::this_thread::yield();
        }
    });
    Consumer consumer(*stream);
    while (writing.load() != 0) consumer.poll();
    for (std::thread& thread : threads) thread.join();
    while (consumer.poll() != 0) {
    }
    // Shards that end without a record become readable one generation at a time.
    for (std::size_t i = 0; i < stream->shards().size(); ++i) consumer.poll();
    EXPECT_EQ(consumer.problems(), std::vector<std::string>());
    EXPECT_EQ(consumer.counts().size(), static_cast<std::size_t>(kWriters * kKeysPerWriter));
    for (const auto& [key, count] : consumer.counts()) {
        EXPECT_EQ(count, kWritesPerWriter / kKeysPerWriter) << key;
    }
    EXPECT_GT(stream->shards().size(), 12U);
}

}  // namespace
}  // namespace stator::engine::stream
