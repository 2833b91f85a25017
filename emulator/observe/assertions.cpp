#include "emulator/observe/assertions.hpp"

#include <algorithm>
#include <array>

#include "emulator/forms/members.hpp"
#include "emulator/forms/universe_name.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/operation_traits.hpp"

namespace stator::emulator::observe {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

namespace {

constexpr double kMostAllowed = 1e15;

struct MetricName {
    Metric metric;
    std::string_view name;
    std::string_view words;  // for sentences
};

constexpr std::array<MetricName, 8> kMetrics = {{
    {Metric::Requests, "requests", "requests"},
    {Metric::Errors, "errors", "errors"},
    {Metric::Throttled, "throttled", "throttled requests"},
    {Metric::Faults, "faults", "faults applied"},
    {Metric::ReadUnits, "readUnits", "read units"},
    {Metric::WriteUnits, "writeUnits", "write units"},
    {Metric::Scanned, "scanned", "rows scanned"},
    {Metric::Returned, "returned", "rows returned"},
}};

const MetricName& description(Metric metric) {
    return *std::find_if(kMetrics.begin(), kMetrics.end(), [&](const MetricName& row) {
        return row.metric == metric;
    });
}

forms::Accepted<Metric> read_metric(forms::Members& members) {
    std::array<std::string_view, kMetrics.size()> names;
    std::transform(kMetrics.begin(), kMetrics.end(), names.begin(), [](const MetricName& row) {
        return row.name;
    });
    STATOR_TRY(const auto name, members.choice("metric", names));
    for (const MetricName& row : kMetrics) {
        if (name == row.name) return row.metric;
    }
    return Metric::Requests;
}

forms::Accepted<Assertion> read_assertion(forms::Members members) {
    Assertion assertion;
    STATOR_TRY(assertion.metric, read_metric(members));
    STATOR_TRY(auto name, members.text("name"));
    STATOR_TRY(auto operation, members.text("operation"));
    STATOR_TRY(auto table, members.text("table"));
    STATOR_TRY(assertion.index, members.text("index"));
    STATOR_TRY(const auto universe, members.text("universe"));
    if (universe) assertion.universe = forms::inner_universe(*universe);
    STATOR_TRY(assertion.least, members.number("least", 0, kMostAllowed));
    STATOR_TRY(assertion.most, members.number("most", 0, kMostAllowed));
    STATOR_CHECK(members.finish());
    if (operation && !protocol::operations::is_operation(*operation)) {
        return members.refuse("operation", "must be an operation of DynamoDB such as Scan");
    }
    if (!assertion.least && !assertion.most) {
        return forms::Refusal{members.place() + " needs 'most', 'least' or both."};
    }
    if (assertion.least && assertion.most && *assertion.least > *assertion.most) {
        return members.refuse("least", "must not be greater than 'most'");
    }
    assertion.name = name.value_or("");
    assertion.operation = operation.value_or("");
    assertion.table = table.value_or("");
    return assertion;
}

double value_of(const Tally& tally, Metric metric) {
    switch (metric) {
        case Metric::Requests: return static_cast<double>(tally.requests);
        case Metric::Errors: return static_cast<double>(tally.error_count());
        case Metric::Throttled: return static_cast<double>(tally.throttled);
        case Metric::Faults: return static_cast<double>(tally.fault_count());
        case Metric::ReadUnits: return tally.read_units;
        case Metric::WriteUnits: return tally.write_units;
        case Metric::Scanned: return static_cast<double>(tally.scanned);
        case Metric::Returned: return static_cast<double>(tally.returned);
    }
    return 0;
}

// The sums in which each request that is asked about counts once.
const Tallies& tallies_for(const Assertion& assertion, const JournalTotals& totals) {
    if (assertion.index) return totals.sources;
    return assertion.table.empty() ? totals.operations : totals.tables;
}

bool matches(const Assertion& assertion, const TotalKey& key) {
    return (assertion.operation.empty() || assertion.operation == key.operation) &&
           (assertion.table.empty() || assertion.table == key.table) &&
           (!assertion.index || *assertion.index == key.index) &&
           (!assertion.universe || *assertion.universe == key.universe);
}

// "Scan on index 'by_day' of table 'orders' in universe 'alpha'".
std::string subject(const Assertion& assertion) {
    std::string text = assertion.operation.empty() ? "All operations" : assertion.operation;
    std::string_view link = " on ";
    if (assertion.index && !assertion.index->empty()) {
        text.append(link).append("index '").append(*assertion.index).append("'");
        link = " of ";
    }
    if (!assertion.table.empty()) {
        text.append(link).append("table '").append(assertion.table).append("'");
        if (assertion.index && assertion.index->empty()) text.append(" without its indexes");
    }
    if (!assertion.universe) return text;
    if (assertion.universe->empty()) return text.append(" in the default universe");
    return text.append(" in universe '").append(*assertion.universe).append("'");
}

std::string bounds_text(const Assertion& assertion) {
    std::string text;
    if (assertion.least) text.append("at least ").append(protocol::decimal_text(*assertion.least));
    if (assertion.least && assertion.most) text.append(" and ");
    if (assertion.most) text.append("at most ").append(protocol::decimal_text(*assertion.most));
    return text;
}

bool is_unknown_table(const Assertion& assertion, const JournalTotals& totals) {
    if (assertion.table.empty()) return false;
    return std::none_of(totals.tables.begin(), totals.tables.end(), [&](const auto& row) {
        return row.first.table == assertion.table;
    });
}

}  // namespace

forms::Accepted<std::vector<Assertion>> read_assertions(JsonView body) {
    STATOR_TRY(forms::Members members, forms::Members::of(body, "the body"));
    STATOR_TRY(const auto elements, members.array("assertions"));
    STATOR_CHECK(members.finish());
    if (elements.empty()) return members.refuse("assertions", "must hold at least one assertion");
    std::vector<Assertion> assertions;
    for (const JsonView element : elements) {
        std::string place = "assertions[" + std::to_string(assertions.size()) + "]";
        STATOR_TRY(forms::Members one, forms::Members::of(element, std::move(place)));
        STATOR_TRY(Assertion assertion, read_assertion(std::move(one)));
        assertions.push_back(std::move(assertion));
    }
    return assertions;
}

AssertionResult check_assertion(const Assertion& assertion, const JournalTotals& totals) {
    Tally sum;
    for (const auto& [key, tally] : tallies_for(assertion, totals)) {
        if (matches(assertion, key)) sum.add(tally);
    }
    // Units come in halves and tenths whose sums are not exact.
    constexpr double kRounding = 1e-9;
    AssertionResult result;
    result.actual = value_of(sum, assertion.metric);
    result.passed = (!assertion.least || result.actual >= *assertion.least - kRounding) &&
                    (!assertion.most || result.actual <= *assertion.most + kRounding);
    result.sentence = subject(assertion) + ": " + protocol::decimal_text(result.actual) + " ";
    result.sentence.append(description(assertion.metric).words).append(", ");
    result.sentence.append(result.passed ? "as allowed: " : "but allowed are ");
    result.sentence.append(bounds_text(assertion)).append(".");
    if (is_unknown_table(assertion, totals)) {
        result.sentence.append(" No request has named that table.");
    }
    result.name = assertion.name.empty() ? subject(assertion) + ", " + bounds_text(assertion)
                                         : assertion.name;
    return result;
}

void write_results(JsonWriter& json, const std::vector<AssertionResult>& results) {
    json.begin_array();
    for (const AssertionResult& result : results) {
        json.begin_object();
        json.string_member("name", result.name);
        json.key("passed");
        json.boolean(result.passed);
        json.key("actual");
        json.raw(protocol::decimal_text(result.actual));
        json.string_member("sentence", result.sentence);
        json.end_object();
    }
    json.end_array();
}

std::string assertions_text(const std::vector<AssertionResult>& results) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.key("passed");
    json.boolean(std::all_of(results.begin(), results.end(), [](const AssertionResult& result) {
        return result.passed;
    }));
    json.key("results");
    write_results(json, results);
    json.end_object();
    return text;
}

}  // namespace stator::emulator::observe
