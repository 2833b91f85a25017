// Services: the parts of a process, other than the laboratories, that routes report on.
#pragma once

#include "emulator/access/authorization/judges.hpp"
#include "emulator/overload/load.hpp"
#include "emulator/overload/memory_guard.hpp"

namespace stator::emulator::admin::routes {

// Borrows all of them.
struct Services {
    access::authorization::Judges judges = {};
    const overload::Load* load = nullptr;     // null if the process does not listen
    overload::MemoryGuard* memory = nullptr;  // null if memory is not limited
};

}  // namespace stator::emulator::admin::routes
