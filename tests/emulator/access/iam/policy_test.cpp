#include "emulator/access/iam/policy.hpp"

#include <gtest/gtest.h>

#include "emulator/access/iam/managed_policies.hpp"

namespace stator::emulator::access::iam {
namespace {

// "" or what is wrong with it.
std::string refusal_of(const std::string& text, Policy::Owner owner = Policy::Owner::Principal) {
    const auto document = protocol::wire::JsonDocument::parse(text);
    if (!document) return "no JSON: " + text;
    const auto policy = Policy::read(document->root(), "AppRW", owner);
    return policy.has_error() ? policy.error().sentence : "";
}

std::string with(const std::string& members) {
    return R"({"Version":"2012-10-17","Statement":[{"Sid":"S","Effect":"Allow",)" + members + "}]}";
}

std::string with_condition(const std::string& condition) {
    return with(R"("Action":"dynamodb:*","Resource":"*","Condition":)" + condition);
}

TEST(Policy, ReportsErrorsOfADocument) {
    EXPECT_EQ(refusal_of("[]"), "The policy 'AppRW' must be an object with a Statement.");
    EXPECT_EQ(refusal_of("{}"), "The policy 'AppRW' must have a Statement.");
    EXPECT_EQ(
        refusal_of(R"({"Statement":[]})"),
        "The policy 'AppRW' must have a Statement that is an object or a list of them."
    );
    EXPECT_EQ(
        refusal_of(R"({"Version":"2012-10-18","Statement":[]})"),
        "The policy 'AppRW' has the Version '2012-10-18'; write 2012-10-17 (or 2008-10-17)."
    );
    // Keys that were meant to stand elsewhere in a credentials file are not told.
    EXPECT_EQ(
        refusal_of(R"({"Version":[{"id":"AKIBALICE","secret":"alice's"}],"Statement":[]})"),
        "The policy 'AppRW' has a Version that is no text; write 2012-10-17 (or 2008-10-17)."
    );
    EXPECT_EQ(
        refusal_of(R"({"Statements":[]})"),
        "The policy 'AppRW' has a member 'Statements', which policies do not have; they have "
        "Version, Id and Statement."
    );
}

TEST(Policy, ReportsTheInvalidStatement) {
    const std::string lead = "Statement 1 (Sid 'S') of the policy 'AppRW' ";

    const struct {
        std::string text;
        std::string problem;
    } cases[] = {
        {with(R"("Resource":"*")"), "must have an Action or NotAction."},
        {with(R"("Action":"dynamodb:GetItem")"), "must have a Resource or NotResource."},
        {with(R"("Action":[],"Resource":"*")"), "must have an Action: a text or a list of texts."},
        {with(R"("Action":[1],"Resource":"*")"), "has an Action that is no text."},
        {with(R"("Action":"GetItem","Resource":"*")"),
         "has the Action 'GetItem'; write it as in dynamodb:GetItem."},
        {with(R"("Action":"dynamodb:GetItems","Resource":"*")"),
         "has the Action 'dynamodb:GetItems', which DynamoDB does not have."},
        {with(R"("Action":"dynamodb:ConditionCheck","Resource":"*")"),
         "has the Action 'dynamodb:ConditionCheck', which DynamoDB does not have."},
        {with(R"("Action":"dynamodb:GetItem","NotAction":"s3:*","Resource":"*")"),
         "has both Action and NotAction."},
        {with(R"("Action":"dynamodb:GetItem","Resource":"Music")"),
         "has the Resource 'Music'; write an ARN, as in arn:aws:dynamodb:*:*:table/Music, or *."},
        {with(R"("Action":"dynamodb:GetItem","Resource":"*","Principal":"*")"),
         "names a Principal, as only policies of tables and streams do."},
        {with(R"("Action":"dynamodb:GetItem","Resources":"*")"),
         "has a member 'Resources', which statements do not have."},
        {with_condition("[]"), "has a Condition that is no object."},
        {with_condition(R"({"StringEqual":{"aws:username":"x"}})"),
         "has the condition 'StringEqual', which IAM does not know."},
        {with_condition(R"({"NullIfExists":{"aws:username":"true"}})"),
         "has the condition 'NullIfExists', but Null takes neither a quantifier nor IfExists."},
        {with_condition(R"({"StringEquals":{"username":"x"}})"),
         "has a condition on 'username', which is no condition key, such as "
         "dynamodb:LeadingKeys."},
        {with_condition(R"({"StringEquals":{"aws:username":{}}})"),
         "has a condition on aws:username without values: a text or a list of texts."},
        {with_condition(R"({"NumericEquals":{"aws:EpochTime":"ten"}})"),
         "has a condition on aws:EpochTime: NumericEquals compares with 'ten', which is no "
         "number."},
        {with_condition(R"({"DateLessThan":{"aws:CurrentTime":"tomorrow"}})"),
         "has a condition on aws:CurrentTime: DateLessThan compares with 'tomorrow', which is no "
         "time, such as 2026-01-31T23:59:59Z."},
        {with_condition(R"({"IpAddress":{"aws:SourceIp":"10.0.0.0/33"}})"),
         "has a condition on aws:SourceIp: IpAddress compares with '10.0.0.0/33', which is no "
         "address, such as 10.0.0.0/8."},
        {with_condition(R"({"Bool":{"aws:SecureTransport":"yes"}})"),
         "has a condition on aws:SecureTransport: Bool compares with 'yes', which is neither true "
         "nor false."},
        {with_condition(R"({"BinaryEquals":{"aws:RequestTag/a":"?"}})"),
         "has a condition on aws:RequestTag/a: BinaryEquals compares with '?', which is no "
         "base64."},
    };

    for (const auto& [text, problem] : cases) EXPECT_EQ(refusal_of(text), lead + problem);
}

TEST(Policy, ReportsErrorsOfPrincipals) {
    const auto refused = [](const std::string& members) {
        return refusal_of(
            with(R"("Action":"dynamodb:GetItem","Resource":"*")" + members), Policy::Owner::Resource
        );
    };
    const std::string lead = "Statement 1 (Sid 'S') of the policy 'AppRW' ";
    EXPECT_EQ(refused(""), lead + "must have a Principal or NotPrincipal.");
    EXPECT_EQ(
        refused(R"(,"Principal":"123456789012")"),
        lead + "has a Principal that is neither \"*\" nor an object such as {\"AWS\":…}."
    );
    EXPECT_EQ(
        refused(R"(,"Principal":{"AWS":[]})"),
        lead + "must have a Principal: a text or a list of texts."
    );
    EXPECT_EQ(refused(R"(,"NotPrincipal":{"AWS":["123456789012","*"]})"), "");
}

TEST(Policy, CountsStatementsAndRefusesASidTwice) {
    EXPECT_EQ(
        refusal_of(R"({"Statement":[
            {"Sid":"A","Effect":"Allow","Action":"*","Resource":"*"},
            {"Sid":"A","Effect":"Allow","Action":"*","Resource":"*"}]})"),
        "Statement 2 (Sid 'A') of the policy 'AppRW' has the Sid of another one."
    );
    EXPECT_EQ(
        refusal_of(R"({"Statement":[{"Effect":"Allow","Action":"*","Resource":"*"},7]})"),
        "Statement 2 of the policy 'AppRW' must be an object."
    );
    EXPECT_EQ(
        refusal_of(R"({"Statement":{"Effect":"allow","Action":"*","Resource":"*"}})"),
        "Statement 1 of the policy 'AppRW' must have the Effect Allow or Deny."
    );
}

TEST(Policy, KnowsAwsManagedPolicies) {
    for (const char* name :
         {"AdministratorAccess",
          "AmazonDynamoDBFullAccess",
          "AmazonDynamoDBFullAccess_v2",
          "AmazonDynamoDBReadOnlyAccess"}) {
        const auto policy = managed_policy(name);
        ASSERT_NE(policy, nullptr) << name;
        EXPECT_EQ(policy->name(), std::string("arn:aws:iam::aws:policy/") + name);
    }
    EXPECT_EQ(managed_policy("AmazonS3FullAccess"), nullptr);
}

}  // namespace
}  // namespace stator::emulator::access::iam
