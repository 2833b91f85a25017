// Run: what the requests that have been made needed, by who made them. A value.
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
    std::shared_ptr<const authentication::Principal> principal = nullptr;  // null: not known
    std::map<Grant, Uses> grants = {};
};

struct Run {
    std::map<std::string, PrincipalRun> principals = {};  // by Requester::name
    std::vector<UnknownRequests> unknown = {};
    // The ARNs of all tables that there are, whether or not anybody needed them.
    std::set<std::string> tables = {};
};

// By what was decided of requests, of which no more is known than actions and resources.
// `with_refused`: with what refused requests needed.
Run decided_run(
    const authorization::DecisionLog& log,
    const engine::universes::Universe& universe,
    bool with_refused
);

struct JournalRunForm {
    bool with_refused = false;
    bool with_items = false;     // which items and attributes it was about, too
    std::string principal = {};  // of this one alone; "" for all
};

// By the journal of requests.
Run journal_run(
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    const JournalRunForm& form
);

}  // namespace stator::emulator::access::least_policy
