// An error or a throttle that a fault brings, made to fit the request it comes to.
#pragma once

#include <string>

#include "emulator/base/accepted.hpp"
#include "engine/base/request_context.hpp"
#include "engine/faults/fault.hpp"
#include "engine/faults/request_facts.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::dispatch {

// A request that is to be refused, as it was sent.
struct RefusedRequest {
    engine::universes::Universe& universe;
    const engine::RequestContext& context;
    const engine::faults::RequestFacts& facts;
    protocol::wire::JsonView body;
};

// Completes the decision's error or throttle: a throttling reason that is blank, one cancellation
// reason for each action. Operations on items meet what comes after the checks as rare answers;
// everything else becomes the decision's error, to be answered at once. Does nothing without
// either. Error: a TransactionCanceledException for a request that is no transaction.
Accepted<void> complete_refusal(
    engine::faults::FaultDecision& decision, const RefusedRequest& request
);

}  // namespace stator::emulator::dispatch
