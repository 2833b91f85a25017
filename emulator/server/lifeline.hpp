// Lifeline: notices the end of the process that started this one, through a pipe or socket whose
// other end only that process holds. It works for every way that a process can end, including kill
// -9. Unlike Linux's death signal, it depends on the process and not on the thread that forked.
#pragma once

#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <functional>

#include "emulator/http/network.hpp"

namespace stator::emulator::server {
namespace asio = boost::asio;

// Must be used on the context's own thread.
class Lifeline {
public:
    // Watches a copy of `descriptor`, which the caller continues to own. Discards all bytes that it
    // receives.
    Lifeline(asio::io_context& context, int descriptor);

    // Calls `on_end` once, when no more bytes can arrive. A file and /dev/null are at their end
    // from the beginning. Does not call it after cancel().
    void watch(std::function<void()> on_end);

    // Stops watching. `on_end` is not called after this.
    void cancel();

private:
    // Returns whether more bytes may arrive.
    bool discard();

    asio::posix::basic_stream_descriptor<http::Executor> descriptor_;
};

}  // namespace stator::emulator::server
