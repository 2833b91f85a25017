#include "engine/universes/universe_copy.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"
#include "engine/stream/stream.hpp"
#include "protocol/wire/json.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/fake_catalog_host.hpp"

namespace stator::engine::universes {
namespace {

constexpr Instant kNow{1'750'000'000'000};

// A catalog of one region.
class CopiedRegion {
public:
    // The numbers of its tables follow `last_table_number`.
    explicit CopiedRegion(
        std::string account, std::uint32_t last_table_number = 0, std::int64_t delay_ms = 0
    )
        : host(std::make_shared<testing::FakeCatalogHost>()),
          catalog({{"", "us-east-1"}, std::move(account), delay_ms}, host) {
        host->last_table_number = last_table_number;
    }

    // Creates a table by p (S) with a stream and the index "idx" by x (S).
    std::shared_ptr<table::Table> create(const std::string& name) {
        begin_creation(name);
        catalog.run_due(kNow);
        return table(name);
    }

    void begin_creation(const std::string& name) {
        const auto document = tests::document(
            "{'TableName': '" + name +
            "', 'BillingMode': 'PAY_PER_REQUEST', 'AttributeDefinitions': ["
            "{'AttributeName': 'p', 'AttributeType': 'S'},"
            " {'AttributeName': 'x', 'AttributeType': 'S'}],"
            " 'KeySchema': [{'AttributeName': 'p', 'KeyType': 'HASH'}],"
            " 'StreamSpecification': {'StreamEnabled': true, 'StreamViewType': 'KEYS_ONLY'},"
            " 'GlobalSecondaryIndexes': [{'IndexName': 'idx', 'KeySchema':"
            " [{'AttributeName': 'x', 'KeyType': 'HASH'}],"
            " 'Projection': {'ProjectionType': 'ALL'}}]}"
        );
        const auto request = protocol::operations::tables::decode_create_table(document.root());
        EXPECT_TRUE(catalog.create_table(*request, kNow)) << name;
    }

    std::shared_ptr<table::Table> table(const std::string& name) const {
        return catalog.active_table(name).value();
    }

    const std::shared_ptr<testing::FakeCatalogHost> host;
    catalog::Catalog catalog;
};

void put(table::Table& table, const std::string& pk) {
    const auto parsed = tests::item("{'p': {'S': '" + pk + "'}}");
    const auto image = protocol::values::ItemImage::create(parsed->payload());
    schema::bind_item_keys(table.snapshot()->schema, *image);
    const storage::KeyView key{schema::item_hash(*image), image->pk(), {}};
    const storage::LockedPartition partition(table.partitions(), key.hash);
    partition->items().install(key, storage::Record(image), {}, false);
}

CopyingHelp help() {
    return {{}, kNow};
}

TEST(UniverseCopy, HasTheItemsIndexesAndStreamsOfItsTables) {
    CopiedRegion original("123456789012");
    put(*original.create("one"), "a");
    original.create("two");
    CopiedRegion copy("210987654321", 99);
    const CatalogCopy catalogs[] = {{original.catalog, copy.catalog}};
    copy_catalogs(catalogs, help());

    const auto table = copy.table("one");
    EXPECT_EQ(table->number(), TableNumber{100});
    EXPECT_EQ(copy.table("two")->number(), TableNumber{101});
    EXPECT_EQ(table->statistics().table.items, 1);
    EXPECT_NE(table->snapshot()->schema.find_index("idx"), nullptr);
    EXPECT_EQ(
        table->snapshot()->description.table_arn,
        "arn:aws:dynamodb:us-east-1:210987654321:table/one"
    );
    ASSERT_NE(table->stream(), nullptr);
    EXPECT_NE(table->stream(), original.table("one")->stream());
    EXPECT_EQ(table->stream()->shards().size(), original.table("one")->stream()->shards().size());
}

TEST(UniverseCopy, CompletesPendingChangesAtTheSameTimeAsTheOriginal) {
    CopiedRegion original("123456789012", 0, 1'000);
    original.begin_creation("one");
    CopiedRegion copy("123456789012", 0, 1'000);
    const CatalogCopy catalogs[] = {{original.catalog, copy.catalog}};
    copy_catalogs(catalogs, {{}, kNow + 600});
    EXPECT_EQ(copy.catalog.run_due(kNow + 999), kNow + 1'000);
    EXPECT_FALSE(copy.catalog.active_table("one"));
    copy.catalog.run_due(kNow + 1'000);
    EXPECT_TRUE(copy.catalog.active_table("one"));
}

TEST(UniverseCopy, IsIndependentAfterwards) {
    CopiedRegion original("123456789012");
    original.create("one");
    CopiedRegion copy("123456789012");
    const CatalogCopy catalogs[] = {{original.catalog, copy.catalog}};
    copy_catalogs(catalogs, help());
    put(*original.table("one"), "a");
    put(*original.table("one"), "b");
    put(*copy.table("one"), "c");
    EXPECT_EQ(original.table("one")->statistics().table.items, 2);
    EXPECT_EQ(copy.table("one")->statistics().table.items, 1);
}

TEST(UniverseCopy, CallsBackOnceWhileEverythingIsLocked) {
    CopiedRegion first("123456789012");
    CopiedRegion second("123456789012");
    first.create("one");
    CopiedRegion first_copy("123456789012");
    CopiedRegion second_copy("123456789012");
    const CatalogCopy catalogs[] = {
        {first.catalog, first_copy.catalog}, {second.catalog, second_copy.catalog}};
    int looks = 0;
    CopyingHelp looking = help();
    looking.while_held = [&] {
        ++looks;
        EXPECT_TRUE(first_copy.catalog.tables().empty());
    };
    copy_catalogs(catalogs, looking);
    EXPECT_EQ(looks, 1);
    EXPECT_EQ(first_copy.catalog.tables().size(), 1u);
    EXPECT_TRUE(second_copy.catalog.tables().empty());
    // The locks are released.
    put(*first.table("one"), "a");
    first.create("two");
}

TEST(UniverseCopy, TakesPartitionsThatHaveSplit) {
    CopiedRegion original("123456789012");
    const auto table = original.create("one");
    put(*table, "a");
    put(*table, "b");
    const std::size_t before = table->partitions().all().size();
    table->split_partition(std::uint64_t{1} << 63 | 1, kNow);
    ASSERT_EQ(table->partitions().all().size(), before + 1);
    CopiedRegion copy("123456789012");
    const CatalogCopy catalogs[] = {{original.catalog, copy.catalog}};
    copy_catalogs(catalogs, help());
    EXPECT_EQ(copy.table("one")->partitions().all().size(), before + 1);
    EXPECT_EQ(copy.table("one")->statistics().table.items, 2);
}

}  // namespace
}  // namespace stator::engine::universes
