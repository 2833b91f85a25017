// Items as plain JSON without DynamoDB's types, as dynein and others write them: sets become lists,
// and binary values become base64. The counterpart for reading is
// protocol/formats/transfer/ion_json.hpp, because Ion's text format includes JSON.
#pragma once

#include <string>

#include "protocol/wire/json.hpp"

namespace stator::tools::transfer {

// Appends the item, an object of AttributeValues. Returns false if it is not an item.
bool append_plain_json(std::string& out, protocol::wire::JsonView item);

}  // namespace stator::tools::transfer
