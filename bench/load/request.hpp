// DynamoDB requests as complete HTTP/1.1 bytes, so that sending one requires only one or two memory
// writes and a system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "load/socket.hpp"

namespace stator::bench {

// Writes HTTP/1.1 keep-alive requests for one endpoint. The Authorization header has the form of
// SigV4 and today's date, but no valid signature. Immutable after construction.
class RequestWriter {
public:
    explicit RequestWriter(const Endpoint& endpoint);

    // Returns the bytes of a POST of `body` to `operation` (`GetItem`, not
    // `DynamoDB_20120810.GetItem`).
    std::string write(std::string_view operation, std::string_view body) const;

private:
    std::string headers_;
};

// Request bytes with decimal fields. A field is a run of at least two `@` in the text, which is
// overwritten with a zero-padded number of the same width, so the request's length never changes.
// Fields are counted from 0 in the order of the text. Not thread-safe.
class RequestTemplate {
public:
    RequestTemplate() = default;
    explicit RequestTemplate(std::string bytes);

    // Overwrites field `field` with `value`. Drops digits that do not fit from the left.
    void set(std::size_t field, std::uint64_t value) noexcept;

    std::string_view bytes() const noexcept { return bytes_; }

    std::size_t field_count() const noexcept { return fields_.size(); }

private:
    struct Field {
        std::size_t offset;
        std::size_t width;
    };

    std::string bytes_;
    std::vector<Field> fields_;
};

}  // namespace stator::bench
