#include "engine/stream/stream_log.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/expression_support.hpp"
#include "tests/support/fake_catalog_host.hpp"

namespace stator::engine::stream {
namespace {

constexpr Instant kLogNow{1'750'000'000'000};

protocol::model::TableDescription table(const std::string& name, const std::string& label) {
    protocol::model::TableDescription described;
    described.name = name;
    described.status = protocol::values::TableStatus::Active;
    described.stream = {true, protocol::values::StreamViewType::NewImage};
    described.latest_stream_label = label;
    described.latest_stream_arn = "arn:" + name + ":" + label;
    return described;
}

class StreamLogTest : public ::testing::Test {
protected:
    // The streams whose removal has become durable.
    std::vector<std::uint32_t> dropped() const {
        std::vector<std::uint32_t> numbers;
        for (const auto& saved : host_->streams) {
            if (!saved.shards) numbers.push_back(saved.number.value);
        }
        return numbers;
    }

    // Returns for example "a1 a2 more", with "end" instead of "more" on the last page.
    std::string listed(std::string_view name, std::string_view start, std::size_t limit) const {
        const StreamLog::List list = log_.list(name, start, limit);
        std::string text;
        for (const auto& stream : list.streams) {
            text.append(stream.table_name).append(stream.label).append(" ");
        }
        return text + (list.has_more ? "more" : "end");
    }

    const std::shared_ptr<testing::FakeCatalogHost> host_ =
        std::make_shared<testing::FakeCatalogHost>(5);
    StreamLog log_{host_};
};

TEST_F(StreamLogTest, FollowsATableThatHasAStream) {
    const auto stream = log_.follow(table("a", "1"), kLogNow);
    ASSERT_NE(stream, nullptr);
    EXPECT_EQ(stream->description().creation_time, kLogNow);
    EXPECT_EQ(stream->view_type(), protocol::values::StreamViewType::NewImage);
    EXPECT_EQ(log_.follow(table("a", "1"), kLogNow + 5), stream);
    EXPECT_NE(log_.follow(table("a", "2"), kLogNow), stream);
    EXPECT_EQ(log_.find("arn:a:1"), stream);
    EXPECT_EQ(log_.find("arn:a:3"), nullptr);
}

TEST_F(StreamLogTest, FollowsNoTableThatHasNone) {
    auto off = table("a", "1");
    off.stream.enabled = false;
    EXPECT_EQ(log_.follow(off, kLogNow), nullptr);
    auto deleting = table("a", "1");
    deleting.status = protocol::values::TableStatus::Deleting;
    EXPECT_EQ(log_.follow(deleting, kLogNow), nullptr);
    EXPECT_TRUE(log_.all().empty());
}

TEST_F(StreamLogTest, ListsInTheOrderOfArns) {
    for (const std::string label : {"3", "1", "2"}) log_.follow(table("a", label), kLogNow);
    log_.follow(table("b", "1"), kLogNow);
    EXPECT_EQ(listed("", "", 10), "a1 a2 a3 b1 end");
    EXPECT_EQ(listed("", "", 4), "a1 a2 a3 b1 end");
    EXPECT_EQ(listed("", "", 3), "a1 a2 a3 more");
    EXPECT_EQ(listed("", "arn:a:2", 10), "a3 b1 end");
    EXPECT_EQ(listed("a", "", 3), "a1 a2 a3 end");
    EXPECT_EQ(listed("b", "", 1), "b1 end");
    EXPECT_EQ(listed("c", "", 1), "end");
}

TEST_F(StreamLogTest, EndsStreamsThatNoTableFollows) {
    const auto kept = log_.follow(table("a", "1"), kLogNow);
    const auto ended = log_.follow(table("b", "1"), kLogNow);
    log_.end_all_but({kept}, kLogNow + 7);
    EXPECT_TRUE(kept->description().is_enabled());
    EXPECT_EQ(ended->description().disabled_at, kLogNow + 7);
}

TEST_F(StreamLogTest, SweepsEachHourWhileThereAreStreams) {
    constexpr std::int64_t kHourMs = 3'600'000;
    EXPECT_EQ(log_.run_due(kLogNow), kNever);
    const auto stream = log_.follow(table("a", "1"), kLogNow);
    EXPECT_EQ(log_.run_due(kLogNow), kLogNow + kHourMs);
    stream->disable(kLogNow);
    EXPECT_EQ(
        log_.run_due(kLogNow + kStreamRetentionMs - 1), kLogNow + kStreamRetentionMs - 1 + kHourMs
    );
    EXPECT_NE(log_.find("arn:a:1"), nullptr);
    log_.run_due(kLogNow + kStreamRetentionMs + kHourMs);
    EXPECT_EQ(log_.find("arn:a:1"), nullptr);
    EXPECT_EQ(dropped(), (std::vector<std::uint32_t>{1}));
}

TEST_F(StreamLogTest, SweepsSoonAfterTheClockWasSetBack) {
    log_.follow(table("a", "1"), kLogNow);
    log_.run_due(kLogNow + 1'000 * kStreamRetentionMs);
    EXPECT_EQ(log_.run_due(kLogNow), kLogNow + 3'600'000);
}

TEST_F(StreamLogTest, TakesTheStreamsOfAnother) {
    log_.follow(table("a", "1"), kLogNow);
    StreamLog other(host_);
    const auto stream = other.follow(table("b", "1"), kLogNow);
    log_.take(other);
    EXPECT_EQ(listed("", "", 10), "b1 end");
    EXPECT_EQ(log_.find("arn:b:1"), stream);
    EXPECT_TRUE(other.all().empty());
}

TEST_F(StreamLogTest, CopiesStreamsUnderNumbersAndArnsOfItsOwn) {
    StreamLog other(host_);
    const auto shard = other.follow(table("b", "1"), kLogNow)->open({}, kLogNow);
    protocol::model::StreamRecord record;
    record.position = {6, 0};
    record.keys = tests::item("{'pk': {'S': 'a'}}");
    shard->append(record);
    log_.copy(other, [](std::string& arn) { arn.append(":copy"); });
    const auto copied = log_.find("arn:b:1:copy");
    ASSERT_NE(copied, nullptr);
    EXPECT_EQ(copied->number(), StreamNumber{2});
    ASSERT_NE(copied->find(shard->id()), nullptr);
    EXPECT_EQ(copied->find(shard->id())->records().size(), 1u);
    EXPECT_NE(copied->find(shard->id()), shard);
    EXPECT_NE(other.find("arn:b:1"), nullptr);
}

}  // namespace
}  // namespace stator::engine::stream
