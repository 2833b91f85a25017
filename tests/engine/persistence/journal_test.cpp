// Batches that are larger than a journal accepts in one append.
#include "engine/persistence/journal.hpp"

#include <string>
#include <utility>
#include <vector>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

// Keeps the appended batches.
class MemoryJournal final : public Journal {
public:
    JournalTicket append(ChangeBatch batch) override {
        batches.push_back(std::move(batch));
        return {batches.size()};
    }

    void flush() override { ++flushes; }

    bool is_healthy() const override { return true; }

    JournalProgress progress() const override { return {}; }

    void on_progress(std::function<void(JournalProgress)>) override {}

    bool close() override { return true; }

    std::vector<ChangeBatch> batches;
    int flushes = 0;
};

constexpr std::size_t kLargeBytes = 32u << 20;
constexpr std::size_t kImagesOfAPart = 16;  // 512 MB

// An image of exactly this many bytes; rows may share it.
protocol::values::ItemImagePtr image_of(std::size_t bytes) {
    const std::size_t frame = image(std::string(bytes, 'x'))->payload().size() - bytes;
    return image(std::string(bytes - frame, 'x'));
}

RowChange row(std::uint64_t row_id, const protocol::values::ItemImagePtr& image) {
    return {TableNumber{1}, row_id, image};
}

// Each part as "rows 1-16 definitions streams".
std::string parts_text(const MemoryJournal& journal) {
    std::string text;
    for (const ChangeBatch& batch : journal.batches) {
        if (!text.empty()) text += "; ";
        if (!batch.rows.empty()) {
            text += "rows " + std::to_string(batch.rows.front().row_id) + "-" +
                    std::to_string(batch.rows.back().row_id) + " ";
        }
        if (!batch.records.empty()) {
            text += "records " + std::to_string(batch.records.front().record.position.commit) +
                    "-" + std::to_string(batch.records.back().record.position.commit) + " ";
        }
        if (!batch.definitions.empty()) text += "definitions ";
        if (!batch.streams.empty()) text += "streams ";
        if (!batch.entries.empty()) text += "entries ";
        text.pop_back();
        EXPECT_EQ(batch.sequence, SequenceNumber{9});
    }
    return text;
}

class AppendInParts : public ::testing::Test {
protected:
    AppendInParts() {
        whole_.sequence = SequenceNumber{9};
        whole_.definitions.push_back({TableNumber{1}, "", "us-east-1", "d"});
        whole_.streams.push_back({StreamNumber{1}, "", "us-east-1", "s"});
        whole_.entries.push_back({"section", "", "", "key", "value"});
    }

    MemoryJournal journal_;
    ChangeBatch whole_;
};

TEST_F(AppendInParts, KeepsASmallBatchWhole) {
    const auto large = image_of(kLargeBytes);
    ASSERT_EQ(large->payload().size(), kLargeBytes);
    for (std::uint64_t id = 1; id < kImagesOfAPart; ++id) whole_.rows.push_back(row(id, large));
    whole_.rows.push_back(row(90, image_of(kLargeBytes - 1)));
    whole_.rows.push_back(row(91, nullptr));
    EXPECT_EQ(append_in_parts(journal_, std::move(whole_)), JournalTicket{1});
    EXPECT_EQ(parts_text(journal_), "rows 1-91 definitions streams entries");
}

TEST_F(AppendInParts, PutsDefinitionsIntoTheLastPart) {
    const auto large = image_of(kLargeBytes);
    for (std::uint64_t id = 1; id <= 2 * kImagesOfAPart + 1; ++id) {
        whole_.rows.push_back(row(id, large));
    }
    EXPECT_EQ(append_in_parts(journal_, std::move(whole_)), JournalTicket{3});
    EXPECT_EQ(
        parts_text(journal_), "rows 1-16; rows 17-32; rows 33-33 definitions streams entries"
    );
}

TEST_F(AppendInParts, RowsAreWrittenAheadInSmallParts) {
    const auto megabyte = image_of(1U << 20U);
    ChangeBatch contents;
    contents.sequence = SequenceNumber{9};
    for (std::uint64_t id = 1; id <= 5; ++id) contents.rows.push_back(row(id, megabyte));
    write_ahead(journal_, std::move(contents));
    EXPECT_EQ(parts_text(journal_), "rows 1-2; rows 3-4; rows 5-5");
    EXPECT_EQ(journal_.flushes, 3);
}

// A record counts with its keys and both of its images, and is written after all full parts of
// rows.
TEST_F(AppendInParts, DividesRecordsLikeRows) {
    const auto large = image_of(kLargeBytes);
    whole_.rows.push_back(row(1, large));
    for (std::uint64_t commit = 1; commit <= kImagesOfAPart / 2 + 1; ++commit) {
        StreamRecordRow record{StreamNumber{1}, "shard", {}};
        record.record.position.commit = commit;
        record.record.keys = image("k");
        record.record.old_image = large;
        record.record.new_image = large;
        whole_.records.push_back(std::move(record));
    }
    EXPECT_EQ(append_in_parts(journal_, std::move(whole_)), JournalTicket{2});
    EXPECT_EQ(
        parts_text(journal_), "records 1-8; rows 1-1 records 9-9 definitions streams entries"
    );
}

}  // namespace
}  // namespace stator::engine::persistence
