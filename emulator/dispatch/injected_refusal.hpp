// Adapts an injected error or throttling to its request.
#pragma once

#include <string>

#include "emulator/base/accepted.hpp"
#include "engine/base/request_context.hpp"
#include "engine/faults/fault.hpp"
#include "engine/faults/request_facts.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::dispatch {

// A request that a fault rejects, as it was sent.
struct RefusedRequest {
    engine::universes::Universe& universe;
    const engine::RequestContext& context;
    const engine::faults::RequestFacts& facts;
    protocol::wire::JsonView body;
};

// Completes the decision's error or throttling: fills in empty throttling reasons, and adds one
// cancellation reason for each action. For operations on items, faults that apply after the checks
// become rare answers; all other faults become the decision's error, which is returned immediately.
// Does nothing without an error or throttling. Error: a TransactionCanceledException for a request
// that is not a transaction.
Accepted<void> complete_refusal(
    engine::faults::FaultDecision& decision, const RefusedRequest& request
);

}  // namespace stator::emulator::dispatch
