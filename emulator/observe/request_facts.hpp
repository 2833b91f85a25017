// Reads off a request what it says it is about: tables, indexes and keys, before anything has been
// checked. Pure, and indifferent to what the JSON is: what is not as DynamoDB has it is passed
// over.
#pragma once

#include <string>
#include <string_view>

#include "engine/faults/request_facts.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::observe {

// Tables are told from TableName, RequestItems, TransactItems, the ARNs of streams and tagged
// resources, and from what follows FROM, INTO and UPDATE in PartiQL. A value of type N is told as
// it was written, one of type B in base64; one that is too long for a key is left out. The
// attribute is "" where the request does not tell it: for the expression values of a Query, the
// parameters and literals of a statement.
engine::faults::RequestFacts read_request_facts(
    std::string_view operation, const std::string& universe, protocol::wire::JsonView body
);

// The table that a name or an ARN is about: "table/Music/stream/2026" and
// "table/Music/index/ByYear" are about Music. "" for the ARN of anything else.
std::string_view named_table(std::string_view name_or_arn);

}  // namespace stator::emulator::observe
