// What a report is made from besides one journal: which tables and indexes exist and which keys are
// hot, and the journals of all universes together.
#pragma once

#include "emulator/observe/cost_report.hpp"
#include "emulator/observe/request_journal.hpp"

namespace stator::emulator::observe {

class Laboratories;
class Laboratory;

// The present state of one universe, or of all. Thread-safe.
ReportInputs report_inputs(const Laboratory& laboratory);
ReportInputs report_inputs(Laboratories& laboratories);

// What the journals of all universes hold. Thread-safe.
JournalSnapshot journal_of_all(Laboratories& laboratories);

}  // namespace stator::emulator::observe
