#include "emulator/access/authorization/authorizer.hpp"

#include <gtest/gtest.h>

#include "emulator/access/authorization/reports.hpp"
#include "emulator/access/iam/actions.hpp"
#include "emulator/operations/operation_table.hpp"
#include "protocol/operations/requests/operation_list.hpp"
#include "tests/emulator/access/authorization/asked.hpp"
#include "tests/emulator/access/authorization/sample_requests.hpp"

namespace stator::emulator::access::authorization {
namespace {

using protocol::wire::JsonDocument;

std::string resource_of(std::string_view need) {
    const std::string_view resource = need.substr(need.find(' ') + 1);
    if (resource == "arn:*") return "*";
    return resource.starts_with("arn:") ? std::string(resource)
                                        : std::string(kArn).append(resource);
}

std::string grant(std::string_view need) {
    return R"({"Effect":"Allow","Action":"dynamodb:)" +
           std::string(need.substr(0, need.find(' '))) + R"(","Resource":")" + resource_of(need) +
           "\"}";
}

TEST(Authorizer, AllowsOnlyCallersWithEveryNeededPermission) {
    Asked asked;
    for (const SampleRequest& request : sample_requests()) {
        const std::string body(request.body);
        if (body.find("{iterator}") != std::string::npos) continue;
        std::string all;
        for (const auto need : request.needs) all += (all.empty() ? "" : ",") + grant(need);
        asked.allow(all);
        EXPECT_EQ(asked.say(request.operation, body), "allowed") << body;
        for (const auto missing : request.needs) {
            // A grant on everything makes up for it.
            std::string others = grant("GetItem Unasked");
            for (const auto need : request.needs) {
                if (need != missing) others += "," + grant(need);
            }
            asked.allow(others);
            const Ruling ruling = asked.ask(request.operation, body);
            const std::string action(missing.substr(0, missing.find(' ')));
            const std::string expected =
                "User: arn:aws:iam::123456789012:user/alice is not authorized to perform: "
                "dynamodb:" +
                action + " on resource: " + resource_of(missing) +
                " because no identity-based policy allows the dynamodb:" + action + " action";
            const bool is_batch = request.operation == "BatchExecuteStatement";
            ASSERT_EQ(ruling.refusal.has_value(), !is_batch) << body;
            if (!is_batch) {
                EXPECT_EQ(ruling.refusal->message, expected) << body;
                continue;
            }
            const std::size_t place = missing == request.needs.front() ? 0 : 1;
            const auto& refused = ruling.refused_statements;
            ASSERT_EQ(refused.size(), place + 1);
            ASSERT_TRUE(refused[place].has_value());
            EXPECT_EQ(refused[place]->message, expected);
            EXPECT_EQ(refused.front().has_value(), place == 0);
        }
    }
}

// Authorization skips requests whose shape an operation rejects, so every operation must reject
// them.
TEST(Authorizer, LeavesRequestsOfInvalidShapeToTheirOperation) {
    Asked asked;
    for (const auto& [traits, shape] : protocol::operations::requests::all_operations()) {
        if (traits.name == "SearchVectors") continue;
        const auto* row = operations::find_operation(traits.name, traits.is_of_streams());
        for (const auto& member : shape->members) {
            const bool is_text = member.shape->type == protocol::wire::ShapeType::String;
            const std::string body =
                "{\"" + std::string(member.name) + "\":" + (is_text ? "[]" : "\"x\"") + "}";
            const auto parsed = JsonDocument::parse(body);
            if (protocol::wire::check_types(parsed->root(), *shape).has_value()) continue;
            engine::faults::WatchedContext context;
            context.place.region = "us-east-1";
            engine::RequestOutcome outcome;
            const auto answer =
                row->handler(asked.world.universe(), context, parsed->root(), outcome);
            ASSERT_TRUE(answer.has_error()) << traits.name << body;
            EXPECT_EQ(answer.error().type, protocol::ErrorType::SerializationException)
                << traits.name << body;
        }
    }
}

TEST(Authorizer, KeepsAUserToItsOwnItems) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"dynamodb:*","Resource":"*","Condition":
        {"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":"${aws:username}"},
         "Null":{"dynamodb:LeadingKeys":"false"}}})");
    const auto item = [](const std::string& member, const std::string& pk) {
        return R"({"TableName":"Music",")" + member + R"(":{"pk":{"S":")" + pk + "\"}}}";
    };
    EXPECT_TRUE(asked.allows("GetItem", item("Key", "alice")));
    EXPECT_FALSE(asked.allows("GetItem", item("Key", "bob")));
    EXPECT_TRUE(asked.allows("PutItem", item("Item", "alice")));
    EXPECT_FALSE(asked.allows("PutItem", item("Item", "bob")));
    EXPECT_FALSE(asked.allows("Scan", R"({"TableName":"Music"})"));
    const auto query = [](const std::string& condition) {
        return R"({"TableName":"Music","KeyConditionExpression":")" + condition +
               R"(","ExpressionAttributeValues":{":a":{"S":"alice"},":b":{"S":"bob"}}})";
    };
    EXPECT_FALSE(asked.allows("Query", query("pk = :b AND pk = :a")));
    const std::string one =
        R"-({"TableName":"Music","KeyConditionExpression":"(#k = :v)",
            "ExpressionAttributeNames":{"#k":"pk"},"ExpressionAttributeValues":{":v":{"S":")-";
    EXPECT_TRUE(asked.allows("Query", one + "alice\"}}}"));
    EXPECT_FALSE(asked.allows("Query", one + "bob\"}}}"));
    EXPECT_TRUE(asked.allows(
        "Query",
        R"({"TableName":"Music","KeyConditions":{"pk":{"ComparisonOperator":"EQ",
            "AttributeValueList":[{"S":"alice"}]}}})"
    ));
    const auto batch = [](const std::string& second) {
        return R"({"RequestItems":{"Music":{"Keys":[{"pk":{"S":"alice"}},{"pk":{"S":")" + second +
               "\"}}]}}}";
    };
    EXPECT_TRUE(asked.allows("BatchGetItem", batch("alice")));
    EXPECT_FALSE(asked.allows("BatchGetItem", batch("bob")));
    EXPECT_FALSE(asked.allows(
        "BatchWriteItem",
        R"({"RequestItems":{"Music":[{"PutRequest":{"Item":{"pk":{"S":"alice"}}}},
            {"DeleteRequest":{"Key":{"pk":{"S":"bob"}}}}]}})"
    ));
    const auto statement = [](const std::string& text) {
        return "{\"Statement\":\"" + text + "\"}";
    };
    EXPECT_TRUE(
        asked.allows("ExecuteStatement", statement("SELECT * FROM Music WHERE pk = 'alice'"))
    );
    EXPECT_FALSE(asked.allows(
        "ExecuteStatement", statement("SELECT * FROM Music WHERE pk IN ['alice', 'bob']")
    ));
    EXPECT_FALSE(asked.allows("ExecuteStatement", statement("SELECT * FROM Music")));
    EXPECT_FALSE(asked.allows("ExecuteStatement", statement("INSERT INTO Music VALUE {'pk':'bob'}"))
    );
}

