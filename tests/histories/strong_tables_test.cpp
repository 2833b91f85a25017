// A table with strong consistency is linearizable: concurrent clients in its three regions, which
// are cut off and connected again, and a search for an order that explains their results. Two
// seeded bugs show that the search detects errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <latch>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/schema/item_keys.hpp"
#include "engine/storage/partition.hpp"
#include "engine/stream/stream.hpp"
#include "tests/histories/linearizability.hpp"
#include "tests/support/expression_support.hpp"
#include "tests/support/recorded_streams.hpp"
#include "tests/support/replicas.hpp"

namespace stator::testing {
namespace {

using engine::Distribution;
using engine::replication::LinkSettings;
using replicas::kHome;
using replicas::kOhio;
using replicas::kOregon;
using replicas::named;
using replicas::World;
using Moments = std::atomic<std::uint64_t>;

constexpr std::array<std::string_view, 3> kRegions = {kHome, kOhio, kOregon};
constexpr const char* kStreamed =
    R"(,"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})";
constexpr std::size_t kClientsOfRegion = 2;
constexpr int kOperationsOfClient = 100;
constexpr int kStrongKeys = 3;
constexpr int kCuts = 40;

enum class Plant : unsigned char {
    None,
    WeakRead,   // a region answers consistent reads with eventually consistent data
    LostWrite,  // a write of one region does not reach another
};

struct Setting {
    std::uint64_t seed = 1;
    Plant plant = Plant::None;
    bool is_cut = false;
};

