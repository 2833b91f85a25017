// Reports the reply to a request's meter: where a page ended, and which parts of a batch were left
// unprocessed.
//
// note_reply() is called only while the request has a meter. Pure except for the meter.
#pragma once

#include "engine/capacity/request_meter.hpp"
#include "protocol/operations/batch/batch.hpp"
#include "protocol/operations/query/query.hpp"
#include "protocol/operations/statements/statements.hpp"

namespace stator::emulator::operations {

void note_reply(
    const protocol::operations::query::ReadReply& reply, engine::capacity::RequestMeter& meter
);
void note_reply(
    const protocol::operations::statements::ExecuteStatementReply& reply,
    engine::capacity::RequestMeter& meter
);
void note_reply(
    const protocol::operations::batch::BatchGetRequest& request,
    const protocol::operations::batch::BatchGetReply& reply,
    engine::capacity::RequestMeter& meter
);
void note_reply(
    const protocol::operations::batch::BatchWriteRequest& request,
    const protocol::operations::batch::BatchWriteReply& reply,
    engine::capacity::RequestMeter& meter
);

}  // namespace stator::emulator::operations
