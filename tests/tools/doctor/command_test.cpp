#include "tools/doctor/command.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/emulator/support/running_server.hpp"
#include "tests/support/scripted_server.hpp"
#include "tests/tools/client/made_up_surroundings.hpp"

namespace stator::tools::doctor {
namespace {

using testing::json_reply;
using testing::RunningServer;
using testing::ScriptedRequest;
using testing::ScriptedServer;

class ReachTest : public ::testing::Test {
protected:
    // The exit status, the output to stdout and the output to stderr.
    std::string run(const std::vector<std::string>& arguments) {
        std::ostringstream out;
        std::ostringstream err;
        const int code = run_command(arguments, around_.get(), out, err);
        return std::to_string(code) + "|" + out.str() + "|" + err.str();
    }

    client::MadeUpSurroundings around_;
};

TEST_F(ReachTest, KnowsItsCommands) {
    for (const char* word : {"env", "healthcheck", "doctor"}) EXPECT_TRUE(is_command(word));
    for (const char* word : {"", "serve", "ctl", "--port"}) EXPECT_FALSE(is_command(word));
}

TEST_F(ReachTest, EnvPrintsExportsOfARunningServer) {
    RunningServer server;
    const std::string url = "http://127.0.0.1:" + std::to_string(server.port());
    around_.usual_endpoint = url;
    EXPECT_TRUE(run({"env"}).starts_with("0|export AWS_ENDPOINT_URL_DYNAMODB='" + url + "'\n"));
    EXPECT_NE(run({"env"}).find("AWS_REGION='us-east-1'"), std::string::npos);
    around_.variables["AWS_DEFAULT_REGION"] = "eu-west-2";
    EXPECT_NE(run({"env"}).find("AWS_REGION='eu-west-2'"), std::string::npos);
    EXPECT_NE(run({"env", "--region", "a"}).find("AWS_REGION='a'"), std::string::npos);
    const std::string fish = run({"env", "--shell", "fish", "--endpoint", url + "/u/one"});
    EXPECT_TRUE(fish.starts_with("0|set -gx AWS_ENDPOINT_URL_DYNAMODB '" + url + "/u/one';\n"));
}

TEST_F(ReachTest, EnvPrintsNothingToEvaluateWithoutAServer) {
    EXPECT_TRUE(run({"env"}).starts_with("1||stator env: no server answers")) << run({"env"});
    ScriptedServer other([](const ScriptedRequest&) { return json_reply(404, "{}"); });
    EXPECT_TRUE(run({"env", "--endpoint", other.url()}).ends_with("another with --endpoint.\n"));
}

TEST_F(ReachTest, HealthcheckIsSilentOrReportsTheReason) {
    RunningServer server;
    const std::string url = "http://127.0.0.1:" + std::to_string(server.port());
    EXPECT_EQ(run({"healthcheck", "--endpoint", url}), "0||");
    EXPECT_TRUE(run({"healthcheck"}).starts_with("1||stator healthcheck: no server answers"));
}

TEST_F(ReachTest, DoctorEndsWithTheServerThatAnSdkReaches) {
    ScriptedServer server([](const ScriptedRequest& request) {
        return json_reply(200, request.target.empty() ? "healthy: h" : "{\"TableNames\":[]}");
    });
    around_.variables["AWS_ENDPOINT_URL"] = server.url();
    around_.variables["AWS_REGION"] = "eu-west-2";
    around_.variables["AWS_DEFAULT_REGION"] = "eu-west-2";
    around_.variables["AWS_ACCESS_KEY_ID"] = "key";
    around_.variables["AWS_SECRET_ACCESS_KEY"] = "secret";
    EXPECT_EQ(
        run({"doctor"}),
        "0|An SDK reaches Stator at " + server.url() +
            ", in region eu-west-2, with the access key key.\n|"
    );
    around_.variables.erase("AWS_DEFAULT_REGION");
    EXPECT_TRUE(run({"doctor"}).starts_with("0|note: AWS_REGION is set")) << "notes do not fail";
    around_.variables.erase("AWS_ACCESS_KEY_ID");
    EXPECT_TRUE(run({"doctor"}).starts_with("1|problem: there are no credentials"));
}

TEST_F(ReachTest, DoctorListsAllFindings) {
    const std::string said = run({"doctor"});
    EXPECT_TRUE(said.starts_with("1|problem: no endpoint is set")) << said;
    for (const char* part : {"no credentials", "no region is set", "no server answers"}) {
        EXPECT_NE(said.find(part), std::string::npos) << part;
    }
}

TEST_F(ReachTest, RejectsInvalidArguments) {
    const std::vector<std::vector<std::string>> cases = {
        {"env", "--shell", "csh"}, {"env", "now"}, {"healthcheck", "--endpoint"}, {"doctor", "-x"}};
    for (const auto& arguments : cases) {
        const std::string said = run(arguments);
        EXPECT_TRUE(said.starts_with("2||stator " + arguments.front() + ": ")) << said;
        EXPECT_EQ(said.find('\n'), said.size() - 1) << said;
    }
    EXPECT_TRUE(run({"doctor", "--help"}).starts_with("0|"));
}

}  // namespace
}  // namespace stator::tools::doctor
