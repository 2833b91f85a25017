#include "tools/mcp/operation_tools.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "protocol/operations/requests/operation_list.hpp"

namespace stator::tools::mcp {
namespace {

using protocol::operations::Access;
using protocol::operations::requests::all_operations;
using protocol::wire::JsonDocument;

const client::Caller kCaller{"test", "eu-west-2"};

const Tool* find(const Tools& tools, std::string_view name) {
    const auto found = std::ranges::find(tools, name, &Tool::name);
    return found == tools.end() ? nullptr : &*found;
}

emulator::Accepted<ServerRequest> prepare(
    const std::string& name, const std::string& arguments, Permission permission = Permission::Read
) {
    const Tools tools = operation_tools(kCaller, permission);
    return find(tools, name)->prepare(JsonDocument::parse(arguments)->root());
}

TEST(OperationTools, AreEveryOperationThatReads) {
    const Tools reading = operation_tools(kCaller, Permission::Read);
    const Tools writing = operation_tools(kCaller, Permission::Write);
    EXPECT_EQ(writing.size(), all_operations().size());
    for (const auto& [traits, shape] : all_operations()) {
        const Tool* const tool = find(writing, traits.name);
        ASSERT_NE(tool, nullptr) << traits.name;
        EXPECT_EQ(tool->writes, traits.access != Access::Reads) << traits.name;
        EXPECT_EQ(find(reading, traits.name) != nullptr, traits.access != Access::Writes)
            << traits.name;
        EXPECT_FALSE(tool->description.empty()) << traits.name;
        EXPECT_TRUE(JsonDocument::parse(tool->input_schema)) << traits.name;
    }
    EXPECT_TRUE(std::ranges::none_of(reading, &Tool::writes));
}

TEST(OperationTools, AreDescribedToAReaderWithItsPermissions) {
    const Tools reading = operation_tools(kCaller, Permission::Read);
    const Tools writing = operation_tools(kCaller, Permission::Write);
    EXPECT_TRUE(find(reading, "ExecuteStatement")->description.ends_with(" Only SELECT."));
    EXPECT_FALSE(find(writing, "ExecuteStatement")->description.ends_with(" Only SELECT."));
    EXPECT_TRUE(find(reading, "Query")->description.starts_with("Reads the items with one "));
}

TEST(OperationTools, AreMarkedIfTheyDestroyData) {
    const Tools tools = operation_tools(kCaller, Permission::Write);
    EXPECT_FALSE(find(tools, "CreateTable")->destroys);
    EXPECT_TRUE(find(tools, "PutItem")->destroys);
    EXPECT_TRUE(find(tools, "PutItem")->can_repeat);
    EXPECT_FALSE(find(tools, "UpdateItem")->can_repeat);
}

TEST(OperationTools, AskAsAnSdkDoesAndWithoutATrace) {
    const auto request = prepare("Query", R"({"TableName":"t","Limit":3})");
    ASSERT_TRUE(request.has_value());
    EXPECT_EQ(request->http.method, "POST");
    EXPECT_EQ(request->http.path, "/_stator/console/api");
    EXPECT_EQ(request->usual_path, "/");
    EXPECT_EQ(request->http.body, R"({"TableName":"t","Limit":3})");
    EXPECT_EQ(
        *transport::find_header(request->http.headers, "X-Amz-Target"), "DynamoDB_20120810.Query"
    );
    const auto stream = prepare("ListStreams", "{}");
    EXPECT_EQ(
        *transport::find_header(stream->http.headers, "X-Amz-Target"),
        "DynamoDBStreams_20120810.ListStreams"
    );
}

TEST(OperationTools, TakeRegionAndUniverseForThemselves) {
    const auto request =
        prepare("GetItem", R"({"region":"us-west-1","TableName":"t","universe":"test-17"})");
    ASSERT_TRUE(request.has_value());
    EXPECT_EQ(request->universe, "test-17");
    EXPECT_EQ(request->http.body, R"({"TableName":"t"})");
    const auto authorization = *transport::find_header(request->http.headers, "Authorization");
    EXPECT_NE(authorization.find("/us-west-1/dynamodb/"), std::string::npos) << authorization;
    EXPECT_TRUE(prepare("GetItem", R"({"region":"a\r\nb"})").has_error());
    EXPECT_TRUE(prepare("GetItem", R"({"region":7})").has_error());
    EXPECT_TRUE(prepare("GetItem", R"({"universe":"a/b"})").has_error());
}

TEST(OperationTools, LetAReaderUseOnlySelect) {
    const std::string deletion = R"({"Statement":"DELETE FROM t WHERE a = 1"})";
    const auto refused = prepare("ExecuteStatement", deletion);
    ASSERT_TRUE(refused.has_error());
    EXPECT_NE(refused.error().sentence.find("stator mcp --write"), std::string::npos);
    EXPECT_TRUE(prepare("ExecuteStatement", R"({"Statement":"SELECT * FROM t"})").has_value());
    EXPECT_TRUE(prepare("ExecuteStatement", deletion, Permission::Write).has_value());
}

}  // namespace
}  // namespace stator::tools::mcp
