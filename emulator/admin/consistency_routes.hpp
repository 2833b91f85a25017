// The routes of consistency: lag in general and by rule, and replicas controlled by hand.
#pragma once

#include <optional>
#include <string_view>

#include "emulator/admin/route.hpp"
#include "engine/consistency/lag_policy.hpp"

namespace stator::emulator::admin {

AdminRoutes consistency_routes();

// "oldest-legal" and so on.
std::string_view read_mode_name(engine::consistency::ReadMode mode);
std::optional<engine::consistency::ReadMode> find_read_mode(std::string_view name);

}  // namespace stator::emulator::admin
