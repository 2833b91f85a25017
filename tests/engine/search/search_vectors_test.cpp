// Vector indexes in the engine's life: restarts, forks, snapshots, lag.
#include "engine/search/search_vectors.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::search {
namespace {

using testing::World;

constexpr const char* kTable = R"({"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],
    "VectorIndexes":[{"IndexName":"near","VectorAttribute":{"AttributeName":"v"},"Dimensions":1,
        "DistanceFunction":"EUCLIDEAN","Projection":{"ProjectionType":"KEYS_ONLY"}}]})";

class SearchVectorsTest : public ::testing::Test {
protected:
    SearchVectorsTest() { reopen(); }

    void reopen() {
        if (world_) {
            ASSERT_TRUE(world_->engine().close());
        }
        world_.reset();
        world_.emplace(testing::WorldOptions{.engine = options_, .directory = directory_.path()});
    }

    World& world() { return *world_; }

    void put(const std::string& universe, const std::string& pk, int place) {
        world().run(
            universe,
            "PutItem",
            R"({"TableName":"Tab","Item":{"pk":{"S":")" + pk + R"("},"v":{"L":[{"N":")" +
                std::to_string(place) + R"("}]}}})"
        );
    }

    // "a=1.0 b=2.0": keys and distances from 0.
    std::string found(const std::string& universe) {
        const std::string reply = world().run(
            universe,
            "SearchVectors",
            R"({"TableName":"Tab","IndexName":"near","SearchVector":[{"N":"0"}],"TopK":9})"
        );
        constexpr std::string_view kKey = R"({"Item":{"pk":{"S":")";
        constexpr std::string_view kScore = R"("Score":)";
        std::string text;
        for (std::size_t at = reply.find(kKey); at != std::string::npos;
             at = reply.find(kKey, at + 1)) {
            const std::size_t key = at + kKey.size();
            const std::size_t score = reply.find(kScore, at) + kScore.size();
            if (!text.empty()) text.append(" ");
            text.append(reply, key, reply.find('"', key) - key).append("=");
            text.append(reply, score, reply.find('}', score) - score);
        }
        return text.empty() ? reply : text;
    }

    EngineOptions options_ = {.seed = 5};
    testing::TemporaryDirectory directory_;
    std::optional<World> world_;
};

TEST_F(SearchVectorsTest, IndexesComeBackAfterARestart) {
    world().run("", "CreateTable", kTable);
    put("", "a", 1);
    put("", "b", -3);
    put("", "a", 5);
    EXPECT_EQ(found(""), "b=3.0 a=5.0");
    reopen();
    EXPECT_EQ(found(""), "b=3.0 a=5.0");
    put("", "c", 4);
    EXPECT_EQ(found(""), "b=3.0 c=4.0 a=5.0");
}

TEST_F(SearchVectorsTest, AForkHasItsOwn) {
    world().run("", "CreateTable", kTable);
    put("", "a", 1);
    world().engine().copy_universe("", "copy");
    put("copy", "a", 2);
    put("", "b", 3);
    EXPECT_EQ(found(""), "a=1.0 b=3.0");
    EXPECT_EQ(found("copy"), "a=2.0");
    reopen();
    EXPECT_EQ(found(""), "a=1.0 b=3.0");
    EXPECT_EQ(found("copy"), "a=2.0");
}

TEST_F(SearchVectorsTest, LagsAsIndexesDo) {
    world().run("", "CreateTable", kTable);
    put("", "a", 1);
    put("", "b", 2);
    world().clock().freeze(Instant(1'800'000'000'000));
    world().engine().default_universe().consistency().change_settings(
        [](consistency::LagSettings& settings) {
            settings.indexes = {consistency::ReadMode::Lagged, Distribution::fixed(1'000)};
        }
    );
    put("", "a", 7);
    world().run("", "DeleteItem", R"({"TableName":"Tab","Key":{"pk":{"S":"b"}}})");
    EXPECT_EQ(found(""), "a=1.0 b=2.0");
    world().clock().freeze(Instant(1'800'000'001'001));
    EXPECT_EQ(found(""), "a=7.0");
    world().engine().default_universe().prune_history();
    EXPECT_EQ(found(""), "a=7.0");
}

}  // namespace
}  // namespace stator::engine::search
