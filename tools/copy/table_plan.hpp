// Plans for the tables of the source at the target: definitions, Time to Live, tags.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "protocol/values/table_terms.hpp"
#include "tools/client/api_client.hpp"

namespace stator::tools::copy {

struct TablePlan {
    std::string name;
    std::string definition;  // CreateTable's request
    std::string arn = {};
    std::vector<protocol::values::AttributeDefinition> keys = {};
    std::uint64_t items = 0;  // from DescribeTable; may be hours old
    std::uint64_t bytes = 0;
    bool is_there = false;  // whether the target has the table
};

// Inspects a table on both sides. Errors: the source has no such table; the target's table has
// other keys.
emulator::Accepted<TablePlan> plan_table(
    client::ApiClient& from, client::ApiClient& to, const std::string& table
);

// Creates the table at the target, and returns once it can be written.
emulator::Accepted<void> make_table(client::ApiClient& to, const TablePlan& plan);

// Sets Time to Live and tags after all items are copied, so that no item expires during the copy.
// Returns a sentence for each feature that one of the two sides does not support.
std::vector<std::string> finish_table(
    client::ApiClient& from, client::ApiClient& to, const TablePlan& plan
);

}  // namespace stator::tools::copy
