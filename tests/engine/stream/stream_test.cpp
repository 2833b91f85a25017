#include "engine/stream/stream.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/expression_support.hpp"
#include "tests/support/fake_catalog_host.hpp"

namespace stator::engine::stream {
namespace {

using protocol::model::StreamPosition;

constexpr Instant kNow{1'750'000'000'000};
constexpr schema::HashRange kLower{0, 99};
constexpr schema::HashRange kUpper{100, UINT64_MAX};

class StreamTest : public ::testing::Test {
protected:
    StreamTest() : stream_(StreamNumber{7}, described(), host_) {}

    static protocol::model::StreamDescription described() {
        protocol::model::StreamDescription description;
        description.arn = "arn";
        description.view_type = protocol::values::StreamViewType::KeysOnly;
        return description;
    }

    static protocol::model::StreamRecord record(std::uint64_t commit, Instant time) {
        protocol::model::StreamRecord made;
        made.position = {commit, 0};
        made.time = time;
        made.keys = tests::item("{'pk': {'S': 'a'}}");
        return made;
    }

    const std::shared_ptr<testing::FakeCatalogHost> host_ =
        std::make_shared<testing::FakeCatalogHost>(41);
    Stream stream_;
};

TEST_F(StreamTest, OpensOneShardForARange) {
    const auto shard = stream_.open(kLower, kNow);
    EXPECT_EQ(stream_.open(kLower, kNow + 5), shard);
    EXPECT_NE(stream_.open(kUpper, kNow), shard);
    const auto described = shard->description();
    EXPECT_EQ(described.parent_id, "");
    EXPECT_EQ(described.starting, (StreamPosition{42, 0}));
    EXPECT_EQ(described.last_hash, 99u);
    EXPECT_EQ(shard->owner().stream, StreamNumber{7});
    EXPECT_EQ(shard->owner().view_type, protocol::values::StreamViewType::KeysOnly);
}

TEST_F(StreamTest, EndsAParentBeforeItsChildBegins) {
    const auto parent = stream_.open({}, kNow);
    host_->sequence = 50;
    const auto lower = stream_.succeed(parent, kLower, kNow + 10);
    const auto upper = stream_.succeed(parent, kUpper, kNow + 10);
    EXPECT_LT(*parent->description().ending, lower->description().starting);
    EXPECT_GT(*parent->description().ending, (StreamPosition{50, 998}));
    EXPECT_EQ(lower->description().parent_id, parent->id());
    EXPECT_EQ(upper->description().parent_id, parent->id());
    EXPECT_EQ(stream_.open(kLower, kNow + 20), lower);
}

TEST_F(StreamTest, GivesShardsGrowingIdsEvenIfTheClockGoesBack) {
    std::string last;
    for (const Instant time : {kNow, kNow, kNow - 50'000, kNow + 1, kNow}) {
        const auto shard = stream_.open({0, ++host_->sequence}, time);
        EXPECT_GT(shard->id(), last);
        EXPECT_GE(shard->id().size(), 28u);
        EXPECT_LE(shard->id().size(), 65u);
        EXPECT_EQ(stream_.find(shard->id()), shard);
        last = shard->id();
    }
    EXPECT_EQ(stream_.shards().size(), 5u);
    EXPECT_EQ(stream_.find("shardId-none"), nullptr);
}

TEST_F(StreamTest, GivesGrowingIdsToManyShardsAtTheSameTime) {
    const auto parent = stream_.open({}, kNow);
    std::string last = parent->id();
    for (int i = 0; i < 1'100; ++i) {
        const std::string id = stream_.succeed(parent, kLower, kNow)->id();
        ASSERT_GT(id, last) << i;
        last = id;
    }
}

TEST_F(StreamTest, ClosesEveryShardWhenItIsDisabled) {
    const auto shard = stream_.open({}, kNow);
    stream_.disable(kNow + 10);
    stream_.disable(kNow + 20);
    EXPECT_FALSE(shard->is_open());
    EXPECT_EQ(stream_.description().disabled_at, kNow + 10);
    EXPECT_FALSE(stream_.description().is_enabled());
}

TEST_F(StreamTest, StaysReadableForADay) {
    EXPECT_FALSE(stream_.is_spent(kNow + 10 * kStreamRetentionMs));
    stream_.disable(kNow);
    EXPECT_FALSE(stream_.is_spent(kNow + kStreamRetentionMs - 1));
    EXPECT_TRUE(stream_.is_spent(kNow + kStreamRetentionMs));
}

TEST_F(StreamTest, ForgetsRecordsAndShardsBeyondRetention) {
    const auto parent = stream_.open({}, kNow);
    parent->append(record(42, kNow));
    const auto child = stream_.succeed(parent, {}, kNow + 10);
    child->append(record(43, kNow + 10));
    stream_.trim(kNow + kStreamRetentionMs + 10);
    EXPECT_EQ(stream_.shards().size(), 2u);
    EXPECT_TRUE(parent->records().empty());
    EXPECT_EQ(child->records().size(), 1u);
    stream_.trim(kNow + kStreamRetentionMs + 11);
    EXPECT_EQ(stream_.shards(), (std::vector<std::shared_ptr<Shard>>{child}));
    ASSERT_EQ(host_->streams.size(), 2u);
    EXPECT_EQ(host_->streams.back().shards, 1u);
    EXPECT_EQ(host_->streams.back().trimmed_before, kNow + 11);
}

TEST_F(StreamTest, IsNotMadeDurableOnceItIsRetired) {
    stream_.save();
    EXPECT_EQ(host_->streams.size(), 1u);
    stream_.retire();
    stream_.save();
    EXPECT_EQ(host_->streams.size(), 1u);
}

TEST_F(StreamTest, RestoresItsShards) {
    const auto open = stream_.open(kLower, kNow);
    const Stream restored(StreamNumber{7}, stream_.description(), host_);
    EXPECT_EQ(restored.description(), stream_.description());
    ASSERT_NE(restored.find(open->id()), nullptr);
    EXPECT_TRUE(restored.find(open->id())->is_open());
}

}  // namespace
}  // namespace stator::engine::stream
