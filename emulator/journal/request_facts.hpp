// Reads the tables, indexes and keys that a request names, before anything in it has been checked.
// Pure. Accepts any JSON: parts that do not have DynamoDB's form are ignored.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/place.hpp"
#include "engine/faults/request_facts.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

// Tables come from TableName, RequestItems, TransactItems, the ARNs of streams and tagged
// resources, and from what follows FROM, INTO and UPDATE in PartiQL. A value of type N is given as
// it was written, one of type B in base64; a value that is too long for a key is left out. The
// attribute is "" where the request does not say it: for the expression values of a Query, and for
// the parameters and literals of a statement.
engine::faults::RequestFacts read_request_facts(
    std::string_view operation, const engine::Place& place, protocol::wire::JsonView body
);

// The table that a name or an ARN is about: "table/Music/stream/2026" and
// "table/Music/index/ByYear" are about Music. "" for the ARN of anything else.
std::string_view named_table(std::string_view name_or_arn);

}  // namespace stator::emulator::journal
