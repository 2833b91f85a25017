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
    std::string server_command;  // starts the judged server; empty if the run does not start it
    std::string run_id;          // six characters that no other run uses
};

struct SuiteResult {
    std::vector<CaseResult> results;      // in the order of the cases
    std::vector<std::string> complaints;  // about tables that could not be deleted
    std::chrono::milliseconds duration{0};
};

/// Returns twelve characters a–z and 0–9, different for each case of a run.
std::string unique_text(const std::string& run_id, std::size_t number);

/// Returns six random characters a–z and 0–9.
std::string random_run_id();

/// Runs the cases on `jobs` threads, each with a connection of its own, and deletes the created
/// tables. A case that fails while the server dies is run again, without others in parallel, after
/// the other cases, because it is unknown which of the running cases crashed the server.
/// `on_result` is called after each case, never by two threads at the same time. Throws
/// TransportError if the server cannot be reached at the start.
SuiteResult run_suite(
    const std::vector<Case>& cases,
    const SuiteSettings& settings,
    const std::function<void(const CaseResult&)>& on_result
);

}  // namespace stator::conformance
