#include "emulator/journal/cost_report.hpp"

#include <map>
#include <string_view>
#include <tuple>

#include "emulator/base/count_text.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::journal {
namespace {

// Universe, table, index, region.
using SourceName = std::tuple<std::string, std::string, std::string, std::string>;

double dollars_of(const Tally& tally) {
    constexpr double kMillion = 1e6;
    return tally.read_units / kMillion * kDollarsPerMillionReadUnits +
           tally.write_units / kMillion * kDollarsPerMillionWriteUnits;
}

// "index 'by_day' of table 'orders' in us-east-1 of universe 'alpha'".
std::string place(const TotalKey& key) {
    std::string text;
    if (!key.index.empty()) text.append("index '").append(key.index).append("' of ");
    text.append("table '").append(key.table).append("'");
    if (!key.region.empty()) text.append(" in ").append(key.region);
    if (key.universe.empty()) return text;
    text.append(key.region.empty() ? " in" : " of");
    return text.append(" universe '").append(key.universe).append("'");
}

double count_value(std::uint64_t count) {
    return static_cast<double>(count);
}

double count_value(std::int64_t count) {
    return static_cast<double>(count);
}

Finding finding_about(FindingKind kind, const TotalKey& key) {
    Finding finding;
    finding.kind = kind;
    finding.universe = key.universe;
    finding.table = key.table;
    finding.index = key.index;
    finding.region = key.region;
    finding.operation = key.operation;
    return finding;
}

std::uint64_t unsigned_count(std::int64_t count) {
    return count < 0 ? 0 : static_cast<std::uint64_t>(count);
}

void find_scans(const JournalSnapshot& journal, std::vector<Finding>& findings) {
    for (const auto& [key, tally] : journal.totals.sources) {
        if (key.operation != "Scan") continue;
        Finding finding = finding_about(FindingKind::Scan, key);
        finding.sentence = count_text(tally.requests, "Scan request") + " on " + place(key) +
                           " evaluated " + count_text(unsigned_count(tally.scanned), "row") +
                           " and returned " + std::to_string(tally.returned) + ".";
        finding.evidence = {
            {"requests", count_value(tally.requests)},
            {"scanned", count_value(tally.scanned)},
            {"returned", count_value(tally.returned)},
            {"readUnits", tally.read_units}};
        findings.push_back(std::move(finding));
    }
}

void find_discarding_filters(const JournalSnapshot& journal, std::vector<Finding>& findings) {
    for (const FilterUse& filter : journal.filters) {
        const auto scanned = static_cast<double>(filter.scanned);
        const auto discarded = static_cast<double>(filter.scanned - filter.returned);
        if (filter.scanned < kMinFilteredRows || discarded <= kMaxDiscarded * scanned) continue;
        Finding finding = finding_about(FindingKind::DiscardingFilter, filter.source);
        finding.sentence =
            "A filter of " + filter.source.operation + " on " + place(filter.source) +
            " threw away " + protocol::decimal_text(100 * discarded / scanned, 1) + " % of " +
            count_text(unsigned_count(filter.scanned), "row") + " that were paid for";
        if (!filter.filter.empty()) finding.sentence.append(": ").append(filter.filter);
        finding.sentence.append(".");
        finding.evidence = {
            {"requests", count_value(filter.requests)},
            {"scanned", count_value(filter.scanned)},
            {"returned", count_value(filter.returned)}};
        findings.push_back(std::move(finding));
    }
}

void find_unfollowed_pages(const JournalSnapshot& journal, std::vector<Finding>& findings) {
    for (const UnfollowedPages& row : journal.unfollowed_pages) {
        const auto* traits =
            protocol::operations::requests::find_operation_traits(row.source.operation);
        if (traits == nullptr || !traits->page) continue;
        Finding finding = finding_about(FindingKind::UnfollowedPage, row.source);
        // A request for the first five rows does not need more pages.
        if (row.pages == row.with_limit) finding.severity = Severity::Note;
        finding.sentence = count_text(row.pages, "page") + " of " + row.source.operation + " on " +
                           place(row.source) + " had a " + std::string(traits->page->reply) +
                           " that no later request started from";
        if (row.with_limit > 0) {
            finding.sentence.append("; ").append(count_text(row.with_limit, "request"));
            finding.sentence.append(" of these had a Limit");
        }
        finding.sentence.append(".");
        finding.evidence = {
            {"pages", count_value(row.pages)}, {"withLimit", count_value(row.with_limit)}};
        findings.push_back(std::move(finding));
    }
}

void find_ignored_unprocessed(const JournalSnapshot& journal, std::vector<Finding>& findings) {
    for (const IgnoredUnprocessed& row : journal.ignored_unprocessed) {
        const auto* traits =
            protocol::operations::requests::find_operation_traits(row.table.operation);
        if (traits == nullptr || !traits->is_batch()) continue;
        const bool writes = traits->access == protocol::operations::Access::Writes;
        Finding finding = finding_about(FindingKind::IgnoredUnprocessed, row.table);
        finding.sentence = count_text(row.elements, writes ? "write" : "key") + " that " +
                           row.table.operation + " on " + place(row.table) + " gave back in " +
                           std::string(traits->unprocessed) + " " +
                           std::string(were_text(row.elements)) + " never sent again.";
        finding.evidence = {{"elements", count_value(row.elements)}};
        findings.push_back(std::move(finding));
    }
}

void find_hot_keys(const ReportInputs& inputs, std::vector<Finding>& findings) {
    for (const HotKey& hot : inputs.hot_keys) {
        const TotalKey source{hot.universe, "", hot.table, hot.index, hot.region};
        Finding finding = finding_about(FindingKind::HotKey, source);
        std::string shares;
        const auto add = [&](double share, std::string_view what, std::string name) {
            if (share <= 0) return;
            shares.append(shares.empty() ? "" : " and ");
            shares.append(protocol::decimal_text(100 * share, 1)).append(" % of the ").append(what);
            finding.evidence.emplace_back(std::move(name), share);
        };
        add(hot.read_share, "reads", "readShare");
        add(hot.write_share, "writes", "writeShare");
        finding.sentence = "Key " + hot.key + " takes " + shares + " of " + place(source) + ".";
        findings.push_back(std::move(finding));
    }
}

// Writes reach an index through its table, so only reads show that the index is used.
bool is_read(const Tally& tally) {
    return tally.read_units > 0 || tally.scanned > 0;
}

void find_unused_indexes(const CostReport& report, std::vector<Finding>& findings) {
    for (const SourceCost& source : report.sources) {
        if (source.index.empty() || !source.billing || is_read(source.tally)) continue;
        const TotalKey key{source.universe, "", source.table, source.index, source.region};
        Finding finding = finding_about(FindingKind::UnusedIndex, key);
        const double written = source.tally.write_units;
        if (written == 0) finding.severity = Severity::Note;
        finding.sentence = "Nothing read " + place(key) + "; it cost " +
                           protocol::decimal_text(written) + " write units.";
        finding.evidence = {{"writeUnits", written}};
        findings.push_back(std::move(finding));
    }
}

std::vector<SourceCost> source_costs(const JournalSnapshot& journal, const ReportInputs& inputs) {
    std::map<SourceName, SourceCost> costs;
    for (const ReportedTable& table : inputs.tables) {
        costs[{table.universe, table.table, "", table.region}].billing = table.billing;
        for (const std::string& index : table.indexes) {
            costs[{table.universe, table.table, index, table.region}].billing = table.billing;
        }
    }
    for (const auto& [key, tally] : journal.totals.sources) {
        costs[{key.universe, key.table, key.index, key.region}].tally.add(tally);
    }
    std::vector<SourceCost> sources;
    for (auto& [name, cost] : costs) {
        std::tie(cost.universe, cost.table, cost.index, cost.region) = name;
        sources.push_back(std::move(cost));
    }
    return sources;
}

}  // namespace

