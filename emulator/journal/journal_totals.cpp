#include "emulator/journal/journal_totals.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace stator::emulator::journal {
namespace {

std::uint64_t sum(const std::map<std::string, std::uint64_t, std::less<>>& counts) {
    std::uint64_t total = 0;
    for (const auto& [name, count] : counts) total += count;
    return total;
}

// Counts the request itself, without the units and items that it used.
void count_request(Tally& tally, const RequestRecord& record) {
    ++tally.requests;
    if (!record.error.empty()) ++tally.errors[record.error];
    if (is_throttling(record.error)) ++tally.throttled;
    tally.injected_ms += record.injected_ms;
    for (const std::string& fault : record.faults) ++tally.faults[fault];
}

void count_use(Tally& tally, const engine::capacity::SourceUse& use) {
    tally.read_units += use.read_units;
    tally.write_units += use.write_units;
    tally.scanned += use.scanned;
    tally.returned += use.returned;
}

}  // namespace

bool is_throttling(std::string_view error) {
    return error == "ProvisionedThroughputExceededException" || error == "ThrottlingException" ||
           error == "RequestLimitExceeded";
}

std::uint64_t Tally::error_count() const {
    return sum(errors);
}

std::uint64_t Tally::fault_count() const {
    return sum(faults);
}

void Tally::add(const Tally& other) {
    requests += other.requests;
    read_units += other.read_units;
    write_units += other.write_units;
    scanned += other.scanned;
    returned += other.returned;
    throttled += other.throttled;
    injected_ms += other.injected_ms;
    for (const auto& [name, count] : other.errors) errors[name] += count;
    for (const auto& [name, count] : other.faults) faults[name] += count;
}

void LatencyHistogram::add(std::int64_t latency_us) {
    const auto bound = std::lower_bound(kBounds_us.begin(), kBounds_us.end(), latency_us);
    ++counts.at(static_cast<std::size_t>(bound - kBounds_us.begin()));
    sum_us += latency_us;
}

void LatencyHistogram::add(const LatencyHistogram& other) {
    std::ranges::transform(counts, other.counts, counts.begin(), std::plus<>());
    sum_us += other.sum_us;
}

std::uint64_t LatencyHistogram::count() const {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

Tally& JournalTotals::row(Tallies& tallies, TotalKey key) {
    const auto found = tallies.find(key);
    if (found != tallies.end()) return found->second;
    if (tallies.size() >= kMaxRows) {
        key.universe.clear();
        key.region.clear();
        key.table = kOthers;
        key.index.clear();
    }
    return tallies[std::move(key)];
}

void JournalTotals::add(const RequestRecord& record) {
    const auto key = [&record](const std::string& table, const std::string& index) {
        return TotalKey{record.universe, record.operation, table, index, record.region};
    };
    Tally& operation = row(operations, key("", ""));
    count_request(operation, record);
    std::set<std::string_view> counted;
    for (const engine::capacity::SourceUse& use : record.uses) {
        Tally& source = row(sources, key(use.table, use.index));
        Tally& table = row(tables, key(use.table, ""));
        count_request(source, record);
        if (counted.insert(use.table).second) count_request(table, record);
        for (Tally* const tally : {&source, &table, &operation}) count_use(*tally, use);
    }
    if (record.uses.empty()) {
        count_request(row(tables, key("", "")), record);
    }
    latencies[record.operation].add(record.latency_us);
}

void JournalTotals::add_error(const RequestRecord& record) {
    const auto count = [&](Tallies& tallies, const std::string& table, const std::string& index) {
        ++row(tallies, {record.universe, record.operation, table, index, record.region})
              .errors[record.error];
    };
    count(operations, "", "");
    std::set<std::string_view> counted;
    for (const engine::capacity::SourceUse& use : record.uses) {
        count(sources, use.table, use.index);
        if (counted.insert(use.table).second) count(tables, use.table, "");
    }
    if (record.uses.empty()) count(tables, "", "");
}

void JournalTotals::add(const JournalTotals& other) {
    for (const auto& [key, tally] : other.sources) sources[key].add(tally);
    for (const auto& [key, tally] : other.tables) tables[key].add(tally);
    for (const auto& [key, tally] : other.operations) operations[key].add(tally);
    for (const auto& [operation, histogram] : other.latencies) latencies[operation].add(histogram);
}

}  // namespace stator::emulator::journal
