// Describes a table through the API, and builds the request that creates another one like it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/base/accepted.hpp"
#include "protocol/values/table_terms.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/api_client.hpp"

namespace stator::tools::client {

// Returns the names of all tables, in the server's order.
emulator::Accepted<std::vector<std::string>> table_names(ApiClient& api);

// Returns DescribeTable's reply, which contains a Table; nullopt if the table does not exist.
emulator::Accepted<std::optional<protocol::wire::JsonDocument>> find_table(
    ApiClient& api, const std::string& table
);

// Like find_table(), but waits until the table is no longer CREATING. Error also if the table does
// not exist: "there is no table T", followed by `remedy`, the fix for the user.
emulator::Accepted<protocol::wire::JsonDocument> made_table(
    ApiClient& api, const std::string& table, std::string_view remedy = ""
);

// Returns the table's key attributes with their types, from DescribeTable.
std::vector<protocol::values::AttributeDefinition> key_attributes(protocol::wire::JsonView table);

// Returns the table's Time to Live attribute; "" if Time to Live is disabled.
emulator::Accepted<std::string> time_to_live_of(ApiClient& api, const std::string& table);

// Returns the type for "S", "N" or "B" in a definition; String for any other text.
protocol::values::AttributeType scalar_type_from(std::string_view text);

// Returns CreateTable's request for a table as DescribeTable shows it: keys, indexes, capacity,
// stream. A non-empty `time_to_live` is added as TimeToLiveSpecification, for --seed-from. A
// non-empty `name` replaces the table's name.
std::string definition_of(
    protocol::wire::JsonView table,
    const std::string& time_to_live = "",
    const std::string& name = ""
);

}  // namespace stator::tools::client
