#include "engine/write/recording.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/write/prepared_intent.hpp"

namespace stator::engine::write {
namespace {

using protocol::values::StreamViewType;

class RecordingTest : public ::testing::Test {
protected:
    // The record as "INSERT keys old new", with "-" for a missing image.
    std::string recorded(
        const WriteIntent& intent,
        const protocol::values::ItemImagePtr& old_image,
        StreamViewType view_type = StreamViewType::NewAndOldImages
    ) const {
        const auto prepared = writes_.prepare(intent, old_image);
        const auto record = record_of(intent, *prepared, view_type, {7, 3}, Instant(5'000));
        EXPECT_EQ(record.position, (protocol::model::StreamPosition{7, 3}));
        EXPECT_EQ(record.time, Instant(5'000));
        EXPECT_EQ(tests::item_text(record.keys.get()), "{'pk':{'S':'p'},'sk':{'N':'1'}}");
        const auto x_of = [](const protocol::values::ItemImagePtr& image) {
            return image ? std::string(image->find("x")->scalar()) : "-";
        };
        return std::string(protocol::values::text_of(record.event)) + " " + x_of(record.old_image) +
               " " + x_of(record.new_image);
    }

    WriteIntent put() const { return writes_.intent(WriteKind::Put, ", 'x': {'S': 'new'}"); }

    protocol::values::ItemImagePtr old_item() const { return writes_.item(", 'x': {'S': 'old'}"); }

    IndexedWrites writes_;
};

TEST_F(RecordingTest, NamesTheEvent) {
    EXPECT_EQ(recorded(put(), nullptr), "INSERT - new");
    EXPECT_EQ(recorded(put(), old_item()), "MODIFY old new");
    EXPECT_EQ(recorded(writes_.intent(WriteKind::Delete), old_item()), "REMOVE old -");
}

TEST_F(RecordingTest, ShowsTheImagesOfItsViewType) {
    EXPECT_EQ(recorded(put(), old_item(), StreamViewType::NewImage), "MODIFY - new");
    EXPECT_EQ(recorded(put(), old_item(), StreamViewType::OldImage), "MODIFY old -");
    EXPECT_EQ(recorded(put(), old_item(), StreamViewType::KeysOnly), "MODIFY - -");
}

TEST_F(RecordingTest, MarksTimeToLiveDeletions) {
    WriteIntent intent = writes_.intent(WriteKind::Delete);
    const auto prepared = writes_.prepare(intent, old_item());
    const auto by_time_to_live = [&] {
        return record_of(intent, *prepared, StreamViewType::KeysOnly, {}, Instant(0))
            .by_time_to_live;
    };
    EXPECT_FALSE(by_time_to_live());
    intent.cause = WriteCause::TimeToLive;
    EXPECT_TRUE(by_time_to_live());
}

}  // namespace
}  // namespace stator::engine::write
