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

// The reply, which must be a JSON object. Refusal: the failure's sentence.
emulator::Accepted<protocol::wire::JsonDocument> document_of(
    std::variant<std::string, ApiFailure> reply
);

// {"TableName":…}
std::string table_request(const std::string& table);

// One of the parts of a table that a Scan can read by itself.
struct Segment {
    std::size_t number = 0;
    std::size_t of = 1;
};

// A Scan's next page, behind that key, which is JSON; "" for the first. `wants_units`: the reply is
// to say what it consumed.
std::string page_request(
    const std::string& table, std::string_view start, Segment segment = {}, bool wants_units = false
);

// The capacity units of a reply's ConsumedCapacity, of all its tables together; nothing when the
// server does not say.
std::optional<double> consumed_units(protocol::wire::JsonView reply);

}  // namespace stator::tools::client
