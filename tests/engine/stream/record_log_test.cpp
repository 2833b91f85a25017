#include "engine/stream/record_log.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/expression_support.hpp"

namespace stator::engine::stream {
namespace {

class RecordLogTest : public ::testing::Test {
protected:
    RecordLogTest() { add(log_, 1, 200); }

    static void add(RecordLog& log, std::uint64_t first, std::uint64_t last) {
        for (std::uint64_t commit = first; commit <= last; ++commit) {
            protocol::model::StreamRecord record;
            record.position = {commit, 0};
            record.keys = tests::item("{'pk': {'S': 'a'}}");
            log.push_back(std::move(record));
        }
    }

    // The commits in the log as "11 to 200", or "a gap" if one is missing.
    static std::string commits(const RecordLog& log) {
        if (log.is_empty()) return "none";
        const std::uint64_t first = log[0].position.commit;
        for (std::size_t place = 0; place < log.size(); ++place) {
            if (log[place].position.commit != first + place) return "a gap";
        }
        return std::to_string(first) + " to " + std::to_string(first + log.size() - 1);
    }

    RecordLog log_;
};

TEST_F(RecordLogTest, KeepsRecordsInOrder) {
    EXPECT_EQ(commits(log_), "1 to 200");
    EXPECT_EQ(commits(RecordLog()), "none");
}

TEST_F(RecordLogTest, DropsAtItsBeginningAndGrowsAtItsEnd) {
    for (std::uint64_t first = 2; first <= 150; ++first) {
        log_.drop_first(1);
        ASSERT_EQ(commits(log_), std::to_string(first) + " to 200");
    }
    add(log_, 201, 300);
    EXPECT_EQ(commits(log_), "150 to 300");
    log_.drop_first(150);
    EXPECT_EQ(commits(log_), "300 to 300");
    log_.drop_first(1);
    EXPECT_EQ(commits(log_), "none");
    add(log_, 301, 400);
    EXPECT_EQ(commits(log_), "301 to 400");
}

TEST_F(RecordLogTest, ACopyAndItsOriginalChangeIndependently) {
    for (const std::size_t dropped : {0u, 1u, 64u, 100u, 192u, 200u}) {
        RecordLog original = log_;
        original.drop_first(dropped);
        const std::string before = commits(original);
        RecordLog copy = original;
        add(copy, 201, 270);
        EXPECT_EQ(commits(original), before);
        add(original, 201, 230);
        copy.drop_first(copy.size() - 3);
        EXPECT_EQ(commits(original), std::to_string(dropped + 1) + " to 230");
        EXPECT_EQ(commits(copy), "268 to 270");
    }
    EXPECT_EQ(commits(log_), "1 to 200");
}

TEST_F(RecordLogTest, ACopySharesRecords) {
    const RecordLog copy = log_;
    EXPECT_EQ(&copy[0], &log_[0]);
    EXPECT_EQ(&copy[191], &log_[191]);
    EXPECT_NE(&copy[192], &log_[192]);
}

}  // namespace
}  // namespace stator::engine::stream
