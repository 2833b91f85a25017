#include <gtest/gtest.h>

#include "tests/emulator/access/least_policy/recorded.hpp"

namespace stator::emulator::access::least_policy {
namespace {

std::string says(const std::string& text, std::string_view what) {
    return text.find(what) == std::string::npos ? text : "so";
}

TEST(JournalRun, ListsPermissionsThatRequestsNeededByAccessKey) {
    Recorded recorded;
    recorded.record("GetItem", get("a"));
    recorded.record("Query", R"({"TableName":"Music","IndexName":"ByYear"})", "", "B");
    recorded.record("PutItem", R"({"TableName":"Music","Item":{"pk":{"S":"a"}}})", "", "");
    const std::string arn(authorization::kArn);
    const auto policy = [&](const std::string& sid, const std::string& action, const std::string& on
                        ) {
        return R"("policy":{"Version":"2012-10-17","Statement":[{"Sid":")" + sid +
               R"(","Effect":"Allow","Action":["dynamodb:)" + action + R"("],"Resource":[")" + arn +
               on + "\"]}]}}";
    };
    EXPECT_EQ(
        recorded.needed(),
        R"({"principals":[{"principal":"A",)" + policy("ReadMusic", "GetItem", "Music") +
            R"(,{"principal":"B",)" + policy("ReadMusic", "Query", "Music/index/ByYear") +
            R"(,{"principal":"anonymous",)" + policy("WriteMusic", "PutItem", "Music") + "]}"
    );
    NeededForm form;
    form.principal = "B";
    form.joins_indexes = true;
    EXPECT_EQ(
        recorded.needed(form),
        R"({"principals":[{"principal":"B",)" + policy("ReadMusic", "Query", "Music/index/*") + "]}"
    );
}

TEST(JournalRun, NamesPrincipalsIfTheirKeysAreKnown) {
    Recorded recorded;
    recorded.know_keys();
    recorded.record("GetItem", get("a"));
    EXPECT_EQ(
        says(recorded.needed(), R"("principal":"arn:aws:iam::123456789012:user/alice")"), "so"
    );
}

TEST(JournalRun, LeavesOutRejectedRequests) {
    Recorded recorded;
    recorded.record("GetItem", get("a"), "AccessDeniedException");
    recorded.record("GetItem", R"({"TableName":7})", "SerializationException");
    EXPECT_EQ(recorded.needed(), R"({"principals":[]})");
    EXPECT_EQ(says(recorded.needed({}, true), "dynamodb:GetItem"), "so");
}

// The audit let the request through, but its decision says that it would have been denied.
TEST(JournalRun, LeavesOutRequestsThatAnAuditWouldHaveDenied) {
    Recorded recorded;
    recorded.judges.authorizer = &recorded.asked.authorizer;
    recorded.decision = recorded.asked.ask("GetItem", get("a")).decision;
    recorded.record("GetItem", get("a"));
    EXPECT_EQ(recorded.needed(), R"({"principals":[]})");
    EXPECT_EQ(says(recorded.needed({}, true), "dynamodb:GetItem"), "so");
}

// Without the decision it is unknown whether the audit would have denied the request, so the
// request grants nothing.
TEST(JournalRun, LeavesOutRequestsWhoseDecisionIsNoLongerKnown) {
    Recorded recorded;
    authorization::Authorizer audit(authorization::Mode::Audit);
    recorded.judges.authorizer = &audit;
    recorded.decision = 7;
    recorded.record("GetItem", get("a"));
    EXPECT_EQ(
        says(
            recorded.needed(),
            R"({"principals":[],"unknown":[{"requests":1,"sentence":"What was decided of 1 request is )"
            R"(no longer known, so nobody knows)"
        ),
        "so"
    );
    EXPECT_EQ(says(recorded.needed({}, true), "dynamodb:GetItem"), "so");
    EXPECT_EQ(recorded.needed({}, true).find("unknown"), std::string::npos);
    // If the authorizer enforces policies, denied callers receive an error.
    recorded.judges.authorizer = &recorded.asked.authorizer;
    EXPECT_EQ(says(recorded.needed(), "dynamodb:GetItem"), "so");
}

TEST(JournalRun, ListsRequestsThatItCannotRead) {
    Recorded recorded(journal::BodyKeeping::None);
    recorded.record("GetItem", get("a"));
    recorded.keep(journal::BodyKeeping::Redacted);
    recorded.record("GetItem", get("a"));
    recorded.record("ExecuteStatement", R"({"Statement":"SELECT * FROM Music WHERE pk='a'"})");
    const std::string text = recorded.needed();
    EXPECT_EQ(says(text, R"("Action":["dynamodb:GetItem"])"), "so");
    EXPECT_EQ(
        says(
            text,
            R"("unknown":[{"requests":1,"sentence":"The journal kept no body of 1 request, so nobody )"
            R"(knows what they needed; start stator with --journal-bodies full, or run stator ctl )"
            R"(requests settings --bodies full, and send them again."},{"requests":1,)"
        ),
        "so"
    );
    recorded.keep(journal::BodyKeeping::Full, 1);
    EXPECT_EQ(
        says(
            recorded.needed(), R"("requests":2,"sentence":"2 requests before these are no longer)"
        ),
        "so"
    );
    NeededForm form;
    form.has_conditions = true;
    recorded.keep(journal::BodyKeeping::Redacted);
    recorded.record("GetItem", get("a"));
    EXPECT_EQ(
        says(recorded.needed(form), "so what they needed has no condition: the journal kept the "),
        "so"
    );
    EXPECT_EQ(recorded.needed(form).find("LeadingKeys\":"), std::string::npos);
}

