// The routes that read and set each control, and the reply that shows one.
#pragma once

#include <string_view>

#include "emulator/admin/routes/route.hpp"
#include "emulator/laboratory/controls/control.hpp"

namespace stator::emulator::admin::routes {

// The reply to GET. `table` is the query parameter; "" for all tables. Thread-safe.
AdminAnswer state_answer(
    laboratory::Laboratory& laboratory,
    const laboratory::controls::Control& control,
    std::string_view table = {}
);

}  // namespace stator::emulator::admin::routes
