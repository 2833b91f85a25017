#include "emulator/laboratory/assertion_checks.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include "emulator/base/universe_name.hpp"
#include "emulator/journal/cost_report.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/laboratory/report_inputs.hpp"
#include "engine/base/name_pattern.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::laboratory {
namespace {

using journal::Assertion;
using journal::AssertionResult;
using journal::Finding;
using journal::FindingKind;
using journal::JournalSelection;
using journal::JournalSnapshot;
using journal::Measure;
using journal::RequestJournal;

// The maximum number of findings in a sentence.
constexpr std::size_t kMostNotes = 3;

using AskedLaboratories = std::vector<std::shared_ptr<Laboratory>>;

// The laboratories whose universes match the pattern. Error: none does.
Accepted<AskedLaboratories> find_laboratories(Laboratories& all, const std::string& pattern) {
    AskedLaboratories found = all.all();
    std::erase_if(found, [&pattern](const std::shared_ptr<Laboratory>& laboratory) {
        return !engine::matches_universe(pattern, laboratory->universe().name());
    });
    if (found.empty()) return no_such_universe(pattern);
    return found;
}

JournalSelection selection_of(const Assertion& assertion) {
    return {assertion.scope.label, assertion.scope.from, assertion.scope.to};
}

JournalSnapshot snapshot_of(const RequestJournal& journal, const JournalSelection& selection) {
    return selection.is_all() ? journal.snapshot() : journal.snapshot(selection);
}

bool is_asked_for(const Assertion& assertion, const Finding& finding) {
    const journal::TotalKey key{
        finding.universe, finding.operation, finding.table, finding.index, finding.region};
    return (assertion.counts_notes || finding.severity == journal::Severity::Warning) &&
           engine::matches_name(assertion.finding, journal::finding_name(finding.kind)) &&
           journal::matches(assertion.scope, key);
}

Accepted<void> check_finding(const Assertion& assertion) {
    std::string names;
    bool is_known = false;
    for (const FindingKind kind : journal::kFindingKinds) {
        is_known = is_known || engine::matches_name(assertion.finding, journal::finding_name(kind));
        names.append(names.empty() ? "" : ", ").append(journal::finding_name(kind));
    }
    if (!is_known) {
        return Refusal{
            "there are no findings '" + assertion.finding + "'; there are " + names + "."};
    }
    if (assertion.finding != journal::finding_name(FindingKind::HotKey) ||
        selection_of(assertion).is_all()) {
        return {};
    }
    return Refusal{
        "hot keys are not known by label and time; leave out 'label', 'from' and 'to', or DELETE "
        "/_stator/v1/heat first."};
}

void count_findings(const Assertion& assertion, const Laboratory& laboratory, Measure& found) {
    const JournalSelection selection = selection_of(assertion);
    journal::ReportInputs inputs = report_inputs(laboratory);
    // Heat covers all requests.
    if (!selection.is_all()) inputs.hot_keys.clear();
    const auto report = journal::build_report(snapshot_of(laboratory.journal(), selection), inputs);
    for (const Finding& finding : report.findings) {
        if (!is_asked_for(assertion, finding)) continue;
        found.actual += 1;
        if (found.notes.size() < kMostNotes) found.notes.push_back(finding.sentence);
    }
    const bool is_about_keys =
        engine::matches_name(assertion.finding, journal::finding_name(FindingKind::HotKey));
    if (is_about_keys && selection.is_all() && !inputs.measures_keys) {
        found.notes.emplace_back("Heat is off: hot keys were not looked for.");
    }
}

Measure measure_in(const AskedLaboratories& laboratories, const Assertion& assertion) {
    const JournalSelection selection = selection_of(assertion);
    Measure found;
    journal::JournalTotals totals;
    std::uint64_t missing = 0;
    for (const auto& laboratory : laboratories) {
        const RequestJournal& journal = laboratory->journal();
        if (!selection.is_all()) missing += journal.missing(selection);
        if (assertion.finding.empty()) {
            totals.add(selection.is_all() ? journal.totals() : journal.snapshot(selection).totals);
        } else {
            count_findings(assertion, *laboratory, found);
        }
    }
    if (assertion.finding.empty()) found = journal::measure(assertion, totals);
    found.missing = missing;
    return found;
}

}  // namespace

Accepted<std::vector<AssertionResult>> check_assertions(
    Laboratories& all, Laboratory& asked, const std::vector<Assertion>& assertions
) {
    std::vector<AssertionResult> results;
    for (const Assertion& assertion : assertions) {
        if (!assertion.finding.empty()) STATOR_CHECK(check_finding(assertion));
        const std::string universe = assertion.scope.universe.value_or(asked.universe().name());
        STATOR_TRY(const auto laboratories, find_laboratories(all, universe));
        results.push_back(journal::judge(assertion, measure_in(laboratories, assertion)));
    }
    return results;
}

}  // namespace stator::emulator::laboratory
