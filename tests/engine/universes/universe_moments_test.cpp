// A copy of a universe shows a single point in time, while other threads write to several tables
// and regions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "engine/storage/partition.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::engine::universes {
namespace {

using testing::get;
using testing::item;
using testing::number;
using testing::put;
using testing::text;
using testing::World;

constexpr int kWriters = 4;
constexpr int kAccounts = 8;
constexpr int kForks = 12;
constexpr int kStart = 1'000;

// Each account is in one of two banks; each bank has its own table and index.
constexpr std::array<const char*, 2> kBanks = {"BankA", "BankB"};

constexpr std::string_view kIndex =
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
    R"({"AttributeName":"bank","AttributeType":"S"}],)"
    R"("GlobalSecondaryIndexes":[{"IndexName":"by-bank",)"
    R"("KeySchema":[{"AttributeName":"bank","KeyType":"HASH"}],)"
    R"("Projection":{"ProjectionType":"ALL"}}])";

std::string account(int number) {
    return "account" + std::to_string(number);
}

protocol::operations::items::UpdateItemRequest change(
    const std::string& table, const std::string& pk, int amount
) {
    return testing::update(table, item({{"pk", text(pk)}}), "ADD n :n", {{":n", number(amount)}});
}

struct Progress {
    std::atomic<bool> is_over{false};
    std::atomic<int> transfers{0};
};

// Moves money between accounts until the progress is marked as over.
void transfer(World& world, int writer, Progress& progress) {
    for (int i = 0; !progress.is_over; ++i, ++progress.transfers) {
        const int from = (writer * 3 + i) % kAccounts;
        const int to = (from + 1 + i % (kAccounts - 1)) % kAccounts;
        world.run(
            "bank",
            testing::transaction(
                {change(kBanks[i % 2], account(from), -1),
                 change(kBanks[(i + 1) % 2], account(to), 1)}
            )
        );
    }
}

// The sum of "n" in the reply to a Scan of a table or an index.
int sum_of(World& world, const std::string& universe, const std::string& source) {
    int sum = 0;
    const std::string items = world.run(universe, "Scan", "{" + source + "}");
    for (const auto& number : testing::all_matches(items, R"re("n":\{"N":"(-?[0-9]+)")re")) {
        sum += std::stoi(number);
    }
    return sum;
}

int balance(World& world, const std::string& universe, const std::string& index = "") {
    int sum = 0;
    for (const char* bank : kBanks) {
        std::string source = std::string(R"("TableName":")") + bank + "\"";
        if (!index.empty()) source += R"(,"IndexName":")" + index + "\"";
        sum += sum_of(world, universe, source);
    }
    return sum;
}

void open_accounts(World& world) {
    for (const char* bank : kBanks) {
        world.create_table("bank", bank, kIndex);
        for (int i = 0; i < kAccounts; ++i) {
            world.put(
                "bank",
                bank,
                account(i),
                {{"bank", text("b" + std::to_string(i % 2))}, {"n", number(kStart)}}
            );
        }
    }
}

TEST(UniverseMoments, CopiesWholeTransfersOnly) {
    World world;
    open_accounts(world);
    constexpr int kTotal = 2 * kAccounts * kStart;
    Progress progress;
    std::vector<std::thread> writers;
    writers.reserve(kWriters);
    for (int writer = 0; writer < kWriters; ++writer) {
        writers.emplace_back([&world, &progress, writer] { transfer(world, writer, progress); });
    }
    const auto table = world.engine().find_table({"bank", std::nullopt, kBanks[0]});
    std::vector<std::string> copies;
    for (int i = 1; i <= kForks; ++i) {
        const int seen = progress.transfers;
        while (progress.transfers < seen + 200) std::this_thread::yield();
        copies.push_back("copy" + std::to_string(i));
        world.engine().copy_universe("bank", copies.back());
        table->split_partition(UINT64_MAX / (kForks + 1) * static_cast<unsigned>(i), {});
        EXPECT_EQ(balance(world, copies.back()), kTotal);
    }
    progress.is_over = true;
    for (std::thread& writer : writers) writer.join();
    EXPECT_EQ(balance(world, "bank"), kTotal);
    for (const std::string& copy : copies) {
        EXPECT_EQ(balance(world, copy), kTotal) << copy;
        EXPECT_EQ(balance(world, copy, "by-bank"), kTotal) << copy;
    }
    const auto all = [&](const std::string& universe) {
        return world.run(universe, "Scan", R"({"TableName":"BankA"})");
    };
    EXPECT_NE(all(copies.front()), all(copies.back()));
}

