// Errors and throttles by rule and by header, as clients receive them.
#include "emulator/dispatch/injected_refusal.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/dispatched_world.hpp"

namespace stator::emulator::dispatch {
namespace {

constexpr std::string_view kKeys =
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}])";
constexpr std::string_view kGet = R"({"TableName":"ond","Key":{"pk":{"S":"a"}}})";
constexpr std::string_view kOdArn = "arn:aws:dynamodb:us-east-1:123456789012:table/ond";

class InjectedRefusal : public ::testing::Test {
protected:
    InjectedRefusal() {
        const std::string keys(kKeys);
        world.ask(
            "CreateTable", R"({"TableName":"ond","BillingMode":"PAY_PER_REQUEST",)" + keys + "}"
        );
        world.ask(
            "CreateTable",
            R"({"TableName":"prv",)"
            R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},)" +
                keys + "}"
        );
    }

    static std::string transaction(int actions, const std::string& table = "ond") {
        std::string request = R"({"TransactItems":[)";
        for (int i = 0; i < actions; ++i) {
            if (i > 0) request += ",";
            request += R"({"Get":{"TableName":")" + table + R"(","Key":{"pk":{"S":")" +
                       std::to_string(i) + R"("}}}})";
        }
        return request + "]}";
    }

    // The codes of a cancelled transaction, or the whole answer.
    static std::string codes(const std::string& answer) {
        std::string found;
        constexpr std::string_view kCode = R"("Code":")";
        for (auto at = answer.find(kCode); at != std::string::npos; at = answer.find(kCode, at)) {
            at += kCode.size();
            found += (found.empty() ? "" : " ") + answer.substr(at, answer.find('"', at) - at);
        }
        return found.empty() ? answer : found;
    }

    // Whether the answer has that exception and, if any, that reason.
    static ::testing::AssertionResult is(
        const std::string& answer, std::string_view exception, std::string_view reason = ""
    ) {
        const bool has_both =
            answer.find("#" + std::string(exception) + "\"") != std::string::npos &&
            answer.find(reason) != std::string::npos;
        return has_both ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << answer;
    }

    testing::DispatchedWorld world;
};

TEST_F(InjectedRefusal, AThrottleIsThatOfTheTable) {
    const std::string get(kGet);
    const std::string of_provisioned = R"({"TableName":"prv","Key":{"pk":{"S":"a"}}})";
    EXPECT_TRUE(
        is(world.ask("GetItem", get, "throttle"),
           "ThrottlingException",
           "TableReadKeyRangeThroughputExceeded")
    );
    EXPECT_TRUE(
        is(world.ask("GetItem", of_provisioned, "throttle"),
           "ProvisionedThroughputExceededException",
           "TableReadProvisionedThroughputExceeded")
    );
    EXPECT_TRUE(
        is(world.ask("GetItem", get, "throttle=AccountLimitExceeded"),
           "RequestLimitExceeded",
           "TableReadAccountLimitExceeded")
    );
    EXPECT_TRUE(
        is(world.ask("DeleteItem", of_provisioned, "throttle=AccountLimitExceeded"),
           "ProvisionedThroughputExceededException",
           "TableWriteProvisionedThroughputExceeded")
    );
}

TEST_F(InjectedRefusal, AnErrorThatIsNamedIsGivenAnyway) {
    EXPECT_TRUE(is(
        world.ask("GetItem", std::string(kGet), "error=ProvisionedThroughputExceededException"),
        "ProvisionedThroughputExceededException",
        R"("reason":"TableReadProvisionedThroughputExceeded","resource":")" + std::string(kOdArn)
    ));
}

TEST_F(InjectedRefusal, ValidationPrecedesAThrottleUnlessTheFaultChangesThat) {
    const std::string missing = R"({"TableName":"none","Key":{"pk":{"S":"a"}}})";
    const std::string wrong = R"({"TableName":"ond","Key":{"k":{"S":"a"}}})";
    for (const char* fault :
         {"throttle",
          "error=ThrottlingException",
          "error=RequestLimitExceeded",
          "error=TransactionConflictException"}) {
        EXPECT_TRUE(is(world.ask("GetItem", missing, fault), "ResourceNotFoundException")) << fault;
        EXPECT_TRUE(is(world.ask("GetItem", wrong, fault), "ValidationException")) << fault;
    }
    EXPECT_TRUE(
        is(world.ask("GetItem", wrong, "throttle; when=before-checks"),
           "ThrottlingException",
           "TableReadKeyRangeThroughputExceeded")
    );
    EXPECT_TRUE(
        is(world.ask("GetItem", missing, "throttle; when=before-checks"),
           "ThrottlingException",
           "Rate exceeded")
    );
    EXPECT_TRUE(is(world.ask("GetItem", missing, "status=500"), "InternalServerError"));
    EXPECT_TRUE(is(
        world.ask("GetItem", missing, "status=500; when=after-checks"), "ResourceNotFoundException"
    ));
    EXPECT_TRUE(
        is(world.ask("GetItem", std::string(kGet), "status=503; when=after-checks"),
           "ServiceUnavailable")
    );
}

