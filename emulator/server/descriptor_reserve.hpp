// DescriptorReserve: allocates Asio's data about sockets in blocks.
//
// When a socket is closed, Asio keeps this data for the next one until the process ends. If the
// data of ten thousand connections is allocated as they arrive, it is spread among their buffers,
// and each piece prevents its page from returning to the system when the buffers are freed. Data
// that is allocated in a block is contiguous.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstddef>

namespace stator::emulator::server {

// Not thread-safe, but the context may run at the same time.
class DescriptorReserve {
public:
    // Number of sockets whose data is allocated together.
    static constexpr std::size_t kBatch = 64;

    explicit DescriptorReserve(boost::asio::io_context& context) : context_(context) {}

    // Must be called before another socket is opened in addition to the `open` ones. Without a free
    // file descriptor, it reserves nothing, and Asio allocates the data with the socket.
    void provide(std::size_t open);

private:
    boost::asio::io_context& context_;
    std::size_t provided_ = 0;
};

}  // namespace stator::emulator::server
