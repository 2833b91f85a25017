#include "emulator/config/dynamodb_local_flags.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::config {
namespace {

using Arguments = std::vector<std::string>;

struct Case {
    const char* name;
    Arguments given;
    Arguments expected;
    bool speaks_dynamodb_local;
};

TEST(DynamodbLocalFlags, TranslatesEveryFlag) {
    const std::vector<Case> cases = {
        {"nothing", {}, {}, false},
        {"own options",
         {"serve", "--port", "1", "--in-memory"},
         {"serve", "--port=1", "--in-memory"},
         false},
        {"port", {"-port", "8001"}, {"--port=8001"}, true},
        {"port with equals", {"-port=8001"}, {"--port=8001"}, true},
        {"port without value", {"-port"}, {"--port"}, true},
        {"memory", {"-inMemory", "-sharedDb"}, {"--in-memory", "--shared-db"}, true},
        {"two dashes", {"--inMemory", "--dbPath", "/d"}, {"--in-memory", "--db-path=/d"}, false},
        {"path like a flag", {"-dbPath", "-inMemory"}, {"--db-path=-inMemory"}, true},
        {"cors", {"-cors", "a,b"}, {"--cors=a,b"}, true},
        {"delay", {"-delayTransientStatuses"}, {"--delay-transient-statuses"}, true},
        {"telemetry", {"-disableTelemetry"}, {}, true},
        {"optimize", {"-optimizeDbBeforeStartup"}, {"--optimize-db-before-startup"}, true},
        {"help and version", {"-help", "-version"}, {"--help", "--version"}, true},
        {"java",
         {"-Djava.library.path=./lib", "-Xmx256m", "-jar", "DynamoDBLocal.jar", "-sharedDb"},
         {"--shared-db"},
         true},
        {"unknown", {"-what", "--ever", "word"}, {"-what", "--ever", "word"}, false},
        {"case matters", {"-inmemory"}, {"-inmemory"}, false},
    };
    for (const Case& example : cases) {
        const TranslatedArguments translated = translate_dynamodb_local_flags(example.given);
        EXPECT_EQ(translated.arguments, example.expected) << example.name;
        EXPECT_EQ(translated.speaks_dynamodb_local, example.speaks_dynamodb_local) << example.name;
    }
}

}  // namespace
}  // namespace stator::emulator::config
