#include "emulator/operations/reply_notes.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::operations {
namespace {

using engine::capacity::GivenBackElement;
using engine::capacity::RequestMeter;
using protocol::operations::batch::BatchGetReply;
using protocol::operations::batch::BatchGetRequest;
using protocol::operations::batch::BatchWrite;
using protocol::operations::batch::BatchWriteReply;
using protocol::operations::batch::BatchWriteRequest;
using protocol::values::ItemImage;
using protocol::values::MutableItemImagePtr;

MutableItemImagePtr empty_item() {
    return ItemImage::create(std::string_view("\0", 1));
}

TEST(ReplyNotes, APageEndsWithItsKey) {
    protocol::operations::query::ReadReply reply;
    RequestMeter meter;
    note_reply(reply, meter);
    EXPECT_EQ(meter.last_evaluated_key, nullptr);
    reply.last_evaluated_key = empty_item();
    note_reply(reply, meter);
    EXPECT_EQ(meter.last_evaluated_key, reply.last_evaluated_key);
}

TEST(ReplyNotes, APageOfAStatementEndsWithTheTokenThatTheReplyShows) {
    protocol::operations::statements::ExecuteStatementReply reply;
    RequestMeter meter;
    note_reply(reply, meter);
    EXPECT_EQ(meter.next_token, "");
    reply.next_token = protocol::partiql::NextToken{7, 2, std::nullopt};
    note_reply(reply, meter);
    EXPECT_EQ(meter.next_token, protocol::partiql::encode_next_token(*reply.next_token));
}

TEST(ReplyNotes, ABatchGivesBackTheKeysItDidNotRead) {
    BatchGetRequest request;
    request.tables.resize(2);
    request.tables[0].table_name = "one";
    request.tables[1].table_name = "two";
    BatchGetReply reply;
    reply.tables.resize(2);
    const auto key = empty_item();
    reply.tables[1].unprocessed_keys = {key};
    RequestMeter meter;
    note_reply(request, reply, meter);
    ASSERT_EQ(meter.given_back.size(), 1U);
    EXPECT_EQ(meter.given_back[0].table, "two");
    EXPECT_EQ(meter.given_back[0].kind, GivenBackElement::Kind::Get);
    EXPECT_EQ(meter.given_back[0].image.get(), key.get());
}

TEST(ReplyNotes, ABatchGivesBackPutsAndDeletes) {
    BatchWriteRequest request;
    request.tables.resize(1);
    request.tables[0].table_name = "one";
    request.tables[0].writes = {BatchWrite{empty_item(), true}, BatchWrite{empty_item(), false}};
    BatchWriteReply reply;
    reply.tables.resize(1);
    for (const BatchWrite& write : request.tables[0].writes) {
        reply.tables[0].unprocessed.push_back(&write);
    }
    RequestMeter meter;
    note_reply(request, reply, meter);
    ASSERT_EQ(meter.given_back.size(), 2U);
    EXPECT_EQ(meter.given_back[0].kind, GivenBackElement::Kind::Put);
    EXPECT_EQ(meter.given_back[1].kind, GivenBackElement::Kind::Delete);
    EXPECT_EQ(meter.given_back[1].image.get(), request.tables[0].writes[1].image.get());
}

}  // namespace
}  // namespace stator::emulator::operations
