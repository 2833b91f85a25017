// Catalogs that make way for others: in one step, and in one batch of changes.
#include <gtest/gtest.h>

#include <array>

#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::catalog {
namespace {

// One catalog of two in a universe; what it writes comes to `batches`.
class Recorded {
public:
    Recorded(std::string region, std::vector<persistence::ChangeBatch>& batches)
        : catalog(environment(std::move(region), batches)) {}

    void create(const std::string& name) {
        const auto json = protocol::wire::JsonDocument::parse(
            R"({"TableName":")" + name + R"(","BillingMode":"PAY_PER_REQUEST",)" +
            R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)" +
            R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]})"
        );
        const auto request = protocol::operations::tables::decode_create_table(json->root());
        ASSERT_TRUE(request && catalog.create_table(*request, 0));
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& table : catalog.tables()) {
            names.push_back(table->snapshot()->description.name);
        }
        return names;
    }

    Catalog catalog;

private:
    static CatalogEnvironment environment(
        std::string region, std::vector<persistence::ChangeBatch>& batches
    ) {
        CatalogEnvironment environment;
        environment.universe = "u";
        environment.region = std::move(region);
        environment.account = "123456789012";
        environment.next_table_number = [number = 0U]() mutable { return TableNumber{++number}; };
        environment.record = [](TableNumber,
                                const protocol::model::TableDescription*) -> std::uint64_t {
            return 0;
        };
        environment.append = [&batches,
                              live = environment.is_live](persistence::ChangeBatch batch) {
            if (live->load()) batches.push_back(std::move(batch));
            return static_cast<std::uint64_t>(batches.size());
        };
        return environment;
    }
};

class CatalogAdoptionTest : public ::testing::Test {
protected:
    CatalogAdoptionTest() {
        east.create("Old");
        west.create("Old");
        east_staged.create("New");
    }

    std::uint64_t adopt(Catalog::Afterwards afterwards) {
        const std::array<Catalog::Adoption, 2> adoptions{
            {{east.catalog, east_staged.catalog}, {west.catalog, west_staged.catalog}}};
        return Catalog::adopt(adoptions, afterwards, 0, [&] {
            return std::vector<persistence::EntryRow>{{"notes", "u", "us-east-1", "Old", {}}};
        });
    }

    std::vector<persistence::ChangeBatch> batches;
    Recorded east{"us-east-1", batches};
    Recorded west{"us-west-2", batches};
    Recorded east_staged{"us-east-1", batches};
    Recorded west_staged{"us-west-2", batches};
};

TEST_F(CatalogAdoptionTest, AllRegionsAreOneBatch) {
    EXPECT_EQ(adopt(Catalog::Afterwards::GoesOn), 1U);
    EXPECT_EQ(east.names(), std::vector<std::string>{"New"});
    EXPECT_TRUE(west.names().empty());
    ASSERT_EQ(batches.size(), 1U);
    ASSERT_EQ(batches[0].definitions.size(), 3U);
    EXPECT_FALSE(batches[0].definitions[0].definition);
    EXPECT_TRUE(batches[0].definitions[1].definition);
    EXPECT_EQ(batches[0].definitions[1].region, "us-east-1");
    EXPECT_FALSE(batches[0].definitions[2].definition);
    EXPECT_EQ(batches[0].definitions[2].region, "us-west-2");
    EXPECT_EQ(batches[0].entries.size(), 1U);
    EXPECT_EQ(east.catalog.last_ticket(), 1U);
    EXPECT_EQ(west.catalog.last_ticket(), 1U);
}

TEST_F(CatalogAdoptionTest, ARetiredCatalogWritesNothingMore) {
    adopt(Catalog::Afterwards::Retires);
    ASSERT_EQ(batches.size(), 1U);
    adopt(Catalog::Afterwards::GoesOn);
    EXPECT_EQ(batches.size(), 1U);
}

TEST_F(CatalogAdoptionTest, NothingToReplaceIsNoBatch) {
    EXPECT_EQ(Catalog::adopt({}, Catalog::Afterwards::GoesOn, 0, {}), 0U);
    EXPECT_TRUE(batches.empty());
}

}  // namespace
}  // namespace stator::engine::catalog
