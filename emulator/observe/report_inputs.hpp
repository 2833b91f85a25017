// What a report needs to know of the engine: which tables and indexes exist, which keys are hot.
#pragma once

#include "emulator/observe/cost_report.hpp"

namespace stator::emulator::observe {

class Laboratory;

// As of now. Thread-safe.
ReportInputs report_inputs(Laboratory& laboratory);

}  // namespace stator::emulator::observe