TEST(Authorizer, KnowsTheConditionKeysOfRequests) {
    const std::string get = R"({"TableName":"Music","Key":{"pk":{"S":"a"}})";
    const std::string put = R"({"TableName":"Music","Item":{"pk":{"S":"a"},"v":{"N":"1"}})";
    const std::string in_write = R"({"TransactItems":[{"Put":)" + put;

    const struct {
        const char* condition;
        const char* operation;
        std::string body;
        bool holds;
    } cases[] = {
        {R"("StringEquals":{"dynamodb:Select":"ALL_ATTRIBUTES"})", "GetItem", get + "}", true},
        {R"("StringEquals":{"dynamodb:Select":"SPECIFIC_ATTRIBUTES"})",
         "GetItem",
         get + R"(,"ProjectionExpression":"v"})",
         true},
        {R"("StringEquals":{"dynamodb:Select":"COUNT"})",
         "Scan",
         R"({"TableName":"Music","Select":"COUNT"})",
         true},
        {R"("ForAllValues:StringEquals":{"dynamodb:Attributes":["pk","v"]})",
         "GetItem",
         get + R"(,"ProjectionExpression":"v, #x","ExpressionAttributeNames":{"#x":"pk"}})",
         true},
        {R"("ForAllValues:StringEquals":{"dynamodb:Attributes":["pk","v"]})",
         "GetItem",
         get + R"(,"ProjectionExpression":"v, w.x"})",
         false},
        {R"("ForAllValues:StringEquals":{"dynamodb:Attributes":["pk"]})",
         "PutItem",
         put + "}",
         false},
        {R"("StringEquals":{"dynamodb:ReturnValues":"NONE"})", "PutItem", put + "}", true},
        {R"("StringEquals":{"dynamodb:ReturnValues":"ALL_OLD"})",
         "PutItem",
         put + R"(,"ReturnValues":"ALL_OLD"})",
         true},
        {R"("StringEquals":{"dynamodb:ReturnValues":"ALL_OLD"})",
         "TransactWriteItems",
         in_write + R"(,"ReturnValuesOnConditionCheckFailure":"ALL_OLD"}}]})",
         true},
        {R"("StringEquals":{"dynamodb:ReturnConsumedCapacity":"TOTAL"})",
         "GetItem",
         get + R"(,"ReturnConsumedCapacity":"TOTAL"})",
         true},
        {R"("ForAnyValue:StringEquals":{"dynamodb:EnclosingOperation":["TransactWriteItems"]})",
         "TransactWriteItems",
         in_write + "}}]}",
         true},
        {R"("ForAnyValue:StringEquals":{"dynamodb:EnclosingOperation":["TransactWriteItems"]})",
         "PutItem",
         put + "}",
         false},
        {R"("Bool":{"dynamodb:FullTableScan":"false"})",
         "ExecuteStatement",
         R"({"Statement":"SELECT * FROM Music WHERE pk = 'a'"})",
         true},
        {R"("Bool":{"dynamodb:FullTableScan":"false"})",
         "ExecuteStatement",
         R"({"Statement":"SELECT * FROM Music WHERE v = 'a'"})",
         false},
        {R"("Null":{"dynamodb:FullTableScan":"true"})", "Scan", R"({"TableName":"Music"})", true},
        {R"("StringEquals":{"aws:RequestTag/team":"red"})",
         "TagResource",
         R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:123456789012:table/Music",
             "Tags":[{"Key":"Team","Value":"red"}]})",
         true},
        {R"("ForAllValues:StringEquals":{"aws:TagKeys":["team"]})",
         "UntagResource",
         R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:123456789012:table/Music",
             "TagKeys":["team","cost"]})",
         false},
        {R"("StringEquals":{"aws:PrincipalTag/team":"red","aws:username":"alice"})",
         "GetItem",
         get + "}",
         true},
        {R"("IpAddress":{"aws:SourceIp":"127.0.0.0/8"},"Bool":{"aws:SecureTransport":"false"})",
         "GetItem",
         get + "}",
         true},
        {R"("DateLessThan":{"aws:CurrentTime":"2026-01-01T00:00:00Z"})",
         "GetItem",
         get + "}",
         true},
        {R"("NumericGreaterThan":{"aws:EpochTime":"1750000000"})", "GetItem", get + "}", false},
        {R"("ArnEquals":{"aws:PrincipalArn":"arn:aws:iam::*:user/alice"},
            "StringLike":{"aws:userid":"AIDA*"},
            "StringEquals":{"aws:RequestedRegion":"us-east-1","aws:PrincipalType":"User",
             "aws:ResourceAccount":"123456789012","aws:PrincipalAccount":"123456789012",
             "aws:ViaAWSService":"false"})",
         "GetItem",
         get + "}",
         true},
    };

    Asked asked;
    for (const auto& [condition, operation, body, holds] : cases) {
        asked.allow(
            std::string(R"({"Effect":"Allow","Action":"*","Resource":"*","Condition":{)") +
            condition + "}}"
        );
        EXPECT_EQ(asked.allows(operation, body), holds) << condition << body;
    }
}

