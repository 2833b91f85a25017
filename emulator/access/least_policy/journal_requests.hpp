// Computes the needs of the requests in a universe's journal. Runs on demand, so it does not slow
// down requests. Thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/access/authorization/judges.hpp"
#include "emulator/access/authorization/need.hpp"
#include "emulator/access/least_policy/journal_context.hpp"
#include "emulator/laboratory/laboratory.hpp"

namespace stator::emulator::access::least_policy {

// One action on one resource that a request needed.
struct JournalNeed {
    const journal::RequestRecord& request;
    const Requester& requester;
    // The request was denied, or would have been denied if it had not only been audited.
    bool is_refused = false;
    // It is not known whether the request was denied, because the decision has been discarded.
    bool is_decision_gone = false;
    const authorization::Need& need;
    const JournalContext& context;
};

// Requests whose needs are not known, or not all of them.
struct UnknownRequests {
    std::uint64_t requests = 0;
    std::string sentence;   // why, and how to record them
    bool is_listed = true;  // they are still in the journal
};

// Calls `visit` with each need of the principal's requests in the journal, in the order of the
// requests. "" means all principals. The arguments of `visit` are valid only during the call.
// Returns the principal's requests whose needs are not known, and the number of requests, of any
// principal, that have left the journal.
std::vector<UnknownRequests> visit_needs(
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    std::string_view principal,
    const std::function<void(const JournalNeed&)>& visit
);

}  // namespace stator::emulator::access::least_policy
