#include "emulator/access/authorization/decision_log.hpp"

#include <gtest/gtest.h>

#include "emulator/access/least_policy/check.hpp"
#include "tests/emulator/access/authorization/asked.hpp"

namespace stator::emulator::access::authorization {
namespace {

TEST(DecisionLog, RemembersTheLatestDecisions) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*"})");
    const std::string get = R"({"TableName":"Music","Key":{"pk":{"S":"a"}}})";
    DecisionLog& log = asked.authorizer.log();
    const std::uint64_t refused = asked.ask("Scan", R"({"TableName":"Music"})").decision;
    for (std::size_t i = 1; i < DecisionLog::kCapacity; ++i) asked.ask("GetItem", get);
    ASSERT_EQ(log.list(false, 20'000).size(), DecisionLog::kCapacity);
    EXPECT_EQ(log.list(false, 20'000).front()->number, refused);
    EXPECT_EQ(log.list(true, 20'000).size(), 1U);
    const std::uint64_t last = asked.ask("GetItem", get).decision;
    EXPECT_EQ(log.find(refused), nullptr);
    EXPECT_EQ(log.find(refused + 1)->operation, "GetItem");
    EXPECT_EQ(log.find(last)->number, last);
    EXPECT_EQ(log.find(last + 1), nullptr);
    EXPECT_TRUE(log.list(true, 20'000).empty());
    const auto latest = log.list(false, 300);
    ASSERT_EQ(latest.size(), 300U);
    EXPECT_EQ(latest.front()->number, last - 299);
    EXPECT_EQ(latest.back()->number, last);
    EXPECT_EQ(log.totals().refused, 1U);
    log.clear();
    EXPECT_EQ(log.find(last), nullptr);
    EXPECT_TRUE(log.needed(true).empty());
    EXPECT_EQ(asked.ask("GetItem", get).decision, last + 1);
    EXPECT_EQ(log.needed(true).size(), 1U);
}

TEST(Reports, ListMissingPermissionsAndUnusedStatements) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"*","Resource":"*"})");
    asked.ask("GetItem", R"({"TableName":"Music","Key":{"pk":{"S":"a"}}})");
    const auto written = protocol::wire::JsonDocument::parse(
        R"({"Statement":[{"Sid":"Gets","Effect":"Allow","Action":"dynamodb:Get*","Resource":"*"},
            {"Sid":"Scans","Effect":"Allow","Action":"dynamodb:Scan","Resource":"*"},
            {"Effect":"Deny","Action":"dynamodb:DeleteTable","Resource":"*"}]})"
    );
    const auto policy =
        iam::Policy::read(written->root(), "the test", iam::Policy::Owner::Principal);
    ASSERT_TRUE(policy.has_value());
    const auto check = [&] {
        std::string text;
        protocol::wire::JsonWriter json(text);
        least_policy::write_check(json, asked.authorizer.log(), {*policy});
        return text;
    };
    EXPECT_EQ(
        check(),
        R"({"results":[],"unused":[{"sid":"Scans","statement":2},{"statement":3}],"requests":1,)"
        R"("passed":true})"
    );
    asked.ask("DeleteTable", R"({"TableName":"Music"})");
    asked.ask("Scan", R"({"TableName":"Music"})");
    EXPECT_NE(
        check().find("DeleteTable on " + std::string(kArn) + "Music is denied."), std::string::npos
    );
    EXPECT_NE(check().find(R"("unused":[],"requests":3,"passed":false)"), std::string::npos);
}

// A statement that cannot be evaluated may be needed.
TEST(Reports, CallNoStatementUnusedThatCannotBeEvaluated) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"*","Resource":"*"})");
    asked.ask("GetItem", R"({"TableName":"Music","Key":{"pk":{"S":"a"}}})");
    const auto written = protocol::wire::JsonDocument::parse(
        R"({"Version":"2012-10-17","Statement":[
            {"Sid":"ByName","Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*",
             "Condition":{"StringEquals":{"aws:username":"alice"}}},
            {"Sid":"Named","Effect":"Allow","Action":"dynamodb:GetItem",
             "Resource":"arn:aws:dynamodb:*:*:table/${aws:username}"},
            {"Sid":"Elsewhere","Effect":"Allow","Action":"dynamodb:GetItem",
             "Resource":"arn:aws:dynamodb:*:*:table/Films"},
            {"Sid":"Scans","Effect":"Allow","Action":"dynamodb:Scan","Resource":"*",
             "Condition":{"StringEquals":{"aws:username":"alice"}}}]})"
    );
    const auto policy =
        iam::Policy::read(written->root(), "the test", iam::Policy::Owner::Principal);
    ASSERT_TRUE(policy.has_value());
    std::string text;
    protocol::wire::JsonWriter json(text);
    least_policy::write_check(json, asked.authorizer.log(), {*policy});
    EXPECT_NE(text.find("cannot be judged"), std::string::npos) << text;
    EXPECT_NE(
        text.find(R"("unused":[{"sid":"Elsewhere","statement":3},{"sid":"Scans","statement":4}])"),
        std::string::npos
    ) << text;
}

}  // namespace
}  // namespace stator::emulator::access::authorization
