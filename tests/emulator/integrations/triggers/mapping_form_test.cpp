#include "emulator/integrations/triggers/mapping_form.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::integrations::triggers {
namespace {

using ::testing::HasSubstr;

TEST(MappingForm, InvalidMappingsAreRejected) {
    testing::World world;
    const std::vector<std::pair<std::string, std::string>> cases = {
        {R"({})", "'Table' in mappings[0] is missing."},
        {R"({"Table":"T"})", "mappings[0] must have either 'Url' or 'Command'"},
        {R"({"Table":"T","Url":"ftp://x"})", "'Url' in mappings[0] must be a URL"},
        {R"({"Table":"T","Url":"http://x","BatchSize":0})", "from 1 to 10000"},
        {R"({"Table":"T","Url":"http://x","MaximumBatchingWindowInSeconds":301})", "from 0 to 300"},
        {R"({"Table":"T","Url":"http://x","ParallelizationFactor":11})", "from 1 to 10"},
        {R"({"Table":"T","Url":"http://x","MaximumRetryAttempts":-2})", "from -1 to 10000"},
        {R"({"Table":"T","Url":"http://x","MaximumRecordAgeInSeconds":59})",
         "must be -1 or from 60 to 604800"},
        {R"({"Table":"T","Url":"http://x","TumblingWindowInSeconds":901})", "from 0 to 900"},
        {R"({"Table":"T","Url":"http://x","StartingPosition":"AT_TIMESTAMP"})", "TRIM_HORIZON"},
        {R"({"Table":"T","Url":"http://x","FunctionResponseTypes":["All"]})",
         "may have ReportBatchItemFailures only"},
        {R"({"Table":"T","Url":"http://x","FilterCriteria":{"Filters":[{"Pattern":"{}"}]}})",
         "Invalid filter pattern definition."},
        {R"({"Table":"T","Url":"http://x","DestinationConfig":{"OnFailure":)"
         R"({"Destination":"file:../x"}}})",
         "or file:NAME"},
        {R"({"Table":"T","Url":"http://x","BatchSizes":5})", "has no member 'BatchSizes'"},
    };
    for (const auto& [mapping, sentence] : cases) {
        const std::string reply =
            world.call("PUT", "/triggers", R"({"mappings":[)" + mapping + "]}");
        EXPECT_THAT(reply, HasSubstr(sentence)) << mapping;
        EXPECT_THAT(reply, ::testing::StartsWith("400 ")) << mapping;
    }
}

TEST(MappingForm, AFileNamesItself) {
    const std::string path = ::testing::TempDir() + "stator-triggers.json";
    const auto load = [&](const std::string& text) {
        std::ofstream(path) << text;
        return load_trigger_file(path);
    };
    const auto loaded = load(R"({"mappings":[{"Table":"T","Url":"https://x","BatchSize":7}]})");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ((*loaded)[0]->name, "T");
    EXPECT_EQ((*loaded)[0]->batch_size, 7);
    EXPECT_TRUE((*loaded)[0]->starts_at_latest);
    EXPECT_THAT(load("{").error().sentence, HasSubstr(path + "' is not JSON"));
    EXPECT_THAT(
        load(R"({"mappings":[{"Table":"T"}]})").error().sentence,
        HasSubstr(path + "' has a mistake: mappings[0] must have either 'Url' or 'Command'")
    );
    EXPECT_THAT(load(R"({"mapping":[]})").error().sentence, HasSubstr("has no member 'mapping'"));
    std::filesystem::remove(path);
    EXPECT_THAT(load_trigger_file(path).error().sentence, HasSubstr("cannot be opened"));
}

}  // namespace
}  // namespace stator::emulator::integrations::triggers
