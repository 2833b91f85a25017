// JournalTotals: sums over all requests since the journal was cleared, however many of them are
// still in its ring. A value.
//
// One request may touch several tables and indexes. So there are three sets of sums, and each
// request counts once in a row of each: by table and index, by table, by operation.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "emulator/observe/request_record.hpp"

namespace stator::emulator::observe {

// What a sum is about. In the sums by table `index` is "", in those by operation `table` is, too.
struct TotalKey {
    std::string universe;
    std::string operation;
    std::string table;
    std::string index;

    friend auto operator<=>(const TotalKey&, const TotalKey&) = default;
};

struct Tally {
    std::uint64_t requests = 0;
    double read_units = 0;
    double write_units = 0;
    std::int64_t scanned = 0;
    std::int64_t returned = 0;
    std::uint64_t throttled = 0;
    std::map<std::string, std::uint64_t, std::less<>> errors;  // by name
    std::map<std::string, std::uint64_t, std::less<>> faults;  // by name

    std::uint64_t error_count() const;
    std::uint64_t fault_count() const;

    void add(const Tally& other);
};

// How long requests took, in buckets of fixed size.
struct LatencyHistogram {
    // The most of each bucket but the last, which has no most.
    static constexpr std::array<std::int64_t, 15> kBounds_us = {
        100,
        250,
        500,
        1'000,
        2'500,
        5'000,
        10'000,
        25'000,
        50'000,
        100'000,
        250'000,
        500'000,
        1'000'000,
        5'000'000,
        10'000'000};

    std::array<std::uint64_t, kBounds_us.size() + 1> counts{};
    std::int64_t sum_us = 0;

    void add(std::int64_t latency_us);

    std::uint64_t count() const;
};

using Tallies = std::map<TotalKey, Tally>;

struct JournalTotals {
    Tallies sources;     // by table and index; requests that touch none are not in it
    Tallies tables;      // by table, "" for requests that touch none
    Tallies operations;  // by operation
    std::map<std::string, LatencyHistogram, std::less<>> latencies;  // by operation

    // Of new tables nothing is told apart once there are this many rows: they share the row of
    // table kOthers.
    static constexpr std::size_t kMaxRows = 20'000;
    static constexpr std::string_view kOthers = "(others)";

    void add(const RequestRecord& record);

private:
    static Tally& row(Tallies& tallies, TotalKey key);
};

// Whether DynamoDB, or a fault, refused for want of throughput.
bool is_throttling(std::string_view error);

}  // namespace stator::emulator::observe
