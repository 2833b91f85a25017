// Compares a world's backups, and the moments that it can restore, with the model.
#pragma once

#include <cstdint>
#include <optional>

#include "tests/simulation/comparison.hpp"
#include "tests/simulation/model/model.hpp"
#include "tests/simulation/system.hpp"

namespace stator::simulation {

// The moments that can be restored.
struct RestorableWindow {
    std::int64_t earliest_ms = 0;
    std::int64_t latest_ms = 0;
};

// Nullopt while the table's recovery is off.
std::optional<RestorableWindow> restorable_window(const World& world, std::size_t table);

// Compares the existing backups, and the restorable moments of each table.
std::optional<Difference> compare_backups(const World& world, const Model& model);

}  // namespace stator::simulation
