// Tables with strong consistency: all replicas are added and removed together.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/catalog/regional_catalogs.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::model::TableDescription;

class StrongCatalogTables : public RegionalCatalogs {
protected:
    StrongPlaces places() { return {"tbl", virginia_, {{&ohio_}, {&oregon_}}}; }

    std::string make_strong(const StrongPlaces& places) {
        return message_of(ReplicaChanges::make_strong(places, now_));
    }

    std::string dissolve() { return message_of(ReplicaChanges::dissolve_strong(places(), now_)); }
};

TEST_F(StrongCatalogTables, AddAllReplicasTogether) {
    ASSERT_EQ(make_strong(places()), "");
    EXPECT_EQ(status(virginia_), "UPDATING");
    EXPECT_EQ(status(ohio_), "CREATING");
    EXPECT_EQ(status(oregon_), "CREATING");
    settle();
    const auto definition = global_tables().find("us-east-1", "tbl")->definition();
    EXPECT_TRUE(definition.is_strong);
    EXPECT_EQ(definition.witness, "");
    EXPECT_EQ(definition.members.size(), 3U);
    for (const Catalog* catalog : {&virginia_, &ohio_, &oregon_}) {
        EXPECT_EQ(status(*catalog), "ACTIVE");
        EXPECT_TRUE(catalog->find_table("tbl")->membership()->is_strong);
    }
    EXPECT_FALSE(table(virginia_).stream.enabled) << "strong consistency requires no stream";
}

TEST_F(StrongCatalogTables, AcceptAWitnessInsteadOfAReplica) {
    ASSERT_EQ(make_strong({"tbl", virginia_, {{&ohio_}}, "us-west-2"}), "");
    const auto definition = global_tables().find("us-east-1", "tbl")->definition();
    EXPECT_EQ(definition.witness, "us-west-2");
    EXPECT_EQ(definition.members.size(), 2U);
    EXPECT_EQ(status(oregon_), "gone");
}

TEST_F(StrongCatalogTables, RefuseATableWithTimeToLive) {
    edit(virginia_, [](TableDescription& table) { table.time_to_live_attribute = "at"; });
    EXPECT_NE(make_strong(places()).find("Time to Live is"), std::string::npos);
    EXPECT_TRUE(global_tables().is_empty());
    EXPECT_EQ(status(ohio_), "gone");
}

TEST_F(StrongCatalogTables, AddNoReplicaIfOneRegionRefuses) {
    create(oregon_);
    EXPECT_NE(make_strong(places()).find("already existed as tables"), std::string::npos);
    EXPECT_EQ(status(ohio_), "gone");
    EXPECT_EQ(status(virginia_), "ACTIVE");
    EXPECT_TRUE(global_tables().is_empty());
}

TEST_F(StrongCatalogTables, RefuseAGlobalTable) {
    ASSERT_TRUE(ReplicaChanges::add({"tbl", virginia_, ohio_}, {}, now_));
    settle();
    EXPECT_NE(make_strong({"tbl", virginia_, {{&oregon_}}, "us-east-2"}), "");
    EXPECT_FALSE(global_tables().find("us-east-1", "tbl")->definition().is_strong);
}

TEST_F(StrongCatalogTables, RemoveAllReplicasTogether) {
    ASSERT_EQ(make_strong(places()), "");
    EXPECT_NE(dissolve(), "") << "the replicas are still CREATING";
    settle();
    ASSERT_EQ(dissolve(), "");
    EXPECT_EQ(status(virginia_), "UPDATING");
    EXPECT_EQ(status(ohio_), "DELETING");
    EXPECT_EQ(status(oregon_), "DELETING");
    settle();
    EXPECT_EQ(status(virginia_), "ACTIVE");
    EXPECT_EQ(status(ohio_), "gone");
    EXPECT_EQ(status(oregon_), "gone");
}

TEST_F(StrongCatalogTables, RemoveNoReplicaIfOneIsProtected) {
    ASSERT_EQ(make_strong(places()), "");
    settle();
    edit(oregon_, [](TableDescription& table) { table.deletion_protection = true; });
    EXPECT_NE(dissolve(), "");
    for (const Catalog* catalog : {&virginia_, &ohio_, &oregon_}) {
        EXPECT_EQ(status(*catalog), "ACTIVE");
    }
}

}  // namespace
}  // namespace stator::engine::catalog