// The usual way to require HTTPS: a policy denies requests that arrived without it.
TEST(Authorizer, KnowsWhetherARequestUsedTls) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"*","Resource":"*"},{"Effect":"Deny","Action":"*",)"
                R"("Resource":"*","Condition":{"Bool":{"aws:SecureTransport":"false"}}})");
    const std::string get = R"({"TableName":"Music","Key":{"pk":{"S":"a"}}})";
    EXPECT_FALSE(asked.allows("GetItem", get));
    asked.is_by_tls = true;
    EXPECT_TRUE(asked.allows("GetItem", get));
}

TEST(Authorizer, CountsTheTablesPolicyAndTags) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"dynamodb:Scan","Resource":"*",
        "Condition":{"StringEquals":{"aws:ResourceTag/team":"red"}}})");
    const std::string get = R"({"TableName":"Music","Key":{"pk":{"S":"a"}}})";
    const std::string scan = R"({"TableName":"Music"})";
    EXPECT_FALSE(asked.allows("GetItem", get));
    EXPECT_FALSE(asked.allows("Scan", scan));
    const std::string arn = std::string(kArn) + "Music";
    asked.world.run(
        "",
        "TagResource",
        R"({"ResourceArn":")" + arn + R"(","Tags":[{"Key":"team","Value":"red"}]})"
    );
    EXPECT_TRUE(asked.allows("Scan", scan));
    const auto put = [&](const std::string& effect, const std::string& action) {
        return asked.world.run(
            "",
            "PutResourcePolicy",
            R"({"ResourceArn":")" + arn +
                R"(","Policy":"{\"Version\":\"2012-10-17\",)"
                R"(\"Statement\":{\"Effect\":\")" +
                effect +
                R"(\",\"Principal\":{\"AWS\":\"arn:aws:iam::123456789012:user/alice\"},)"
                R"(\"Action\":\"dynamodb:)" +
                action + R"(\",\"Resource\":\"*\"}}"})"
        );
    };
    EXPECT_NE(put("Allow", "GetItem").find("RevisionId"), std::string::npos);
    EXPECT_TRUE(asked.allows("GetItem", get));
    EXPECT_NE(put("Deny", "Scan").find("RevisionId"), std::string::npos);
    EXPECT_FALSE(asked.allows("GetItem", get));
    EXPECT_EQ(
        asked.say("Scan", scan),
        "User: arn:aws:iam::123456789012:user/alice is not authorized to perform: dynamodb:Scan on "
        "resource: arn:aws:dynamodb:us-east-1:123456789012:table/Music with an explicit deny in a "
        "resource-based policy"
    );
}