TEST_F(InjectedRefusal, EveryOperationOnItemsMeetsAnErrorBehindItsChecks) {
    const std::string put = R"({"Put":{"TableName":"ond","Item":{"pk":{"S":"x"}}}})";
    const std::string insert = R"({"Statement":"INSERT INTO ond VALUE {'pk':'x'}"})";
    const std::string select = R"({"Statement":"SELECT * FROM ond WHERE pk = 'x'"})";
    const std::pair<std::string, std::string> requests[] = {
        {"GetItem", std::string(kGet)},
        {"PutItem", R"({"TableName":"ond","Item":{"pk":{"S":"x"}}})"},
        {"UpdateItem", std::string(kGet)},
        {"DeleteItem", std::string(kGet)},
        {"Query",
         R"({"TableName":"ond","KeyConditionExpression":"pk = :p",)"
         R"("ExpressionAttributeValues":{":p":{"S":"a"}}})"},
        {"Scan", R"({"TableName":"ond"})"},
        {"BatchGetItem", R"({"RequestItems":{"ond":{"Keys":[{"pk":{"S":"a"}}]}}})"},
        {"BatchWriteItem",
         R"({"RequestItems":{"ond":[{"PutRequest":{"Item":{"pk":{"S":"x"}}}}]}})"},
        {"TransactGetItems", transaction(2)},
        {"TransactWriteItems", R"({"TransactItems":[)" + put + "]}"},
        {"ExecuteStatement", insert},
        {"ExecuteStatement", select},
        {"BatchExecuteStatement", R"({"Statements":[)" + insert + "]}"},
        {"BatchExecuteStatement", R"({"Statements":[)" + select + "]}"},
        {"ExecuteTransaction", R"({"TransactStatements":[)" + insert + "]}"},
        {"ExecuteTransaction", R"({"TransactStatements":[)" + select + "]}"},
    };
    for (const auto& [operation, request] : requests) {
        EXPECT_TRUE(is(
            world.ask(operation, request, "status=500; when=after-checks"), "InternalServerError"
        )) << operation;
        EXPECT_TRUE(
            is(world.ask(operation, request, "error=ThrottlingException"),
               "ThrottlingException",
               "KeyRange")
        ) << operation;
    }
    EXPECT_EQ(
        world.ask("Scan", R"({"TableName":"ond","Select":"COUNT"})"),
        R"({"Count":0,"ScannedCount":0})"
    );
}

TEST_F(InjectedRefusal, ACancellationHasOneReasonForEachAction) {
    const std::string usual = "error=TransactionCanceledException";
    EXPECT_EQ(
        codes(world.ask("TransactGetItems", transaction(3), usual)), "TransactionConflict None None"
    );
    const std::string two = R"({"error":"TransactionCanceledException","cancellationReasons":)"
                            R"(["None","ConditionalCheckFailed"]})";
    EXPECT_EQ(
        codes(world.ask("TransactGetItems", transaction(4), two)),
        "None ConditionalCheckFailed None None"
    );
    EXPECT_EQ(
        codes(world.ask("TransactGetItems", transaction(2), two)), "None ConditionalCheckFailed"
    );
    const std::string one = world.ask("TransactGetItems", transaction(1), two);
    EXPECT_EQ(codes(one), "ConditionalCheckFailed");
    EXPECT_NE(one.find("specific reasons [ConditionalCheckFailed]"), std::string::npos) << one;
    EXPECT_EQ(
        codes(world.ask(
                  "TransactGetItems",
                  transaction(2),
                  "throttle=AccountLimitExceeded; when=before-checks"
              ))
                .find("RequestLimitExceeded") != std::string::npos,
        true
    );
    EXPECT_EQ(
        codes(world.ask("TransactGetItems", transaction(2, "prv"), "throttle; when=before-checks")),
        "ProvisionedThroughputExceeded None"
    );
    const std::string refused = world.ask("PutItem", R"({"TableName":"ond","Item":{}})", usual);
    EXPECT_NE(
        refused.find("TransactionCanceledException is no answer to PutItem; name"),
        std::string::npos
    ) << refused;
}

TEST_F(InjectedRefusal, TransactionsOfReadsMeetConflicts) {
    EXPECT_EQ(
        codes(world.ask("TransactGetItems", transaction(3), "conflictAt=1")),
        "None TransactionConflict None"
    );
}

TEST_F(InjectedRefusal, TheControlPlaneHasItsOwnThrottle) {
    const std::string answer = world.ask("DescribeTable", R"({"TableName":"none"})", "throttle");
    EXPECT_TRUE(is(answer, "ThrottlingException", "Rate exceeded"));
    EXPECT_EQ(answer.find("hrottlingReasons"), std::string::npos) << answer;
}

TEST_F(InjectedRefusal, ARuleThatARequestDoesNotMeetHasNotFired) {
    world.call(
        "PUT", "/faults", R"({"rules":[{"name":"once","times":1,"fault":{"throttle":true}}]})"
    );
    EXPECT_TRUE(
        is(world.ask("GetItem", R"({"TableName":"none","Key":{"pk":{"S":"a"}}})"),
           "ResourceNotFoundException")
    );
    EXPECT_NE(world.call("GET", "/faults").find(R"("matched":1,"fired":0)"), std::string::npos);
    EXPECT_TRUE(is(world.ask("GetItem", std::string(kGet)), "ThrottlingException"));
    EXPECT_NE(world.call("GET", "/faults").find(R"("matched":2,"fired":1)"), std::string::npos);
    EXPECT_EQ(world.ask("GetItem", std::string(kGet)), "{}");
}

}  // namespace
}  // namespace stator::emulator::dispatch
