// The regions of a universe: their creation, and the identifiers and rows of their catalogs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/database.hpp"
#include "tests/support/watched_data_file.hpp"

namespace stator::engine::universes {
namespace {

using testing::Database;

std::vector<std::string> names(const Universe& universe) {
    std::vector<std::string> names;
    for (const Region& region : universe.regions()) names.push_back(region.place.region);
    return names;
}

using Names = std::vector<std::string>;

TEST(UniverseRegions, AreCreatedAtTheirFirstUse) {
    Database database;
    EXPECT_EQ(names(database.universe()), Names());
    catalog::Catalog& west = database.universe().region("us-west-2");
    catalog::Catalog& east = database.universe().region("us-east-1");
    EXPECT_EQ(&database.universe().region("us-west-2"), &west);
    EXPECT_NE(&west, &east);
    EXPECT_EQ(names(database.universe()), (Names{"us-east-1", "us-west-2"}));
    EXPECT_EQ(west.place().region, "us-west-2");
}

TEST(UniverseRegions, ShareTheirTablesIfConfigured) {
    EngineOptions options;
    options.shared_regions = true;
    Database database(options);
    database.create_table("tbl", "pk:S");
    EXPECT_EQ(database.run("ListTables", "{}", "eu-west-1"), R"({"TableNames":["tbl"]})");
    EXPECT_EQ(names(database.universe()), Names{"us-east-1"});
}

TEST(UniverseRegions, DeriveTableIdsFromTheSeed) {
    const auto id = [](std::uint64_t seed, std::string_view region) {
        EngineOptions options;
        options.seed = seed;
        Database database(options);
        const std::string reply = database.run(
            "CreateTable",
            R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":
            "pk","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":
            "S"}]})",
            region
        );
        const std::size_t begin = reply.find(R"("TableId":")") + 11;
        return reply.substr(begin, 36);
    };
    EXPECT_EQ(id(5, "us-east-1"), id(5, "us-east-1"));
    EXPECT_NE(id(5, "us-east-1"), id(5, "eu-west-1"));
    EXPECT_NE(id(5, "us-east-1"), id(6, "us-east-1"));
}

class DurableRegions : public ::testing::Test {
protected:
    std::size_t appended_ = 0;
    Database database_{
        {}, std::make_unique<testing::WatchedDataFile>([this](const persistence::ChangeBatch&) {
            ++appended_;
        })};

    // Creates a table directly in the catalog.
    bool create(catalog::Catalog& catalog) {
        protocol::operations::tables::CreateTableRequest request;
        request.table_name = "tbl";
        request.billing_mode = protocol::values::BillingMode::PayPerRequest;
        request.key_schema = {{"pk", protocol::values::KeyType::Hash}};
        request.attribute_definitions = {{"pk", protocol::values::AttributeType::String}};
        return catalog.create_table(request, database_.universe().now()).has_value();
    }
};

TEST_F(DurableRegions, RecordTheirChanges) {
    const std::size_t before = appended_;
    EXPECT_TRUE(create(database_.universe().region("us-east-1")));
    EXPECT_GT(appended_, before);
}

TEST_F(DurableRegions, AreNotRecordedWhileStaged) {
    const auto staged = database_.universe().stage_region("us-east-1");
    const std::size_t before = appended_;
    create(*staged);
    EXPECT_EQ(appended_, before);
    EXPECT_EQ(names(database_.universe()), Names()) << "the region is not listed";
}

TEST_F(DurableRegions, AreNotRecordedIfCreatedAfterClose) {
    Universe& universe = database_.universe();
    universe.region("us-east-1");
    EXPECT_EQ(universe.close().size(), 1U);
    const std::size_t before = appended_;
    EXPECT_FALSE(create(universe.region("eu-west-1")));
    EXPECT_EQ(appended_, before);
}

}  // namespace
}  // namespace stator::engine::universes
