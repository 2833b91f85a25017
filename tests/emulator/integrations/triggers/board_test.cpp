#include "emulator/integrations/triggers/board.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::integrations::triggers {
namespace {

TEST(TriggerBoard, KeepsTheLatestDeliveriesOfExistingMappings) {
    protocol::formats::triggers::EventSourceMapping mapping;
    mapping.name = "one";
    TriggerBoard board;
    EXPECT_FALSE(board.deliveries("one").has_value());
    board.note_deliveries("one", {Delivery{}});
    board.replace({std::make_shared<const protocol::formats::triggers::EventSourceMapping>(mapping)}
    );
    ASSERT_TRUE(board.deliveries("one").has_value());
    EXPECT_TRUE(board.deliveries("one")->empty());
    for (std::size_t i = 0; i < TriggerBoard::kDeliveries; ++i) {
        board.note_deliveries("one", {Delivery{}, Delivery{}});
    }
    const auto kept = *board.deliveries("one");
    ASSERT_EQ(kept.size(), TriggerBoard::kDeliveries);
    EXPECT_EQ(kept.front().number, TriggerBoard::kDeliveries + 1);
    EXPECT_EQ(kept.back().number, 2 * TriggerBoard::kDeliveries);
    board.replace({});
    EXPECT_FALSE(board.deliveries("one").has_value());
}

TEST(TriggerBoard, ForgetsTheDeliveriesOfAMappingThatStartsOver) {
    const auto mapping = [](const std::string& name) {
        protocol::formats::triggers::EventSourceMapping made;
        made.name = name;
        return std::make_shared<const protocol::formats::triggers::EventSourceMapping>(made);
    };
    TriggerBoard board;
    board.replace({mapping("one"), mapping("other")});
    board.note_deliveries("one", {Delivery{}, Delivery{}});
    board.note_deliveries("other", {Delivery{}});
    board.forget_deliveries("one");
    ASSERT_TRUE(board.deliveries("one").has_value());
    EXPECT_TRUE(board.deliveries("one")->empty());
    EXPECT_EQ(board.deliveries("other")->size(), 1U);
    board.note_deliveries("one", {Delivery{}});
    EXPECT_EQ(board.deliveries("one")->front().number, 1U);
}

TEST(TriggerBoard, WritesFailedRecords) {
    Delivery delivery;
    delivery.number = 3;
    delivery.is_report = true;
    delivery.has_succeeded = true;
    delivery.shard = "shardId-1";
    delivery.result = "status 500: ";
    std::string text;
    protocol::wire::JsonWriter json(text);
    write_deliveries(json, {delivery});
    EXPECT_EQ(
        text,
        R"({"deliveries":[{"Number":3,"Time":"1970-01-01T00:00:00.000Z","Kind":"GivenUp",)"
        R"("Succeeded":true,"Result":"status 500: ","Records":0,"Attempt":1,"ShardId":"shardId-1",)"
        R"("Lane":0}]})"
    );
}

}  // namespace
}  // namespace stator::emulator::integrations::triggers
