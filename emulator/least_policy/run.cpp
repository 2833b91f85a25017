#include "emulator/least_policy/run.hpp"

#include <set>

#include "emulator/iam/actions.hpp"

namespace stator::emulator::least_policy {

Run decided_run(const authorization::DecisionLog& log, bool with_refused) {
    Run run;
    for (const auto& [principal, grants] : log.needed(with_refused)) {
        PrincipalRun& own = run.principals[principal];
        for (const auto& grant : grants) own.grants[grant].is_unheld = true;
    }
    return run;
}

Run journal_run(observe::Laboratory& laboratory, const JournalRunForm& form) {
    Run run;
    std::set<std::uint64_t> half_known;
    std::string why;
    auto unknown = visit_needs(laboratory, [&](const JournalNeed& needed) {
        if (needed.is_refused && !form.with_refused) return;
        PrincipalRun& own = run.principals[needed.requester.name];
        own.principal = needed.requester.principal;
        const std::string action(iam::action_name(needed.need.action));
        Uses& uses = own.grants[{action, needed.need.resource}];
        if (!form.with_items) return;
        Uses added;
        added.add(needed.context);
        // What has no valid form reads nothing, so it does not matter that it names no key.
        if (needed.request.error == "ValidationException") added.is_unheld = false;
        uses.join(added);
        if (!needed.context.was_asked_too_much()) return;
        half_known.insert(needed.request.sequence);
        why = needed.context.why_unknown();
    });
    run.unknown = std::move(unknown);
    if (half_known.empty()) return run;
    const std::string count = std::to_string(half_known.size());
    run.unknown.push_back(
        {half_known.size(),
         "Of " + count + (half_known.size() == 1 ? " request" : " requests") +
             " it is not known which items they were about, so what they needed has no "
             "condition: " +
             why,
         true}
    );
    return run;
}

}  // namespace stator::emulator::least_policy