class RegionalClient {
public:
    RegionalClient(World& world, Moments& moments, const Setting& setting, std::size_t number)
        : world_(world),
          moments_(moments),
          setting_(setting),
          random_(setting.seed * 1'000 + number),
          number_(number),
          region_(kRegions.at(number % kRegions.size())) {}

    // Begins when all others do, and lets them run in between.
    void run(std::latch& begin) {
        begin.arrive_and_wait();
        for (int i = 0; i < kOperationsOfClient; ++i) {
            const std::string key = "k" + std::to_string(draw(kStrongKeys));
            switch (draw(5)) {
                case 0:
                case 1: read(key); break;
                case 2: replace(key); break;
                case 3: remove(key); break;
                default: write(key); break;
            }
            std::this_thread::yield();
        }
    }

    const RegisterHistory& history() const { return history_; }

private:
    int draw(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }

    RegisterOperation begin(const std::string& key, RegisterAction action) {
        RegisterOperation operation{number_, key, action};
        operation.invoked = ++moments_;
        return operation;
    }

    void end(RegisterOperation operation) {
        operation.responded = ++moments_;
        history_.push_back(std::move(operation));
    }

    // Values differ by the client that wrote them.
    RegisterValue next_value() { return number_ * 1'000 + ++values_; }

    static Image item_of(const std::string& key, RegisterValue value) {
        return item({{"pk", text(key)}, {"v", text(std::to_string(value))}});
    }

    void read(const std::string& key) {
        RegisterOperation operation = begin(key, RegisterAction::Read);
        const bool is_weak = setting_.plant == Plant::WeakRead && region_ == kOhio;
        const std::string seen =
            is_weak ? world_.value(key, region_) : world_.strong_value(key, region_);
        if (is_refusal(seen)) return;
        operation.value = seen == "none" ? kNoValue : std::stoull(seen);
        last_[key] = operation.value;
        end(std::move(operation));
    }

    void write(const std::string& key) {
        RegisterOperation operation = begin(key, RegisterAction::Write);
        operation.value = next_value();
        const auto request = put("tbl", item_of(key, operation.value));
        carry_out(request, std::move(operation));
    }

    void remove(const std::string& key) {
        const auto request = testing::remove("tbl", item({{"pk", text(key)}}));
        carry_out(request, begin(key, RegisterAction::Delete));
    }

    void carry_out(const ItemRequest& request, RegisterOperation operation) {
        const auto before = stored(operation.key);
        const std::string reply = world_.database.run(request, region_);
        if (is_refusal(reply)) return;
        EXPECT_EQ(reply, "{}");
        if (setting_.plant == Plant::LostWrite && region_ == kHome) lose(operation.key, before);
        end(std::move(operation));
    }

    void replace(const std::string& key) {
        RegisterOperation operation = begin(key, RegisterAction::ConditionalWrite);
        operation.expected = last_[key];
        operation.value = next_value();
        if (operation.expected == kNoValue) return;
        const std::string reply = world_.database.run(
            put_if(
                "tbl",
                item_of(key, operation.value),
                "v = :v",
                {{":v", text(std::to_string(operation.expected))}}
            ),
            region_
        );
        if (is_refusal(reply)) return;
        operation.is_refused = reply.starts_with("ConditionalCheckFailedException");
        EXPECT_TRUE(operation.is_refused || reply == "{}") << reply;
        end(std::move(operation));
    }

    // A region that is cut off does nothing.
    bool is_refusal(const std::string& reply) const {
        const bool is_one = reply.starts_with("InternalServerError");
        EXPECT_TRUE(!is_one || setting_.is_cut) << reply;
        return is_one;
    }

    // The item in kOregon; null if it does not exist.
    protocol::values::ItemImagePtr stored(const std::string& key) {
        return with_item(key, [](engine::storage::Partition& partition, const auto& place) {
            return partition.items().find(place).shared_image();
        });
    }

    void lose(const std::string& key, const protocol::values::ItemImagePtr& before) {
        with_item(key, [&](engine::storage::Partition& partition, const auto& place) {
            using engine::storage::Record;
            const Record record = before ? Record(before) : Record();
            partition.items().install(place, record, engine::storage::CommitStamp{}, false);
            return before;
        });
    }

    template <class Work>
    protocol::values::ItemImagePtr with_item(const std::string& key, const Work& work) {
        const auto table = world_.database.universe().region(kOregon).find_table("tbl");
        const auto parsed = tests::item("{'pk': {'S': '" + key + "'}}");
        const auto image = protocol::values::ItemImage::create(parsed->payload());
        engine::schema::bind_item_keys(table->snapshot()->schema, *image);
        const engine::storage::KeyView place{
            engine::schema::item_hash(*image), image->pk(), image->sk()};
        const engine::storage::LockedPartition partition(table->partitions(), place.hash);
        return work(*partition, place);
    }

    World& world_;
    Moments& moments_;
    const Setting setting_;
    std::mt19937_64 random_;
    const std::size_t number_;
    const std::string_view region_;
    std::uint64_t values_ = 0;
    std::map<std::string, RegisterValue> last_;
    RegisterHistory history_;
};

void cut_and_connect(World& world, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < kCuts; ++i) {
        const auto draw = [&] { return std::string(kRegions.at(random() % kRegions.size())); };
        world.change_links([&](LinkSettings& links) {
            links.cuts.clear();
            if (i % 2 == 0) links.cuts.push_back({draw(), random() % 2 == 0 ? "" : draw()});
        });
        std::this_thread::yield();
    }
    world.change_links([](LinkSettings& links) { links.cuts.clear(); });
}

// Every region has the same records in the same order, regardless of cuts.
void expect_equal_streams(World& world) {
    const Recorded expected = recorded_in(world, kHome);
    EXPECT_FALSE(expected.empty());
    for (const std::string_view region : {kOhio, kOregon}) {
        EXPECT_EQ(recorded_in(world, region), expected) << region;
    }
    for (const auto& member : world.state().members) EXPECT_EQ(member.overridden, 0U);
}

// The error if no order explains the clients' results; nullopt if one does.
std::optional<std::string> violation(const Setting& setting) {
    World world;
    world.create();
    world.database.run("UpdateTable", named(kStreamed));
    world.make_strong();
    if (setting.plant == Plant::WeakRead) {
        world.database.universe().consistency().change_settings([](auto& lag) {
            lag.tables = {engine::consistency::ReadMode::Lagged, Distribution::fixed(1'000)};
        });
    }
    Moments moments{0};
    std::vector<RegionalClient> clients;
    for (std::size_t i = 0; i < kClientsOfRegion * kRegions.size(); ++i) {
        clients.emplace_back(world, moments, setting, i);
    }
    std::vector<std::thread> threads;
    threads.reserve(clients.size() + 1);
    std::latch begin(static_cast<std::ptrdiff_t>(clients.size()));
    for (RegionalClient& client : clients) threads.emplace_back([&] { client.run(begin); });
    if (setting.is_cut) threads.emplace_back([&] { cut_and_connect(world, setting.seed); });
    for (std::thread& thread : threads) thread.join();
    RegisterHistory history;
    for (const RegionalClient& client : clients) {
        history.insert(history.end(), client.history().begin(), client.history().end());
    }
    EXPECT_GT(history.size(), 100U);
    // At the end, all regions have the same contents.
    for (int key = 0; key < kStrongKeys && setting.plant == Plant::None; ++key) {
        const std::string name = "k" + std::to_string(key);
        const std::string value = world.strong_value(name, kHome);
        EXPECT_EQ(world.strong_value(name, kOhio), value);
        EXPECT_EQ(world.strong_value(name, kOregon), value);
    }
    world.pass(0);
    if (setting.plant == Plant::None) expect_equal_streams(world);
    return find_violation(history);
}

// A request that arrived earlier may be committed later: the order of a strong table is the order
// of its commits.
TEST(StrongTableHistories, DeliverCommitsInCommitOrder) {
    World world;
    world.create();
    world.database.run("UpdateTable", named(kStreamed));
    world.make_strong();
    world.database.run(replicas::put("a", "1"));
    world.cut_off(kOregon);
    for (const std::int64_t time : {10, 5, 8, 0, 7}) {
        world.database.clock().advance(time);
        world.database.run(replicas::put("a", "at " + std::to_string(time)));
        world.database.clock().advance(-time);
    }
    world.heal();
    expect_equal_streams(world);
    EXPECT_EQ(recorded_in(world, kOregon).at("a").size(), 6U);
}

TEST(StrongTableHistories, AreLinearizable) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        EXPECT_EQ(violation({seed}), std::nullopt) << seed;
    }
}

TEST(StrongTableHistories, AreLinearizableWhileRegionsAreCutOff) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        EXPECT_EQ(violation({seed, Plant::None, true}), std::nullopt) << seed;
    }
}

TEST(StrongTableHistories, ShowPlantedBugs) {
    EXPECT_NE(violation({1, Plant::WeakRead}), std::nullopt);
    EXPECT_NE(violation({1, Plant::LostWrite}), std::nullopt);
}

}  // namespace
}  // namespace stator::testing
