#include "emulator/operations/reply_notes.hpp"

#include "protocol/partiql/next_token.hpp"

namespace stator::emulator::operations {

using engine::capacity::GivenBackElement;
using engine::capacity::RequestMeter;
namespace replies = protocol::operations;

void note_reply(const replies::query::ReadReply& reply, RequestMeter& meter) {
    meter.last_evaluated_key = reply.last_evaluated_key;
}

void note_reply(const replies::statements::ExecuteStatementReply& reply, RequestMeter& meter) {
    if (reply.next_token)
        meter.next_token = protocol::partiql::encode_next_token(*reply.next_token);
}

void note_reply(
    const replies::batch::BatchGetRequest& request,
    const replies::batch::BatchGetReply& reply,
    RequestMeter& meter
) {
    for (std::size_t i = 0; i < reply.tables.size(); ++i) {
        for (const auto& key : reply.tables[i].unprocessed_keys) {
            meter.given_back.push_back(
                {request.tables[i].table_name, GivenBackElement::Kind::Get, key}
            );
        }
    }
}

void note_reply(
    const replies::batch::BatchWriteRequest& request,
    const replies::batch::BatchWriteReply& reply,
    RequestMeter& meter
) {
    using Kind = GivenBackElement::Kind;
    for (std::size_t i = 0; i < reply.tables.size(); ++i) {
        for (const replies::batch::BatchWrite* write : reply.tables[i].unprocessed) {
            const Kind kind = write->is_put ? Kind::Put : Kind::Delete;
            meter.given_back.push_back({request.tables[i].table_name, kind, write->image});
        }
    }
}

}  // namespace stator::emulator::operations