// A repeated token in the copy must not apply a transaction twice. It also must not confirm a
// transaction that the copy does not have.
TEST(UniverseMoments, ATokenIsCopiedTogetherWithItsTransaction) {
    constexpr int kTokens = 2'000;
    World world;
    world.create_table("a", "Tab");
    std::atomic<int> written{0};
    std::vector<std::thread> writers;
    writers.reserve(kWriters);
    for (int writer = 0; writer < kWriters; ++writer) {
        writers.emplace_back([&world, &written, writer] {
            for (int i = 0; i < kTokens; ++i, ++written) {
                const std::string name = std::to_string(writer) + "-" + std::to_string(i);
                ASSERT_EQ(world.add_one("a", "Tab", name, name), "{}");
            }
        });
    }
    std::vector<std::string> copies;
    for (int i = 1; i <= kForks; ++i) {
        while (written < i * kWriters * kTokens / (kForks + 2)) std::this_thread::yield();
        copies.push_back("copy" + std::to_string(i));
        world.engine().copy_universe("a", copies.back());
    }
    for (std::thread& writer : writers) writer.join();
    int refused = 0;
    int lost = 0;
    int twice = 0;
    for (const std::string& copy : copies) {
        for (int i = 0; i < kWriters * kTokens; ++i) {
            const std::string name =
                std::to_string(i % kWriters) + "-" + std::to_string(i / kWriters);
            if (world.add_one(copy, "Tab", name, name) != "{}") ++refused;
            const std::string number = world.number(copy, "Tab", name);
            if (number.empty()) ++lost;
            if (number == "2") ++twice;
        }
    }
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(lost, 0);
    EXPECT_EQ(twice, 0);
}

// A single writer goes from region to region, so the first region is at most one write ahead.
TEST(UniverseMoments, AllRegionsAreCopiedAtOneTime) {
    World world;
    const std::array<std::string, 3> regions = {"eu-west-1", "us-east-1", "us-west-2"};
    for (const std::string& region : regions) {
        world.run("a", "CreateTable", World::create_table_request("Tab"), region);
    }
    Progress progress;
    std::thread writer([&] {
        for (int i = 1; !progress.is_over; ++i, ++progress.transfers) {
            for (const std::string& region : regions) {
                world.run(
                    "a", put("Tab", testing::item({{"pk", text("x")}, {"n", number(i)}})), region
                );
            }
        }
    });
    for (int i = 1; i <= 200; ++i) {
        const int seen = progress.transfers;
        while (progress.transfers < seen + 3) std::this_thread::yield();
        const std::string copy = "copy" + std::to_string(i);
        world.engine().copy_universe("a", copy);
        std::vector<int> numbers;
        for (const std::string& region : regions) {
            const std::string item =
                world.run(copy, get("Tab", testing::item({{"pk", text("x")}})), region);
            numbers.push_back(std::stoi(World::member(item, "N")));
        }
        EXPECT_GE(numbers[0], numbers[1]);
        EXPECT_GE(numbers[1], numbers[2]);
        EXPECT_LE(numbers[0] - numbers[2], 1);
    }
    progress.is_over = true;
    writer.join();
}

TEST(UniverseMoments, UniversesCanBeReplacedDuringRequests) {
    World world;
    world.create_table("a", "Tab", testing::kStreamOn);
    std::atomic<bool> is_over{false};
    std::atomic<int> odd{0};
    std::vector<std::thread> threads;
    threads.reserve(kWriters);
    for (int i = 0; i < kWriters; ++i) {
        threads.emplace_back([&world, &is_over, &odd, i] {
            for (int n = 0; !is_over; ++n) {
                const std::string reply = world.put("b", "Tab", std::to_string(n * kWriters + i));
                if (reply != "{}" && !reply.starts_with("ResourceNotFoundException")) ++odd;
                world.count("b", "Tab");
            }
        });
    }
    for (int i = 0; i < 60; ++i) {
        world.engine().copy_universe("a", "b");
        world.real().advance(60'000);
        world.engine().run_due(0);
        world.engine().clear_universe("b", i % 2 == 0);
    }
    is_over = true;
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(odd, 0);
    EXPECT_EQ(world.count("a", "Tab"), "0");
}

}  // namespace
}  // namespace stator::engine::universes
