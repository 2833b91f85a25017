#include "emulator/server/descriptor_reserve.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "emulator/http/network.hpp"
#include "emulator/overload/memory.hpp"

namespace stator::emulator::server {
namespace {

constexpr std::size_t kBatch = DescriptorReserve::kBatch;

// Sockets of a context: Asio has to register them.
class Sockets {
public:
    explicit Sockets(http::asio::io_context& context) : context_(context) {
        sockets_.reserve(16 * kBatch);
    }

    // Opens `count` sockets. Returns the bytes that they have taken.
    std::size_t open(std::size_t count) {
        const std::size_t before = overload::allocated_bytes();
        for (std::size_t at = 0; at < count; ++at) {
            sockets_.emplace_back(context_).open(http::asio::ip::tcp::v4());
        }
        return overload::allocated_bytes() - before;
    }

    void close() { sockets_.clear(); }

private:
    http::asio::io_context& context_;
    std::vector<http::asio::basic_stream_socket<http::asio::ip::tcp, http::Executor>> sockets_;
};

class DescriptorReserveTest : public ::testing::Test {
protected:
    void SetUp() override {
        if (overload::allocated_bytes() == 0)
            GTEST_SKIP() << "the sanitizer's malloc does not count";
    }

    http::asio::io_context context_;
    DescriptorReserve reserve_{context_};
    Sockets sockets_{context_};
};

TEST_F(DescriptorReserveTest, LeavesNothingToAllocateForTheNextSockets) {
    // More than malloc keeps ready for the thread, which counts as allocated.
    EXPECT_GT(sockets_.open(kBatch), 0U);
    reserve_.provide(kBatch);
    EXPECT_EQ(sockets_.open(kBatch / 2), 0U);
    reserve_.provide(kBatch + kBatch / 2);
    EXPECT_EQ(sockets_.open(kBatch), 0U);
}

TEST_F(DescriptorReserveTest, KeepsRoomForSocketsThatAreNotCountedYet) {
    reserve_.provide(0);
    const std::size_t before = overload::allocated_bytes();
    reserve_.provide(kBatch / 2 - 1);
    EXPECT_EQ(overload::allocated_bytes(), before) << "as many more fit";
    reserve_.provide(kBatch / 2);
    EXPECT_GT(overload::allocated_bytes(), before);
}

TEST_F(DescriptorReserveTest, TakesNoMoreForConnectionsThatOpenAndClose) {
    reserve_.provide(0);
    const std::size_t before = overload::allocated_bytes();
    for (int round = 0; round < 10; ++round) {
        for (std::size_t open = 0; open < kBatch / 2; ++open) {
            reserve_.provide(open);
            sockets_.open(1);
        }
        sockets_.close();
    }
    EXPECT_EQ(overload::allocated_bytes(), before);
}

}  // namespace
}  // namespace stator::emulator::server
