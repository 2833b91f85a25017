#include "emulator/server/descriptor_reserve.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <vector>

namespace stator::emulator::server {
namespace {

namespace asio = boost::asio;
using Descriptor = asio::posix::basic_stream_descriptor<asio::io_context::executor_type>;

// A file that is always ready. epoll does not accept such files, so one file can be registered with
// Asio any number of times.
class ReadyFile {
public:
    ReadyFile() : descriptor_(::open("/dev/null", O_RDONLY | O_CLOEXEC)) {}

    ReadyFile(const ReadyFile&) = delete;
    ReadyFile& operator=(const ReadyFile&) = delete;

    ~ReadyFile() {
        if (is_open()) ::close(descriptor_);
    }

    bool is_open() const { return descriptor_ >= 0; }

    int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

}  // namespace

void DescriptorReserve::provide(std::size_t open) {
    // Some accepted connections may not have been counted yet.
    constexpr std::size_t kUncounted = kBatch / 2;
    if (open + kUncounted < provided_) return;
    const ReadyFile file;
    if (!file.is_open()) return;
    const std::size_t wanted = std::max(open + kBatch, provided_ + kBatch);
    std::vector<Descriptor> held;
    held.reserve(wanted - open);
    for (std::size_t at = open; at < wanted; ++at) held.emplace_back(context_);
    // Data that is free now is used first.
    boost::system::error_code refused;
    for (Descriptor& each : held) each.assign(file.descriptor(), refused);
    for (Descriptor& each : held) {
        if (each.is_open()) each.release();
    }
    provided_ = wanted;
}

}  // namespace stator::emulator::server
