// Answers of routes of the admin API.
#pragma once

#include <string>
#include <string_view>

#include "emulator/admin/router.hpp"

namespace stator::testing {

// The answer's body, or a refusal as "status sentence". `target` is a path with its query.
std::string answer_of(
    const emulator::admin::AdminRouter& router,
    std::string_view method,
    std::string_view target,
    const std::string& body
);

}  // namespace stator::testing
