#include "emulator/config/localstack_variables.hpp"

#include <gtest/gtest.h>

#include <map>

namespace stator::emulator::config {
namespace {

using Arguments = std::vector<std::string>;
using Variables = std::map<std::string, std::string>;

std::variant<Arguments, std::string> translate(
    const Arguments& arguments, const Variables& variables
) {
    return options_of_localstack(
        arguments,
        [&variables](const std::string& name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            return found == variables.end() ? std::nullopt : std::optional(found->second);
        }
    );
}

Arguments options(const Arguments& arguments, const Variables& variables) {
    const auto translated = translate(arguments, variables);
    const auto* sentence = std::get_if<std::string>(&translated);
    return sentence != nullptr ? Arguments{*sentence} : std::get<Arguments>(translated);
}

TEST(LocalstackVariables, BecomeOptions) {
    EXPECT_EQ(options({}, {}), Arguments());
    EXPECT_EQ(
        options(
            {},
            {{"DYNAMODB_LOCAL_PORT", "4569"},
             {"DYNAMODB_IN_MEMORY", "1"},
             {"DYNAMODB_SHARE_DB", "True"},
             {"DYNAMODB_DELAY_TRANSIENT_STATUSES", "true"},
             {"DYNAMODB_CORS", "http://a"},
             {"DYNAMODB_ERROR_PROBABILITY", "0.5"},
             {"DYNAMODB_READ_ERROR_PROBABILITY", "0.25"},
             {"DYNAMODB_WRITE_ERROR_PROBABILITY", "1"},
             {"DYNAMODB_HEAP_SIZE", "1G"}}
        ),
        (Arguments{
            "--port=4569",
            "--in-memory",
            "--shared-db",
            "--delay-transient-statuses",
            "--cors=http://a",
            "--error-probability=0.5",
            "--read-error-probability=0.25",
            "--write-error-probability=1"})
    );
    EXPECT_EQ(options({}, {{"DYNAMODB_IN_MEMORY", "0"}, {"DYNAMODB_CORS", ""}}), Arguments());
}

TEST(LocalstackVariables, CountLessThanFlagsAndStatorsOwn) {
    const Variables port = {{"DYNAMODB_LOCAL_PORT", "1"}};
    EXPECT_EQ(options({"--port", "2"}, port), Arguments());
    EXPECT_EQ(options({"--port=2"}, port), Arguments());
    EXPECT_EQ(options({"--portable"}, port), Arguments{"--port=1"});
    EXPECT_EQ(options({}, {{"DYNAMODB_LOCAL_PORT", "1"}, {"STATOR_PORT", "2"}}), Arguments());
    EXPECT_EQ(options({"--db-path=/d"}, {{"DYNAMODB_IN_MEMORY", "1"}}), Arguments());
}

TEST(LocalstackVariables, AreRefusedByTheirName) {
    const std::vector<std::pair<Variables, std::string>> cases = {
        {{{"DYNAMODB_LOCAL_PORT", "70000"}},
         "DYNAMODB_LOCAL_PORT cannot be '70000': give a port from 0 to 65535."},
        {{{"DYNAMODB_SHARE_DB", "yes"}}, "DYNAMODB_SHARE_DB cannot be 'yes': give 1 or 0."},
        {{{"DYNAMODB_READ_ERROR_PROBABILITY", "2"}},
         "DYNAMODB_READ_ERROR_PROBABILITY cannot be '2': give a number from 0 to 1."},
        {{{"DYNAMODB_ERROR_PROBABILITY", "nan"}},
         "DYNAMODB_ERROR_PROBABILITY cannot be 'nan': give a number from 0 to 1."},
    };
    for (const auto& [variables, sentence] : cases) {
        const auto translated = translate({}, variables);
        ASSERT_TRUE(std::holds_alternative<std::string>(translated)) << sentence;
        EXPECT_EQ(std::get<std::string>(translated), sentence);
    }
}

}  // namespace
}  // namespace stator::emulator::config
