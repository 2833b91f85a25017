// ThrottlingReasons of injected errors: the throttled resource, whether reads or writes were
// throttled, and the limit. Pure.
// [https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html]
#pragma once

#include <string_view>

#include "engine/faults/request_facts.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::emulator::dispatch {

// Fills in empty members of the error's throttling reasons: the limit follows from the type of the
// error, and the resource is the first index or table of the request. Removes an empty reason if
// the request contains no table, or is not for items.
void complete_throttling_reasons(
    protocol::ApiError& error,
    const engine::faults::RequestFacts& facts,
    const protocol::model::TableScope& scope
);

}  // namespace stator::emulator::dispatch
