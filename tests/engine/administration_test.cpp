#include "engine/administration.hpp"

#include <gtest/gtest.h>

#include "tests/support/database.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine {
namespace {

using consistency::Consistency;
using testing::get;
using testing::item;
using testing::put;
using testing::text;

const std::string kIndexes =
    R"("LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[{"AttributeName":"pk",)"
    R"("KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],)"
    R"("Projection":{"ProjectionType":"ALL"}}],)"
    R"("GlobalSecondaryIndexes":[{"IndexName":"global","KeySchema":[{"AttributeName":"n",)"
    R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],)"
    R"("VectorIndexes":[{"IndexName":"near","VectorAttribute":{"AttributeName":"v"},)"
    R"("Dimensions":1,"DistanceFunction":"COSINE","Projection":{"ProjectionType":"ALL"}}])";

class AdministrationTest : public ::testing::Test {
protected:
    AdministrationTest() {
        database_.create_table("Tab", "pk:S sk:S", "n:N", kIndexes);
        database_.universe().run_due();
    }

    Administration::Lookup pause(
        const std::string& table,
        const std::string& index = "",
        std::optional<std::string> region = std::nullopt
    ) {
        return administration_.handle_replicas(
            Consistency::Handling::Pause, {{"", std::move(region), table}, index}, 0
        );
    }

    testing::Database database_;
    Administration administration_{database_.engine(), database_.universe()};
};

TEST_F(AdministrationTest, FindsTheReplicasOfTablesAndGlobalIndexes) {
    using Lookup = Administration::Lookup;
    EXPECT_EQ(pause("Tab"), Lookup::Found);
    EXPECT_EQ(pause("Tab", "global"), Lookup::Found);
    EXPECT_EQ(pause("Tab", "local"), Lookup::NoIndex);
    EXPECT_EQ(pause("Tab", "none"), Lookup::NoIndex);
    EXPECT_EQ(pause("None"), Lookup::NoTable);
    EXPECT_EQ(pause("Tab", "", "us-east-1"), Lookup::Found);
    EXPECT_EQ(pause("Tab", "", "eu-west-1"), Lookup::NoTable);
    const auto replicas = administration_.replicas();
    ASSERT_EQ(replicas.size(), 2U);
    EXPECT_EQ(replicas[1].index, "global");
    ASSERT_FALSE(replicas[1].partitions.empty());
    for (const auto& partition : replicas[1].partitions) {
        EXPECT_TRUE(partition.replicas[2].is_paused);
    }
}

TEST_F(AdministrationTest, AVectorIndexIsASourceOfOnePartition) {
    EXPECT_EQ(pause("Tab", "near"), Administration::Lookup::Found);
    const auto replicas = administration_.replicas();
    ASSERT_EQ(replicas.size(), 1U);
    EXPECT_EQ(replicas[0].index, "near");
    ASSERT_EQ(replicas[0].partitions.size(), 1U);
    EXPECT_TRUE(replicas[0].partitions[0].replicas[2].is_paused);
}

TEST_F(AdministrationTest, FindsTheReplicasOfOnePartitionByItsNumberOrAKey) {
    using Lookup = Administration::Lookup;
    const auto pause_one = [&](Administration::ReplicaName name) {
        name.table = {"", std::nullopt, "Tab"};
        return administration_.handle_replicas(Consistency::Handling::Pause, name, 0);
    };
    Administration::ReplicaName name;
    name.key = tests::item("{'pk': {'S': 'a'}, 'sk': {'S': 'not needed'}}");
    EXPECT_EQ(pause_one(name), Lookup::Found);
    name.key = tests::item("{'pk': {'N': '1'}}");
    EXPECT_EQ(pause_one(name), Lookup::NoKey);
    name.key = tests::item("{'n': {'N': '1'}}");
    EXPECT_EQ(pause_one(name), Lookup::NoKey);
    name.index = "global";
    EXPECT_EQ(pause_one(name), Lookup::Found);
    const auto paused = [&](std::size_t source) {
        std::vector<PartitionId> ids;
        const auto sources = administration_.replicas();
        for (const auto& partition : sources.at(source).partitions) {
            if (partition.replicas[0].is_paused) ids.push_back(partition.partition.id);
        }
        return ids;
    };
    ASSERT_EQ(paused(0).size(), 1U);
    ASSERT_EQ(paused(1).size(), 1U);
    Administration::ReplicaName numbered;
    numbered.partition = paused(0)[0];
    EXPECT_EQ(pause_one(numbered), Lookup::Found);
    EXPECT_EQ(paused(0).size(), 1U);
    numbered.partition = PartitionId{99};
    EXPECT_EQ(pause_one(numbered), Lookup::NoPartition);
    numbered.partition = paused(1)[0];
    numbered.index = "global";
    EXPECT_EQ(pause_one(numbered), Lookup::Found);
    EXPECT_EQ(paused(1).size(), 1U);
}

TEST_F(AdministrationTest, SchedulesWorkWhenTheLagChanges) {
    database_.clock().advance(10);
    administration_.change_lag([](consistency::LagSettings& settings) {
        settings.tables.mode = consistency::ReadMode::OldestLegal;
    });
    EXPECT_EQ(administration_.lag().tables.mode, consistency::ReadMode::OldestLegal);
    EXPECT_LE(database_.universe().deadlines().next(), administration_.now());
}

TEST_F(AdministrationTest, ListsUniversesTablesAndRegions) {
    database_.run(put("Tab", item({{"pk", text("a")}, {"sk", text("b")}})));
    database_.engine().universe("other");
    EXPECT_EQ(administration_.universes(), (std::vector<std::string>{"", "other"}));
    const auto tables = administration_.tables();
    ASSERT_EQ(tables.size(), 1U);
    EXPECT_EQ(tables[0].place.region, "us-east-1");
    EXPECT_EQ(tables[0].snapshot->description.name, "Tab");
    EXPECT_EQ(tables[0].statistics.table.items, 1);
    EXPECT_TRUE(administration_.tables("other").empty());
    EXPECT_EQ(administration_.regions(""), std::vector<std::string>{"us-east-1"});
    EXPECT_TRUE(administration_.regions("other").empty());
}

TEST_F(AdministrationTest, SwitchesThroughputAndHeat) {
    administration_.set_throttling(capacity::ThrottleMode::Aws);
    administration_.collect_heat(true);
    database_.run(get("Tab", item({{"pk", text("a")}, {"sk", text("b")}})));
    const auto state = administration_.throughput();
    EXPECT_EQ(state.mode, capacity::ThrottleMode::Aws);
    EXPECT_TRUE(state.collects_heat);
    EXPECT_EQ(state.sources.size(), 1U);
    EXPECT_EQ(administration_.heat().sources.at(0).read.total, 0.5);
    administration_.forget_heat();
    for (const auto& source : administration_.heat().sources) EXPECT_EQ(source.read.total, 0);
}

}  // namespace
}  // namespace stator::engine
