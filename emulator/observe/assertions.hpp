// Assertions: what a test requires of the requests of the code under test: "no Scan on table
// orders", "at most 40 read units". Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/forms/accepted.hpp"
#include "emulator/observe/journal_totals.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::observe {

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

// A sum over the requests that match, and its bounds.
struct Assertion {
    std::string name;
    Metric metric = Metric::Requests;
    std::string operation;  // "" is any
    std::string table;      // "" is any
    // "" is the table itself, without its indexes. Nothing means table and indexes together.
    std::optional<std::string> index;
    // "" is the default universe. Nothing means the one whose journal is asked.
    std::optional<std::string> universe;
    std::optional<double> least;
    std::optional<double> most;
};

struct AssertionResult {
    std::string name;
    bool passed = false;
    double actual = 0;
    std::string sentence;  // what was counted, what was found, what was allowed
};

// Reads {"assertions":[{"name":…,"metric":…,"operation":…,"table":…,"index":…,"universe":…,
// "least":…,"most":…}]}. The default metric is "requests".
// Errors: neither least nor most, an operation that DynamoDB does not have, and so on.
forms::Accepted<std::vector<Assertion>> read_assertions(protocol::wire::JsonView body);

// A sum over no requests is 0, so an assertion on a table that was never used may pass; the
// sentence says so.
AssertionResult check_assertion(const Assertion& assertion, const JournalTotals& totals);

// {"passed":…,"results":[…]}.
std::string assertions_text(const std::vector<AssertionResult>& results);

// [{"name":…,"passed":…,"actual":…,"sentence":…}].
void write_results(protocol::wire::JsonWriter& json, const std::vector<AssertionResult>& results);

}  // namespace stator::emulator::observe
