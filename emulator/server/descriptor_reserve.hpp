// DescriptorReserve: room for what Asio notes down about sockets.
//
// Asio keeps that for the next socket once one is closed, and for as long as the process lives.
// Made one by one as connections arrive, ten thousand of these notes lie among the buffers of as
// many connections, and each keeps its page from the system when the buffers are gone. Made many at
// once, they lie together.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstddef>

namespace stator::emulator::server {

// Not thread-safe, but the context may run meanwhile.
class DescriptorReserve {
public:
    // Room is made for so many sockets at a time.
    static constexpr std::size_t kBatch = 64;

    explicit DescriptorReserve(boost::asio::io_context& context) : context_(context) {}

    // Call it before another socket is opened beside those that are open now. Without a file
    // descriptor to spare nothing is reserved, and the socket will find its room by itself.
    void provide(std::size_t open);

private:
    boost::asio::io_context& context_;
    std::size_t provided_ = 0;
};

}  // namespace stator::emulator::server
