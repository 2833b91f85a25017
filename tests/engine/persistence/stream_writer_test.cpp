#include "engine/persistence/stream_writer.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/persistence/sqlite/migrations.hpp"
#include "protocol/base/limits.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

constexpr Instant kNow{1'750'000'000'000};

class StreamWriterTest : public ::testing::Test {
protected:
    StreamWriterTest() : connection_(directory_.file()) {
        sqlite::migrate(connection_, sqlite::migrations());
        seals_.emplace(connection_);
    }

    void write(const std::vector<ChangeBatch>& batches) {
        ShareWriter shares(connection_, *seals_);
        StreamWriter(connection_, shares).write(batches);
    }

    // The rows of a query: columns separated by spaces, rows by "; ".
    std::string rows(const std::string& sql, int columns) {
        sqlite::Statement select(connection_, sql);
        std::string text;
        while (select.step()) {
            if (!text.empty()) text += "; ";
            for (int i = 0; i < columns; ++i) {
                if (i > 0) text += " ";
                text += select.column_is_null(i) ? "null" : std::string(select.column_bytes(i));
            }
        }
        return text;
    }

    std::string streams() {
        return rows("SELECT number, universe, region, definition FROM streams ORDER BY number", 4);
    }

    std::string records() {
        return rows(
            "SELECT stream, sequence, ordinal, shard_id, time_ms, event, by_time_to_live"
            " FROM stream_records ORDER BY stream, sequence, ordinal",
            7
        );
    }

    TemporaryDirectory directory_;
    sqlite::Connection connection_;
    std::optional<sqlite::RowSeals> seals_;
};

ChangeBatch stream(std::uint32_t number, std::optional<std::string> definition) {
    ChangeBatch batch;
    batch.streams.push_back({StreamNumber{number}, "uni", "eu-west-1", std::move(definition)});
    return batch;
}

ChangeBatch record(std::uint32_t number, std::uint64_t commit, Instant time) {
    StreamRecordRow row{StreamNumber{number}, "shard", {}};
    row.record.position = {commit, 3};
    row.record.time = time;
    row.record.event = protocol::model::StreamEvent::Remove;
    row.record.by_time_to_live = true;
    row.record.keys = image("k");
    row.record.old_image = image("old");
    ChangeBatch batch;
    batch.records.push_back(std::move(row));
    return batch;
}

TEST_F(StreamWriterTest, KeepsTheLatestDefinitionOfEachStream) {
    write({stream(1, "first"), stream(2, "other"), stream(1, "second")});
    EXPECT_EQ(streams(), "1 uni eu-west-1 second; 2 uni eu-west-1 other");
}

TEST_F(StreamWriterTest, WritesAllOfARecordOnce) {
    write({record(1, 7, Instant(100))});
    write({record(1, 7, Instant(100))});
    EXPECT_EQ(records(), "1 7 3 shard 100 2 1");
    sqlite::Statement select(connection_, "SELECT keys, old_image, new_image FROM stream_records");
    ASSERT_TRUE(select.step());
    EXPECT_EQ(text_of(select.column_bytes(0)), "k");
    EXPECT_EQ(text_of(select.column_bytes(1)), "old");
    EXPECT_TRUE(select.column_is_null(2));
}

TEST_F(StreamWriterTest, ForgetsAStreamWithItsRecordsAndNoOther) {
    write(
        {stream(1, "one"), stream(2, "two"), record(1, 7, Instant(100)), record(2, 8, Instant(100))}
    );
    write({stream(1, std::nullopt)});
    EXPECT_EQ(streams(), "2 uni eu-west-1 two");
    EXPECT_EQ(records(), "2 8 3 shard 100 2 1");
}

TEST_F(StreamWriterTest, ForgetsRecordsMadeBeforeATime) {
    write(
        {stream(1, "d"),
         record(1, 7, Instant(99)),
         record(1, 8, Instant(100)),
         record(2, 9, Instant(1))}
    );
    ChangeBatch trimming = stream(1, "trimmed");
    trimming.streams[0].trimmed_before = Instant(100);
    write({trimming});
    EXPECT_EQ(streams(), "1 uni eu-west-1 trimmed");
    EXPECT_EQ(records(), "1 8 3 shard 100 2 1; 2 9 3 shard 1 2 1");
}

}  // namespace
}  // namespace stator::engine::persistence
