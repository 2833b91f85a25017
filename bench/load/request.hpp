// DynamoDB requests as finished HTTP/1.1 bytes, so that sending one is a memory write or two and a
// system call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "load/socket.hpp"

namespace stator::bench {

// Writes HTTP/1.1 keep-alive requests for one endpoint. The Authorization header has SigV4's shape
// and today's date; its signature is not computed. Immutable after construction.
class RequestWriter {
public:
    explicit RequestWriter(const Endpoint& endpoint);

    // The bytes of a POST of `body` to `operation` (`GetItem`, not `DynamoDB_20120810.GetItem`).
    std::string write(std::string_view operation, std::string_view body) const;

private:
    std::string headers_;
};

// Request bytes with decimal fields. A field is written in the text as a run of at least two `@`;
// it is set to a zero-padded number of exactly that width. Fields are counted from 0 in the order
// of the text, so the request's length never changes. Not thread-safe.
class RequestTemplate {
public:
    RequestTemplate() = default;
    explicit RequestTemplate(std::string bytes);

    // Overwrites field `field` with `value`; digits which do not fit are dropped from the left.
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
