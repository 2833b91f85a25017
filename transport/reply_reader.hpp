// ReplyReader: reads HTTP/1.1 replies from a stream of bytes, one after another. Not thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "transport/byte_stream.hpp"
#include "transport/http_message.hpp"

namespace stator::transport {

struct ReadReply {
    HttpReply reply;
    bool keeps_alive = true;  // whether the connection may be used again
};

class ReplyReader {
public:
    // The stream must outlive the reader. The first body is read into `memory`, whose content is
    // discarded: a caller that reads many large replies can pass the body of an earlier one to
    // reuse its memory.
    explicit ReplyReader(ByteStream& stream, std::string memory = {})
        : stream_(stream), buffer_(std::move(memory)) {}

    // Returns the next reply, including 1xx replies such as 100. `is_head`: the request was HEAD,
    // so the reply has no body. Throws TransportError if the stream ends early, the deadline passes
    // or the reply is not HTTP; after that, the reader cannot be used any more.
    ReadReply read(bool is_head, Deadline deadline);

    // Waits until something arrives; returns true if it is the end of the stream. Bytes that arrive
    // can still be read. Throws TransportError, in particular TimeoutError if nothing arrives.
    bool is_at_end(Deadline deadline);

private:
    // Returns the next line without its line break.
    std::string take_line();
    std::string take(std::size_t size);
    std::string take_all();
    std::string take_chunks();
    HttpReply take_head();

    // Returns false at the end of the stream.
    bool read_more();
    void require_more();
    // Makes at least `size` bytes available in unread().
    void read_up_to(std::size_t size);

    std::string_view unread() const {
        return std::string_view(buffer_).substr(begin_, end_ - begin_);
    }

    // Moves the unread bytes to the beginning of the buffer.
    void move_to_front();
    // Discards `size` unread bytes.
    void skip(std::size_t size);

    ByteStream& stream_;
    Deadline deadline_;  // of the current call
    // The unread bytes are those from `begin_` to `end_`; the space after them is free.
    std::string buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t searched_ = 0;  // number of unread bytes that have been searched
    bool has_begun_ = false;
};

// Reads the only reply of a stream and skips 1xx ones. Throws the same exceptions as ReplyReader,
// and uses `memory` the same way.
ReadReply read_reply(ByteStream& stream, bool is_head, Deadline deadline, std::string memory = {});

}  // namespace stator::transport
