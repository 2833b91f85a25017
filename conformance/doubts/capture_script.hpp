// The script that captures DynamoDB's replies to the doubtful requests.
#pragma once

#include <string>
#include <vector>

#include "conformance/doubts/ledger.hpp"

namespace stator::conformance::doubts {

/// Returns a script for bash and curl. It creates the tables, sends the requests of each doubt,
/// sixteen doubts at a time, stores the replies in a folder and deletes the tables. Precondition:
/// `ledger` was read with kRunPlaceholder as its run id.
std::string capture_script(const std::vector<Doubt>& ledger);

/// Returns the file in the script's folder that contains a case's reply.
std::string capture_file(const std::string& case_name);

}  // namespace stator::conformance::doubts