TEST(Authorizer, PreventsCallersFromLockingThemselvesOut) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"dynamodb:PutResourcePolicy","Resource":"*"})");
    const auto put = [&](const std::string& action, const std::string& more = "") {
        const Ruling ruling = asked.ask(
            "PutResourcePolicy",
            R"({"ResourceArn":")" + std::string(kArn) +
                R"(Music","Policy":"{\"Statement\":)"
                R"({\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":\"dynamodb:)" +
                action +
                R"(\",\"Resource\":\"*\",\"Condition\":{\"IpAddress\":)"
                R"({\"aws:SourceIp\":\"127.0.0.1\"}}}}")" +
                more + "}"
        );
        return ruling.refusal ? ruling.refusal->message : "allowed";
    };
    EXPECT_EQ(put("DeleteResourcePolicy"), "allowed");
    EXPECT_EQ(
        put("PutResourcePolicy"),
        "The new resource policy will not allow you to update the resource policy in the future."
    );
    EXPECT_EQ(put("PutResourcePolicy", R"(,"ConfirmRemoveSelfResourceAccess":true)"), "allowed");
}

TEST(Authorizer, ReachesAnotherAccountsTableOnlyAsItsPolicySays) {
    Asked asked;
    asked.allow(R"({"Effect":"Allow","Action":"*","Resource":"*"})", R"(,"admin":[])");
    EXPECT_EQ(
        asked.say(
            "GetItem",
            R"({"TableName":"arn:aws:dynamodb:us-east-1:210987654321:table/Music",
                "Key":{"pk":{"S":"a"}}})"
        ),
        "User: arn:aws:iam::123456789012:user/alice is not authorized to perform: dynamodb:GetItem "
        "on resource: arn:aws:dynamodb:us-east-1:210987654321:table/Music because no "
        "resource-based policy allows the dynamodb:GetItem action"
    );
}

