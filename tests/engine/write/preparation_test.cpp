#include "engine/write/preparation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/base/limits.hpp"
#include "tests/engine/write/prepared_intent.hpp"

namespace stator::engine::write {
namespace {

using protocol::ErrorType;

class PreparationTest : public ::testing::Test {
protected:
    // Returns "error: …", or the item afterwards and whether anything changes.
    std::string outcome(const WriteIntent& intent, const protocol::values::ItemImagePtr& old_image)
        const {
        const auto prepared = writes_.prepare(intent, old_image);
        if (prepared.has_error()) {
            return std::string(protocol::error_name(prepared.error().type)) + ": " +
                   prepared.error().message;
        }
        return tests::item_text(prepared->new_image.get()) +
               (prepared->changes ? " changed" : " as it was");
    }

    IndexedWrites writes_;
};

const std::string kFailed = "ConditionalCheckFailedException: The conditional request failed";

TEST_F(PreparationTest, PutsAndDeletesWholeItems) {
    const WriteIntent put = writes_.intent(WriteKind::Put, ", 'x': {'S': 'new'}");
    const std::string item = "{'pk':{'S':'p'},'sk':{'N':'1'},'x':{'S':'new'}}";
    EXPECT_EQ(outcome(put, nullptr), item + " changed");
    EXPECT_EQ(outcome(put, writes_.item(", 'y': {'S': 'old'}")), item + " changed");
    EXPECT_EQ(outcome(put, writes_.item(", 'x': {'S': 'new'}")), item + " as it was");
    const WriteIntent remove = writes_.intent(WriteKind::Delete);
    EXPECT_EQ(outcome(remove, writes_.item()), "nothing changed");
    EXPECT_EQ(outcome(remove, nullptr), "nothing as it was");
}

TEST_F(PreparationTest, UpdatesTheItemOrMakesOne) {
    WriteIntent intent = writes_.intent(WriteKind::Update);
    EXPECT_EQ(outcome(intent, nullptr), "{'pk':{'S':'p'},'sk':{'N':'1'}} changed");
    const auto set = update_of("SET x = :n");
    intent.update = &set;
    const std::string updated = "{'pk':{'S':'p'},'sk':{'N':'1'},'x':{'N':'5'}}";
    EXPECT_EQ(outcome(intent, nullptr), updated + " changed");
    EXPECT_EQ(outcome(intent, writes_.item(", 'x': {'N': '5'}")), updated + " as it was");
    const auto removal = update_of("REMOVE x DELETE s :ss");
    intent.update = &removal;
    EXPECT_EQ(outcome(intent, nullptr), "nothing as it was");
}

TEST_F(PreparationTest, ChecksWithoutAChange) {
    const auto condition = condition_of("attribute_exists(x)");
    WriteIntent intent = writes_.intent(WriteKind::Check);
    intent.condition = &condition;
    EXPECT_EQ(outcome(intent, nullptr), kFailed);
    const auto present = writes_.item(", 'x': {'S': 'x'}");
    EXPECT_EQ(outcome(intent, present), tests::item_text(present.get()) + " as it was");
}

TEST_F(PreparationTest, ReturnsTheItemOfAFailureOnRequest) {
    const auto condition = condition_of("attribute_not_exists(pk)");
    WriteIntent intent = writes_.intent(WriteKind::Put);
    intent.condition = &condition;
    const auto present = writes_.item();
    EXPECT_EQ(writes_.prepare(intent, present).error().item, nullptr);
    intent.return_item_on_failure = true;
    EXPECT_EQ(writes_.prepare(intent, present).error().item, present);
}

TEST_F(PreparationTest, RefusesADuplicateBeforeItsCondition) {
    const auto condition = condition_of("attribute_exists(z)");
    WriteIntent intent = writes_.intent(WriteKind::Put);
    intent.must_be_new = true;
    EXPECT_EQ(
        outcome(intent, writes_.item()),
        "DuplicateItemException: Duplicate primary key exists in table"
    );
    EXPECT_EQ(outcome(intent, nullptr), "{'pk':{'S':'p'},'sk':{'N':'1'}} changed");
    intent.condition = &condition;
    EXPECT_EQ(outcome(intent, nullptr), kFailed);
}

TEST_F(PreparationTest, ChecksIndexKeysAndTargetsBeforeTheCondition) {
    const auto condition = condition_of("attribute_exists(z)");
    WriteIntent put = writes_.intent(WriteKind::Put, ", 'g': {'N': '1'}");
    put.condition = &condition;
    EXPECT_NE(outcome(put, nullptr).find("Type mismatch for Index Key g"), std::string::npos);
    WriteIntent update = writes_.intent(WriteKind::Update);
    const auto key_target = update_of("SET pk = :s");
    update.condition = &condition;
    update.update = &key_target;
    EXPECT_NE(
        outcome(update, nullptr).find("This attribute is part of the key"), std::string::npos
    );
}

TEST_F(PreparationTest, LimitsTheUpdatedItem) {
    const std::string too_large =
        "ValidationException: Item size to update has exceeded the maximum allowed size";
    // Six bytes of keys, one byte of a name.
    const auto filled = [&](std::size_t bytes) {
        return writes_.item(", 'b': {'S': '" + std::string(bytes, 'x') + "'}");
    };
    const auto set = update_of("SET x = :n");
    WriteIntent intent = writes_.intent(WriteKind::Update);
    intent.update = &set;
    const auto room = protocol::kMaxItemBytes - filled(0)->item_size() - 3;
    EXPECT_TRUE(writes_.prepare(intent, filled(room)));
    EXPECT_EQ(outcome(intent, filled(room + 1)), too_large);
}

TEST_F(PreparationTest, DeletesAnExpiredItemOnlyWhileItIsExpired) {
    schema::TableSchema schema = writes_.snapshot()->schema;
    schema.time_to_live_attribute = "ttl";
    WriteIntent intent = writes_.intent(WriteKind::Delete);
    intent.cause = WriteCause::TimeToLive;
    intent.expired_at = Instant(1'750'000'000'000);
    const auto expired = writes_.item(", 'ttl': {'N': '1749999999'}");
    EXPECT_TRUE(prepare_write(intent, schema, expired));
    for (const auto& kept :
         {writes_.item(", 'ttl': {'N': '1750000100'}"), writes_.item(", 'ttl': {'S': 'x'}")}) {
        const auto prepared = prepare_write(intent, schema, kept);
        ASSERT_TRUE(prepared.has_error());
        EXPECT_EQ(prepared.error().type, ErrorType::ConditionalCheckFailedException);
    }
    EXPECT_TRUE(prepare_write(intent, schema, nullptr).has_error());
}

TEST_F(PreparationTest, ChargesTheLargerItemAndEveryIndex) {
    const std::string keys = ", 'g': {'S': 'a'}, 'n': {'N': '1'}";
    const std::string large = ", 'y': {'S': '" + std::string(2'500, 'y') + "'}";
    const WriteIntent put = writes_.intent(WriteKind::Put, keys);
    const auto prepared = writes_.prepare(put, writes_.item(large));
    ASSERT_TRUE(prepared);
    const auto consumption = write_consumption(*prepared);
    EXPECT_EQ(consumption.table, 3);
    EXPECT_EQ(consumption.indexes.size(), 3u);
    EXPECT_EQ(consumption.total(), 6);
    const auto unchanged = writes_.prepare(put, writes_.item(keys));
    EXPECT_EQ(write_consumption(*unchanged).total(), 1);
}

}  // namespace
}  // namespace stator::engine::write
