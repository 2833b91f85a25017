#include "engine/persistence/changes/change_codec.hpp"

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence::changes {
namespace {

ChangeBatch full_batch() {
    protocol::model::StreamRecord record;
    record.position = {7, 3};
    record.time = Instant(-5);
    record.event = protocol::model::StreamEvent::Remove;
    record.by_time_to_live = true;
    record.keys = image("key");
    record.old_image = image("old");
    ChangeBatch batch;
    batch.sequence = SequenceNumber{UINT64_MAX};
    batch.rows = {
        {TableNumber{1}, 2, image("row")}, {TableNumber{UINT32_MAX}, UINT64_MAX, nullptr}};
    batch.definitions = {
        {TableNumber{3}, "shared", "eu-west-1", "text\0with zero"},
        {TableNumber{4}, "", "", std::nullopt}};
    batch.streams = {
        {StreamNumber{5}, "u", "r", "s", Instant(12)}, {StreamNumber{6}, "u", "r", {}, {}}};
    batch.records = {{StreamNumber{5}, "shard", record}};
    batch.entries = {
        {"tokens", "u", "r", std::string("a\0b", 3), "value", Instant(99)},
        {"notes", "", "", "k", {}, {}}};
    batch.expired_by = Instant(-1);
    batch.table_copies = {{TableNumber{1}, TableNumber{7}}};
    batch.stream_copies = {{StreamNumber{5}, StreamNumber{8}, 9}};
    return batch;
}

std::string encode(const ChangeBatch& batch) {
    std::string bytes;
    append_batch(bytes, batch);
    return bytes;
}

TEST(ChangeCodec, RestoresEveryField) {
    const ChangeBatch batch = full_batch();
    const std::string bytes = encode(batch);
    StoredBatches stored;
    ASSERT_TRUE(decode_batch(bytes, stored));
    ASSERT_EQ(stored.batches.size(), 1U);
    ASSERT_EQ(stored.rows.size(), 2U);
    EXPECT_EQ(text_of(stored.rows[0].payload), "row");
    EXPECT_EQ(stored.rows[1].row_id, UINT64_MAX);
    EXPECT_TRUE(stored.rows[1].payload.empty());
    // With the rows restored, the batch is encoded to the same bytes.
    ChangeBatch& back = stored.batches[0];
    EXPECT_TRUE(back.rows.empty());
    back.rows = batch.rows;
    EXPECT_EQ(encode(back), bytes);
    EXPECT_EQ(back.streams[0].trimmed_before, Instant(12));
    EXPECT_EQ(back.streams[1].definition, std::nullopt);
    EXPECT_EQ(back.records[0].record.new_image, nullptr);
    EXPECT_EQ(back.entries, batch.entries);
    EXPECT_EQ(back.expired_by, Instant(-1));
    ASSERT_EQ(back.table_copies.size(), 1U);
    EXPECT_EQ(back.table_copies[0].to, TableNumber{7});
    ASSERT_EQ(back.stream_copies.size(), 1U);
    EXPECT_EQ(back.stream_copies[0].last_commit, 9U);
    EXPECT_EQ(text_of(back.records[0].record.old_image->payload()), "old");
}

TEST(ChangeCodec, RefusesTruncatedOrExtendedBytes) {
    const std::string bytes = encode(full_batch());
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        StoredBatches stored;
        EXPECT_FALSE(decode_batch(std::string_view(bytes).substr(0, length), stored)) << length;
        EXPECT_TRUE(stored.batches.empty());
        EXPECT_TRUE(stored.rows.empty());
    }
    StoredBatches stored;
    EXPECT_FALSE(decode_batch(bytes + "x", stored));
}

// Bytes from a damaged or a foreign file are safe to read, even if their checksum is valid.
TEST(ChangeCodec, ChecksFlagsEventsAndImages) {
    const std::string bytes = encode(full_batch());
    int refused = 0;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (const unsigned change : {0x01U, 0x80U, 0xFFU}) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ change);
            StoredBatches stored;
            if (!decode_batch(damaged, stored)) {
                ++refused;
                continue;
            }
            for (const StoredRow& row : stored.rows) {
                if (row.payload.empty()) continue;
                EXPECT_EQ(text_of(row.payload).size(), 3U);
            }
            for (const StreamRecordRow& row : stored.batches.front().records) {
                EXPECT_NE(row.record.keys, nullptr);
                EXPECT_LE(row.record.event, protocol::model::StreamEvent::Remove);
            }
        }
    }
    EXPECT_GT(refused, 300);
}

}  // namespace
}  // namespace stator::engine::persistence::changes
