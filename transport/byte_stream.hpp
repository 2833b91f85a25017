// A bidirectional byte stream with deadlines: a TCP connection, a TLS connection, or a fake in
// tests.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>

#include "transport/endpoint.hpp"

namespace stator::transport {

using Deadline = std::chrono::steady_clock::time_point;

// The other side could not be reached, did not answer in time or ended the connection.
class TransportError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// No connection to the other side can be opened.
class UnreachableError : public TransportError {
public:
    using TransportError::TransportError;
};

// The other side is reachable, but the TLS handshake failed.
class HandshakeError : public TransportError {
public:
    using TransportError::TransportError;
};

// The other side did not answer in time.
class TimeoutError : public TransportError {
public:
    using TransportError::TransportError;
};

// The other side sent something that is not a complete HTTP reply.
class BrokenReplyError : public TransportError {
public:
    using TransportError::TransportError;
};

// A connection. Not thread-safe.
class ByteStream {
public:
    virtual ~ByteStream() = default;

    // Reads at least one byte and returns the number read; 0 only at the end of the stream. Throws
    // TransportError.
    virtual std::size_t read_some(std::span<char> buffer, Deadline deadline) = 0;

    // Writes all bytes, or stops early if the other side has already answered or closed the
    // connection; the bytes that it sent can still be read. Returns whether all bytes were written.
    // Throws TransportError.
    virtual bool write(std::string_view bytes, Deadline deadline) = 0;

    // Whether an idle stream can be used again: it has no unread bytes, and the other side has not
    // closed it.
    virtual bool is_idle() = 0;
};

// Connects to an endpoint. Throws TransportError.
using Connect =
    std::function<std::unique_ptr<ByteStream>(const Endpoint& endpoint, Deadline deadline)>;

}  // namespace stator::transport
