// Catalogs that replace others: in one step, and in one batch of changes.
#include <gtest/gtest.h>

#include <array>

#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::catalog {
namespace {

// One of the two catalogs of a universe. The batches for both arrive at the host of us-east-1.
class Recorded {
public:
    explicit Recorded(std::string region)
        : catalog({{"u", std::move(region)}, "123456789012"}, host) {}

    void create(const std::string& name) {
        const auto json = protocol::wire::JsonDocument::parse(
            R"({"TableName":")" + name + R"(","BillingMode":"PAY_PER_REQUEST",)" +
            R"("AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"}],)" +
            R"("KeySchema":[{"AttributeName":"p","KeyType":"HASH"}]})"
        );
        const auto request = protocol::operations::tables::decode_create_table(json->root());
        ASSERT_TRUE(request && catalog.create_table(*request, Instant(0)));
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (const auto& table : catalog.tables()) {
            names.push_back(table->snapshot()->description.name);
        }
        return names;
    }

    const std::shared_ptr<testing::FakeCatalogHost> host =
        std::make_shared<testing::FakeCatalogHost>();
    Catalog catalog;
};

class CatalogAdoptionTest : public ::testing::Test {
protected:
    CatalogAdoptionTest() {
        east.create("Old");
        west.create("Old");
        east_staged.create("New");
        east_staged.host->set_live(false);
        batches.clear();
    }

    JournalTicket adopt(catalog::Afterwards afterwards) {
        const std::array<Catalog::Adoption, 2> adoptions{
            {{east.catalog, east_staged.catalog}, {west.catalog, west_staged.catalog}}};
        const auto begin = [] {
            return std::vector<persistence::EntryRow>{{"notes", "u", "us-east-1", "Old", {}}};
        };
        const auto finish = [this](JournalTicket) { batches_when_finished_ = batches.size(); };
        return Catalog::adopt(adoptions, recorded_, afterwards, Instant(0), {begin, finish});
    }

    // The state that the data file is assumed to have.
    catalog::Recorded recorded_ = catalog::Recorded::Nothing;
    std::size_t batches_when_finished_ = 0;
    Recorded east{"us-east-1"};
    Recorded west{"us-west-2"};
    Recorded east_staged{"us-east-1"};
    Recorded west_staged{"us-west-2"};
    std::vector<persistence::ChangeBatch>& batches = east.host->batches;
};

TEST_F(CatalogAdoptionTest, WritesAllRegionsInOneBatch) {
    EXPECT_EQ(adopt(catalog::Afterwards::GoesOn), JournalTicket{1});
    EXPECT_EQ(east.names(), std::vector<std::string>{"New"});
    EXPECT_TRUE(west.names().empty());
    ASSERT_EQ(batches.size(), 1U);
    ASSERT_EQ(batches[0].definitions.size(), 3U);
    EXPECT_FALSE(batches[0].definitions[0].definition);
    EXPECT_TRUE(batches[0].definitions[1].definition);
    EXPECT_EQ(batches[0].definitions[1].place.region, "us-east-1");
    EXPECT_FALSE(batches[0].definitions[2].definition);
    EXPECT_EQ(batches[0].definitions[2].place.region, "us-west-2");
    EXPECT_EQ(batches[0].entries.size(), 1U);
    EXPECT_EQ(east.catalog.last_ticket(), JournalTicket{1});
    EXPECT_EQ(west.catalog.last_ticket(), JournalTicket{1});
}

TEST_F(CatalogAdoptionTest, AllowsWorkOnEntriesOnceTheJournalHasThem) {
    adopt(catalog::Afterwards::GoesOn);
    EXPECT_EQ(batches_when_finished_, 1U);
}

TEST_F(CatalogAdoptionTest, ARetiredCatalogWritesNothingMore) {
    adopt(catalog::Afterwards::Retires);
    ASSERT_EQ(batches.size(), 1U);
    adopt(catalog::Afterwards::GoesOn);
    EXPECT_EQ(batches.size(), 1U);
}

TEST_F(CatalogAdoptionTest, MakesStagedTablesLive) {
    adopt(catalog::Afterwards::GoesOn);
    EXPECT_TRUE(east_staged.host->is_live());
    EXPECT_TRUE(east.host->is_live());
    adopt(catalog::Afterwards::Retires);
    EXPECT_FALSE(east.host->is_live());
    EXPECT_FALSE(west.host->is_live());
}

TEST_F(CatalogAdoptionTest, WritesNoBatchIfNothingIsReplaced) {
    EXPECT_EQ(
        Catalog::adopt({}, {}, catalog::Afterwards::GoesOn, Instant(0), {}), JournalTicket{0}
    );
    EXPECT_TRUE(batches.empty());
}

}  // namespace
}  // namespace stator::engine::catalog
