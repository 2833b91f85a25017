#include "emulator/access/least_policy/check.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/access/least_policy/recorded.hpp"

namespace stator::emulator::access::least_policy {
namespace {

TEST(Check, ChecksAPolicyAgainstTheJournal) {
    Recorded recorded;
    recorded.record("GetItem", get("a"));
    recorded.record("Scan", R"({"TableName":"Music"})");
    const std::string get = R"({"Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*"})";
    EXPECT_EQ(
        recorded.check(get),
        R"({"results":[{"number":2,"principal":"A","action":"dynamodb:Scan","resource":)"
        R"("arn:aws:dynamodb:us-east-1:123456789012:table/Music","passed":false,"sentence":)"
        R"("Request 2, Scan: dynamodb:Scan on arn:aws:dynamodb:us-east-1:123456789012:table/Music )"
        R"(is not allowed."}],"unused":[],"requests":2,"passed":false})"
    );
    EXPECT_TRUE(
        has(recorded.check(get + R"(,{"Effect":"Allow","Action":"dynamodb:Scan","Resource":"*"})"),
            R"("results":[],"unused":[],"requests":2,"passed":true)")
    );
}

TEST(Check, ChecksConditionsAgainstTheJournal) {
    Recorded recorded;
    recorded.record("GetItem", get("a"));
    const auto under = [&](const std::string& test, const std::string& key, const std::string& value
                       ) {
        return recorded.check(
            R"({"Effect":"Allow","Action":"dynamodb:*","Resource":"*","Condition":{")" + test +
            R"(":{")" + key + R"(":")" + value + "\"}}}"
        );
    };
    const std::string all = "ForAllValues:StringEquals";
    EXPECT_TRUE(has(under(all, "dynamodb:LeadingKeys", "a"), R"("passed":true)"));
    EXPECT_TRUE(has(under(all, "dynamodb:LeadingKeys", "b"), "is not allowed."));
    EXPECT_TRUE(has(
        under("StringEquals", "aws:username", "alice"),
        "cannot be judged, because nobody here knows whose access key 'A' is, and therefore not "
        "aws:username"
    ));
    EXPECT_TRUE(
        has(under("IpAddress", "aws:SourceIp", "10.0.0.0/8"),
            "cannot be judged, because the journal of requests does not keep aws:sourceip")
    );
    recorded.know_keys();
    EXPECT_TRUE(has(under("StringEquals", "aws:username", "alice"), R"("passed":true)"));
    EXPECT_TRUE(has(under("StringEquals", "aws:username", "bob"), "is not allowed."));
    EXPECT_TRUE(has(under("StringEquals", "aws:PrincipalTag/team", "red"), R"("passed":true)"));
}

// A request that is not known to pass fails.
TEST(Check, FailsWhereTheJournalKeptNoBodies) {
    Recorded recorded(journal::BodyKeeping::None);
    recorded.record("GetItem", get("a"));
    const std::string said = recorded.check(R"({"Effect":"Allow","Action":"*","Resource":"*"})");
    EXPECT_TRUE(has(said, R"({"passed":false,"sentence":"The journal kept no body of 1 request,)"));
    EXPECT_TRUE(has(said, R"("requests":0,"passed":false)"));
    recorded.keep(journal::BodyKeeping::Redacted);
    recorded.journal().clear();
    recorded.record("GetItem", get("a"));
    EXPECT_TRUE(
        has(recorded.check(R"({"Effect":"Allow","Action":"*","Resource":"*","Condition":
            {"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":"a"}}})"),
            "cannot be judged, because the journal kept the request's body without values")
    );
}

TEST(Check, KnowsNoTagsOfBodiesWithoutValues) {
    Recorded recorded(journal::BodyKeeping::Redacted);
    const auto create = [](const std::string& table) {
        return R"({"TableName":")" + table +
               R"(","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk","KeyType":
            "HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
            "Tags":[{"Key":"team","Value":"red"}]})";
    };
    const auto under = [&](const std::string& test) {
        return recorded.check(
            R"({"Effect":"Allow","Action":"*","Resource":"*","Condition":{)" + test + "}}"
        );
    };
    const std::string of_request = R"("StringEquals":{"aws:RequestTag/team":"red"})";
    const std::string keys = R"("ForAllValues:StringNotEquals":{"aws:TagKeys":"secret"})";
    const std::string of_table = R"("StringNotEquals":{"aws:ResourceTag/team":"blue"})";
    recorded.record("CreateTable", create("Gone"));
    for (const std::string& test : {of_request, keys}) {
        EXPECT_TRUE(has(under(test), "cannot be judged, because the journal kept the request's"));
    }
    recorded.record("GetItem", R"({"TableName":"Gone","Key":{"pk":{"S":"a"}}})");
    EXPECT_TRUE(has(under(of_table), "cannot be judged, because nobody knows the tags of arn"));
    // A request without tags is recorded as such, even if bodies are not kept in full.
    recorded.journal().clear();
    recorded.record("GetItem", get("a"));
    EXPECT_TRUE(has(under(keys), R"("passed":true)"));
}

// Tags change, and the journal may not know how.
TEST(Check, UsesTheCurrentTagsOfTables) {
    Recorded recorded;
    const std::string create =
        R"({"TableName":"Tagged","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk",
            "KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
            "Tags":[{"Key":"team","Value":"red"}]})";
    recorded.asked.world.run("", "CreateTable", create);
    recorded.asked.world.run(
        "",
        "TagResource",
        R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:123456789012:table/Tagged",
            "Tags":[{"Key":"team","Value":"blue"}]})"
    );
    recorded.record("CreateTable", create);
    recorded.record("GetItem", R"({"TableName":"Tagged","Key":{"pk":{"S":"a"}}})");
    const auto under = [&](const std::string& team) {
        return recorded.check(
            R"({"Effect":"Allow","Action":["dynamodb:CreateTable",
                "dynamodb:TagResource"],"Resource":"*"},{"Effect":"Allow",
                "Action":"*","Resource":"*","Condition":{"StringEquals":{"aws:ResourceTag/team":")" +
            team + "\"}}}"
        );
    };
    EXPECT_TRUE(has(under("blue"), R"("passed":true)")) << under("blue");
    EXPECT_TRUE(has(under("red"), "is not allowed."));
}

TEST(Check, FailsForNoBodiesOfOthers) {
    Recorded recorded(journal::BodyKeeping::None);
    recorded.record("GetItem", get("a"), "", "B");
    recorded.keep(journal::BodyKeeping::Full);
    recorded.record("GetItem", get("a"));
    const std::string all = R"({"Effect":"Allow","Action":"*","Resource":"*"})";
    EXPECT_TRUE(has(recorded.check(all, "A"), R"("requests":1,"passed":true)"));
    EXPECT_TRUE(has(recorded.check(all, "B"), R"("requests":0,"passed":false)"));
    EXPECT_TRUE(has(recorded.check(all), R"("passed":false)"));
    NeededForm form;
    form.principal = "A";
    EXPECT_FALSE(has(recorded.needed(form), "unknown"));
}

}  // namespace
}  // namespace stator::emulator::access::least_policy
