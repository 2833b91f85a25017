// Items as plain JSON, without DynamoDB's types, as dynein and others write them: sets become
// lists, binary its base64. Reading it back is protocol/formats/transfer/ion_json.hpp, for Ion's
// text includes JSON.
#pragma once

#include <string>

#include "protocol/wire/json.hpp"

namespace stator::tools::transfer {

// Appends the item, which is an object of AttributeValues. False when it is none.
bool append_plain_json(std::string& out, protocol::wire::JsonView item);

}  // namespace stator::tools::transfer
