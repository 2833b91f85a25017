#include "emulator/integrations/kinesis/endpoint_sink.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/emulator/integrations/kinesis/outgoing_records.hpp"
#include "tests/support/scripted_server.hpp"

namespace stator::emulator::integrations::kinesis {
namespace {

using ::testing::HasSubstr;
using testing::json_reply;
using testing::outgoing;
using testing::ScriptedRequest;
using testing::ScriptedServer;

EndpointSettings settings(const std::string& url) {
    EndpointSettings settings;
    settings.endpoint = *transport::parse_endpoint(url);
    settings.secrets = {"key", "secret", "token"};
    settings.now = [] { return protocol::Instant(1'750'000'000'000); };
    return settings;
}

const std::vector<OutgoingPtr> kRecords{outgoing("a", "1"), outgoing("b", "2")};

TEST(EndpointSink, SendsASignedPutRecords) {
    ScriptedRequest seen;
    ScriptedServer server([&](const ScriptedRequest& request) {
        seen = request;
        return json_reply(
            200,
            R"({"FailedRecordCount":0,"Records":[{"SequenceNumber":"1","ShardId":"s"},)"
            R"({"SequenceNumber":"2","ShardId":"s"}]})"
        );
    });
    EndpointSink sink(settings(server.url()));
    const Delivered delivered = sink.deliver("", kRecords);
    EXPECT_EQ(delivered.error, "");
    EXPECT_EQ(delivered.sent, kRecords);
    EXPECT_EQ(seen.target, "PutRecords");
    EXPECT_THAT(seen.head, HasSubstr("POST / HTTP/1.1"));
    EXPECT_THAT(seen.head, HasSubstr("Content-Type: application/x-amz-json-1.1"));
    EXPECT_THAT(seen.head, HasSubstr("X-Amz-Target: Kinesis_20131202.PutRecords"));
    EXPECT_THAT(seen.head, HasSubstr("Credential=key/20250615/eu-west-1/kinesis/aws4_request"));
    EXPECT_THAT(seen.head, HasSubstr("x-amz-security-token: token"));
    // MD5 of "a" and of "b".
    EXPECT_EQ(
        seen.body,
        R"({"StreamName":"changes","Records":[)"
        R"({"Data":"MQ==","PartitionKey":"0CC175B9C0F1B6A831C399E269772661"},)"
        R"({"Data":"Mg==","PartitionKey":"92EB5FFEE6AE2FEC3AD71C777531578F"}]})"
    );
    sink.deliver("", kRecords);
    EXPECT_EQ(server.connection_count(), 1);
}

TEST(EndpointSink, KnowsWhichRecordsWereRefused) {
    ScriptedServer server([](const ScriptedRequest&) {
        return json_reply(
            200,
            R"({"FailedRecordCount":1,"Records":[{"ErrorCode":)"
            R"("ProvisionedThroughputExceededException","ErrorMessage":"Rate exceeded"},)"
            R"({"SequenceNumber":"2","ShardId":"s"}]})"
        );
    });
    const Delivered delivered = EndpointSink(settings(server.url())).deliver("", kRecords);
    EXPECT_EQ(delivered.sent, std::vector<OutgoingPtr>{kRecords[1]});
    EXPECT_EQ(
        delivered.error,
        "the Kinesis server refused a record: ProvisionedThroughputExceededException: Rate "
        "exceeded"
    );
}

TEST(EndpointSink, ReportsWhyNothingWasAccepted) {
    struct Row {
        std::optional<std::string> reply;
        std::string error;
    };

    for (const Row& row : {
             Row{json_reply(
                     400, R"({"__type":"ResourceNotFoundException","message":"Stream x not found"})"
                 ),
                 "the Kinesis server answered 400 ResourceNotFoundException: Stream x not found"},
             Row{json_reply(500, ""), "the Kinesis server answered 500"},
             Row{json_reply(200, "{}"),
                 "the Kinesis server answered with what is no reply to PutRecords"},
             Row{std::nullopt, "the Kinesis server gives no answer: "},
         }) {
        ScriptedServer server([&](const ScriptedRequest&) { return row.reply; });
        const Delivered delivered = EndpointSink(settings(server.url())).deliver("", kRecords);
        EXPECT_TRUE(delivered.sent.empty());
        EXPECT_THAT(delivered.error, HasSubstr(row.error));
    }
}

}  // namespace
}  // namespace stator::emulator::integrations::kinesis
