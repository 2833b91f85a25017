// Vector indexes across restarts, forks, snapshots, imports and lag.
#include "engine/operations/search_vectors.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "engine/faults/rare_answers.hpp"
#include "engine/universes/work/history_pruning.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/memory_store.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations {
namespace {

using testing::item;
using testing::list;
using testing::number;
using testing::remove;
using testing::text;
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
        world_.emplace(testing::WorldOptions{
            .engine = options_, .directory = directory_.path(), .snapshots = snapshots_.path()});
    }

    World& world() { return *world_; }

    void put(const std::string& universe, const std::string& pk, int place) {
        world().run(
            universe,
            testing::put("Tab", item({{"pk", testing::text(pk)}, {"v", list({number(place)})}}))
        );
    }

    // Such as "a=1.0 b=2.0": keys and their distances from 0.
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
    testing::TemporaryDirectory snapshots_;
    std::optional<World> world_;
};

TEST_F(SearchVectorsTest, IndexesSurviveARestart) {
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

TEST_F(SearchVectorsTest, AForkHasItsOwnIndexes) {
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

TEST_F(SearchVectorsTest, ASnapshotRestoresIndexes) {
    world().run("", "CreateTable", kTable);
    put("", "a", 1);
    put("", "b", -3);
    put("", "c", 2);
    const std::string before = found("");
    EXPECT_EQ(before, "a=1.0 c=2.0 b=3.0");
    world().call("POST", "/snapshots", R"({"name":"first"})");
    put("", "a", 9);
    world().run("", remove("Tab", item({{"pk", text("c")}})));
    EXPECT_EQ(found(""), "b=3.0 a=9.0");
    world().call("POST", "/snapshots/first/restore", R"({"universe":"other"})");
    EXPECT_EQ(found("other"), before);
    EXPECT_EQ(found(""), "b=3.0 a=9.0");
    world().call("POST", "/snapshots/first/restore");
    EXPECT_EQ(found(""), before);
    put("", "d", 0);
    EXPECT_EQ(found(""), "d=0.0 a=1.0 c=2.0 b=3.0");
    reopen();
    EXPECT_EQ(found("other"), before);
    EXPECT_EQ(found(""), "d=0.0 a=1.0 c=2.0 b=3.0");
}

TEST_F(SearchVectorsTest, AnImportFillsIndexes) {
    const auto store = std::make_shared<testing::MemoryStore>(std::set<std::string>{"bucket"});
    options_.object_store = store;
    reopen();
    world().run("", "CreateTable", kTable);
    put("", "a", 1);
    put("", "b", -3);
    const std::string written = found("");
    world().run("", "DeleteTable", R"({"TableName":"Tab"})");
    // The last three are items of the table that the index cannot contain.
    const std::string lines = R"({"Item":{"pk":{"S":"a"},"v":{"L":[{"N":"1"}]}}})"
                              "\n"
                              R"({"Item":{"pk":{"S":"b"},"v":{"L":[{"N":"-3"}]}}})"
                              "\n"
                              R"({"Item":{"pk":{"S":"long"},"v":{"L":[{"N":"1"},{"N":"2"}]}}})"
                              "\n"
                              R"({"Item":{"pk":{"S":"text"},"v":{"S":"x"}}})"
                              "\n"
                              R"({"Item":{"pk":{"S":"none"}}})"
                              "\n";
    ASSERT_TRUE(store->put("bucket", "in/1.json", lines).has_value());
    const std::string import = world().run(
        "",
        "ImportTable",
        R"({"S3BucketSource":{"S3Bucket":"bucket","S3KeyPrefix":"in/"},)"
        R"("InputFormat":"DYNAMODB_JSON","TableCreationParameters":)" +
            std::string(kTable) + "}"
    );
    const std::string arn = World::member(import, "ImportArn");
    const std::string done = world().run("", "DescribeImport", R"({"ImportArn":")" + arn + "\"}");
    EXPECT_NE(done.find(R"("ImportStatus":"COMPLETED")"), std::string::npos) << done;
    EXPECT_NE(done.find(R"("ImportedItemCount":5)"), std::string::npos) << done;
    EXPECT_NE(done.find(R"("ErrorCount":0)"), std::string::npos) << done;
    EXPECT_EQ(found(""), written);
    EXPECT_EQ(world().count("", "Tab"), "5");
    reopen();
    EXPECT_EQ(found(""), written);
}

TEST_F(SearchVectorsTest, IsThrottledByAFault) {
    world().run("", "CreateTable", kTable);
    faults::RareAnswers rare;
    rare.throttle = faults::Throttle();
    faults::WatchedContext context;
    context.place.region = "us-east-1";
    context.now = world().engine().universe("")->run_due_if_needed();
    context.rare_answers = &rare;
    const auto search = [&](const std::string& vector) {
        return world().run(
            context,
            "SearchVectors",
            R"({"TableName":"Tab","IndexName":"near","TopK":1,"SearchVector":)" + vector + "}"
        );
    };
    EXPECT_EQ(search(R"([{"S":"x"}])").find("ValidationException"), 0U);
    EXPECT_EQ(rare.given, faults::RareRefusal::None);
    const std::string refused = search(R"([{"N":"1"}])");
    EXPECT_EQ(refused.find("ThrottlingException: "), 0U) << refused;
    EXPECT_EQ(rare.given, faults::RareRefusal::Throttle);
}

TEST_F(SearchVectorsTest, LagsLikeOtherIndexes) {
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
    world().run("", remove("Tab", item({{"pk", text("b")}})));
    EXPECT_EQ(found(""), "a=1.0 b=2.0");
    world().clock().freeze(Instant(1'800'000'001'001));
    EXPECT_EQ(found(""), "a=7.0");
    universes::work::prune_history(world().engine().default_universe());
    EXPECT_EQ(found(""), "a=7.0");
}

TEST_F(SearchVectorsTest, ALagRuleCanNameAnIndex) {
    world().run("", "CreateTable", kTable);
    put("", "a", 1);
    world().clock().freeze(Instant(1'800'000'000'000));
    world().call(
        "PUT",
        "/consistency/rules",
        R"({"rules":[{"table":"Tab","index":"ne*","mode":"oldest-legal","lag":1000},)"
        R"({"table":"Tab","mode":"latest"}]})"
    );
    put("", "a", 7);
    EXPECT_EQ(found(""), "a=1.0");
    EXPECT_NE(world().get("", "Tab", "a", false).find(R"("7")"), std::string::npos);
    world().clock().freeze(Instant(1'800'000'001'000));
    EXPECT_EQ(found(""), "a=7.0");
    world().call("PUT", "/consistency/rules", R"({"rules":[{"index":"far","lag":1000}]})");
    put("", "a", 8);
    EXPECT_EQ(found(""), "a=8.0");
}

TEST_F(SearchVectorsTest, AnIndexCanBePaused) {
    world().run("", "CreateTable", kTable);
    put("", "a", 1);
    world().clock().freeze(Instant(1'800'000'000'000));
    const std::string near = R"({"table":"Tab","index":"near"})";
    const std::string state = world().call("POST", "/consistency/pause", near);
    EXPECT_NE(state.find(R"("index":"near")"), std::string::npos) << state;
    put("", "a", 7);
    world().run("", testing::put("Tab", item({{"pk", text("b")}})));
    EXPECT_EQ(found(""), "a=1.0");
    EXPECT_NE(world().get("", "Tab", "a", false).find(R"("7")"), std::string::npos);
    world().clock().freeze(Instant(1'800'000'100'000));
    EXPECT_EQ(found(""), "a=1.0");
    world().call("POST", "/consistency/drain", near);
    EXPECT_EQ(found(""), "a=7.0");
    put("", "a", 8);
    EXPECT_EQ(found(""), "a=7.0");
    world().call("POST", "/consistency/resume", near);
    EXPECT_EQ(found(""), "a=8.0");
    world().call("POST", "/consistency/pin", R"({"table":"Tab","index":"near","replica":0})");
    const std::string none =
        world().call("POST", "/consistency/pin", R"({"table":"Tab","index":"far"})");
    EXPECT_NE(none.find("no global or vector index 'far'"), std::string::npos) << none;
}

}  // namespace
}  // namespace stator::engine::operations
