#include "tools/doctor/server_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/server/tls/self_made.hpp"
#include "tests/emulator/support/running_server.hpp"
#include "tests/support/scripted_server.hpp"
#include "tests/tools/client/made_up_surroundings.hpp"

namespace stator::tools::doctor {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::json_reply;
using testing::ScriptedRequest;
using testing::ScriptedServer;

const client::Caller kCaller{"key", "eu-west-2"};

class ServerChecksTest : public ::testing::Test {
protected:
    // The sentences; "" if there are none.
    std::string check(const std::string& endpoint) {
        std::string text;
        for (const Finding& finding : check_server(endpoint, kCaller, around_.get())) {
            text.append(finding.sentence).append("\n");
        }
        return text;
    }

    client::MadeUpSurroundings around_;
};

// Imitates a Stator as far as these checks need it.
ScriptedServer::Script stator_that_answers(std::string reply) {
    return [reply = std::move(reply)](const ScriptedRequest& request) {
        return request.target.empty() ? json_reply(200, "healthy: here ") : reply;
    };
}

TEST_F(ServerChecksTest, AStatorThatAnswersIsReached) {
    std::string head;
    {
        ScriptedServer server([&head](const ScriptedRequest& request) {
            if (request.target.empty()) return json_reply(200, "healthy: here ");
            head = request.head;
            return json_reply(200, R"({"TableNames":[]})");
        });
        EXPECT_EQ(check(server.url()), "");
    }
    EXPECT_THAT(head, HasSubstr("Credential=key/20260101/eu-west-2/dynamodb/aws4_request"));
}

TEST_F(ServerChecksTest, ReportsWhyARequestIsRejected) {
    ScriptedServer server(
        stator_that_answers(json_reply(400, R"({"__type":"a#B","message":"Use another key."})"))
    );
    EXPECT_EQ(
        check(server.url()),
        "ListTables with the access key 'key' in region 'eu-west-2' is refused (400): Use another "
        "key.\n"
    );
}

TEST_F(ServerChecksTest, ReportsThatNoServerAnswers) {
    EXPECT_THAT(
        check("http://127.0.0.1:1"),
        AllOf(HasSubstr("no server answers"), HasSubstr("start one with 'stator'"))
    );
    EXPECT_THAT(check("127.0.0.1:8000"), HasSubstr("is not the URL of a server"));
}

TEST_F(ServerChecksTest, ReportsAServerThatIsNotStator) {
    ScriptedServer other([](const ScriptedRequest&) { return json_reply(404, "{}"); });
    EXPECT_THAT(
        check(other.url()),
        AllOf(HasSubstr("is no Stator (GET /health is 404 there)"), HasSubstr("another --port"))
    );
}

TEST_F(ServerChecksTest, KnowsTlsAndAws) {
    ScriptedServer server(stator_that_answers(json_reply(200, "{}")));
    const std::string tls = "https" + server.url().substr(4);
    EXPECT_THAT(check(tls), HasSubstr("speaks http: set the endpoint to " + server.url() + "."));
    EXPECT_THAT(check("https://127.0.0.1:1"), HasSubstr("though not there"));
    EXPECT_THAT(check("https://dynamodb.us-east-1.amazonaws.com"), HasSubstr("is AWS itself"));
}

TEST_F(ServerChecksTest, ReportsAnUntrustedCertificate) {
    const emulator::server::tls::ServerContext context(emulator::server::tls::make_self_made({}));
    auto options = testing::test_options();
    options.tls = &context;
    testing::RunningServer server(nullptr, options);
    const std::string url = "https://127.0.0.1:" + std::to_string(server.port());
    EXPECT_THAT(check(url), AllOf(HasSubstr("AWS_CA_BUNDLE"), HasSubstr("NODE_EXTRA_CA_CERTS")));
}

TEST_F(ServerChecksTest, WarnsOfLocalhostWhereOnlyIpv4Answers) {
    ScriptedServer server(stator_that_answers(json_reply(200, "{}")));
    const std::string url = "http://localhost:" + std::to_string(server.port());
    EXPECT_EQ(check(url), "") << "there is no ::1";
    std::filesystem::create_directories(around_.home() + "/proc/net");
    testing::write_file(
        around_.home() + "/proc/net/if_inet6",
        "00000000000000000000000000000001 01 80 10 80       lo\n"
    );
    EXPECT_THAT(check(url), HasSubstr("does not listen on ::1"));
}

TEST_F(ServerChecksTest, ChecksTheProxyOfTheHost) {
    around_.variables["http_proxy"] = "http://proxy";
    EXPECT_THAT(check("http://127.0.0.1:1"), HasSubstr("export NO_PROXY=127.0.0.1."));
}

}  // namespace
}  // namespace stator::tools::doctor
