// Run: the needs of earlier requests by principal. A value.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulator/access/authentication/principal.hpp"
#include "emulator/access/authorization/decision_log.hpp"
#include "emulator/access/least_policy/journal_requests.hpp"
#include "emulator/access/least_policy/uses.hpp"
#include "engine/universes/universe.hpp"

namespace stator::emulator::access::least_policy {

// An action and a resource: "GetItem", "arn:…".
using Grant = std::pair<std::string, std::string>;

struct PrincipalRun {
    std::shared_ptr<const authentication::Principal> principal = nullptr;  // null if not known
    std::map<Grant, Uses> grants = {};
};

struct Run {
    std::map<std::string, PrincipalRun> principals = {};  // by Requester::name
    std::vector<UnknownRequests> unknown = {};
    // The ARNs of all existing tables, including those that no request needed.
    std::set<std::string> tables = {};
};

// The needs in the log of decisions, which contains only actions and resources. `with_refused`:
// include the needs of denied requests.
Run decided_run(
    const authorization::DecisionLog& log,
    const engine::universes::Universe& universe,
    bool with_refused
);

struct JournalRunForm {
    bool with_refused = false;
    bool with_items = false;     // also collect the items and attributes of each need
    std::string principal = {};  // only this principal; "" for all
};

// The needs of the requests in the journal.
Run journal_run(
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    const JournalRunForm& form
);

}  // namespace stator::emulator::access::least_policy
