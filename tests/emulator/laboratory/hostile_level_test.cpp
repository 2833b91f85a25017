#include "emulator/laboratory/hostile_level.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "protocol/errors/throttling.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::laboratory {
namespace {

using engine::consistency::LagPolicy;
using engine::consistency::ReadMode;
using engine::faults::Delivery;
using engine::faults::FaultRule;

constexpr HostileLevel kLevels[] = {HostileLevel::Mild, HostileLevel::Rough, HostileLevel::Brutal};

// The shares of requests of each operation that a level refuses or loses.
std::map<std::string, double> error_shares(HostileLevel level) {
    std::map<std::string, double> shares;
    for (const FaultRule& rule : hostile_rules(level)) {
        const engine::faults::Fault& fault = rule.fault;
        const bool is_error =
            fault.error || fault.throttle || fault.conflict_at || fault.delivery != Delivery::Whole;
        if (!is_error) continue;
        for (const std::string& name : rule.match.operations) {
            shares[name] += rule.match.probability;
        }
    }
    return shares;
}

TEST(HostileLevel, HasANameAndBack) {
    for (const std::string_view name : kHostileLevels) {
        const auto level = find_hostile_level(name);
        ASSERT_TRUE(level);
        EXPECT_EQ(hostile_level_name(*level), name);
    }
    EXPECT_FALSE(find_hostile_level("harsh"));
    EXPECT_FALSE(find_hostile_level(""));
}

TEST(HostileLevel, OffIsNothing) {
    EXPECT_TRUE(hostile_rules(HostileLevel::Off).empty());
    const HostileSettings& off = hostile_settings(HostileLevel::Off);
    EXPECT_EQ(off.tables, LagPolicy());
    EXPECT_EQ(off.indexes, LagPolicy());
    EXPECT_FALSE(off.streams.is_any());
}

TEST(HostileLevel, NoOperationFailsMoreOftenThanTheLevelSays) {
    for (const HostileLevel level : kLevels) {
        for (const auto& [operation, share] : error_shares(level)) {
            EXPECT_LE(share, hostile_settings(level).errors + 1e-9) << operation;
        }
    }
}

TEST(HostileLevel, EachLevelAsksForMoreThanTheOneBefore) {
    for (std::size_t i = 1; i < std::size(kLevels); ++i) {
        const HostileSettings& less = hostile_settings(kLevels[i - 1]);
        const HostileSettings& more = hostile_settings(kLevels[i]);
        EXPECT_GT(more.rarity, less.rarity);
        EXPECT_GT(more.errors, less.errors);
        EXPECT_GT(more.tables.lag.most_ms(), less.tables.lag.most_ms());
        EXPECT_GT(more.indexes.lag.most_ms(), less.indexes.lag.most_ms());
        EXPECT_GT(more.streams.lag.most_ms(), less.streams.lag.most_ms());
        EXPECT_GT(more.streams.empty_pages, less.streams.empty_pages);
        EXPECT_LT(more.streams.page_records, less.streams.page_records);
        EXPECT_LT(more.streams.shard_records, less.streams.shard_records);
        EXPECT_LT(more.streams.listed_shards, less.streams.listed_shards);
    }
}

TEST(HostileLevel, AnSdkSucceedsAsOftenAsDocumented) {
    const auto share_lost = [](HostileLevel level, int attempts) {
        return std::pow(hostile_settings(level).errors, attempts);
    };
    EXPECT_LT(share_lost(HostileLevel::Mild, 3), 1.0 / 5'000);
    EXPECT_LT(share_lost(HostileLevel::Rough, 10), 1.0 / 100'000);
}

TEST(HostileLevel, MildLeavesNothingToTheApplication) {
    for (const FaultRule& rule : hostile_rules(HostileLevel::Mild)) {
        EXPECT_FALSE(rule.fault.conflict_at) << rule.name;
        if (!rule.fault.throttle) continue;
        EXPECT_NE(rule.fault.throttle->limit, protocol::errors::ThroughputLimit::Account)
            << rule.name;
        for (const std::string& operation : rule.match.operations) {
            EXPECT_FALSE(protocol::operations::requests::is_transaction(operation)) << rule.name;
            EXPECT_NE(operation, "BatchExecuteStatement") << rule.name;
        }
    }
}

TEST(HostileLevel, DamagesNothing) {
    for (const HostileLevel level : kLevels) {
        for (const FaultRule& rule : hostile_rules(level)) {
            EXPECT_TRUE(rule.name.starts_with(kHostilePrefix)) << rule.name;
            EXPECT_NE(rule.fault.delivery, Delivery::Truncated);
            EXPECT_NE(rule.fault.delivery, Delivery::WrongChecksum);
            EXPECT_LE(rule.fault.latency.most_ms(), 5);
            // An iterator of AWS is valid for 15 minutes.
            EXPECT_LE(hostile_settings(level).streams.iterator_age.most_ms(), 60'000);
        }
        EXPECT_NE(hostile_settings(level).tables.mode, ReadMode::Latest);
    }
}

}  // namespace
}  // namespace stator::emulator::laboratory
