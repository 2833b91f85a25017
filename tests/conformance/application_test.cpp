#include "conformance/application.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/conformance/temporary_folder.hpp"
#include "tests/support/scripted_server.hpp"

namespace stator::conformance {
namespace {

using stator::testing::ScriptedRequest;
using stator::testing::ScriptedServer;
using testing::TemporaryFolder;

constexpr const char* kCase =
    R"({"asserts": "a", "source": "s", "tier": 1, "steps": [{"do": "PutItem"}]})";

struct Outcome {
    int exit_code;
    std::string errors;
};

Outcome run(const Options& options) {
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const int exit_code = run_application(options);
    ::testing::internal::GetCapturedStdout();
    return {exit_code, ::testing::internal::GetCapturedStderr()};
}

/// Runs against a server that gives every call this reply.
int exit_code_for(int status) {
    const ScriptedServer server([=](const ScriptedRequest&) {
        return stator::testing::json_reply(status, "{}");
    });
    const TemporaryFolder folder;
    folder.write("operations/PutItem/a.json", kCase);
    Options options;
    options.endpoint = server.url();
    options.cases = folder.path().string();
    options.json_file = (folder.path() / "report.json").string();
    const Outcome outcome = run(options);
    EXPECT_TRUE(std::filesystem::exists(options.json_file));
    return outcome.exit_code;
}

TEST(Application, ReportsByItsExitCode) {
    EXPECT_EQ(exit_code_for(200), 0);
    EXPECT_EQ(exit_code_for(500), 1);
}

TEST(Application, ReportsWhyItCannotRun) {
    const TemporaryFolder good;
    good.write("operations/PutItem/a.json", kCase);
    const TemporaryFolder bad;
    bad.write("operations/PutItem/a.json", "{");
    const TemporaryFolder empty;

    const struct {
        std::string endpoint;
        std::string cases;
        std::string error;
    } cases[] = {
        {"http://127.0.0.1:1",
         good.path(),
         "http://127.0.0.1:1 cannot be reached: cannot connect: Connection refused"},
        {"127.0.0.1:1", good.path(), "--endpoint 127.0.0.1:1 is not http[s]://HOST[:PORT]"},
        {"http://127.0.0.1:1",
         bad.path(),
         bad.path().string() + "/operations/PutItem/a.json: line 1"},
        {"http://127.0.0.1:1", empty.path(), "no case in " + empty.path().string()},
        {"http://127.0.0.1:1", "/nowhere", "--cases /nowhere is not a folder"},
    };

    for (const auto& one : cases) {
        Options options;
        options.endpoint = one.endpoint;
        options.cases = one.cases;
        const Outcome outcome = run(options);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_EQ(outcome.errors.find("stator-conformance: " + one.error), 0U) << outcome.errors;
    }
}

TEST(Application, HasExamplesThatCanBeRead) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path() / "topics");
    std::filesystem::copy(STATOR_CONFORMANCE_EXAMPLES, folder.path() / "topics" / "examples");
    Options options;
    options.cases = folder.path().string();
    options.lists = true;
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.errors;
}

}  // namespace
}  // namespace stator::conformance
