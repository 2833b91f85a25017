#include "tools/mcp/answer.hpp"

#include <gtest/gtest.h>

namespace stator::tools::mcp {
namespace {

transport::HttpReply reply(int status, std::string body) {
    return {status, {}, std::move(body)};
}

TEST(Answer, IsTheReplyOfTheServer) {
    const Answer good = answer_of(reply(200, R"({"a":1})"));
    EXPECT_EQ(good.text, R"({"a":1})");
    EXPECT_FALSE(good.is_error);
    EXPECT_TRUE(good.is_json_object);
    const Answer bad = answer_of(reply(400, R"({"__type":"x"})"));
    EXPECT_TRUE(bad.is_error);
    EXPECT_TRUE(bad.is_json_object);
    const Answer text = answer_of(reply(200, "# HELP\nx 1\n"));
    EXPECT_EQ(text.text, "# HELP\nx 1\n");
    EXPECT_FALSE(text.is_json_object);
    EXPECT_EQ(answer_of(reply(200, "")).text, "Done.");
    EXPECT_TRUE(answer_of(reply(404, "")).is_error);
    EXPECT_NE(answer_of(reply(404, "")).text.find("--admin-port"), std::string::npos);
}

TEST(Answer, IsTheSentenceWhenThereIsNoServer) {
    const Answer answer = answer_of(std::string("no server answers"));
    EXPECT_EQ(answer.text, "no server answers");
    EXPECT_TRUE(answer.is_error);
}

TEST(Answer, HasNoLineEndsInJson) {
    EXPECT_EQ(answer_of(reply(200, "{\n  \"a\": \"b\\n\"\r\n}")).text, R"({"a":"b\n"})");
}

TEST(Answer, ContainsTheHintOfTheServer) {
    transport::HttpReply refused = reply(400, "{}");
    refused.headers.push_back({"x-stator-hint", "the table is in eu-west-1"});
    EXPECT_EQ(answer_of(refused).notes, std::vector<std::string>{"the table is in eu-west-1"});
}

Answer json(std::string text) {
    return {.text = std::move(text), .is_json_object = true};
}

TEST(Answer, StaysWholeUpToItsBound) {
    const Tool tool{.name = "x"};
    const Answer whole = bounded(json(R"({"a":"éé"})"), 10, tool);
    EXPECT_TRUE(whole.notes.empty());
    EXPECT_TRUE(whole.is_json_object);
    const Answer cut = bounded(json(R"({"a":"éé"})"), 7, tool);
    EXPECT_EQ(cut.text, R"({"a":"é)");
    EXPECT_FALSE(cut.is_json_object);
    ASSERT_EQ(cut.notes.size(), 1U);
    EXPECT_EQ(
        cut.notes[0],
        "This is cut off: 7 of 10 characters. 'stator mcp --max-characters' lets more through."
    );
}

TEST(Answer, ReportsTheSizeThatFitsAndTheArgumentsThatReduceIt) {
    const Tool tool{.name = "x", .inputs = {"since", "table", "limit"}};
    const Answer cut =
        bounded(json(R"({"n":9,"requests":[1000,1001,1002,1003,1004,1005]})"), 16, tool);
    EXPECT_EQ(
        cut.notes.at(0),
        "This is cut off: 16 of 50 characters. Of its 6 requests about 3 fit. Ask for less with "
        "limit, since or table."
    );
}

TEST(Answer, IsStructuredWhereTheVersionKnowsIt) {
    const Answer answer = json(R"({"a":1})");
    EXPECT_EQ(
        result_of(answer, ProtocolVersion::March2025),
        R"({"content":[{"type":"text","text":"{\"a\":1}"}],"isError":false})"
    );
    EXPECT_EQ(
        result_of(answer, ProtocolVersion::June2025),
        R"({"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1},)"
        R"("isError":false})"
    );
}

}  // namespace
}  // namespace stator::tools::mcp
