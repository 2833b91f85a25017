#include "protocol/formats/triggers/function_reply.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::protocol::formats::triggers {
namespace {

using Kind = FunctionResult::Kind;

const std::vector<model::StreamPosition> kPositions = {{7, 0}, {8, 0}, {9, 0}};

std::string number(std::uint64_t commit) {
    return model::sequence_number_text({commit, 0});
}

std::string failures(const std::string& identifiers) {
    return R"({"batchItemFailures":[)" + identifiers + "]}";
}

std::string item(const std::string& identifier) {
    return R"({"itemIdentifier":")" + identifier + R"("})";
}

FunctionReply answer(std::string body, int status = 200, bool has_header = false) {
    return {FunctionReply::Kind::Answered, status, has_header, std::move(body), {}};
}

struct ReplyCase {
    std::string name;
    FunctionReply reply;
    Kind kind = Kind::Success;
    std::uint64_t failed_from = 0;
};

TEST(FunctionReply, WithReportedItemFailures) {
    const std::vector<ReplyCase> cases = {
        {"nothing", answer("")},
        {"null", answer("null")},
        {"an empty object", answer("{}")},
        {"an empty list", answer("[]")},
        {"a null list", answer(R"({"batchItemFailures":null})")},
        {"no failures", answer(failures(""))},
        {"another object", answer(R"({"statusCode":200})")},
        {"one", answer(failures(item(number(8)))), Kind::ItemFailures, 8},
        {"the lowest counts",
         answer(failures(item(number(9)) + "," + item(number(7)))),
         Kind::ItemFailures,
         7},
        {"none of the batch", answer(failures(item(number(10)))), Kind::Failure},
        {"one and none", answer(failures(item(number(8)) + "," + item("x"))), Kind::Failure},
        {"an empty number", answer(failures(item(""))), Kind::Failure},
        {"a null number", answer(failures(R"({"itemIdentifier":null})")), Kind::Failure},
        {"a wrong name", answer(failures(R"({"item":"1"})")), Kind::Failure},
        {"a list of texts", answer(failures("\"" + number(8) + "\"")), Kind::Failure},
        {"no list", answer(R"({"batchItemFailures":"x"})"), Kind::Failure},
        {"a full list", answer("[1]"), Kind::Failure},
        {"a text", answer("\"done\""), Kind::Failure},
        {"no JSON", answer("<html>"), Kind::Failure},
    };
    for (const ReplyCase& one : cases) {
        const FunctionResult result = read_function_reply(one.reply, {true, false, kPositions});
        EXPECT_EQ(result.kind, one.kind) << one.name << ": " << result.text;
        EXPECT_EQ(result.failed_from.commit, one.failed_from) << one.name;
    }
}

TEST(FunctionReply, WithoutThemTheBodyIsIgnored) {
    const FunctionReply unreachable{FunctionReply::Kind::Unreachable, 0, false, {}, "refused"};
    const FunctionReply hanging{FunctionReply::Kind::TimedOut, 0, false, {}, "too slow"};
    const std::vector<ReplyCase> cases = {
        {"nonsense", answer("<html>")},
        {"item failures", answer(failures(item(number(8))))},
        {"created", answer("", 201)},
        {"an error", answer("boom", 500), Kind::Failure},
        {"not found", answer("", 404), Kind::Failure},
        {"init failed", answer("", 502), Kind::Failure},
        {"throttled", answer("", 429), Kind::Unavailable},
        {"too busy", answer("", 503), Kind::Unavailable},
        {"a redirection", answer("", 302), Kind::Failure},
        {"the header", answer("{}", 200, true), Kind::Failure},
        {"an error in the emulator's way",
         answer(R"({"errorMessage":"boom","errorType":"Error"})"),
         Kind::Failure},
        {"half of it", answer(R"({"errorMessage":"boom"})")},
        {"the emulator's timeout", answer("Task timed out after 3.00 seconds"), Kind::Failure},
        {"nobody there", unreachable, Kind::Unavailable},
        {"no answer", hanging, Kind::Failure},
    };
    for (const ReplyCase& one : cases) {
        const FunctionResult result = read_function_reply(one.reply, {false, false, kPositions});
        EXPECT_EQ(result.kind, one.kind) << one.name << ": " << result.text;
    }
}

TEST(FunctionReply, ReportsTheError) {
    EXPECT_EQ(read_function_reply(answer("boom", 500), {}).text, "status 500: boom");
    EXPECT_EQ(read_function_reply(answer("x"), {}).text, "OK");
    const auto error = answer(R"({"errorMessage":"boom","errorType":"Error"})");
    EXPECT_EQ(read_function_reply(error, {}).text, "\"Error\": \"boom\"");
}

TEST(FunctionReply, ATumblingWindowRequiresAState) {
    const auto result = read_function_reply(answer(R"({"state":{"sum":5}})"), {false, true, {}});
    EXPECT_EQ(result.kind, Kind::Success);
    EXPECT_EQ(result.state, R"({"sum":5})");
    EXPECT_EQ(read_function_reply(answer("{}"), {false, true, {}}).kind, Kind::Failure);
    EXPECT_EQ(read_function_reply(answer(""), {false, true, {}}).kind, Kind::Failure);
    const auto both = read_function_reply(
        answer(R"({"state":1,"batchItemFailures":[)" + item(number(8)) + "]}"),
        {true, true, kPositions}
    );
    EXPECT_EQ(both.kind, Kind::ItemFailures);
}

}  // namespace
}  // namespace stator::protocol::formats::triggers
