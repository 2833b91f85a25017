// Assertions: requirements of a test on the requests of the application: "no Scan on table orders",
// "at most 40 read units". Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/journal/journal_totals.hpp"
#include "engine/base/instant.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

enum class Metric : unsigned char {
    Requests,
    Errors,
    Throttled,
    Faults,
    ReadUnits,
    WriteUnits,
    Scanned,
    Returned,
};

// Names are patterns (engine/base/name_pattern.hpp).
struct AssertionScope {
    std::string operation;  // "" means any, here and for the other strings that are not optional
    std::string region;
    std::string table;
    // "" is the table itself, without its indexes. nullopt means the table and its indexes
    // together.
    std::optional<std::string> index;
    // "" is the default universe. nullopt means the universe whose journal is evaluated.
    std::optional<std::string> universe;
    // Only requests whose label matches this pattern; "" matches requests without a label. Only
    // requests from `from`, inclusive, to `to`, exclusive.
    std::optional<std::string> label;
    std::optional<engine::Instant> from;
    std::optional<engine::Instant> to;
};

// A sum over the matching requests, or the number of findings about them, and its limits.
struct Assertion {
    std::string name;
    Metric metric = Metric::Requests;
    std::string finding;        // a pattern of finding names to count instead; "" for none
    bool counts_notes = false;  // also counts findings that are only notes
    AssertionScope scope;
    std::optional<double> least;
    std::optional<double> most;
};

// The result of evaluating an assertion, before the comparison with its limits.
struct Measure {
    double actual = 0;
    std::uint64_t missing = 0;       // matching requests that are no longer in the journal
    std::vector<std::string> notes;  // sentences
};

struct AssertionResult {
    std::string name;
    bool passed = false;
    double actual = 0;
    std::string sentence;  // the counted quantity, the result, and the limits
};

// Reads {"assertions":[{"name":…,"metric":…,"operation":…,"region":…,"table":…,"index":…,
// "universe":…,"label":…,"from":…,"to":…,"least":…,"most":…}]}, or "finding" and "severity" instead
// of "metric". The default metric is "requests".
// Errors: neither least nor most, an operation that does not exist in DynamoDB, and so on.
Accepted<std::vector<Assertion>> read_assertions(protocol::wire::JsonView body);

// True if the scope includes a sum or a finding with that key.
bool matches(const AssertionScope& scope, const TotalKey& key);

// Returns the sum. Adds a note if no request has named the table, because a sum over no requests is
// 0, and the assertion may pass for the wrong reason.
Measure measure(const Assertion& assertion, const JournalTotals& totals);

// The assertion passes if the measure is within the limits, and missing requests could not change
// that.
AssertionResult judge(const Assertion& assertion, const Measure& measure);

// {"passed":…,"results":[…]}.
std::string assertions_text(const std::vector<AssertionResult>& results);

// [{"name":…,"passed":…,"actual":…,"sentence":…}].
void write_results(protocol::wire::JsonWriter& json, const std::vector<AssertionResult>& results);

}  // namespace stator::emulator::journal
