#include "emulator/access/least_policy/run.hpp"

#include <set>

#include "emulator/access/iam/actions.hpp"
#include "emulator/base/count_text.hpp"
#include "engine/table/table.hpp"

namespace stator::emulator::access::least_policy {
namespace {

void add_undecided(Run& run, std::size_t requests) {
    if (requests == 0) return;
    run.unknown.push_back(
        {requests,
         "What was decided of " + count_text(requests, "request") +
             " is no longer known, so nobody knows whether they would have been refused, and no "
             "policy allows what they needed; ask with --refused on, which counts refused requests "
             "too, or send them again."}
    );
}

void add_half_known(Run& run, std::size_t requests, const std::string& why) {
    if (requests == 0) return;
    run.unknown.push_back(
        {requests,
         "Of " + count_text(requests, "request") +
             " it is not known which items they were about, so what they needed has no "
             "condition: " +
             why}
    );
}

std::set<std::string> tables_of(const engine::universes::Universe& universe) {
    std::set<std::string> arns;
    for (const auto& region : universe.regions()) {
        for (const auto& table : region.catalog->tables()) {
            arns.insert(table->snapshot()->description.table_arn);
        }
    }
    return arns;
}

}  // namespace

Run decided_run(
    const authorization::DecisionLog& log,
    const engine::universes::Universe& universe,
    bool with_refused
) {
    Run run;
    run.tables = tables_of(universe);
    for (const auto& [principal, grants] : log.needed(with_refused)) {
        PrincipalRun& own = run.principals[principal];
        for (const auto& grant : grants) own.grants[grant].is_unrestricted = true;
    }
    return run;
}

Run journal_run(
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    const JournalRunForm& form
) {
    Run run;
    run.tables = tables_of(laboratory.universe());
    std::set<std::uint64_t> undecided;
    std::set<std::uint64_t> half_known;
    std::string why;
    auto unknown = visit_needs(laboratory, judges, form.principal, [&](const JournalNeed& needed) {
        if (needed.is_refused && !form.with_refused) return;
        if (needed.is_decision_gone && !form.with_refused) {
            undecided.insert(needed.request.sequence);
            return;
        }
        PrincipalRun& own = run.principals[needed.requester.name];
        own.principal = needed.requester.principal;
        const std::string action(iam::action_name(needed.need.action));
        Uses& uses = own.grants[{action, needed.need.resource}];
        if (!form.with_items) return;
        Uses added;
        added.add(needed.context);
        // An invalid request reads nothing, so it does not matter that it has no key.
        if (needed.request.error == "ValidationException") added.is_unrestricted = false;
        uses.join(added);
        if (!needed.context.was_asked_too_much()) return;
        half_known.insert(needed.request.sequence);
        why = needed.context.why_unknown();
    });
    run.unknown = std::move(unknown);
    add_undecided(run, undecided.size());
    add_half_known(run, half_known.size(), why);
    return run;
}

}  // namespace stator::emulator::access::least_policy
