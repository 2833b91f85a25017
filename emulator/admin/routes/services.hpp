// Services: the parts of a process that routes report on, beside the laboratories.
#pragma once

#include "emulator/access/authorization/judges.hpp"
#include "emulator/overload/load.hpp"
#include "emulator/overload/memory_guard.hpp"

namespace stator::emulator::admin::routes {

// Borrows.
struct Services {
    access::authorization::Judges judges = {};
    const overload::Load* load = nullptr;     // null where nothing listens
    overload::MemoryGuard* memory = nullptr;  // null where memory is not limited
};

}  // namespace stator::emulator::admin::routes
