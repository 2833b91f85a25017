// A table as the API tells of it, and the request that makes another one like it.
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

// The names of all tables, in the server's order.
emulator::Accepted<std::vector<std::string>> table_names(ApiClient& api);

// DescribeTable's reply, which has a Table; nothing when there is no such table.
emulator::Accepted<std::optional<protocol::wire::JsonDocument>> find_table(
    ApiClient& api, const std::string& table
);

// The same once the table is no longer CREATING. Error also when there is none: "there is no table
// T", and behind it `remedy`, which says what to do about that.
emulator::Accepted<protocol::wire::JsonDocument> made_table(
    ApiClient& api, const std::string& table, std::string_view remedy = ""
);

// The table's key attributes, as DescribeTable tells of them, with their types.
std::vector<protocol::values::AttributeDefinition> key_attributes(protocol::wire::JsonView table);

// The attribute by which the table's items expire; "" for none.
emulator::Accepted<std::string> time_to_live_of(ApiClient& api, const std::string& table);

// "S", "N" or "B" of a definition; String for anything else.
protocol::values::AttributeType scalar_type_from(std::string_view text);

// CreateTable's request for a table as DescribeTable shows it: keys, indexes, capacity, stream.
// `time_to_live` that is not "" is added as TimeToLiveSpecification, for --seed-from; `name` that
// is not "" takes the place of the table's.
std::string definition_of(
    protocol::wire::JsonView table,
    const std::string& time_to_live = "",
    const std::string& name = ""
);

}  // namespace stator::tools::client
