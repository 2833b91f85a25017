// Requests and replies of the calls that several commands make.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "emulator/base/accepted.hpp"
#include "protocol/wire/json.hpp"
#include "tools/client/api_client.hpp"

namespace stator::tools::client {

// Returns the reply, which must be a JSON object. Error: the failure's sentence.
emulator::Accepted<protocol::wire::JsonDocument> document_of(
    std::variant<std::string, ApiFailure> reply
);

// {"TableName":…}
std::string table_request(const std::string& table);

// One of the segments of a table that a parallel Scan reads separately.
struct Segment {
    std::size_t number = 0;
    std::size_t of = 1;
};

// The request for a Scan's next page, after the key `start` (JSON); "" for the first page.
// `wants_units`: the reply should include its ConsumedCapacity.
std::string page_request(
    const std::string& table, std::string_view start, Segment segment = {}, bool wants_units = false
);

// Returns the capacity units of a reply's ConsumedCapacity, summed over its tables; nullopt if the
// server does not report it.
std::optional<double> consumed_units(protocol::wire::JsonView reply);

}  // namespace stator::tools::client
