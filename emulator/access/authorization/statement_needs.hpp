// The needs of a PartiQL statement. Pure.
#pragma once

#include "emulator/access/authorization/need_list.hpp"

namespace stator::emulator::access::authorization {

// Adds the need of an object with Statement and Parameters. Null if the statement cannot be parsed;
// the operation rejects such a statement, regardless of the sender.
Need* add_statement_need(NeedList& list, protocol::wire::JsonView statement);

}  // namespace stator::emulator::access::authorization
