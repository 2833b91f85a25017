#include "emulator/journal/assertions.hpp"

#include <algorithm>
#include <array>

#include "emulator/base/members.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/base/universe_name.hpp"
#include "engine/base/name_pattern.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/requests/operation_list.hpp"

namespace stator::emulator::journal {

using protocol::wire::JsonView;
using protocol::wire::JsonWriter;

namespace {

constexpr double kMostAllowed = 1e15;

struct MetricName {
    Metric metric;
    std::string_view name;
    std::string_view words;  // for messages
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

Accepted<Metric> read_metric(Members& members) {
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

// A pattern may name operations that do not exist yet.
bool names_operation(std::string_view pattern) {
    return pattern.find('*') != std::string_view::npos ||
           protocol::operations::requests::is_operation(pattern);
}

Accepted<AssertionScope> read_scope(Members& members) {
    AssertionScope scope;
    STATOR_TRY(auto operation, members.text("operation"));
    STATOR_TRY(auto region, members.text("region"));
    STATOR_TRY(auto table, members.text("table"));
    STATOR_TRY(scope.index, members.text("index"));
    STATOR_TRY(const auto universe, members.text("universe"));
    STATOR_TRY(scope.label, members.text("label"));
    STATOR_TRY(scope.from, members.time("from"));
    STATOR_TRY(scope.to, members.time("to"));
    if (operation && !names_operation(*operation)) {
        return members.refuse("operation", "must be an operation of DynamoDB such as Scan");
    }
    if (scope.from && scope.to && *scope.from >= *scope.to) {
        return members.refuse("from", "must be before 'to'");
    }
    scope.operation = operation.value_or("");
    scope.region = region.value_or("");
    scope.table = table.value_or("");
    if (universe) scope.universe = inner_universe(*universe);
    return scope;
}

Accepted<void> read_finding(Members& members, Assertion& assertion) {
    constexpr std::array<std::string_view, 2> kSeverities = {"warning", "note"};
    STATOR_TRY(const auto finding, members.text("finding"));
    STATOR_TRY(const auto severity, members.choice("severity", kSeverities));
    if (!finding && severity) return members.refuse("severity", "needs 'finding' beside it");
    if (!finding) return {};
    if (members.has("metric")) return members.refuse("metric", "does not go with 'finding'");
    assertion.finding = *finding;
    assertion.counts_notes = severity == "note";
    return {};
}

Accepted<Assertion> read_assertion(Members members) {
    Assertion assertion;
    STATOR_TRY(assertion.metric, read_metric(members));
    STATOR_CHECK(read_finding(members, assertion));
    STATOR_TRY(auto name, members.text("name"));
    STATOR_TRY(assertion.scope, read_scope(members));
    STATOR_TRY(assertion.least, members.number("least", 0, kMostAllowed));
    STATOR_TRY(assertion.most, members.number("most", 0, kMostAllowed));
    STATOR_CHECK(members.finish());
    if (!assertion.least && !assertion.most) {
        return Refusal{members.place() + " needs 'most', 'least' or both."};
    }
    if (assertion.least && assertion.most && *assertion.least > *assertion.most) {
        return members.refuse("least", "must not be greater than 'most'");
    }
    assertion.name = name.value_or("");
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

// The sums in which each request of the scope counts once.
const Tallies& tallies_for(const AssertionScope& scope, const JournalTotals& totals) {
    if (scope.index) return totals.sources;
    return scope.table.empty() ? totals.operations : totals.tables;
}

bool fits(const std::string& pattern, std::string_view name) {
    return pattern.empty() || engine::matches_name(pattern, name);
}

void append_quoted(std::string& text, std::string_view words, std::string_view name) {
    text.append(words).append("'").append(name).append("'");
}

// "on index 'by_day' of table 'orders' in us-east-1 in universe 'alpha'".
std::string place_text(const AssertionScope& scope) {
    std::string text;
    std::string_view link = " on ";
    if (scope.index && !scope.index->empty()) {
        append_quoted(text.append(link), "index ", *scope.index);
        link = " of ";
    }
    if (!scope.table.empty()) {
        append_quoted(text.append(link), "table ", scope.table);
        if (scope.index && scope.index->empty()) text.append(" without its indexes");
    }
    if (!scope.region.empty()) text.append(" in ").append(scope.region);
    if (!scope.universe) return text;
    if (scope.universe->empty()) return text.append(" in the default universe");
    append_quoted(text, " in universe ", *scope.universe);
    return text;
}

// "Scan on table 'orders' labelled 'test-3' from 2026-01-01T00:00:00.000Z".
std::string subject(const Assertion& assertion) {
    const AssertionScope& scope = assertion.scope;
    std::string text = scope.operation.empty() ? "All operations" : scope.operation;
    if (!assertion.finding.empty()) {
        text = "Findings " + assertion.finding;
        if (!scope.operation.empty()) text.append(" about ").append(scope.operation);
    }
    text.append(place_text(scope));
    if (scope.label && scope.label->empty()) text.append(" without a label");
    if (scope.label && !scope.label->empty()) append_quoted(text, " labelled ", *scope.label);
    if (scope.from) text.append(" from ").append(time_text(*scope.from));
    if (scope.to) text.append(" until ").append(time_text(*scope.to));
    return text;
}

std::string bounds_text(const Assertion& assertion) {
    std::string text;
    if (assertion.least) text.append("at least ").append(protocol::decimal_text(*assertion.least));
    if (assertion.least && assertion.most) text.append(" and ");
    if (assertion.most) text.append("at most ").append(protocol::decimal_text(*assertion.most));
    return text;
}

bool is_unknown_table(const Assertion& assertion, const JournalTotals& totals) {
    if (assertion.scope.table.empty()) return false;
    return std::none_of(totals.tables.begin(), totals.tables.end(), [&](const auto& row) {
        return engine::matches_name(assertion.scope.table, row.first.table);
    });
}

// The counted quantity.
std::string_view words_of(const Assertion& assertion) {
    if (assertion.finding.empty()) return description(assertion.metric).words;
    return assertion.counts_notes ? "warnings and notes" : "warnings";
}

}  // namespace

bool matches(const AssertionScope& scope, const TotalKey& key) {
    return fits(scope.operation, key.operation) && fits(scope.region, key.region) &&
           fits(scope.table, key.table) &&
           (!scope.index || engine::matches_index(*scope.index, key.index)) &&
           (!scope.universe || engine::matches_universe(*scope.universe, key.universe));
}

Accepted<std::vector<Assertion>> read_assertions(JsonView body) {
    STATOR_TRY(Members members, Members::of(body, "the body"));
    STATOR_TRY(const auto elements, members.array("assertions"));
    STATOR_CHECK(members.finish());
    if (elements.empty()) return members.refuse("assertions", "must hold at least one assertion");
    std::vector<Assertion> assertions;
    for (const JsonView element : elements) {
        std::string place = "assertions[" + std::to_string(assertions.size()) + "]";
        STATOR_TRY(Members one, Members::of(element, std::move(place)));
        STATOR_TRY(Assertion assertion, read_assertion(std::move(one)));
        assertions.push_back(std::move(assertion));
    }
    return assertions;
}

Measure measure(const Assertion& assertion, const JournalTotals& totals) {
    Tally sum;
    for (const auto& [key, tally] : tallies_for(assertion.scope, totals)) {
        if (matches(assertion.scope, key)) sum.add(tally);
    }
    Measure found;
    found.actual = value_of(sum, assertion.metric);
    if (is_unknown_table(assertion, totals)) {
        found.notes.emplace_back("No request has named that table.");
    }
    return found;
}

AssertionResult judge(const Assertion& assertion, const Measure& measure) {
    // Units are multiples of a half or a tenth, and their sums are not exact.
    constexpr double kRounding = 1e-9;
    const bool is_enough = !assertion.least || measure.actual >= *assertion.least - kRounding;
    const bool is_little = !assertion.most || measure.actual <= *assertion.most + kRounding;
    AssertionResult result;
    result.actual = measure.actual;
    // Missing requests could only increase the result.
    const bool is_known = measure.missing == 0 || !is_little || (is_enough && !assertion.most);
    result.passed = is_enough && is_little && is_known;
    result.sentence = subject(assertion) + ": " + protocol::decimal_text(result.actual) + " ";
    result.sentence.append(words_of(assertion)).append(", ");
    result.sentence.append(is_enough && is_little ? "as allowed: " : "but allowed are ");
    result.sentence.append(bounds_text(assertion)).append(".");
    if (!is_known) {
        result.sentence.append(" But ").append(std::to_string(measure.missing));
        result.sentence.append(
            " requests of these are no longer in the journal; give it a larger 'capacity'."
        );
    }
    for (const std::string& note : measure.notes) result.sentence.append(" ").append(note);
    result.name = assertion.name.empty() ? subject(assertion) + ", " + bounds_text(assertion)
                                         : assertion.name;
    return result;
}

void write_results(JsonWriter& json, const std::vector<AssertionResult>& results) {
    json.begin_array();
    for (const AssertionResult& result : results) {
        json.begin_object();
        json.string_member("name", result.name);
        json.boolean_member("passed", result.passed);
        json.raw_member("actual", protocol::decimal_text(result.actual));
        json.string_member("sentence", result.sentence);
        json.end_object();
    }
    json.end_array();
}

std::string assertions_text(const std::vector<AssertionResult>& results) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.boolean_member(
        "passed",
        std::all_of(
            results.begin(),
            results.end(),
            [](const AssertionResult& result) { return result.passed; }
        )
    );
    json.key("results");
    write_results(json, results);
    json.end_object();
    return text;
}

}  // namespace stator::emulator::journal
