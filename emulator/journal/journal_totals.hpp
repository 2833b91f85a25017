// JournalTotals: sums over all requests since the journal was cleared, including those that have
// left the ring. A value.
//
// One request may use several tables and indexes, so there are three sets of sums: by table and
// index, by table, and by operation. A request counts at most once in each row.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "emulator/journal/request_record.hpp"

namespace stator::emulator::journal {

// The key of a sum. In the sums by table, `index` is "". In the sums by operation, `table` is also
// "".
struct TotalKey {
    std::string universe;
    std::string operation;
    std::string table;
    std::string index;
    std::string region = {};

    friend auto operator<=>(const TotalKey&, const TotalKey&) = default;
};

struct Tally {
    std::uint64_t requests = 0;
    double read_units = 0;
    double write_units = 0;
    std::int64_t scanned = 0;
    std::int64_t returned = 0;
    std::uint64_t throttled = 0;
    std::int64_t injected_ms = 0;  // the total delay of replies by faults
    std::map<std::string, std::uint64_t, std::less<>> errors;  // by name
    std::map<std::string, std::uint64_t, std::less<>> faults;  // by name

    std::uint64_t error_count() const;
    std::uint64_t fault_count() const;

    void add(const Tally& other);
};

// Numbers of requests by latency, in buckets with fixed bounds.
struct LatencyHistogram {
    // The upper bound of each bucket except the last, which is unbounded.
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

    void add(const LatencyHistogram& other);

    std::uint64_t count() const;
};

using Tallies = std::map<TotalKey, Tally>;

struct JournalTotals {
    Tallies sources;     // by table and index; without requests that use none
    Tallies tables;      // by table; "" for requests that use none
    Tallies operations;  // by operation
    std::map<std::string, LatencyHistogram, std::less<>> latencies;  // by operation

    // Bounds the memory of each set of sums: if a set has this many rows, requests that would add
    // another row are counted in rows of the table kOthers.
    static constexpr std::size_t kMaxRows = 20'000;
    static constexpr std::string_view kOthers = "(others)";

    void add(const RequestRecord& record);

    // Adds the error of a request that failed after it was added as a success.
    void add_error(const RequestRecord& record);

    // Adds the sums of another journal. The number of rows is not limited.
    void add(const JournalTotals& other);

private:
    static Tally& row(Tallies& tallies, TotalKey key);
};

// True if the error means that throughput was exceeded, by DynamoDB's rules or by a fault.
bool is_throttling(std::string_view error);

}  // namespace stator::emulator::journal
