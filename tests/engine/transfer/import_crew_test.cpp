#include "engine/transfer/import_crew.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace stator::engine::transfer {
namespace {

constexpr std::int64_t kBatches = 200;
constexpr std::int64_t kRecordsOfEach = 5;

void fill(RecordBatch& batch) {
    for (std::int64_t i = 0; i < kRecordsOfEach; ++i) {
        batch.add("record " + std::to_string(batch.next_index()));
    }
}

RecordBatch batch_from(std::int64_t first_index) {
    RecordBatch batch(first_index);
    fill(batch);
    return batch;
}

// Rejects every third record. The error is the text of the record.
BatchOutcome refuse_thirds(const RecordBatch& batch) {
    BatchOutcome outcome;
    batch.each([&](std::int64_t index, std::string_view record) {
        if (index % 3 == 0) {
            outcome.errors.emplace_back(index, std::string(record));
        } else {
            ++outcome.imported;
        }
    });
    return outcome;
}

class ImportCrewTest : public ::testing::TestWithParam<std::size_t> {};

TEST(RecordBatch, CanBeReusedAfterClearing) {
    RecordBatch batch = batch_from(0);
    batch.begin_anew(7);
    EXPECT_TRUE(batch.empty());
    EXPECT_EQ(batch.bytes(), 0U);
    batch.add("x");
    EXPECT_EQ(batch.next_index(), 8);
    batch.each([](std::int64_t index, std::string_view record) {
        EXPECT_EQ(index, 7);
        EXPECT_EQ(record, "x");
    });
}

TEST_P(ImportCrewTest, ReportsOutcomesInTheOrderOfRecords) {
    std::int64_t imported = 0;
    std::vector<std::int64_t> refused;
    ImportCrew crew(GetParam(), refuse_thirds, [&](const BatchOutcome& outcome) {
        imported += outcome.imported;
        for (const auto& [index, text] : outcome.errors) {
            EXPECT_EQ(text, "record " + std::to_string(index));
            refused.push_back(index);
        }
    });
    std::int64_t next = 0;
    for (std::int64_t i = 0; i < kBatches; ++i) {
        RecordBatch batch = crew.empty_batch(next);
        fill(batch);
        next = batch.next_index();
        crew.hand_over(std::move(batch));
    }
    crew.finish();
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 0; i < kBatches * kRecordsOfEach; i += 3) expected.push_back(i);
    EXPECT_EQ(refused, expected);
    EXPECT_EQ(imported + static_cast<std::int64_t>(refused.size()), kBatches * kRecordsOfEach);
}

TEST_P(ImportCrewTest, ThrowsTheExceptionOfPutting) {
    const auto put = [](const RecordBatch& batch) {
        if (batch.first_index() == 10) throw std::runtime_error("no room");
        return BatchOutcome();
    };
    ImportCrew crew(GetParam(), put, [](const BatchOutcome&) {});
    const auto import = [&] {
        for (std::int64_t i = 0; i < 10; ++i) crew.hand_over(batch_from(i * kRecordsOfEach));
        crew.finish();
    };
    EXPECT_THROW(import(), std::runtime_error);
}

TEST_P(ImportCrewTest, CanBeDestroyedBeforeItHasFinished) {
    std::atomic<int> put_batches = 0;
    {
        ImportCrew crew(
            GetParam(),
            [&](const RecordBatch&) {
                ++put_batches;
                return BatchOutcome();
            },
            [](const BatchOutcome&) {}
        );
        for (std::int64_t i = 0; i < 10; ++i) crew.hand_over(batch_from(i));
    }
    EXPECT_LE(put_batches, 10);
}

INSTANTIATE_TEST_SUITE_P(Threads, ImportCrewTest, ::testing::Values(1, 2, 5));

// A crew of two puts two batches at the same time: each waits until the other has begun.
TEST(ImportCrewThreadsTest, PutsSeveralBatchesAtTheSameTime) {
    std::atomic<int> begun = 0;
    ImportCrew crew(
        2,
        [&](const RecordBatch&) {
            ++begun;
            begun.notify_all();
            for (int seen = begun; seen < 2; seen = begun) begun.wait(seen);
            return BatchOutcome();
        },
        [](const BatchOutcome&) {}
    );
    for (int i = 0; i < 2; ++i) crew.hand_over(batch_from(0));
    crew.finish();
    EXPECT_EQ(begun, 2);
}

}  // namespace
}  // namespace stator::engine::transfer
