// What a report needs to know from the engine: which tables and indexes exist, and which keys are
// hot.
#pragma once

#include "emulator/observe/cost_report.hpp"

namespace stator::emulator::observe {

class Laboratory;

// The engine's present state. Thread-safe.
ReportInputs report_inputs(Laboratory& laboratory);

}  // namespace stator::emulator::observe
