// Replicas converge: a hundred seeds of regions that are cut off, written to on both sides and
// connected again, compared with a model in which the last writer wins.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <string>

#include "engine/inspection/replication_inspection.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::replication {
namespace {

using testing::Database;
using testing::number;
using testing::text;

constexpr std::array<std::string_view, 3> kRegions = {"us-east-1", "eu-west-1", "ap-northeast-1"};
constexpr int kSteps = 120;
constexpr int kKeys = 6;

protocol::values::MutableItemImagePtr item(int key, int value) {
    return testing::item(
        {{"pk", text("k" + std::to_string(key))},
         {"g", text("g" + std::to_string(value % 3))},
         {"v", number(value)}}
    );
}

protocol::values::MutableItemImagePtr key_of(int key) {
    return testing::item({{"pk", text("k" + std::to_string(key))}});
}

class World {
public:
    explicit World(std::uint64_t seed, std::optional<std::string> directory = {})
        : random_(seed), directory_(std::move(directory)), seed_(seed) {
        open();
        database_->create_table(
            "tbl",
            "pk:S",
            "g:S",
            R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":[{"AttributeName":"g",)"
            R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])"
        );
        set_links({Distribution::uniform(0, 2'000), {}});
        for (std::size_t i = 1; i < kRegions.size(); ++i) {
            const std::string reply = database_->run(
                "UpdateTable",
                R"({"TableName":"tbl","ReplicaUpdates":[{"Create":{"RegionName":")" +
                    std::string(kRegions.at(i)) + R"("}}]})"
            );
            EXPECT_NE(reply.find("UPDATING"), std::string::npos) << reply;
            pass(0);
        }
    }

    void run() {
        for (int step = 0; step < kSteps; ++step) {
            switch (draw(12)) {
                case 0: cut(); break;
                case 1: set_links({Distribution::uniform(0, draw(3'000)), {}}); break;
                case 2: pass(draw(1'500)); break;
                case 3: transact(step); break;
                case 4:
                case 5: remove(); break;
                case 6:
                    if (directory_) reopen();
                    break;
                default: put(step); break;
            }
        }
        set_links({Distribution::uniform(0, 2'000), {}});
        pass(5'000);
    }

    void check() {
        std::map<std::string, std::string> expected;
        for (const auto& [key, value] : model_) {
            expected["k" + std::to_string(key)] = std::to_string(value);
        }
        for (const std::string_view region : kRegions) {
            EXPECT_EQ(items(region, ""), expected) << region << ", seed " << seed_;
            EXPECT_EQ(items(region, R"(,"IndexName":"by_g")"), expected) << region;
        }
        const auto state = inspection::inspect_global_tables(database_->universe()).front();
        EXPECT_EQ(state.retained, 0U) << "seed " << seed_;
    }

private:
    void open() {
        EngineOptions options;
        options.seed = seed_;
        database_.emplace(options, directory_, time_);
    }

    void reopen() {
        const LinkSettings links = database_->universe().global_tables().links().settings();
        time_ = database_->clock().now();
        database_->close();
        database_.reset();
        open();
        set_links(links);
    }

    int draw(int below) {
        return std::uniform_int_distribution<int>(0, std::max(below - 1, 0))(random_);
    }

    std::string_view region() { return kRegions.at(static_cast<std::size_t>(draw(3))); }

    void set_links(LinkSettings settings) {
        database_->universe().global_tables().set_links(std::move(settings));
        database_->universe().deadlines().note(database_->clock().now());
    }

    void cut() {
        LinkSettings links = database_->universe().global_tables().links().settings();
        links.cuts.push_back({std::string(region()), draw(2) == 0 ? "" : std::string(region())});
        set_links(std::move(links));
    }

    void pass(std::int64_t milliseconds) {
        database_->clock().advance(milliseconds);
        database_->universe().run_due();
    }

    void put(int value) {
        const int key = draw(kKeys);
        const std::string reply = database_->run(testing::put("tbl", item(key, value)), region());
        ASSERT_EQ(reply, "{}");
        model_[key] = value;
    }

    // Deleting a missing item is not a write and is not replicated.
    void remove() {
        const int key = draw(kKeys);
        const std::string_view at = region();
        const bool is_there = database_->run(testing::get("tbl", key_of(key)), at) != "{}";
        database_->run(testing::remove("tbl", key_of(key)), at);
        if (is_there) model_.erase(key);
    }

    void transact(int value) {
        const int first = draw(kKeys);
        const int second = (first + 1) % kKeys;
        const std::string reply = database_->run(
            testing::transaction(
                {testing::put("tbl", item(first, value)), testing::put("tbl", item(second, value))}
            ),
            region()
        );
        ASSERT_EQ(reply, "{}");
        model_[first] = model_[second] = value;
    }

    std::map<std::string, std::string> items(std::string_view region, const std::string& more) {
        std::map<std::string, std::string> items;
        for (int key = 0; key < kKeys; ++key) {
            const std::string name = "k" + std::to_string(key);
            const std::string reply = database_->run(
                "Scan",
                R"({"TableName":"tbl","FilterExpression":"pk = :k","ExpressionAttributeValues":)"
                R"({":k":{"S":")" +
                    name + "\"}}" + more + "}",
                region
            );
            const std::size_t begin = reply.find(R"({"pk")");
            const std::size_t other = reply.find(R"({"g")");
            if (begin == std::string::npos && other == std::string::npos) continue;
            items[name] = number_of(reply);
        }
        return items;
    }

    static std::string number_of(const std::string& reply) {
        const std::size_t begin = reply.find(R"("N":")") + 5;
        return reply.substr(begin, reply.find('"', begin) - begin);
    }

    std::mt19937_64 random_;
    const std::optional<std::string> directory_;
    const std::uint64_t seed_;
    Instant time_ = Database::kStart;
    std::optional<Database> database_;
    std::map<int, int> model_;
};

TEST(Convergence, HoldsForAHundredSeeds) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        World world(seed);
        world.run();
        world.check();
        if (::testing::Test::HasFailure()) break;
    }
}

TEST(Convergence, HoldsThroughRestarts) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const testing::TemporaryDirectory directory;
        World world(seed, directory.path());
        world.run();
        world.check();
        if (::testing::Test::HasFailure()) break;
    }
}

}  // namespace
}  // namespace stator::engine::replication
