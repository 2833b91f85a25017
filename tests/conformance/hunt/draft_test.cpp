#include "conformance/hunt/draft.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "conformance/format/case_catalogue.hpp"
#include "conformance/generate/table_writer.hpp"
#include "tests/conformance/temporary_folder.hpp"

namespace stator::conformance::hunt {
namespace {

using conformance::testing::TemporaryFolder;

Exemplar some_exemplar() {
    Random random(5, 5);
    generate::KnownTable table{generate::random_table("hunt-x-1-0", random), {}};
    generate::ValueWriter values(random);
    table.items.push_back(values.item(table.shape));
    return {
        {"GetItem", R"({"TableName":"hunt-x-1-0","Key":{"pk":{"S":"${x}"}}})"},
        {table},
        {R"({"Item":{"pk":{"S":"${x}"},"s":{"SS":["a"]}}})",
         R"({"__type":"x#ValidationException","message":"bad ${x}"})"}};
}

TEST(Draft, IsACaseThatTheRunnerReads) {
    const TemporaryFolder folder;
    for (std::size_t side = 0; side < 2; ++side) {
        folder.write(
            "operations/GetItem/hunt_" + std::to_string(side) + ".json",
            draft_case(some_exemplar(), {"It differs for ${x}.", "a hunt", side})
        );
    }
    const Catalogue catalogue = read_cases(folder.path().string(), {});
    EXPECT_TRUE(catalogue.mistakes.empty()) << catalogue.mistakes.front();
    ASSERT_EQ(catalogue.cases.size(), 2U);
    EXPECT_EQ(catalogue.cases.front().steps.size(), 2U);
    EXPECT_EQ(catalogue.cases.front().tables.size(), 1U);
    EXPECT_TRUE(
        std::holds_alternative<ErrorExpected>(catalogue.cases.back().steps.back().expectation)
    );
}

TEST(Findings, AreWrittenAsPageAndDrafts) {
    const TemporaryFolder folder;
    HuntResult result;
    const Signature signature{"GetItem", "success", {"ValidationException: bad"}};
    result.clusters.add(signature, 3, some_exemplar());
    result.smallest[signature] = some_exemplar();
    const std::string page = write_findings(result, {"mine", "other"}, 1, folder.path());
    EXPECT_NE(page.find("- other: ValidationException: bad"), std::string::npos) << page;
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "operations/GetItem/hunt_1.json"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "clusters.md"));
}

}  // namespace
}  // namespace stator::conformance::hunt
