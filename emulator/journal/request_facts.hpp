// Reads the tables, indexes and keys that a request names, before the request has been validated.
// Pure. Accepts any JSON, and ignores parts that do not have DynamoDB's form.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/place.hpp"
#include "engine/faults/request_facts.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

// Tables come from TableName, RequestItems, TransactItems, the ARNs of streams and tagged
// resources, and from the names after FROM, INTO and UPDATE in PartiQL. A value of type N is
// returned as written, and a value of type B in base64. Values that are too long for a key are
// omitted. The attribute is "" if the request does not contain it: for the expression values of a
// Query, and for the parameters and literals of a statement.
engine::faults::RequestFacts read_request_facts(
    std::string_view operation, const engine::Place& place, protocol::wire::JsonView body
);

// The table of a name or an ARN: "table/Music/stream/2026" and "table/Music/index/ByYear" belong to
// Music. "" for other ARNs.
std::string_view named_table(std::string_view name_or_arn);

}  // namespace stator::emulator::journal
