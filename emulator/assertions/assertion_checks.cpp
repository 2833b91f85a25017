#include "emulator/assertions/assertion_checks.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include "emulator/forms/universe_name.hpp"
#include "emulator/observe/cost_report.hpp"
#include "emulator/observe/laboratories.hpp"
#include "emulator/observe/report_inputs.hpp"
#include "engine/base/name_pattern.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::assertions {
namespace {

using observe::Assertion;
using observe::AssertionResult;
using observe::Finding;
using observe::FindingKind;
using observe::JournalSelection;
using observe::JournalSnapshot;
using observe::Laboratories;
using observe::Laboratory;
using observe::Measure;
using observe::RequestJournal;

// How many findings a sentence tells of.
constexpr std::size_t kMostNotes = 3;

using AskedLaboratories = std::vector<std::shared_ptr<Laboratory>>;

// Those whose universe the pattern fits. Error: there is none.
forms::Accepted<AskedLaboratories> find_laboratories(
    Laboratories& all, const std::string& pattern
) {
    AskedLaboratories found = all.all();
    std::erase_if(found, [&pattern](const std::shared_ptr<Laboratory>& laboratory) {
        return !engine::matches_universe(pattern, laboratory->universe().name());
    });
    if (found.empty()) return forms::no_such_universe(pattern);
    return found;
}

JournalSelection selection_of(const Assertion& assertion) {
    return {assertion.scope.label, assertion.scope.from, assertion.scope.to};
}

JournalSnapshot snapshot_of(const RequestJournal& journal, const JournalSelection& selection) {
    return selection.is_all() ? journal.snapshot() : journal.snapshot(selection);
}

bool is_asked_for(const Assertion& assertion, const Finding& finding) {
    const observe::TotalKey key{
        finding.universe, finding.operation, finding.table, finding.index, finding.region};
    return (assertion.counts_notes || finding.severity == observe::Severity::Warning) &&
           engine::matches_name(assertion.finding, observe::finding_name(finding.kind)) &&
           observe::matches(assertion.scope, key);
}

forms::Accepted<void> check_finding(const Assertion& assertion) {
    std::string names;
    bool is_known = false;
    for (const FindingKind kind : observe::kFindingKinds) {
        is_known = is_known || engine::matches_name(assertion.finding, observe::finding_name(kind));
        names.append(names.empty() ? "" : ", ").append(observe::finding_name(kind));
    }
    if (!is_known) {
        return forms::Refusal{
            "there are no findings '" + assertion.finding + "'; there are " + names + "."};
    }
    if (assertion.finding != observe::finding_name(FindingKind::HotKey) ||
        selection_of(assertion).is_all()) {
        return {};
    }
    return forms::Refusal{
        "hot keys are not known by label and time; leave out 'label', 'from' and 'to', or DELETE "
        "/_stator/v1/heat first."};
}

void count_findings(const Assertion& assertion, const Laboratory& laboratory, Measure& found) {
    const JournalSelection selection = selection_of(assertion);
    observe::ReportInputs inputs = observe::report_inputs(laboratory);
    // Heat is of all requests.
    if (!selection.is_all()) inputs.hot_keys.clear();
    const auto report = observe::build_report(snapshot_of(laboratory.journal(), selection), inputs);
    for (const Finding& finding : report.findings) {
        if (!is_asked_for(assertion, finding)) continue;
        found.actual += 1;
        if (found.notes.size() < kMostNotes) found.notes.push_back(finding.sentence);
    }
    const bool is_about_keys =
        engine::matches_name(assertion.finding, observe::finding_name(FindingKind::HotKey));
    if (is_about_keys && selection.is_all() && !inputs.measures_keys) {
        found.notes.emplace_back("Heat is off: hot keys were not looked for.");
    }
}

Measure measure_in(const AskedLaboratories& laboratories, const Assertion& assertion) {
    const JournalSelection selection = selection_of(assertion);
    Measure found;
    observe::JournalTotals totals;
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
    if (assertion.finding.empty()) found = observe::measure(assertion, totals);
    found.missing = missing;
    return found;
}

}  // namespace

forms::Accepted<std::vector<AssertionResult>> check_assertions(
    Laboratory& asked, const std::vector<Assertion>& assertions
) {
    std::vector<AssertionResult> results;
    for (const Assertion& assertion : assertions) {
        if (!assertion.finding.empty()) STATOR_CHECK(check_finding(assertion));
        const std::string universe = assertion.scope.universe.value_or(asked.universe().name());
        STATOR_TRY(const auto laboratories, find_laboratories(asked.all(), universe));
        results.push_back(observe::judge(assertion, measure_in(laboratories, assertion)));
    }
    return results;
}

}  // namespace stator::emulator::assertions
