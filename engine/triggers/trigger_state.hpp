// TriggerState: the part of a universe's triggers that survives a restart.
#pragma once

#include <string>

#include "engine/triggers/mapping_record.hpp"
#include "engine/triggers/position_log.hpp"

namespace stator::engine::triggers {

struct TriggerState {
    explicit TriggerState(const std::string& universe) : positions(universe), mappings(universe) {}

    PositionLog positions;   // the records that have been delivered
    MappingRecord mappings;  // the settings of the triggers
};

}  // namespace stator::engine::triggers
