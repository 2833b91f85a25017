// Lifeline: notices the end of the process that has started this one, by a pipe or socket whose
// other end only that process holds. It ends in every way a process can end, kill -9 included, and
// unlike Linux's death signal it follows the process and not the thread that forked.
#pragma once

#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <functional>

#include "emulator/http/network.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

// Used by the context's own thread.
class Lifeline {
public:
    // Watches a copy of `descriptor`, which stays the caller's. What comes from it is discarded.
    Lifeline(asio::io_context& context, int descriptor);

    // Calls `on_end` once, when nothing can come any more; a file and /dev/null are at their end
    // from the beginning. Not after cancel().
    void watch(std::function<void()> on_end);

    void cancel();

private:
    // Whether there may be more.
    bool discard();

    asio::posix::basic_stream_descriptor<http::Executor> descriptor_;
};

}  // namespace stator::emulator::server
