// What the requests in a universe's journal needed, worked out when somebody asks: no request is
// slower for it. Thread-safe.
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
    // Who sent it was told that it may not be done, or would have been, were it not only audited.
    bool is_refused = false;
    // It is not known whether they would have been told so: what was decided is forgotten.
    bool is_decision_gone = false;
    const authorization::Need& need;
    const JournalContext& context;
};

// Requests of which it is not known what they needed, or not everything.
struct UnknownRequests {
    std::uint64_t requests = 0;
    std::string sentence;   // why, and what would help
    bool is_listed = true;  // they are in the journal still
};

// Calls `visit` with everything that the principal's requests in the journal needed, in their
// order, and returns of which of its requests that is not known, and how many of anybody's have
// left the journal. "" is every principal. What `visit` is called with lives as long as the call.
std::vector<UnknownRequests> visit_needs(
    laboratory::Laboratory& laboratory,
    const authorization::Judges& judges,
    std::string_view principal,
    const std::function<void(const JournalNeed&)>& visit
);

}  // namespace stator::emulator::access::least_policy
