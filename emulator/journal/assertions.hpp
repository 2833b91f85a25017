// Assertions: what a test requires of the requests of the code under test: "no Scan on table
// orders", "at most 40 read units". Pure functions, thread-safe.
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
    std::string operation;  // "" is any, here and for the others that are not optional
    std::string region;
    std::string table;
    // "" is the table itself, without its indexes. Nothing means table and indexes together.
    std::optional<std::string> index;
    // "" is the default universe. Nothing means the one whose journal is asked.
    std::optional<std::string> universe;
    // Of these requests alone. A label is a pattern; "" is none.
    std::optional<std::string> label;
    std::optional<engine::Instant> from;
    std::optional<engine::Instant> to;
};

// A sum over the requests that match, or the number of findings about them, and its bounds.
struct Assertion {
    std::string name;
    Metric metric = Metric::Requests;
    std::string finding;        // a kind of findings to be counted instead, a pattern; "" for none
    bool counts_notes = false;  // findings that are only notes, too
    AssertionScope scope;
    std::optional<double> least;
    std::optional<double> most;
};

// What was found, and what has to be said about it.
struct Measure {
    double actual = 0;
    std::uint64_t missing = 0;       // requests that should have been looked at, and were forgotten
    std::vector<std::string> notes;  // sentences
};

struct AssertionResult {
    std::string name;
    bool passed = false;
    double actual = 0;
    std::string sentence;  // what was counted, what was found, what was allowed
};

// Reads {"assertions":[{"name":…,"metric":…,"operation":…,"region":…,"table":…,"index":…,
// "universe":…,"label":…,"from":…,"to":…,"least":…,"most":…}]}, or "finding" and "severity" in the
// place of "metric". The default metric is "requests".
// Errors: neither least nor most, an operation that DynamoDB does not have, and so on.
Accepted<std::vector<Assertion>> read_assertions(protocol::wire::JsonView body);

// Whether a sum or a finding of that key is asked about.
bool matches(const AssertionScope& scope, const TotalKey& key);

// The sum, and a note when no request has named the table: a sum over no requests is 0, so that the
// assertion may well pass.
Measure measure(const Assertion& assertion, const JournalTotals& totals);

// Passes when the measure keeps to the bounds, and requests that are missing could not change that.
AssertionResult judge(const Assertion& assertion, const Measure& measure);

// {"passed":…,"results":[…]}.
std::string assertions_text(const std::vector<AssertionResult>& results);

// [{"name":…,"passed":…,"actual":…,"sentence":…}].
void write_results(protocol::wire::JsonWriter& json, const std::vector<AssertionResult>& results);

}  // namespace stator::emulator::journal
