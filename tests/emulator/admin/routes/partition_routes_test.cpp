// Partitions by admin API: they are shown, split and persisted.
#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::text;

constexpr std::string_view kIndexed =
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
    R"({"AttributeName":"g","AttributeType":"S"}],"GlobalSecondaryIndexes":[{"IndexName":"by_g",)"
    R"("KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],)"
    R"("Projection":{"ProjectionType":"ALL"}}])";

// How many shards the table's stream has, and how many of them are closed.
std::pair<std::size_t, std::size_t> shards(testing::World& world, const std::string& table) {
    const std::string stream = world.describe_stream("", world.stream_arn("", table));
    return {
        testing::all_matches(stream, R"re("(ShardId)")re").size(),
        testing::all_matches(stream, R"re("(EndingSequenceNumber)")re").size()};
}

// How many partitions the table and its index have.
std::pair<std::size_t, std::size_t> counts(testing::World& world, const std::string& table) {
    const auto found = world.engine().find_table({"", std::nullopt, table});
    return {found->partition_count(""), found->partition_count("by_g")};
}

constexpr auto pair_of(std::size_t first, std::size_t second) {
    return std::pair(first, second);
}

TEST(PartitionRoutes, SplitThem) {
    testing::World world;
    world.create_table("", "one", std::string(kIndexed) + "," + std::string(testing::kStreamOn));
    EXPECT_EQ(counts(world, "one"), pair_of(4, 4));
    EXPECT_EQ(shards(world, "one"), pair_of(4, 0));
    for (int i = 0; i < 50; ++i) world.put("", "one", std::to_string(i), {{"g", text("x")}});
    EXPECT_EQ(
        world.call("POST", "/partitions/split", R"({"table":"one","partitions":6})"),
        R"({"universe":"default","table":"one","region":"us-east-1","partitions":6})"
    );
    EXPECT_EQ(counts(world, "one"), pair_of(6, 4));
    EXPECT_EQ(shards(world, "one"), pair_of(8, 2));
    EXPECT_EQ(
        world.call("POST", "/partitions/split", R"({"table":"one","index":"by_g","partitions":5})"),
        R"({"universe":"default","table":"one","index":"by_g","region":"us-east-1","partitions":5})"
    );
    EXPECT_EQ(counts(world, "one"), pair_of(6, 5));
    EXPECT_EQ(world.count("", "one"), "50");
    EXPECT_EQ(world.recorded_keys("", "one").size(), 50U);
}

TEST(PartitionRoutes, RejectInvalidRequests) {
    testing::World world;
    world.create_table("", "one", kIndexed);
    const std::pair<std::string, std::string> refusals[] = {
        {R"({"partitions":8})", "'table' in the body is missing."},
        {R"({"table":"one"})",
         "'partitions' in the body is missing; say how many there are to be."},
        {R"({"table":"one","partitions":0})",
         "'partitions' in the body must be a whole number from 1 to 256."},
        {R"({"table":"one","partitions":2})",
         "table 'one' has 4 partitions already; they can be split, but are never merged. Ask for "
         "more, or create the table again."},
        {R"({"table":"two","partitions":8})",
         "there is no table 'two' in universe 'default'; create it first."},
        {R"({"table":"one","region":"eu-west-2","partitions":8})",
         "there is no table 'one' in universe 'default'; create it first."},
        {R"({"table":"one","index":"by_h","partitions":8})",
         "table 'one' has no global index 'by_h'; a local index lies in the partitions of its "
         "table."},
    };
    for (const auto& [body, sentence] : refusals) {
        const std::string answer = world.call("POST", "/partitions/split", body);
        EXPECT_NE(answer.find(sentence), std::string::npos) << answer;
    }
}

TEST(PartitionRoutes, ProvisionedTablesStartWithOneShard) {
    testing::World world;
    world.run(
        "",
        "CreateTable",
        R"({"TableName":"small","KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
        R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5},)" +
            std::string(testing::kStreamOn) + "}"
    );
    EXPECT_EQ(shards(world, "small"), pair_of(1, 0));
    world.run(
        "",
        "UpdateTable",
        R"({"TableName":"small",)"
        R"("ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":1500}})"
    );
    world.universe().run_due();
    EXPECT_EQ(shards(world, "small"), pair_of(3, 1));
}

TEST(PartitionRoutes, TheOptionIsForNewTablesAndForTheirIndexes) {
    testing::WorldOptions options;
    options.engine.partitions = 1;
    testing::World world(options);
    world.create_table("", "one", kIndexed);
    EXPECT_EQ(counts(world, "one"), pair_of(1, 1));
}

TEST(PartitionRoutes, AnIndexThatIsBeingCreatedStartsWithTheRequestedNumber) {
    testing::WorldOptions options;
    options.engine.table_delay_ms = 60'000;
    testing::World world(options);
    world.create_table("", "one", kIndexed);
    EXPECT_EQ(
        world.call("POST", "/partitions/split", R"({"table":"one","index":"by_g","partitions":5})"),
        R"({"universe":"default","table":"one","index":"by_g","region":"us-east-1","partitions":5})"
    );
    world.call("POST", "/clock/advance", R"({"by":"61s"})");
    EXPECT_EQ(counts(world, "one"), pair_of(4, 5));
}

TEST(PartitionRoutes, SplitsOutliveTheProcess) {
    const testing::TemporaryDirectory directory;
    testing::WorldOptions options;
    options.directory = directory.path();
    {
        testing::World world(options);
        world.create_table("", "one", kIndexed);
        world.call("POST", "/partitions/split", R"({"table":"one","partitions":7})");
        world.call("POST", "/partitions/split", R"({"table":"one","index":"by_g","partitions":5})");
        ASSERT_TRUE(world.engine().close());
    }
    testing::World world(options);
    EXPECT_EQ(counts(world, "one"), pair_of(7, 5));
}

TEST(PartitionRoutes, ShowTheParentOfEachAlsoInAFork) {
    testing::World world;
    world.create_table("", "one", kIndexed);
    EXPECT_EQ(world.call("GET", "/partitions").find("splitFrom"), std::string::npos);
    world.call("POST", "/partitions/split", R"({"table":"one","partitions":5})");
    world.call("POST", "/universes/default/fork", R"({"name":"copy"})");
    const std::string at = std::to_string(world.universe().now().unix_ms());
    for (const std::string_view universe : {"", "?universe=copy"}) {
        const std::string partitions = world.call("GET", "/partitions" + std::string(universe));
        EXPECT_EQ(
            testing::all_matches(partitions, R"re("splitFrom":1,"splitAtMs":([0-9]+))re"),
            std::vector<std::string>{at}
        ) << partitions;
    }
}

}  // namespace
}  // namespace stator::emulator::admin::routes
