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
    // The stream must outlive the reader. The first body is read into `memory`, whatever is in it:
    // whoever reads many large replies gives that of an earlier one, so that it is there already.
    explicit ReplyReader(ByteStream& stream, std::string memory = {})
        : stream_(stream), buffer_(std::move(memory)) {}

    // The next reply, including 1xx ones such as 100. `is_head`: the request was HEAD, so there is
    // no body. Throws TransportError when the stream ends early, the deadline passes or the reply
    // is not HTTP; after that the reader cannot be used any more.
    ReadReply read(bool is_head, Deadline deadline);

    // Waits until something arrives; true when it is the end of the stream. Anything else that
    // arrives can still be read. Throws TransportError, in particular TimeoutError when nothing
    // arrives at all.
    bool is_at_end(Deadline deadline);

private:
    // The next line without its line end.
    std::string take_line();
    std::string take(std::size_t size);
    std::string take_all();
    std::string take_chunks();
    HttpReply take_head();

    // Returns false at the end of the stream.
    bool read_more();
    void require_more();
    // Makes that many bytes be unread at least.
    void read_up_to(std::size_t size);

    std::string_view unread() const {
        return std::string_view(buffer_).substr(begin_, end_ - begin_);
    }

    // Moves what is unread to the beginning of the buffer.
    void move_to_front();
    // Forgets that many bytes.
    void skip(std::size_t size);

    ByteStream& stream_;
    Deadline deadline_;  // of the call that is running
    // What has been read and not taken is from `begin_` to `end_`; the rest is memory.
    std::string buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t searched_ = 0;  // of what is unread
    bool has_begun_ = false;
};

// Reads the only reply of a stream, skipping 1xx ones. Throws as ReplyReader does, and uses
// `memory` as it does.
ReadReply read_reply(ByteStream& stream, bool is_head, Deadline deadline, std::string memory = {});

}  // namespace stator::transport