TEST(Authorizer, AsksForTimeToLiveInEveryRegionThatHasAReplica) {
    Asked asked;
    const std::string update =
        R"({"TableName":"Music","TimeToLiveSpecification":{"AttributeName":"t","Enabled":true}})";
    asked.allow(
        R"({"Effect":"Allow","Action":"dynamodb:UpdateTimeToLive","Resource":"arn:aws:dynamodb:us-east-1:*"})"
    );
    EXPECT_EQ(asked.say("UpdateTimeToLive", update), "allowed");
    asked.world.run(
        "",
        "UpdateTable",
        R"({"TableName":"Music","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]})"
    );
    EXPECT_EQ(
        asked.say("UpdateTimeToLive", update),
        "User: arn:aws:iam::123456789012:user/alice is not authorized to perform: "
        "dynamodb:UpdateTimeToLive on resource: "
        "arn:aws:dynamodb:eu-west-1:123456789012:table/Music because no identity-based policy "
        "allows the dynamodb:UpdateTimeToLive action"
    );
    asked.allow(R"({"Effect":"Allow","Action":"dynamodb:UpdateTimeToLive","Resource":"*"})");
    EXPECT_EQ(asked.say("UpdateTimeToLive", update), "allowed");
}

// A policy of each region's table for alice, who has none of her own that allows anything.
TEST(Authorizer, CountsThePolicyAndTagsOfEveryRegionsReplica) {
    Asked asked;
    const std::string update =
        R"({"TableName":"Music","TimeToLiveSpecification":{"AttributeName":"t","Enabled":true}})";
    asked.allow(R"({"Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*"})");
    asked.world.run(
        "",
        "UpdateTable",
        R"({"TableName":"Music","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]})"
    );
    const auto arn = [](const std::string& region) {
        return "arn:aws:dynamodb:" + region + ":123456789012:table/Music";
    };
    const auto put = [&](const std::string& region, const std::string& effect) {
        const std::string answer = asked.world.run(
            "",
            "PutResourcePolicy",
            R"({"ResourceArn":")" + arn(region) + R"(","Policy":"{\"Statement\":{\"Effect\":\")" +
                effect +
                R"(\",\"Principal\":{\"AWS\":\"arn:aws:iam::123456789012:user/alice\"},)"
                R"(\"Action\":\"dynamodb:UpdateTimeToLive\",\"Resource\":\"*\"}}"})",
            region
        );
        EXPECT_NE(answer.find("RevisionId"), std::string::npos) << answer;
    };
    const std::string denied =
        "User: arn:aws:iam::123456789012:user/alice is not authorized to perform: "
        "dynamodb:UpdateTimeToLive on resource: " +
        arn("eu-west-1");
    put("us-east-1", "Allow");
    EXPECT_EQ(asked.say("UpdateTimeToLive", update).find(denied), 0U);
    put("eu-west-1", "Allow");
    EXPECT_EQ(asked.say("UpdateTimeToLive", update), "allowed");
    put("eu-west-1", "Deny");
    EXPECT_EQ(
        asked.say("UpdateTimeToLive", update),
        denied + " with an explicit deny in a resource-based policy"
    );
    put("eu-west-1", "Allow");
    asked.allow(R"({"Effect":"Deny","Action":"*","Resource":"*",)"
                R"("Condition":{"StringEquals":{"aws:ResourceTag/team":"red"}}})");
    EXPECT_EQ(asked.say("UpdateTimeToLive", update), "allowed");
    asked.world.run(
        "",
        "TagResource",
        R"({"ResourceArn":")" + arn("eu-west-1") + R"(","Tags":[{"Key":"team","Value":"red"}]})",
        "eu-west-1"
    );
    EXPECT_EQ(asked.say("UpdateTimeToLive", update).find(denied), 0U);
    asked.allow(R"({"Effect":"Deny","Action":"*","Resource":"*",)"
                R"("Condition":{"StringEquals":{"aws:RequestedRegion":"eu-west-1"}}})");
    EXPECT_EQ(asked.say("UpdateTimeToLive", update).find(denied), 0U);
}

