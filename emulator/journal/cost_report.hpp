// CostReport: the cost of the requests on AWS, and findings about suspicious requests. Values and
// pure functions; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/journal/assertions.hpp"
#include "emulator/journal/request_journal.hpp"

namespace stator::emulator::journal {

// On-demand prices of us-east-1 since November 2024, table class Standard.
// [https://aws.amazon.com/dynamodb/pricing/on-demand/]
inline constexpr double kDollarsPerMillionReadUnits = 0.125;
inline constexpr double kDollarsPerMillionWriteUnits = 0.625;

enum class BillingMode : unsigned char { OnDemand, Provisioned };

// An existing table.
struct ReportedTable {
    std::string universe;
    std::string table;
    std::vector<std::string> indexes;
    BillingMode billing = BillingMode::OnDemand;
    std::string region = {};
};

// A hot key: a key that receives more than its share of the traffic on a table or an index. The
// caller decides that it is hot. Each key of a table or index occurs once.
struct HotKey {
    std::string universe;
    std::string table;
    std::string index;  // "" is the table itself
    std::string key;    // in readable form
    // The key's shares of the read units and of the written units of the table or index, 0 to 1. 0
    // if the key is not hot for that direction.
    double read_share = 0;
    double write_share = 0;
    std::string region = {};
};

// The part of the report's data that comes from the engine, not from the journal.
struct ReportInputs {
    std::vector<ReportedTable> tables;
    std::vector<HotKey> hot_keys;
    bool measures_keys = true;  // if false, an empty `hot_keys` has no meaning
};

// The cost of one table or index. A write that also changes an index counts for both.
struct SourceCost {
    std::string universe;
    std::string table;
    std::string index;
    std::string region;
    // nullopt if the table or index does not exist.
    std::optional<BillingMode> billing;
    Tally tally;

    // Uses on-demand prices for all units, even if capacity is provisioned.
    double dollars() const;
};

enum class FindingKind : unsigned char {
    Scan,
    DiscardingFilter,
    UnfollowedPage,
    IgnoredUnprocessed,
    HotKey,
    UnusedIndex,
};

// In the order in which reports list them.
inline constexpr FindingKind kFindingKinds[] = {
    FindingKind::Scan,
    FindingKind::DiscardingFilter,
    FindingKind::UnfollowedPage,
    FindingKind::IgnoredUnprocessed,
    FindingKind::HotKey,
    FindingKind::UnusedIndex};

enum class Severity : unsigned char {
    Note,     // may be intended
    Warning,  // costs money, or loses data
};

struct Finding {
    FindingKind kind = FindingKind::Scan;
    Severity severity = Severity::Warning;
    std::string universe;
    std::string table;
    std::string index;
    std::string region;
    std::string operation;  // "" if the finding does not concern one operation
    std::string sentence;
    std::vector<std::pair<std::string, double>> evidence;  // "requests" → 3
};

struct CostReport {
    std::uint64_t recorded = 0;  // the number of requests
    Tally total;
    std::vector<SourceCost> sources;  // by universe, table, index, region
    std::vector<Finding> findings;    // by kind
    std::vector<AssertionResult> assertions;
    bool measures_keys = true;  // as in ReportInputs

    double dollars() const;
};

// A filter is reported if it has read at least kMinFilteredRows rows and discarded more than this
// fraction of them.
inline constexpr double kMaxDiscarded = 0.9;
inline constexpr std::int64_t kMinFilteredRows = 10;

// The name in reports: "scan", "discarding-filter" and so on.
std::string_view finding_name(FindingKind kind);

// Computes the costs and the findings of the journal's requests.
CostReport build_report(const JournalSnapshot& journal, const ReportInputs& inputs);

}  // namespace stator::emulator::journal
