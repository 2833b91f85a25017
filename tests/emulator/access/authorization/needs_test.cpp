#include "emulator/access/authorization/needs.hpp"

#include <gtest/gtest.h>

#include <set>

#include "emulator/access/iam/actions.hpp"
#include "protocol/operations/requests/operation_list.hpp"
#include "protocol/operations/streams/streams.hpp"
#include "tests/emulator/access/authorization/sample_requests.hpp"

namespace stator::emulator::access::authorization {
namespace {

const protocol::model::TableScope kScope{"us-east-1", "123456789012"};

std::string needs_text(const SampleRequest& request) {
    std::string body(request.body);
    const std::size_t mark = body.find("{iterator}");
    if (mark != std::string::npos) {
        protocol::operations::streams::ShardIterator iterator;
        iterator.stream_arn = "arn:aws:dynamodb:us-east-1:123456789012:table/Music/stream/1";
        iterator.shard_id = "shardId-00000001111111111111-0000000a";
        body.replace(mark, 10, protocol::operations::streams::encode_shard_iterator(iterator));
    }
    const auto document = protocol::wire::JsonDocument::parse(body);
    std::string text;
    for (const Need& need : needs_of(request.operation, document->root(), kScope)) {
        text.append(iam::action_name(need.action)).append(" ").append(need.resource).append("\n");
    }
    return text;
}

std::string expected_text(const SampleRequest& request) {
    std::string text;
    for (const std::string_view need : request.needs) {
        const std::size_t blank = need.find(' ');
        std::string_view resource = need.substr(blank + 1);
        text.append(need.substr(0, blank + 1));
        if (resource == "arn:*") {
            resource = "*";
        } else if (!resource.starts_with("arn:")) {
            text.append("arn:aws:dynamodb:us-east-1:123456789012:table/");
        }
        text.append(resource).append("\n");
    }
    return text;
}

TEST(Needs, AreThoseOfTheReference) {
    for (const SampleRequest& request : sample_requests()) {
        EXPECT_EQ(needs_text(request), expected_text(request)) << request.body;
    }
}

TEST(Needs, AreKnownForEveryOperation) {
    std::set<std::string_view> sampled;
    for (const SampleRequest& request : sample_requests()) sampled.insert(request.operation);
    for (const auto& [traits, shape] : protocol::operations::requests::all_operations()) {
        EXPECT_TRUE(sampled.contains(traits.name)) << traits.name;
    }
}

TEST(Needs, LeaveOutNamesThatCannotBeTablesOfThisRegion) {
    for (const char* name :
         {"arn:aws:dynamodb:eu-west-1:123456789012:table/Music",
          "arn:aws:s3:us-east-1:123456789012:table/Music",
          "arn:aws:dynamodb:us-east-1:123456789012:table/Music/index/ByYear",
          "arn:aws:dynamodb"}) {
        const std::string body = std::string(R"({"TableName":")") + name + "\"}";
        const auto document = protocol::wire::JsonDocument::parse(body);
        EXPECT_TRUE(needs_of("DescribeTable", document->root(), kScope).empty()) << name;
    }
}

TEST(Needs, KeepAnotherAccountsTable) {
    const auto document = protocol::wire::JsonDocument::parse(
        R"({"TableName":"arn:aws:dynamodb:us-east-1:210987654321:table/Music"})"
    );
    const Needs needs = needs_of("GetItem", document->root(), kScope);
    ASSERT_EQ(needs.size(), 1U);
    EXPECT_EQ(needs.front().account, "210987654321");
    EXPECT_EQ(needs.front().table, "");
}

}  // namespace
}  // namespace stator::emulator::access::authorization
