// The script that captures what DynamoDB answers to the doubtful requests.
#pragma once

#include <string>
#include <vector>

#include "conformance/doubts/ledger.hpp"

namespace stator::conformance::doubts {

/// A script for bash and curl: makes the tables, sends each doubt's requests, sixteen doubts at a
/// time, keeps the answers in a folder and deletes the tables. `ledger` was read with
/// kRunPlaceholder as its run.
std::string capture_script(const std::vector<Doubt>& ledger);

/// The file of the script's folder that has a case's answer.
std::string capture_file(const std::string& case_name);

}  // namespace stator::conformance::doubts
