// A TCP connection as a ByteStream. The socket is non-blocking, so that deadlines work.
#pragma once

#include "transport/byte_stream.hpp"

namespace stator::transport {

// Waits for poll() events on a descriptor and returns the ones that occurred. Throws TimeoutError
// if the deadline passes first.
short wait_for(int descriptor, short events, Deadline deadline);

class SocketStream : public ByteStream {
public:
    // Throws TransportError if no address of the endpoint can be reached.
    SocketStream(const Endpoint& endpoint, Deadline deadline);
    ~SocketStream() override;
    SocketStream(const SocketStream&) = delete;
    SocketStream& operator=(const SocketStream&) = delete;

    std::size_t read_some(std::span<char> buffer, Deadline deadline) override;
    bool write(std::string_view bytes, Deadline deadline) override;
    bool is_idle() override;

    int descriptor() const { return descriptor_; }

private:
    int descriptor_ = -1;
};

}  // namespace stator::transport
