// Tables of the source and what becomes of them at the target: definitions, Time to Live, tags.
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
    std::uint64_t items = 0;  // as DescribeTable says, which may be hours old
    std::uint64_t bytes = 0;
    bool is_there = false;  // at the target
};

// Looks at a table on both sides. Errors: the source has no such table; the target has one with
// other keys.
emulator::Accepted<TablePlan> plan_table(
    client::ApiClient& from, client::ApiClient& to, const std::string& table
);

// Makes the table at the target, and returns once it can be written to.
emulator::Accepted<void> make_table(client::ApiClient& to, const TablePlan& plan);

// Time to Live and tags, once the items are there, so that none of them expires on the way. Returns
// a sentence for each that one of the two sides does not know.
std::vector<std::string> finish_table(
    client::ApiClient& from, client::ApiClient& to, const TablePlan& plan
);

}  // namespace stator::tools::copy
