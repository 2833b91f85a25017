// Runs all cases, several at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "conformance/run/case_runner.hpp"

namespace stator::conformance {

struct SuiteSettings {
    Target target;
    CaseSettings cases;
    std::chrono::milliseconds table_patience{300'000};
    std::size_t jobs = 4;
    std::string server_command;  // runs the judged server; empty if it is not ours to start
    std::string run_id;          // six characters that no other run uses
};

struct SuiteResult {
    std::vector<CaseResult> results;      // in the order of the cases
    std::vector<std::string> complaints;  // about tables that could not be deleted
    std::chrono::milliseconds duration{0};
};

/// Twelve characters a–z and 0–9, different for each case of a run.
std::string unique_text(const std::string& run_id, std::size_t number);

/// Six random characters a–z and 0–9.
std::string random_run_id();

/// Runs the cases on `jobs` threads, each with a connection of its own, and deletes the tables
/// made. A case that fails while the server dies is run again, alone, after the others, because
/// while several run nothing tells which of them killed it. `on_result` is called after each case,
/// never by two threads at once. Throws TransportError if the server cannot be reached at the
/// start.
SuiteResult run_suite(
    const std::vector<Case>& cases,
    const SuiteSettings& settings,
    const std::function<void(const CaseResult&)>& on_result
);

}  // namespace stator::conformance
