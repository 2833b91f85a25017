#include "emulator/server/lifeline.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace stator::emulator::server {

Lifeline::Lifeline(asio::io_context& context, int descriptor)
    : descriptor_(context, ::dup(descriptor)) {}

// Waits instead of reading, because for a read, Asio would make a terminal non-blocking for all of
// its users.
void Lifeline::watch(std::function<void()> on_end) {
    descriptor_.async_wait(
        asio::posix::descriptor_base::wait_read,
        [this, on_end = std::move(on_end)](http::ErrorCode error) mutable {
            if (error == asio::error::operation_aborted) return;
            if (!error && discard()) return watch(std::move(on_end));
            on_end();
        }
    );
}

void Lifeline::cancel() {
    http::ErrorCode ignored;
    descriptor_.close(ignored);
}

bool Lifeline::discard() {
    std::array<char, 4096> discarded;
    const auto bytes = ::read(descriptor_.native_handle(), discarded.data(), discarded.size());
    return bytes > 0 || (bytes < 0 && (errno == EINTR || errno == EAGAIN));
}

}  // namespace stator::emulator::server
