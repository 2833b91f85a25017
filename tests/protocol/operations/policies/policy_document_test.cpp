#include "protocol/operations/policies/policy_document.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::operations::policies {
namespace {

constexpr std::string_view kInvalid =
    "One or more parameter values were invalid: Invalid policy document: ";

std::string kept(std::string_view text, PolicySubject subject = PolicySubject::Table) {
    const auto policy = read_policy_document(text, subject);
    return policy ? policy->text() : policy.error().message;
}

// A document with one statement.
std::string statement(std::string_view members) {
    return R"({"Version":"2012-10-17","Statement":[{)" + std::string(members) + "}]}";
}

TEST(PolicyDocument, IsItsOwnCanonicalForm) {
    const std::string text = statement(
        R"("Sid":"a","Effect":"Allow","Principal":{"AWS":"arn:aws:iam::123456789012:root"},)"
        R"("Action":["dynamodb:GetItem","dynamodb:Query"],"Resource":"*",)"
        R"("Condition":{"StringEquals":{"aws:SourceVpc":["v1","v2"],"k":"v"},)"
        R"("Bool":{"aws:SecureTransport":"true"}})"
    );
    EXPECT_EQ(kept(text), text);
}

TEST(PolicyDocument, SortsMembersAndUnpacksListsOfOne) {
    EXPECT_EQ(
        kept(R"( { "Statement" : { "Resource":["*"], "Action":["dynamodb:GetItem"],
            "Condition":{"Bool":{"aws:SecureTransport":[true]}},
            "Principal":{"AWS":["123456789012","123456789012"]}, "Effect":"Deny" } } )"),
        R"({"Statement":[{"Effect":"Deny","Principal":{"AWS":"arn:aws:iam::123456789012:root"},)"
        R"("Action":"dynamodb:GetItem","Resource":"*",)"
        R"("Condition":{"Bool":{"aws:SecureTransport":"true"}}}]})"
    );
}

TEST(PolicyDocument, ReportsThePositionOfSyntaxErrors) {
    const std::string invalid(kInvalid);
    EXPECT_EQ(kept("{}"), invalid + "Syntax error at position (1,3)");
    EXPECT_EQ(kept("{\n\"Version\":\n \"2020\"}"), invalid + "Syntax error at position (3,8)");
    EXPECT_EQ(
        kept(statement(R"("Effect":"Maybe\"\\")")), invalid + "Syntax error at position (1,59)"
    );
    EXPECT_EQ(
        kept(statement(R"("Effect":"Deny","Colour":"red")")),
        invalid + "Syntax error at position (1,69)"
    );
}

TEST(PolicyDocument, KeepsNegatedMembers) {
    const std::string text = statement(
        R"("Effect":"Deny","NotPrincipal":{"AWS":"arn:aws:iam::123456789012:user/u"},)"
        R"("NotAction":"dynamodb:GetItem","NotResource":"arn:aws:dynamodb:eu-west-2:1:table/t")"
    );
    EXPECT_EQ(kept(text), text);
}

TEST(PolicyDocument, RefusesValuesOfAnotherType) {
    EXPECT_EQ(kept("7"), std::string(kInvalid) + "This text appears not to be a policy");
    EXPECT_EQ(
        kept(R"({"Statement":7})"), std::string(kInvalid) + "Syntax error at position (1,16)"
    );
    EXPECT_EQ(
        kept(R"({"Statement":[7]})"), std::string(kInvalid) + "Syntax error at position (1,18)"
    );
    EXPECT_EQ(
        kept(statement(R"("Effect":"Deny","Principal":"*","Action":[],"Resource":"*")")),
        std::string(kInvalid) + "Missing required field Action"
    );
}

TEST(PolicyDocument, HasActionsOfItsSubject) {
    const std::string reads =
        statement(R"("Effect":"Deny","Principal":"*","Action":"dynamodb:GetRecords","Resource":"*")"
        );
    EXPECT_EQ(kept(reads, PolicySubject::Stream), reads);
    EXPECT_EQ(
        kept(reads),
        std::string(kInvalid) + "The following action names are invalid: \"dynamodb:GetRecords\""
    );
}

}  // namespace
}  // namespace stator::protocol::operations::policies
