// ThrottlingReasons of the errors that faults name: which resource was throttled, whether for reads
// or writes, and by which limit. Pure.
// [https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html]
#pragma once

#include <string_view>

#include "engine/faults/request_facts.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::emulator::dispatch {

// Fills in the blanks in the error's throttling reasons: the limit follows from the type of the
// error, the resource is the first index or table of the request. A blank reason is removed when
// the request has no table, or is none on items.
void complete_throttling_reasons(
    protocol::ApiError& error,
    const engine::faults::RequestFacts& facts,
    const protocol::model::TableScope& scope
);

}  // namespace stator::emulator::dispatch
