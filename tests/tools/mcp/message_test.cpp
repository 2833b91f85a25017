#include "tools/mcp/message.hpp"

#include <gtest/gtest.h>

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonDocument;

// "id method" of a message, "code id" of a broken one, "stray" of a response.
std::string read(const std::string& text) {
    const auto document = JsonDocument::parse(text);
    const auto got = read_message(document->root());
    if (const auto* message = std::get_if<Message>(&got)) {
        return message->id + " " + std::string(message->method);
    }
    if (const auto* broken = std::get_if<BrokenMessage>(&got)) {
        return std::to_string(static_cast<int>(broken->failure.code)) + " " + broken->id;
    }
    return "stray";
}

TEST(Message, IsARequestANotificationOrAResponse) {
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7,"method":"ping"})"), "7 ping");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":"a\"b","method":"ping"})"), R"("a\"b" ping)");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","method":"notifications/x"})"), " notifications/x");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7,"result":{}})"), "stray");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7,"error":{}})"), "stray");
}

TEST(Message, IsRefusedWithTheIdThatItHas) {
    EXPECT_EQ(read("7"), "-32600 null");
    EXPECT_EQ(read("{}"), "-32600 null");
    EXPECT_EQ(read(R"({"id":7,"method":"ping"})"), "-32600 7");
    EXPECT_EQ(read(R"({"jsonrpc":2.0,"id":7,"method":"ping"})"), "-32600 7");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7})"), "-32600 7");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7,"method":null})"), "-32600 7");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":null,"method":"ping"})"), "-32600 null");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"), "-32600 null");
    EXPECT_EQ(read(R"({"jsonrpc":"2.0","id":7,"method":"ping","params":[]})"), "-32602 7");
}

TEST(Message, IsWrittenAsJson) {
    EXPECT_EQ(result_message("7", R"({"a":1})"), R"({"jsonrpc":"2.0","id":7,"result":{"a":1}})");
    EXPECT_EQ(
        error_message("null", {ErrorCode::ParseError, "no \"JSON\""}),
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no \"JSON\""}})"
    );
}

}  // namespace
}  // namespace stator::tools::mcp
