// What a report is made from besides one journal: which tables and indexes exist and which keys are
// hot, and the journals of all universes together.
#pragma once

#include "emulator/journal/cost_report.hpp"
#include "emulator/journal/request_journal.hpp"

namespace stator::emulator::laboratory {

class Laboratories;
class Laboratory;

// The present state of one universe, or of all. Thread-safe.
journal::ReportInputs report_inputs(const Laboratory& laboratory);
journal::ReportInputs report_inputs(Laboratories& laboratories);

// What the journals of all universes hold. Thread-safe.
journal::JournalSnapshot journal_of_all(Laboratories& laboratories);

}  // namespace stator::emulator::laboratory
