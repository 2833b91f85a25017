#include "engine/definition/policies.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/definition/table_creation.hpp"
#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

using protocol::ErrorType;
using protocol::operations::policies::PolicyDocument;
using protocol::operations::policies::PolicyResource;
using protocol::operations::policies::PolicyRevision;
using protocol::values::TableStatus;

constexpr std::string_view kRoot = "arn:aws:iam::123456789012:root";

class PoliciesTest : public EditedTables {
protected:
    // A policy that allows or denies the action to the root of the account.
    PolicyDocument document(const std::string& action, bool allows = true) const {
        protocol::operations::policies::PolicyStatement statement;
        statement.allows = allows;
        statement.principal.by_kind["AWS"] = {std::string(kRoot)};
        statement.action.values = {action};
        statement.resource.values = {table_.table_arn};
        return {"2012-10-17", "", {statement}};
    }

    PolicyResource resource(const std::string& label = "") const {
        if (label.empty()) return {table_.table_arn, "tbl"};
        return {table_.table_arn + "/stream/" + label, "tbl", label};
    }

    std::string put(
        const PolicyDocument& policy,
        const std::optional<std::string>& expected = {},
        const std::string& label = ""
    ) {
        return apply(put_policy_edit({resource(label), policy, expected}, revision_));
    }

    std::string remove(const std::optional<std::string>& expected = {}) {
        return apply(delete_policy_edit({resource(), expected}, revision_));
    }

    std::string read(const std::string& label = "") const {
        const auto policy = resource_policy(table_, resource(label), streams_);
        return policy.has_error() ? policy.error().message : policy->document;
    }

    // Enables the stream and returns its label.
    std::string begin_stream() {
        enable_stream(table_, protocol::values::StreamViewType::KeysOnly, now_);
        streams_.follow(table_, now_);
        return table_.latest_stream_label;
    }

    PolicyRevision revision_;
};

TEST_F(PoliciesTest, ChangeTheirRevisionOnlyWithTheirText) {
    EXPECT_EQ(put(document("dynamodb:GetItem")), "changed");
    EXPECT_EQ(read(), document("dynamodb:GetItem").text());
    const std::string first = revision_.revision_id.value_or("");
    EXPECT_EQ(first, std::to_string(now_.unix_ms()));
    EXPECT_EQ(put(document("dynamodb:GetItem")), "unchanged");
    EXPECT_EQ(revision_.revision_id, first);
    EXPECT_EQ(put(document("dynamodb:Query")), "changed");
    EXPECT_NE(revision_.revision_id, first) << "even at the same time";
    EXPECT_EQ(read(), document("dynamodb:Query").text());
}

TEST_F(PoliciesTest, AreReplacedOnlyIfTheExpectedRevisionMatches) {
    const std::string missing = "Resource-based policy not found for the provided ResourceArn: ";
    EXPECT_EQ(put(document("dynamodb:Query"), "7"), missing + table_.table_arn);
    EXPECT_EQ(put(document("dynamodb:GetItem"), "NO_POLICY"), "changed");
    const std::string current = *revision_.revision_id;
    EXPECT_EQ(
        put(document("dynamodb:Query"), "NO_POLICY"),
        missing +
            "Requested policy update expecting none to be present for table tbl, but a policy "
            "exists with revision id " +
            current + "."
    );
    EXPECT_EQ(
        put(document("dynamodb:Query"), "7"),
        missing +
            "Requested update for policy with revision id 7, but the policy associated to target "
            "table tbl has revision id " +
            current + "."
    );
    EXPECT_EQ(remove("7").substr(0, missing.size()), missing);
    EXPECT_EQ(put(document("dynamodb:Query"), current), "changed");
}

TEST_F(PoliciesTest, AreDeletedWithTheirRevision) {
    put(document("dynamodb:GetItem"));
    const auto current = revision_.revision_id;
    revision_ = {};
    EXPECT_EQ(remove(), "changed");
    EXPECT_EQ(revision_.revision_id, current);
    EXPECT_FALSE(table_.policies.of_table);
    revision_ = {};
    EXPECT_EQ(remove(), "unchanged");
    EXPECT_FALSE(revision_.revision_id);
}

TEST_F(PoliciesTest, DoNotLockOutTheAccountWithoutConfirmation) {
    const PolicyDocument denial = document("dynamodb:PutResourcePolicy", false);
    const auto refused = edited(put_policy_edit({resource(), denial}, revision_));
    ASSERT_TRUE(refused.has_error());
    EXPECT_EQ(refused.error().type, ErrorType::AccessDeniedException);
    EXPECT_EQ(apply(put_policy_edit({resource(), denial, {}, true}, revision_)), "changed");
}

TEST_F(PoliciesTest, DependOnTheTableStatus) {
    put(document("dynamodb:GetItem"));
    table_.status = TableStatus::Deleting;
    EXPECT_EQ(read(), document("dynamodb:GetItem").text());
    EXPECT_NE(put(document("dynamodb:Query")).find("being deleted"), std::string::npos);
    EXPECT_NE(remove().find("being deleted"), std::string::npos);
    table_.status = TableStatus::Creating;
    EXPECT_EQ(read(), "Requested resource not found: Table: tbl not found");
    EXPECT_EQ(put(document("dynamodb:Query")), read());
    EXPECT_EQ(remove(), read());
}

TEST_F(PoliciesTest, AreSeparateForEachStream) {
    const std::string label = begin_stream();
    EXPECT_EQ(put(document("dynamodb:GetRecords"), {}, label), "changed");
    EXPECT_EQ(read(label), document("dynamodb:GetRecords").text());
    EXPECT_FALSE(table_.policies.of_table);
    EXPECT_EQ(
        put(document("dynamodb:GetRecords"), {}, "other"),
        "Requested resource not found: Stream: other not found for Table: tbl"
    );
}

TEST_F(PoliciesTest, RefuseAStreamOfAFormerTable) {
    const std::string label = begin_stream();
    table_.creation_time = now_ + 1;
    EXPECT_EQ(
        put(document("dynamodb:GetRecords"), {}, label),
        "Requested resource not found: Stream: " + label + " not found for Table: tbl"
    );
}

TEST_F(PoliciesTest, DropThePoliciesOfDeletedStreams) {
    const std::string label = begin_stream();
    put(document("dynamodb:GetRecords"), {}, label);
    table_.policies.of_streams["gone"] = {"{}", "1"};
    put(document("dynamodb:GetItem"));
    ASSERT_EQ(table_.policies.of_streams.size(), 1U);
    EXPECT_EQ(table_.policies.of_streams.begin()->first, label);
}

TEST_F(PoliciesTest, RequireATableOfThisRegionAndAccount) {
    const auto owner = [&](const std::string& place) {
        const std::string arn = "arn:aws:dynamodb:" + place + ":table/tbl";
        return policy_owner({arn, "tbl"}, scope_);
    };
    ASSERT_TRUE(owner("us-east-1:123456789012"));
    EXPECT_EQ(owner("us-east-1:123456789012")->name, "tbl");
    EXPECT_NE(
        message_of(owner("eu-west-1:123456789012")).find("Invalid resource Arn"), std::string::npos
    );
    const auto other = owner("us-east-1:999999999999");
    ASSERT_TRUE(other.has_error());
    EXPECT_EQ(message_of(other).find("Invalid resource Arn"), std::string::npos);
}

}  // namespace
}  // namespace stator::engine::definition
