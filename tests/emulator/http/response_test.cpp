#include "emulator/http/response.hpp"

#include <gtest/gtest.h>

#include <set>

#include "protocol/errors/serialization.hpp"
#include "protocol/wire/attribute_codec.hpp"

namespace stator::emulator::http {
namespace {

using protocol::ApiError;
using protocol::ErrorType;

protocol::values::ItemImagePtr item_of(const char* json) {
    const auto document = protocol::wire::JsonDocument::parse(json);
    auto item = protocol::wire::decode_item(document->root(), {});
    return protocol::values::ItemImagePtr(item.value());
}

TEST(Response, WrapsErrorsInTheEnvelope) {
    const std::vector<std::pair<ApiError, const char*>> cases = {
        {{ErrorType::ValidationException, "no \"good\""},
         R"({"__type":"com.amazon.coral.validate#ValidationException","message":"no \"good\""})"},
        {{ErrorType::ResourceNotFoundException, "gone"},
         R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"gone"})"},
        {{ErrorType::SerializationException, ""},
         R"({"__type":"com.amazon.coral.service#SerializationException"})"},
        {{ErrorType::UnknownOperationException, ""},
         R"({"__type":"com.amazon.coral.service#UnknownOperationException"})"},
    };
    for (const auto& [error, expected] : cases) EXPECT_EQ(error_body(error), expected);
}

TEST(Response, AddsTheItemOfAFailedCondition) {
    ApiError error{ErrorType::ConditionalCheckFailedException, "The conditional request failed"};
    error.item = item_of(R"({"pk":{"S":"a"}})");
    EXPECT_EQ(
        error_body(error),
        R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
        R"("Item":{"pk":{"S":"a"}},"message":"The conditional request failed"})"
    );
}

TEST(Response, AddsReasonsToACancelledTransaction) {
    ApiError error{ErrorType::TransactionCanceledException, "Transaction cancelled"};
    error.cancellation_reasons = {
        {"None", "", nullptr},
        {"ConditionalCheckFailed", "failed", item_of(R"({"pk":{"N":"1"}})")}};
    EXPECT_EQ(
        error_body(error),
        R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
        R"("CancellationReasons":[{"Code":"None"},)"
        R"({"Code":"ConditionalCheckFailed","Item":{"pk":{"N":"1"}},"Message":"failed"}],)"
        R"("Message":"Transaction cancelled"})"
    );
}

TEST(Response, WritesTheHead) {
    HeadWriter writer;
    std::string head;
    const Reply reply{.content_type = kAmzJson, .headers = "X: y\r\n", .body = "{}"};
    writer.write(head, reply, ConnectionHeader::Close, engine::Instant(784'111'777'123));
    const auto id = head.find("x-amzn-RequestId: ");
    ASSERT_NE(id, std::string::npos);
    head.erase(id + 18, kRequestIdCharacters);
    EXPECT_EQ(
        head,
        "HTTP/1.1 200 OK\r\nServer: Server\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
        "Content-Type: application/x-amz-json-1.0\r\nx-amzn-RequestId: \r\n"
        "x-amz-crc32: 2745614147\r\nContent-Length: 2\r\nX: y\r\nConnection: close\r\n\r\n"
    );
}

TEST(Response, HasAChecksumUnlessItIsInLines) {
    HeadWriter writer;
    std::string head;
    for (const std::string_view type : {kAmzJson, kJson, kPlainText, kJsonLines}) {
        writer.write(
            head, {.content_type = type, .body = "{}"}, ConnectionHeader::None, engine::Instant(0)
        );
        EXPECT_EQ(head.find("x-amz-crc32: ") != std::string::npos, type != kJsonLines) << type;
        EXPECT_NE(head.find("\r\nContent-Length: 2\r\n"), std::string::npos) << type;
    }
    // A fault that asks for it is seen.
    const Reply wrong{
        .content_type = kJsonLines, .body = "{}", .delivery = Delivery::WrongChecksum};
    writer.write(head, wrong, ConnectionHeader::None, engine::Instant(0));
    EXPECT_NE(head.find("x-amz-crc32: "), std::string::npos);
}

TEST(Response, NeverRepeatsARequestId) {
    RequestIds ids;
    std::set<std::string> seen;
    for (int i = 0; i < 10'000; ++i) {
        std::string id;
        ids.append(id, 0);
        EXPECT_EQ(id.size(), 52U);
        EXPECT_EQ(id.find_first_not_of("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), std::string::npos);
        EXPECT_TRUE(seen.insert(id).second);
    }
}

TEST(Response, HasTheRequestIdOfItsNumber) {
    HeadWriter first;
    HeadWriter second;
    const auto head = [](HeadWriter& writer, std::uint64_t number) {
        std::string text;
        writer.write(text, {.request_number = number}, ConnectionHeader::None, {});
        return text;
    };
    EXPECT_EQ(head(first, 7), head(second, 7));
    EXPECT_NE(head(first, 7), head(first, 8));
    EXPECT_NE(head(first, 0), head(second, 0));
}

}  // namespace
}  // namespace stator::emulator::http
