// Tables of the source and what becomes of them at the target: definitions, Time to Live, tags.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/forms/accepted.hpp"
#include "emulator/moves/api_client.hpp"
#include "protocol/values/table_terms.hpp"

namespace stator::emulator::copying {

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
forms::Accepted<TablePlan> plan_table(
    moves::ApiClient& from, moves::ApiClient& to, const std::string& table
);

// Makes the table at the target, and returns once it can be written to.
forms::Accepted<void> make_table(moves::ApiClient& to, const TablePlan& plan);

// Time to Live and tags, once the items are there, so that none of them expires on the way. Returns
// a sentence for each that one of the two sides does not know.
std::vector<std::string> finish_table(
    moves::ApiClient& from, moves::ApiClient& to, const TablePlan& plan
);

}  // namespace stator::emulator::copying
