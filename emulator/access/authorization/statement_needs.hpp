// What a PartiQL statement needs. Pure.
#pragma once

#include "emulator/access/authorization/need_list.hpp"

namespace stator::emulator::access::authorization {

// Of an object with Statement and Parameters. Null for a statement that cannot be read, which the
// operation refuses whoever asks.
Need* add_statement_need(NeedList& list, protocol::wire::JsonView statement);

}  // namespace stator::emulator::access::authorization
