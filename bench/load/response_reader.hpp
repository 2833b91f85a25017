// Reads one HTTP/1.1 reply from pieces of any size, without I/O: the caller feeds bytes until
// complete(). Supports Content-Length and chunked bodies, and skips a body that is not required.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stator::bench {

class ResponseReader {
public:
    // Prepares for the next reply. With `keeps_body`, the body of a 200 is kept. The body of any
    // other status is always kept, because it contains the reason.
    void start(bool keeps_body) noexcept;

    // Processes the next bytes. Throws std::runtime_error if they are not an HTTP reply, or
    // continue after the end of this one.
    void feed(std::string_view bytes);

    bool complete() const noexcept { return stage_ == Stage::kComplete; }

    // True before the first byte.
    bool untouched() const noexcept { return stage_ == Stage::kHead && head_.empty(); }

    // The three functions below are meaningful after complete().
    unsigned status() const noexcept { return status_; }

    bool closes_connection() const noexcept { return closes_connection_; }

    std::string_view body() const noexcept { return body_; }

private:
    enum class Stage { kHead, kBody, kChunkSize, kChunk, kChunkEnd, kTrailer, kComplete };

    // Each processes a prefix of `bytes` and returns the rest.
    std::string_view take_head(std::string_view bytes);
    std::string_view take_data(std::string_view bytes, Stage next);
    std::string_view take_line(std::string_view bytes);

    void read_head(std::string_view head);
    void read_header_line(std::string_view line);
    void read_chunk_line();

    Stage stage_ = Stage::kHead;
    bool keeps_body_ = false;
    bool chunked_ = false;
    bool closes_connection_ = false;
    bool has_length_ = false;
    unsigned status_ = 0;
    std::uint64_t remaining_ = 0;
    std::string head_;
    std::string line_;
    std::string body_;
};

}  // namespace stator::bench
