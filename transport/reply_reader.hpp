// ReplyReader: HTTP/1.1 replies out of a stream of bytes, one after the other. For one thread.
#pragma once

#include <string>

#include "transport/byte_stream.hpp"
#include "transport/http_message.hpp"

namespace stator::transport {

struct ReadReply {
    HttpReply reply;
    bool keeps_alive = true;  // whether the connection may be used again
};

class ReplyReader {
public:
    // The stream must outlive the reader.
    explicit ReplyReader(ByteStream& stream) : stream_(stream) {}

    // The next reply, be it only an announcement such as 100. `is_head`: the request was HEAD, so
    // there is no body. Throws TransportError when the stream ends early, the deadline passes or it
    // is not HTTP; then the reader is of no use any more.
    ReadReply read(bool is_head, Deadline deadline);

    // Waits for what comes next: true when it is the end of the stream. What comes instead can
    // still be read. Throws TransportError, among them TimeoutError when nothing comes at all.
    bool is_at_end(Deadline deadline);

private:
    // The next line without its line end.
    std::string take_line();
    std::string take(std::size_t size);
    std::string take_all();
    std::string take_chunks();
    HttpReply take_head();

    // False at the end of the stream.
    bool read_more();
    void require_more();

    ByteStream& stream_;
    Deadline deadline_;  // of the call that is running
    std::string buffer_;
    std::size_t searched_ = 0;
    bool has_begun_ = false;
};

// Reads one reply of a stream that has no others, skipping 1xx ones. Throws as the reader does.
ReadReply read_reply(ByteStream& stream, bool is_head, Deadline deadline);

}  // namespace stator::transport