// Requests that cannot differ in their evaluation share it, until a policy makes a difference.
TEST(Authorizer, SharesEvaluationsThatCannotDiffer) {
    Asked asked;
    const std::string one = R"({"TableName":"Music","Key":{"pk":{"S":"alice"}}})";
    const std::string other = R"({"TableName":"Music","Key":{"pk":{"S":"bob"}}})";
    const auto decided = [&](const std::string& operation, const std::string& body) {
        const Ruling ruling = asked.ask(operation, body);
        return asked.authorizer.log().find(ruling.decision)->evaluations.front();
    };
    const std::string always = R"({"Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*"})";
    asked.allow(always);
    const auto first = decided("GetItem", one);
    EXPECT_EQ(first.verdict.decision, iam::Decision::Allow);
    EXPECT_TRUE(first.matter->verdict.has_value());
    EXPECT_EQ(decided("GetItem", other).matter, first.matter);
    EXPECT_NE(decided("DeleteItem", one).matter, first.matter);
    EXPECT_EQ(decided("DeleteItem", one).verdict.decision, iam::Decision::ImplicitDeny);

    // Other keys, with the same policies or with others.
    asked.allow(always);
    EXPECT_NE(decided("GetItem", one).matter, first.matter);
    asked.allow(R"({"Effect":"Deny","Action":"*","Resource":"*"})");
    EXPECT_EQ(decided("GetItem", one).verdict.decision, iam::Decision::ExplicitDeny);

    // If a condition depends on the request, each request is evaluated separately.
    asked.allow(R"({"Effect":"Allow","Action":"*","Resource":"*","Condition":
        {"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":"${aws:username}"}}})");
    EXPECT_TRUE(asked.allows("GetItem", one));
    EXPECT_FALSE(asked.allows("GetItem", other));
    EXPECT_TRUE(asked.allows("GetItem", one));
    EXPECT_EQ(decided("GetItem", one).matter, decided("GetItem", other).matter);
    EXPECT_FALSE(decided("GetItem", one).matter->verdict.has_value());
    EXPECT_EQ(decided("GetItem", other).verdict.decision, iam::Decision::ImplicitDeny);
}

TEST(Authorizer, OnlyRecordsDenialsInAuditMode) {
    Asked asked(Mode::Audit);
    asked.allow(R"({"Sid":"Gets","Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*",
        "Condition":{"StringEquals":{"aws:username":"bob"}}})");
    const Ruling ruling = asked.ask("GetItem", R"({"TableName":"Music","Key":{"pk":{"S":"a"}}})");
    EXPECT_FALSE(ruling.refusal.has_value());
    const auto record = asked.authorizer.log().find(ruling.decision);
    ASSERT_NE(record, nullptr);
    EXPECT_NE(record->refusal.find("no identity-based policy"), std::string::npos);
    ASSERT_EQ(record->evaluations.size(), 1U);
    std::string explained;
    protocol::wire::JsonWriter json(explained);
    write_decision(json, *record);
    EXPECT_NE(
        explained.find(R"("nearMiss":[{"policyType":"identity","policy":"own","sid":"Gets",)"
                       R"("statement":1,"effect":"Allow","failed":"condition",)"
                       R"("test":"StringEquals","key":"aws:username","have":["alice"],)"
                       R"("want":["bob"]}],"context":{"aws:username":["alice"]})"),
        std::string::npos
    ) << explained;
    EXPECT_EQ(asked.authorizer.log().needed(false).size(), 0U);
    EXPECT_EQ(asked.authorizer.log().needed(true).size(), 1U);
}

}  // namespace
}  // namespace stator::emulator::access::authorization
