// RawClient: one connection that is opened again whenever it is lost, and that returns every byte
// of each reply. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "transport/socket_stream.hpp"

namespace stator::testing {

class RawClient {
public:
    // Throws if no server listens at that port of this machine.
    explicit RawClient(std::uint16_t port);

    // Every byte of the reply; "" if the connection was lost instead.
    std::string exchange(const std::string& request);

private:
    // A connection that stores every byte that it has read.
    class RecordedStream : public transport::SocketStream {
    public:
        using SocketStream::SocketStream;

        std::size_t read_some(std::span<char> buffer, transport::Deadline deadline) override;

        std::string take_bytes() { return std::exchange(bytes_, {}); }

    private:
        std::string bytes_;
    };

    static transport::Deadline deadline();

    void connect() { stream_.emplace(endpoint_, deadline()); }

    const transport::Endpoint endpoint_;
    std::optional<RecordedStream> stream_;
};

}  // namespace stator::testing
