// The inputs of a report in addition to one journal: the tables and indexes, the hot keys, and the
// journals of all universes together.
#pragma once

#include "emulator/journal/cost_report.hpp"
#include "emulator/journal/request_journal.hpp"

namespace stator::emulator::laboratory {

class Laboratories;
class Laboratory;

// The present state of one universe, or of all. Thread-safe.
journal::ReportInputs report_inputs(const Laboratory& laboratory);
journal::ReportInputs report_inputs(Laboratories& laboratories);

// The contents of the journals of all universes. Thread-safe.
journal::JournalSnapshot journal_of_all(Laboratories& laboratories);

}  // namespace stator::emulator::laboratory
