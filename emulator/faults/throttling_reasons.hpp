// What DynamoDB says was throttled: the resource, whether it was read or written, and which limit.
// Pure.
// [https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html]
#pragma once

#include <string_view>

#include "engine/faults/request_facts.hpp"
#include "protocol/base/api_error.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::emulator::faults {

// "TableReadProvisionedThroughputExceeded", "IndexWriteAccountLimitExceeded" and so on.
bool is_throttling_reason(std::string_view reason);

// Fills in what is blank in the error's throttling reasons: the limit by the type of the error, the
// resource by the first index or table of the request. A blank reason for a request
// without a table is taken away.
void complete_throttling_reasons(
    protocol::ApiError& error,
    const engine::faults::RequestFacts& facts,
    const protocol::model::TableScope& scope
);

}  // namespace stator::emulator::faults