// CreateTable's request.
std::string with_key_k(const std::string& table) {
    return R"({"TableName":")" + table + R"(","BillingMode":"PAY_PER_REQUEST","KeySchema":[
        {"AttributeName":"k","KeyType":"HASH"}],
        "AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}]})";
}

TEST(JournalRun, KnowsTheKeysOfDeletedTables) {
    Recorded recorded;
    NeededForm form;
    form.has_conditions = true;
    recorded.record("CreateTable", with_key_k("Gone"));
    recorded.record("GetItem", R"({"TableName":"Gone","Key":{"k":{"S":"a"}}})");
    EXPECT_EQ(says(recorded.needed(form), R"("dynamodb:LeadingKeys":["a"])"), "so");
    recorded.record("GetItem", R"({"TableName":"Never","Key":{"k":{"S":"a"}}})");
    EXPECT_EQ(says(recorded.needed(form), "table/Never; ask before"), "so");
}

// A table that was created again is another table, and the journal may lack its requests.
TEST(JournalRun, ForgetsTheKeysOfDeletedTablesForNewOnes) {
    Recorded recorded;
    NeededForm form;
    form.has_conditions = true;
    recorded.record("CreateTable", with_key_k("Music"));
    recorded.record("GetItem", R"({"TableName":"Music","Key":{"k":{"S":"before"}}})");
    recorded.record("DeleteTable", R"({"TableName":"Music"})", "ResourceInUseException");
    recorded.record("GetItem", R"({"TableName":"Music","Key":{"k":{"S":"between"}}})");
    recorded.record(
        "DeleteTable", R"({"TableName":"arn:aws:dynamodb:us-east-1:123456789012:table/Music"})"
    );
    recorded.record("GetItem", get("after"));
    EXPECT_EQ(
        says(recorded.needed(form), R"("dynamodb:LeadingKeys":["after","before","between"])"), "so"
    );
}

TEST(JournalRun, IsAvailableInTheAdminApi) {
    testing::World world;
    const std::string off =
        "409 {\"message\":\"stator without --auth iam or iam-audit reads the journal of requests, "
        "which is off; start stator with --journal-bodies full, or PUT "
        R"({\"on\":true,\"bodies\":\"full\"} to /_stator/v1/requests/settings."})";
    EXPECT_EQ(world.call("GET", "/iam/needed"), off);
    const std::string policy = R"({"Statement":{"Effect":"Allow","Action":"*","Resource":"*"}})";
    EXPECT_EQ(world.call("POST", "/iam/check", policy), off);
    EXPECT_EQ(
        world.call("GET", "/iam/needed?generalise=tables"),
        R"(400 {"message":"'generalise' must be index, prefix or index,prefix."})"
    );
    world.call("PUT", "/requests/settings", R"({"on":true,"bodies":"full"})");
    EXPECT_EQ(
        world.call("GET", "/iam/needed?generalise=index,prefix&fgac=on"),
        R"({"universe":"default","principals":[]})"
    );
    EXPECT_EQ(
        world.call("POST", "/iam/check", policy),
        R"({"universe":"default","results":[],"unused":[{"statement":1}],"requests":0,"passed":true})"
    );
}

}  // namespace
}  // namespace stator::emulator::access::least_policy
