// GET and PUT of every control, and the answer that shows one.
#pragma once

#include <string_view>

#include "emulator/admin/routes/route.hpp"
#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::admin::routes {

// The answer of GET. `table` is its query parameter; "" for all tables. Thread-safe.
AdminAnswer state_answer(
    laboratory::Laboratory& laboratory,
    const laboratory::controls::Control& control,
    std::string_view table = {}
);

}  // namespace stator::emulator::admin::routes