double SourceCost::dollars() const {
    return dollars_of(tally);
}

double CostReport::dollars() const {
    return dollars_of(total);
}

std::string_view finding_name(FindingKind kind) {
    switch (kind) {
        case FindingKind::Scan: return "scan";
        case FindingKind::DiscardingFilter: return "discarding-filter";
        case FindingKind::UnfollowedPage: return "unfollowed-page";
        case FindingKind::IgnoredUnprocessed: return "ignored-unprocessed";
        case FindingKind::HotKey: return "hot-key";
        case FindingKind::UnusedIndex: return "unused-index";
    }
    return "";
}

CostReport build_report(const JournalSnapshot& journal, const ReportInputs& inputs) {
    CostReport report;
    report.recorded = journal.recorded;
    for (const auto& [key, tally] : journal.totals.operations) report.total.add(tally);
    report.sources = source_costs(journal, inputs);
    find_scans(journal, report.findings);
    find_discarding_filters(journal, report.findings);
    find_unfollowed_pages(journal, report.findings);
    find_ignored_unprocessed(journal, report.findings);
    find_hot_keys(inputs, report.findings);
    find_unused_indexes(report, report.findings);
    report.assertions = journal.assertions;
    report.measures_keys = inputs.measures_keys;
    return report;
}

}  // namespace stator::emulator::journal
