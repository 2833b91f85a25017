// Reads HTTP/1.1 replies from a stream of bytes.
#pragma once

#include "conformance/http/byte_stream.hpp"
#include "conformance/http/http_message.hpp"

namespace stator::conformance {

struct ReadReply {
    HttpReply reply;
    bool keeps_alive = true;  // whether the connection may be used again
};

/// Reads one reply, skipping 1xx ones. `is_head`: the request was HEAD, so there is no body. Throws
/// TransportError when the stream ends early, the deadline passes or it is not HTTP.
ReadReply read_reply(ByteStream& stream, bool is_head, Deadline deadline);

}  // namespace stator::conformance
